import type { Caller } from '@sightline/core'
import { sql, type Expression, type SqlBool } from 'kysely'
import { backendOf, exploreFactsOf, readExtra } from '../databases/database-facts.ts'
import { visibleDatabases } from '../data-permissions/visible.ts'
import type { Deps } from '../deps.ts'
import { dateOf, momentOf } from '../moment.ts'
import { describeTab } from '../tabs/describe-tab.ts'
import { describeRun } from './query-row.ts'

/** The newest runs of the open tabs; older ones are read by the history when it is opened. */
const shownRuns = 500

/** What the editor starts with. Where the server keeps no tabs they live in the browser. */
export async function describeStart(deps: Deps, caller: Caller): Promise<Record<string, unknown>> {
  const visible = visibleDatabases(caller) as Expression<SqlBool> | undefined
  const rows = await deps.db
    .selectFrom('databases')
    .selectAll()
    .where(visible ?? sql<SqlBool>`1 = 1`)
    .orderBy('id')
    .execute()
  const databases = rows.map((row) => ({
    id: row.id,
    database_name: row.database_name,
    backend: backendOf(row),
    expose_in_sqllab: row.expose_in_sqllab,
    allow_run_async: row.allow_run_async,
    allow_file_upload: row.allow_file_upload,
    allow_ctas: row.allow_ctas,
    allow_cvas: row.allow_cvas,
    allow_dml: row.allow_dml,
    force_ctas_schema: row.force_ctas_schema,
    cancel_query_on_windows_unload: readExtra(row.extra).cancel_query_on_windows_unload === true,
    ...exploreFactsOf(row),
  }))
  return { ...(await describeTabs(deps, caller)), databases: Object.fromEntries(databases.map((database) => [database.id, database])) }
}

async function describeTabs(deps: Deps, caller: Caller): Promise<Record<string, unknown>> {
  if (!deps.config.featureFlags.SQLLAB_BACKEND_PERSISTENCE) return { active_tab: null, tab_state_ids: [], queries: {} }
  const tabs = await deps.db
    .selectFrom('tab_states')
    .selectAll()
    .where('user_id', '=', caller.id ?? -1)
    .orderBy('id')
    .execute()
  const active = tabs.find((tab) => tab.active) ?? tabs[0]
  const runs =
    tabs.length === 0
      ? []
      : await deps.db
          .selectFrom('queries')
          .innerJoin('databases', 'databases.id', 'queries.database_id')
          .selectAll('queries')
          .select('databases.database_name')
          .where('queries.user_id', '=', caller.id ?? -1)
          .where(
            'queries.sql_editor_id',
            'in',
            tabs.map(({ id }) => String(id)),
          )
          .orderBy('queries.id', 'desc')
          .limit(shownRuns)
          .execute()
  return {
    active_tab: active ? await describeTab(deps, caller, active) : null,
    // Which saved query a tab is of is told where there is one: a link to it shows that tab instead of opening another.
    tab_state_ids: tabs.map(({ id, label, saved_query_id }) => ({ id, label, ...(saved_query_id === null ? {} : { saved_query_id }) })),
    queries: Object.fromEntries(runs.map((row) => [row.client_id, describeRun(row, row.database_name, caller)])),
  }
}

/** One's own runs that changed since a moment, for a page that waits for them. */
export async function listUpdated({ db }: Deps, caller: Caller, since: number): Promise<readonly unknown[]> {
  const moment = Number.isFinite(since) && Math.abs(since) < 8e15 ? momentOf(new Date(since)) : ''
  const rows = await db
    .selectFrom('queries')
    .innerJoin('databases', 'databases.id', 'queries.database_id')
    .selectAll('queries')
    .select('databases.database_name')
    .where('queries.user_id', '=', caller.id ?? -1)
    .where('queries.changed_on', '>=', moment)
    .orderBy('queries.id')
    .limit(1000)
    .execute()
  return rows.filter(({ changed_on }) => dateOf(changed_on).getTime() >= since).map((row) => describeRun(row, row.database_name, caller))
}
