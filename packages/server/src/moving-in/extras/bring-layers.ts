import { isAdmin, mayDo } from '@sightline/core'
import { isDocument, printDocument, readStored } from '../../bundles/documents.ts'
import { momentOf } from '../../moment.ts'
import { changedNow, createdNow } from '../../rest/audit.ts'
import type { Extras } from '../source.ts'
import { remapForm } from './remap-layers.ts'
import { count, mayChange, type Work } from './work.ts'

type Layer = Extras['annotationLayers'][number]

/** Annotation layers by their name: one that is here gets what is new at the source, and keeps what was added here. Forms of charts then name them by their ids here. */
export async function bringLayers(work: Work): Promise<void> {
  const { caller, extras, notBrought, isDryRun } = work
  const isAllowed = isAdmin(caller) || mayDo(caller, 'can_write', 'Annotation')
  const ids = new Map<number, number>()
  for (const layer of extras.annotationLayers) {
    if (!isAllowed) {
      notBrought.push({ kind: 'annotation_layer', name: layer.name, why: 'You may not write annotation layers here.' })
      continue
    }
    const marks = layer.annotations.filter((mark) => momentIn(mark.start_dttm) !== null && momentIn(mark.end_dttm) !== null && mark.short_descr !== '')
    for (const mark of layer.annotations)
      if (!marks.includes(mark))
        notBrought.push({
          kind: 'annotation',
          name: mark.short_descr || layer.name,
          why: `An annotation of the layer "${layer.name}" has no name, no start or no end.`,
        })
    count(work, 'annotation_layer')
    count(work, 'annotation', marks.length)
    if (!isDryRun) ids.set(layer.id, await writeLayer(work, layer, marks))
  }
  if (!isDryRun) await remapCharts(work, ids)
}

async function writeLayer({ db, deps, caller }: Work, { name, description }: Layer, marks: Layer['annotations']): Promise<number> {
  const there = await db.selectFrom('annotation_layers').select(['id', 'descr']).where('name', '=', name).executeTakeFirst()
  const { id } =
    there ??
    (await db
      .insertInto('annotation_layers')
      .values({ name, descr: description, ...createdNow(deps, caller) })
      .returning('id')
      .executeTakeFirstOrThrow())
  if (there && there.descr !== description)
    await db
      .updateTable('annotation_layers')
      .set({ descr: description, ...changedNow(deps, caller) })
      .where('id', '=', id)
      .execute()
  const known = new Map(
    (await db.selectFrom('annotations').select(['id', 'short_descr']).where('layer_id', '=', id).execute()).map((row) => [row.short_descr, row.id]),
  )
  for (const { short_descr, long_descr, start_dttm, end_dttm, json_metadata } of marks) {
    const values = { long_descr, json_metadata, start_dttm: momentIn(start_dttm)!, end_dttm: momentIn(end_dttm)! }
    const old = known.get(short_descr)
    if (old === undefined) {
      const made = await db
        .insertInto('annotations')
        .values({ layer_id: id, short_descr, ...values, ...createdNow(deps, caller) })
        .returning('id')
        .executeTakeFirstOrThrow()
      known.set(short_descr, made.id)
    } else
      await db
        .updateTable('annotations')
        .set({ ...values, ...changedNow(deps, caller) })
        .where('id', '=', old)
        .execute()
  }
  return id
}

/** Moments come without a zone, and mean UTC. */
function momentIn(text: string | null): string | null {
  if (text === null) return null
  const date = new Date(/[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(date.getTime()) ? null : momentOf(date)
}

/** The charts that this move wrote name layers by the ids of the source. */
async function remapCharts(work: Work, layers: ReadonlyMap<number, number>): Promise<void> {
  const { db, caller, extras, idsOf, notBrought } = work
  // Whoever may not write charts brought none: those that are here have the ids of this house.
  if (!isAdmin(caller) && !mayDo(caller, 'can_write', 'Chart')) return
  const charts = new Map((extras.chartIds ?? []).map(({ id, uuid }) => [id, uuid]))
  const newIds = {
    layer: (id: number) => layers.get(id),
    chart: (id: number) => {
      const uuid = charts.get(id)
      return (uuid === undefined ? undefined : idsOf('chart', uuid)) ?? undefined
    },
  }
  const rows = await db.selectFrom('charts').select(['id', 'uuid', 'slice_name', 'params', 'query_context']).where('params', 'like', '%"sourceType"%').execute()
  for (const row of rows) {
    if (idsOf('chart', row.uuid) !== row.id || !(await mayChange(work, 'chart', row.id))) continue
    const [params, context] = [remapText(row.params, newIds), remapText(row.query_context, newIds)]
    await db.updateTable('charts').set({ params: params.text, query_context: context.text }).where('id', '=', row.id).execute()
    if (params.hasLost)
      notBrought.push({
        kind: 'annotation_layer',
        name: row.slice_name,
        why: 'This chart draws an annotation layer that could not be brought; it is kept in the chart, and not shown.',
      })
  }
}

function remapText(text: string | null, ids: Parameters<typeof remapForm>[1]): { readonly text: string | null; readonly hasLost: boolean } {
  const stored = readStored(text)
  if (!isDocument(stored)) return { text, hasLost: false }
  const { form, hasLost } = remapForm(stored, ids)
  return { text: printDocument(form), hasLost }
}
