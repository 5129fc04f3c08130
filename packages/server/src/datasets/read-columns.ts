import type { Driver } from '@sightline/connectors'
import { fail, kindOfStatement, ok, readSourceStatement, resultTypeOf, splitStatements, type Caller, type Dialect, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { contextOf, openPlace } from '../sqllab/open-place.ts'
import { renderTemplate } from '../sqllab/prepare-run.ts'

/** A column as its database describes it. */
export interface SourceColumn {
  readonly column_name: string
  readonly type: string
  readonly is_dttm: boolean
  readonly comment: string | null
  /** Absent where it is not known, as for the result of SQL. */
  readonly nullable?: boolean
}

export interface ColumnSource {
  readonly database_id: number
  readonly table_name: string
  readonly schema: string | null
  readonly sql: string | null
  readonly template_params: string | null
}

/** The columns of a dataset as the database has them now: those of its table, or those its SQL would return. */
export async function readColumns(deps: Deps, source: ColumnSource, caller: Caller, signal: AbortSignal): Promise<Result<readonly SourceColumn[]>> {
  const driver = await deps.queries.driverOf(source.database_id)
  if (!driver.ok) return driver
  const connector = await deps.queries.connectorOf(source.database_id)
  if (!connector.ok) return connector
  const sql = source.sql ? await renderSql(deps, { ...source, sql: source.sql }, caller, signal) : ok(null)
  if (!sql.ok) return sql
  return readColumnsWith(driver.value, connector.value.dialect, { table_name: source.table_name, schema: source.schema, sql: sql.value }, signal)
}

/** The same through a driver at hand; templates in the SQL are rendered. */
export async function readColumnsWith(
  driver: Driver,
  dialect: Dialect,
  source: Pick<ColumnSource, 'table_name' | 'schema' | 'sql'>,
  signal: AbortSignal,
): Promise<Result<readonly SourceColumn[]>> {
  if (!source.sql) {
    const table = await driver.table(source.table_name, source.schema, signal)
    if (!table.ok) return table
    if (table.value.columns.length === 0) return fail({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table ${source.table_name} does not exist` })
    return ok(
      table.value.columns.map(({ name, type, kind, comment, nullable }) => ({ column_name: name, type, is_dttm: kind === 'temporal', comment, nullable })),
    )
  }
  const sql = readOne(source.sql, dialect)
  if (!sql.ok) return sql
  const columns = await driver.describe({ sql: sql.value, params: [] }, { signal, schema: source.schema ?? undefined, readOnly: true })
  if (!columns.ok) return columns
  return ok(
    columns.value.map(({ name, type, kind }) => ({
      column_name: name,
      type: resultTypeOf({ type }),
      is_dttm: kind === 'temporal',
      comment: null,
    })),
  )
}

/** One statement that reads and can stand in parentheses: a dataset is read as a sub-query. */
function readOne(text: string, dialect: Dialect): Result<string> {
  const statement = readSourceStatement(text, { dialectId: dialect.id, placeholder: dialect.placeholder(1) })
  if (!statement.ok) return statement
  const [only] = splitStatements(statement.value, dialect.id) ?? []
  if (!only || !kindOfStatement(only).reads) return fail({ code: 'GENERIC_COMMAND_ERROR', status: 422, message: 'Virtual dataset query must be read-only' })
  return statement
}

/** The text of a dataset's SQL for this caller, with no filters set. Its functions are answered as when a chart asks. */
async function renderSql(deps: Deps, source: ColumnSource & { readonly sql: string }, caller: Caller, signal: AbortSignal): Promise<Result<string>> {
  if (!/\{[{%#]/.test(source.sql)) return ok(source.sql)
  const database = await deps.db.selectFrom('databases').selectAll().where('id', '=', source.database_id).executeTakeFirstOrThrow()
  const place = await openPlace(deps, database, source.schema, signal)
  if (!place.ok) return place
  const rendered = await renderTemplate(deps, caller, place.value, source.sql, contextOf(caller, source.template_params))
  return rendered.ok ? ok(rendered.value.text) : rendered
}
