import type { DashboardCopy } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { createdNow, only } from '../../rest/audit.ts'
import { mustOwn, setOwners } from '../../rest/owners.ts'
import type { Asked } from '../../rest/resource.ts'
import { dashboards } from './dashboards.ts'
import { findDashboardId } from './find-dashboard.ts'
import { chartIdsIn, copyMetadata, printLayout } from './metadata.ts'
import { chartsFor, secondsOf, setCharts } from './write.ts'

/**
 * The copy is the caller's own: a draft without slug, roles and certification. It shows only charts whose data the caller may read, because its
 * owner can open it to others.
 */
export async function copyDashboard(asked: Asked, idOrSlug: string | number, body: DashboardCopy) {
  const { deps, caller } = asked
  const original = await findDashboardId(asked, idOrSlug)
  if (deps.config.featureFlags.DASHBOARD_RBAC) await mustOwn(deps, dashboards, caller, [original])
  const made = createdNow(deps, caller)
  const id = await deps.db.transaction().execute(async (db) => {
    const { json_metadata: stored } = await db.selectFrom('dashboards').select('json_metadata').where('id', '=', original).executeTakeFirstOrThrow()
    const placed = (await db.selectFrom('dashboard_charts').select('chart_id').where('dashboard_id', '=', original).execute()).map(({ chart_id }) => chart_id)
    const readable = [...(await chartsFor(db, caller, placed, 0)).keys()]
    const copies = body.duplicate_slices ? await copyCharts(db, deps, caller, readable) : new Map<number, number>()
    const { json_metadata, positions } = copyMetadata(stored, body.json_metadata, copies)
    if (body.duplicate_slices && !positions) throw new Refusal(400, { json_metadata: ['Positions are required to duplicate charts.'] })
    const shown = positions ? await chartsFor(db, caller, chartIdsIn(positions), 0) : undefined
    const { id } = await db
      .insertInto('dashboards')
      .values({
        uuid: crypto.randomUUID(),
        dashboard_title: body.dashboard_title,
        css: body.css ?? null,
        published: false,
        is_managed_externally: false,
        json_metadata,
        position_json: positions && shown ? printLayout(positions, shown) : null,
        ...made,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await setOwners(db, dashboards, id, caller.id === null ? [] : [caller.id])
    await setCharts(db, id, shown ? [...shown.keys()] : readable)
    return id
  })
  return { result: { id, last_modified_time: secondsOf(made.changed_on) } }
}

const copied = [
  'slice_name',
  'description',
  'viz_type',
  'datasource_id',
  'datasource_type',
  'datasource_name',
  'params',
  'cache_timeout',
  'perm',
  'schema_perm',
] as const

/** Copies that belong to the caller, by the ids of the originals. */
async function copyCharts(db: Deps['db'], deps: Deps, caller: Caller, ids: readonly number[]): Promise<Map<number, number>> {
  const copies = new Map<number, number>()
  if (ids.length === 0) return copies
  for (const chart of await db.selectFrom('charts').selectAll().where('id', 'in', ids).orderBy('id').execute()) {
    const made = createdNow(deps, caller)
    const { id } = await db
      .insertInto('charts')
      .values({
        ...only(chart, copied),
        uuid: crypto.randomUUID(),
        query_context: null,
        query_context_generation: false,
        is_managed_externally: false,
        last_saved_at: made.changed_on,
        last_saved_by_id: caller.id,
        ...made,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    if (chart.query_context)
      await db
        .updateTable('charts')
        .set({ query_context: askedAs(chart.query_context, id) })
        .where('id', '=', id)
        .execute()
    if (caller.id !== null) await db.insertInto('chart_owners').values({ chart_id: id, user_id: caller.id }).execute()
    copies.set(chart.id, id)
  }
  return copies
}

/** The question of a chart, asked by its copy. */
function askedAs(context: string, id: number): string {
  try {
    const parsed = JSON.parse(context) as { readonly form_data?: object } | null
    return parsed?.form_data ? JSON.stringify({ ...parsed, form_data: { ...parsed.form_data, slice_id: id } }) : context
  } catch {
    return context
  }
}
