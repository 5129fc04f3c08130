import type { ChartPost, ChartPut } from '@sightline/contract'
import { isAdmin, type Caller } from '@sightline/core'
import { sql } from 'kysely'
import { visibleDatasets } from '../../data-permissions/visible.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { momentOf } from '../../moment.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { saveGuarded, type Saving } from '../../rest/guarded-save.ts'
import { isId } from '../../rest/ids.ts'
import { findVisible, item } from '../../rest/item.ts'
import { mustOwn, ownersForCreate, ownersForUpdate, setOwners } from '../../rest/owners.ts'
import { collectRefusals } from '../../rest/refusals.ts'
import { setTags } from '../../rest/tagging.ts'
import { charts } from './charts.ts'

const plain = ['description', 'params', 'query_context', 'cache_timeout', 'certified_by', 'certification_details', 'external_url'] as const

export async function createChart(deps: Deps, caller: Caller, body: ChartPost): Promise<unknown> {
  const [source, owners, dashboards] = await collectRefusals(
    datasourceOf(deps, caller, body.datasource_id, body.datasource_type),
    ownersForCreate(deps, caller, body.owners),
    dashboardsOf(deps, caller, body.dashboards ?? [], []),
  )
  const audit = createdNow(deps, caller)
  const id = await deps.db.transaction().execute(async (db) => {
    const { id } = await db
      .insertInto('charts')
      .values({
        ...only(body, plain),
        slice_name: body.slice_name,
        uuid: crypto.randomUUID(),
        viz_type: body.viz_type || 'table',
        datasource_id: body.datasource_id,
        datasource_type: body.datasource_type,
        ...source,
        query_context_generation: body.query_context_generation ?? false,
        is_managed_externally: body.is_managed_externally ?? false,
        last_saved_at: audit.changed_on,
        last_saved_by_id: caller.id,
        ...audit,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await setOwners(db, charts, id, owners)
    await placeOn(db, id, dashboards)
    return id
  })
  return { id, result: body }
}

export async function updateChart(deps: Deps, caller: Caller, id: number, body: ChartPut, saving?: Saving): Promise<unknown> {
  const asked = { deps, caller, now: deps.now() }
  const stored = await findVisible(charts, asked, id, ['datasource_id', 'datasource_type', 'query_context'])
  if (!isFirstQueryContext(body, stored)) await mustOwn(deps, charts, caller, [id])
  const changesSource = (body.datasource_id ?? null) !== null || (body.datasource_type ?? null) !== null
  const now = body.dashboards
    ? (await deps.db.selectFrom('dashboard_charts').select('dashboard_id').where('chart_id', '=', id).execute()).map((row) => row.dashboard_id)
    : []
  const [source, owners, dashboards] = await collectRefusals(
    changesSource ? newDatasourceOf(deps, caller, body, stored) : Promise.resolve(undefined),
    ownersForUpdate(deps, caller, body.owners),
    body.dashboards ? dashboardsOf(deps, caller, body.dashboards, now) : Promise.resolve(undefined),
  )
  const current = async () => (await item(charts, asked, id, undefined)).result
  await saveGuarded(deps, { table: 'charts', id, caller, saving, yours: body, current }, async (db) => {
    await db
      .updateTable('charts')
      .set({
        ...only(body, plain),
        ...(body.slice_name === undefined ? {} : { slice_name: body.slice_name ?? '' }),
        ...(body.viz_type ? { viz_type: body.viz_type } : {}),
        ...(body.datasource_name === undefined ? {} : { datasource_name: body.datasource_name }),
        ...(changesSource
          ? { datasource_id: body.datasource_id ?? stored['datasource_id'], datasource_type: body.datasource_type ?? stored['datasource_type'], ...source }
          : {}),
        ...(body.query_context_generation == null ? {} : { query_context_generation: body.query_context_generation }),
        ...(body.is_managed_externally == null ? {} : { is_managed_externally: body.is_managed_externally }),
        ...(body.query_context_generation === true ? {} : { last_saved_at: momentOf(deps.now()), last_saved_by_id: caller.id, ...changedNow(deps, caller) }),
      })
      .where('id', '=', id)
      .execute()
    if (owners) await setOwners(db, charts, id, owners)
    if (dashboards) {
      await db.deleteFrom('dashboard_charts').where('chart_id', '=', id).execute()
      await placeOn(db, id, dashboards)
    }
    if (body.tags) await setTags(db, deps, caller, 2, id, body.tags)
  })
  return { id, result: body }
}

/** Whoever sees a chart may give it the query context it lacks; the explorer does so for old charts. */
const isFirstQueryContext = (body: ChartPut, stored: Readonly<Record<string, unknown>>): boolean =>
  stored['query_context'] === null &&
  body.query_context_generation === true &&
  Object.keys(body).every((key) => key === 'query_context' || key === 'query_context_generation')

/** An id says nothing without its type: the interface wants both when a chart moves to other data. */
async function newDatasourceOf(deps: Deps, caller: Caller, body: ChartPut, stored: Readonly<Record<string, any>>) {
  const { datasource_id, datasource_type } = body
  if ((datasource_id ?? null) !== null && (datasource_type ?? null) === null)
    throw new Refusal(422, { datasource_type: ['Datasource type is required when datasource_id is given'] })
  return datasourceOf(deps, caller, datasource_id ?? stored['datasource_id'], datasource_type ?? stored['datasource_type'])
}

/**
 * What a chart keeps of its dataset. Nobody makes a chart of data he may not read: put on a dashboard that is opened to roles,
 * the chart would open the data to them.
 */
async function datasourceOf(deps: Deps, caller: Caller, id: number, type: string) {
  if (type !== 'table') throw new Refusal(422, { datasource_type: ['Datasource type is invalid'] })
  const dataset = isId(id)
    ? await deps.db.selectFrom('datasets').select(['table_name', 'schema', 'perm', 'schema_perm']).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!dataset) throw new Refusal(422, { datasource_id: ['Datasource does not exist'] })
  const readable = visibleDatasets(caller)
  if (readable) {
    const { rows } = await sql`select 1 from datasets where datasets.id = ${id} and (${readable})`.execute(deps.db)
    if (rows.length === 0) throw new Refusal(403, 'Forbidden')
  }
  return {
    datasource_name: dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name,
    perm: dataset.perm,
    schema_perm: dataset.schema_perm,
  }
}

/** Dashboards a chart is put on must exist, and those it was not on before must be the caller's to change. */
async function dashboardsOf(deps: Deps, caller: Caller, wanted: readonly number[], now: readonly number[]): Promise<readonly number[]> {
  const ids = [...new Set(wanted)]
  if (ids.length === 0) return []
  const there = ids.every(isId) ? await deps.db.selectFrom('dashboards').select('id').where('id', 'in', ids).execute() : []
  if (there.length !== ids.length) throw new Refusal(422, { dashboards: ['Dashboards do not exist'] })
  const added = ids.filter((id) => !now.includes(id))
  if (added.length > 0 && !isAdmin(caller)) {
    const owned = await deps.db
      .selectFrom('dashboard_owners')
      .select('dashboard_id')
      .where('dashboard_id', 'in', added)
      .where('user_id', '=', caller.id ?? 0)
      .execute()
    if (owned.length !== added.length) throw new Refusal(403, 'Changing one or more of these dashboards is forbidden')
  }
  return ids
}

async function placeOn(db: Deps['db'], chartId: number, dashboards: readonly number[]): Promise<void> {
  if (dashboards.length > 0)
    await db
      .insertInto('dashboard_charts')
      .values(dashboards.map((dashboard_id) => ({ dashboard_id, chart_id: chartId })))
      .execute()
}
