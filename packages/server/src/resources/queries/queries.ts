import { mayDo } from '@sightline/core'
import { sql } from 'kysely'
import { visibleDatabases } from '../../data-permissions/visible.ts'
import { moment, relatedUsers, text, toOne, userRelation } from '../../rest/parts.ts'
import { defineResource, type Stored } from '../../rest/resource.ts'

/** What the editor's history shows besides. */
const history = ['client_id', 'database.id', 'error_message', 'limit', 'limiting_factor', 'progress', 'results_key', 'select_as_cta', 'sql_editor_id']

export const queries = defineResource({
  name: 'query',
  view: 'Query',
  title: 'Query',
  table: 'queries',
  columns: {
    // Which tables a statement reads is found when it runs, and kept with what else was found then.
    sql_tables: { needs: ['extra_json'], make: (row: Stored) => tablesIn(row.extra_json) },
  },
  relations: { database: { kind: 'one', table: 'databases', key: 'database_id' }, user: userRelation },
  list: [
    'id',
    'changed_on',
    'database.database_name',
    'executed_sql',
    'rows',
    'schema',
    'sql',
    'sql_tables',
    'status',
    'tab_name',
    'user.first_name',
    'user.id',
    'user.last_name',
    'start_time',
    'end_time',
    'tmp_table_name',
    'tracking_url',
  ],
  alsoList: history,
  mayList: history,
  show: [
    'id',
    'changed_on',
    'client_id',
    'database.id',
    'end_result_backend_time',
    'end_time',
    'error_message',
    'executed_sql',
    'limit',
    'progress',
    'results_key',
    'rows',
    'schema',
    'select_as_cta',
    'select_as_cta_used',
    'select_sql',
    'sql',
    'sql_editor_id',
    'start_running_time',
    'start_time',
    'status',
    'tab_name',
    'tmp_schema_name',
    'tmp_table_name',
    'tracking_url',
  ],
  order: ['changed_on', 'database.database_name', 'rows', 'schema', 'start_time', 'sql', 'tab_name', 'user.first_name'],
  plainOrder: ['rows', 'start_time'],
  defaultOrder: { column: 'changed_on', direction: 'desc' },
  search: { changed_on: moment, database: toOne, sql: text, sql_editor_id: text, status: text, user: toOne, start_time: { kind: 'float' } },
  related: {
    database: { table: 'databases', text: sql`database_name`, access: ({ caller }) => visibleDatabases(caller) },
    user: relatedUsers(),
  },
  distinct: ['status'],
  permissions: ['can_read'],
  access: ({ caller }) => (mayDo(caller, 'all_query_access', 'all_query_access') ? undefined : sql`queries.user_id = ${caller.id ?? -1}`),
})

function tablesIn(extra: string | null): unknown[] {
  try {
    const value = JSON.parse(extra || '{}') as { sql_tables?: unknown } | null
    return Array.isArray(value?.sql_tables) ? value.sql_tables : []
  } catch {
    return []
  }
}
