import type { QueryRun } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'

export type QueryRow = Selectable<Queries>

/** Stored before the statement runs, so that others can see and stop it. */
export async function addQueryRow(deps: Deps, values: Omit<Insertable<Queries>, 'changed_on'>): Promise<QueryRow> {
  const { id } = await deps.db
    .insertInto('queries')
    .values({ ...values, changed_on: momentOf(deps.now()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return deps.db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function changeQueryRow(deps: Deps, id: number, values: Updateable<Queries>): Promise<QueryRow> {
  await deps.db
    .updateTable('queries')
    .set({ ...values, changed_on: momentOf(deps.now()) })
    .where('id', '=', id)
    .execute()
  return deps.db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
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

function readExtra(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
