import type { Caller } from '@sightline/core'
import { sql, type Expression, type SqlBool } from 'kysely'
import { backendOf, exploreFactsOf } from '../databases/database-facts.ts'
import { visibleDatabases } from '../data-permissions/visible.ts'
import type { Deps } from '../deps.ts'
import { dateOf, momentOf } from '../moment.ts'
import { describeRun } from './query-row.ts'

/** What the editor starts with. Tabs live in the browser while the server keeps none. */
export async function describeStart({ db }: Deps, caller: Caller): Promise<Record<string, unknown>> {
  const visible = visibleDatabases(caller) as Expression<SqlBool> | undefined
  const rows = await db
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
    ...exploreFactsOf(row),
  }))
  return { active_tab: null, tab_state_ids: [], databases: Object.fromEntries(databases.map((database) => [database.id, database])), queries: {} }
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
