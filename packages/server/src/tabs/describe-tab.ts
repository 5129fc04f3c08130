import type { Caller } from '@sightline/core'
import type { Selectable } from 'kysely'
import type { TableSchemas, TabStates } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { describeRun } from '../sqllab/query-row.ts'

export type TabRow = Selectable<TabStates>

/** A tab with the tables opened beside it and its newest run, as the editor reads it. */
export async function describeTab({ db }: Pick<Deps, 'db'>, caller: Caller, tab: TabRow): Promise<Record<string, unknown>> {
  const tables = await db.selectFrom('table_schemas').selectAll().where('tab_state_id', '=', tab.id).orderBy('id').execute()
  const latest = tab.latest_query_id
    ? await db
        .selectFrom('queries')
        .innerJoin('databases', 'databases.id', 'queries.database_id')
        .selectAll('queries')
        .select('databases.database_name')
        .where('queries.client_id', '=', tab.latest_query_id)
        .where('queries.user_id', '=', tab.user_id)
        .executeTakeFirst()
    : undefined
  return {
    id: tab.id,
    user_id: tab.user_id,
    label: tab.label,
    active: tab.active,
    database_id: tab.database_id,
    catalog: tab.catalog,
    schema: tab.schema,
    table_schemas: tables.map(describeTable),
    sql: tab.sql,
    query_limit: tab.query_limit,
    latest_query: latest ? describeRun(latest, latest.database_name, caller) : null,
    autorun: tab.autorun,
    template_params: tab.template_params,
    hide_left_bar: tab.hide_left_bar,
    saved_query: tab.saved_query_id === null ? null : { id: tab.saved_query_id },
    extra_json: readObject(tab.extra_json),
  }
}

const describeTable = (table: Selectable<TableSchemas>): Record<string, unknown> => ({
  id: table.id,
  tab_state_id: table.tab_state_id,
  database_id: table.database_id,
  schema: table.schema,
  table: table.table,
  description: readObject(table.description),
  expanded: table.expanded,
})

/** What was stored by hand or by an older version may be anything; the editor expects an object. */
function readObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
