import type { AnnotationLayer, WireQueryContext } from '@sightline/contract'
import type { Caller, Frame } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { dateOf } from '../moment.ts'
import { idIn } from '../rest/ids.ts'
import { loadChartAnnotation } from './load-chart-annotation.ts'

/** What is drawn over a chart, by the name of its layer. Records of another chart name their columns themselves. */
export type AnnotationData = Readonly<Record<string, AnnotationRecords>>
export interface AnnotationRecords {
  readonly columns?: readonly string[]
  readonly records: readonly Readonly<Record<string, unknown>>[]
}

export interface AnnotationAsking {
  readonly caller: Caller
  readonly force: boolean
  /** Answers the queries of another chart, with the rights and rules of the caller. */
  readonly run: (context: WireQueryContext) => Promise<readonly Frame[]>
}

/** The records of every layer that has some: formulas are computed where the chart is drawn. Layers that are not shown are loaded too. */
export async function loadAnnotations(deps: Deps, asking: AnnotationAsking, layers: readonly AnnotationLayer[]): Promise<AnnotationData> {
  const data: Record<string, AnnotationRecords> = {}
  for (const layer of layers) {
    if (layer.sourceType === 'NATIVE') data[layer.name] = await loadLayer(deps, layer)
    else if (layer.sourceType === 'line' || layer.sourceType === 'table') data[layer.name] = await loadChartAnnotation(deps, asking, layer)
  }
  return data
}

const columns = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const

/** All annotations of a layer kept here, whatever the range of the chart. */
async function loadLayer({ db }: Deps, { name, value }: AnnotationLayer): Promise<AnnotationRecords> {
  const id = idIn(value)
  const layer = id === null ? undefined : await db.selectFrom('annotation_layers').select('id').where('id', '=', id).executeTakeFirst()
  if (!layer) throw new Refusal(400, `Error: The annotation layer ${JSON.stringify(name)} does not exist`)
  const rows = await db.selectFrom('annotations').select(columns).where('layer_id', '=', layer.id).orderBy('id').execute()
  const records = rows.map((row) => ({ ...row, start_dttm: dateOf(row.start_dttm).getTime(), end_dttm: dateOf(row.end_dttm).getTime() }))
  return { columns, records }
}
