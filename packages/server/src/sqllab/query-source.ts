import type { Problem } from '@sightline/contract'
import { fail, kindOfStatement, mayDo, ok, splitStatements, type Caller, type Result } from '@sightline/core'
import { readColumns } from '../datasets/read-columns.ts'
import type { DatabaseRow, DatasetColumnRow, DatasetRow, LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { isId } from '../rest/ids.ts'
import { contextOf, findDatabase, openPlace } from './open-place.ts'
import { prepareText } from './prepare-run.ts'
import { readExtra, type QueryRow } from './query-row.ts'

/** A run of the editor in the place of a dataset, with what its author wrote and called it. */
export interface QuerySource {
  readonly query: QueryRow
  readonly loaded: LoadedDataset
}

const closed: Problem = { code: 'QUERY_SECURITY_ACCESS_ERROR', status: 403, message: 'Cannot access the query' }
const refuse = (message: string) => fail({ code: 'GENERIC_COMMAND_ERROR' as const, status: 400, message })

/**
 * A run of the SQL editor as the source of a chart: its text as a virtual dataset with the columns it gave and without metrics. It is open to its
 * author and to those who may see everybody's queries, and to them only as far as they could run the text themselves now: rights and rules may
 * have changed since it ran. Undefined if there is no such run, or none that gave rows.
 */
export async function openQuerySource(deps: Deps, caller: Caller, id: number, signal: AbortSignal): Promise<Result<QuerySource> | undefined> {
  const query = await findQuery(deps, id)
  if (!query || query.status !== 'success' || query.rendered_sql === null) return undefined
  if (!mayReadQuery(caller, query)) return fail(closed)
  const database = await findDatabase(deps, caller, query.database_id)
  if (!database) return fail(closed)
  const sql = await readStatement(deps, caller, database, { ...query, rendered_sql: query.rendered_sql }, signal)
  if (!sql.ok) return sql
  const columns = await columnsOf(deps, caller, query, sql.value, signal)
  if (!columns.ok) return columns
  return ok({
    query,
    loaded: { row: rowOf(query, withoutTemplates(deps, sql.value), columns.value), columns: columns.value, metrics: [], database, ownerIds: [] },
  })
}

export const findQuery = async ({ db }: Pick<Deps, 'db'>, id: number): Promise<QueryRow | undefined> =>
  isId(id) ? db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst() : undefined

export const mayReadQuery = (caller: Caller, query: Pick<QueryRow, 'user_id'>): boolean =>
  (caller.id !== null && query.user_id === caller.id) || mayDo(caller, 'all_query_access', 'all_query_access')

/** The one statement of the run, if the caller may run it: tables open, and no view in it that hides what rules keep from the caller. */
async function readStatement(
  deps: Deps,
  caller: Caller,
  database: DatabaseRow,
  query: QueryRow & { readonly rendered_sql: string },
  signal: AbortSignal,
): Promise<Result<string>> {
  const place = await openPlace(deps, database, query.schema, signal)
  if (!place.ok) return place
  const statements = splitStatements(query.rendered_sql, place.value.dialect.id)
  const [only, ...others] = statements ?? []
  if (!only || others.length > 0) return refuse('Virtual dataset query cannot consist of multiple statements')
  if (!kindOfStatement(only).isQuery || !kindOfStatement(only).reads) return refuse('Virtual dataset query must be read-only')
  const body = { database_id: database.id, sql: only.text, schema: query.schema }
  const prepared = await prepareText(deps, caller, place.value, body, contextOf(caller, null))
  if (!prepared.ok) return fail({ ...prepared.problem, status: 403 })
  if (/\{%[-+]?\s*endraw/.test(only.text)) return refuse('This query cannot be read as a data source')
  return ok(only.text)
}

/** Its template was filled in when it ran, and what came out was checked: it must not be read as a template again. */
const withoutTemplates = ({ config }: Deps, text: string): string =>
  config.featureFlags.ENABLE_TEMPLATE_PROCESSING && /\{[{%#]/.test(text) ? `{% raw %}${text}{% endraw %}` : text

/** The columns that came with the rows; a run without rows has none to tell, then the database is asked. */
async function columnsOf(deps: Deps, caller: Caller, query: QueryRow, sql: string, signal: AbortSignal): Promise<Result<readonly DatasetColumnRow[]>> {
  const told = readExtra(query.extra_json)['columns']
  const known = (Array.isArray(told) ? (told as unknown[]) : []).flatMap((column) => {
    const { column_name: name, type, is_dttm: isTime } = (column ?? {}) as Readonly<Record<string, unknown>>
    return typeof name === 'string' ? [{ column_name: name, type: typeof type === 'string' ? type : null, is_dttm: isTime === true }] : []
  })
  if (known.length > 0) return ok(known.map((column, at) => columnOf(query, column, at)))
  const source = { database_id: query.database_id, table_name: '', schema: query.schema, sql: withoutTemplates(deps, sql), template_params: null }
  const asked = await readColumns(deps, source, caller, signal)
  return asked.ok ? ok(asked.value.map((column, at) => columnOf(query, column, at))) : asked
}

const auditOf = (query: QueryRow) => ({
  created_on: query.changed_on,
  changed_on: query.changed_on,
  created_by_id: query.user_id,
  changed_by_id: query.user_id,
})

const columnOf = (
  query: QueryRow,
  { column_name, type, is_dttm }: { readonly column_name: string; readonly type: string | null; readonly is_dttm: boolean },
  at: number,
): DatasetColumnRow => ({
  ...auditOf(query),
  id: at + 1,
  uuid: '',
  dataset_id: query.id,
  column_name,
  type,
  is_dttm,
  verbose_name: null,
  description: null,
  advanced_data_type: null,
  expression: null,
  is_active: true,
  filterable: true,
  groupby: true,
  python_date_format: null,
  extra: null,
})

const rowOf = (query: QueryRow, sql: string, columns: readonly DatasetColumnRow[]): DatasetRow => ({
  ...auditOf(query),
  id: query.id,
  uuid: '',
  database_id: query.database_id,
  table_name: nameOfQuery(query),
  schema: query.schema,
  catalog: query.catalog,
  sql,
  description: null,
  main_dttm_col: columns.find(({ is_dttm }) => is_dttm)?.column_name ?? null,
  default_endpoint: null,
  offset: 0,
  cache_timeout: null,
  is_sqllab_view: false,
  template_params: null,
  filter_select_enabled: true,
  fetch_values_predicate: null,
  normalize_columns: false,
  always_filter_main_dttm: false,
  extra: null,
  perm: null,
  schema_perm: null,
  is_managed_externally: false,
  external_url: null,
  closed_because: null,
})

export const nameOfQuery = (query: Pick<QueryRow, 'tab_name' | 'client_id'>): string => query.tab_name || query.client_id
