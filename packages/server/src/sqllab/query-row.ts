import type { Problem, QueryRun } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { printProblem } from '../http/errors.ts'
import { momentOf } from '../moment.ts'

export type QueryRow = Selectable<Queries>

/** Not over yet. */
const open = ['pending', 'running']

/** Stored before the statement runs, so that others can see and stop it. Undefined if the client id is taken. */
export async function addQueryRow(deps: Deps, values: Omit<Insertable<Queries>, 'changed_on' | 'runner'>): Promise<QueryRow | undefined> {
  return deps.db
    .insertInto('queries')
    .values({ ...values, runner: deps.jobs.runner, changed_on: momentOf(deps.now()) })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Changes a run that this process has in hand. Null if it is over or in other hands: somebody stopped it, or took this process for ended. */
export async function moveRun(deps: Deps, id: number, values: Updateable<Queries>): Promise<QueryRow | null> {
  const row = await deps.db
    .updateTable('queries')
    .set({ ...values, changed_on: momentOf(deps.now()) })
    .where('id', '=', id)
    .where('status', 'in', open)
    .where('runner', '=', deps.jobs.runner)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Stops a run wherever it is. False if it was over. */
export async function markStopped(deps: Deps, id: number): Promise<boolean> {
  const row = await deps.db
    .updateTable('queries')
    .set({ status: 'stopped', end_time: deps.now().getTime(), results_key: null, runner: null, changed_on: momentOf(deps.now()) })
    .where('id', '=', id)
    .where('status', 'in', open)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await deps.db.deleteFrom('jobs').where('query_id', '=', id).where('runner', 'is', null).execute()
  return true
}

/** What a run died of; a run that was stopped stays stopped. */
export async function markFailed(deps: Deps, id: number, status: 'failed' | 'stopped' | 'timed_out', problem: Problem): Promise<void> {
  const row = await deps.db.selectFrom('queries').select('extra_json').where('id', '=', id).executeTakeFirst()
  await moveRun(deps, id, {
    status,
    error_message: problem.message,
    tmp_table_name: null,
    end_time: deps.now().getTime(),
    runner: null,
    extra_json: JSON.stringify({ ...readExtra(row?.extra_json ?? ''), progress: null, errors: [printProblem(problem)] }),
  })
}

export function describeRun(row: QueryRow, databaseName: string, person: Pick<Caller, 'firstName' | 'lastName' | 'username'>): QueryRun {
  return {
    changed_on: row.changed_on,
    dbId: row.database_id,
    db: databaseName,
    endDttm: row.end_time,
    errorMessage: row.error_message,
    executedSql: row.executed_sql,
    id: row.client_id,
    queryId: row.id,
    serverId: row.id,
    limit: row.limit,
    limitingFactor: row.limiting_factor,
    progress: row.progress,
    rows: row.rows,
    schema: row.schema,
    ctas: row.select_as_cta,
    sql: row.sql,
    sqlEditorId: row.sql_editor_id,
    startDttm: row.start_time,
    state: row.status,
    tab: row.tab_name,
    tempSchema: row.tmp_schema_name,
    tempTable: row.tmp_table_name,
    userId: row.user_id,
    user: `${person.firstName} ${person.lastName}`.trim() || person.username,
    resultsKey: row.results_key,
    trackingUrl: row.tracking_url,
    extra: readExtra(row.extra_json),
  }
}

export function readExtra(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
