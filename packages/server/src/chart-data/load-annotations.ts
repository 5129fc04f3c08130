import type { AnnotationLayer } from '@sightline/contract'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { dateOf } from '../moment.ts'

/** What is drawn over a chart, by the name of its layer. */
export type AnnotationData = Readonly<Record<string, { readonly columns: readonly string[]; readonly records: readonly Readonly<Record<string, unknown>>[] }>>

const columns = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const

/** The annotations of the layers kept here. Formulas are computed where the chart is drawn. */
export async function loadAnnotations({ db }: Pick<Deps, 'db'>, layers: readonly AnnotationLayer[]): Promise<AnnotationData> {
  const data: Record<string, AnnotationData[string]> = {}
  for (const { name, value } of layers.filter(({ sourceType }) => sourceType === 'NATIVE')) {
    const id = typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value)) ? Number(value) : 0
    const layer = await db.selectFrom('annotation_layers').select('id').where('id', '=', id).executeTakeFirst()
    if (!layer) throw new Refusal(400, `Error: The annotation layer ${JSON.stringify(name)} does not exist`)
    const rows = await db.selectFrom('annotations').select(columns).where('layer_id', '=', id).orderBy('id').execute()
    const records = rows.map((row) => ({ ...row, start_dttm: dateOf(row.start_dttm).getTime(), end_dttm: dateOf(row.end_dttm).getTime() }))
    data[name] = { columns, records }
  }
  return data
}
