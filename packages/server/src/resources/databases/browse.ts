import type { Driver, TableDescription } from '@sightline/connectors'
import { mayReadDatabase, mayReadSchema, quoteName, schemaPerm, type Caller, type Dialect } from '@sightline/core'
import { visibleDatasets } from '../../data-permissions/visible.ts'
import { connectorOfRow, readExtra } from '../../databases/database-facts.ts'
import type { DatabaseRow } from '../../datasets/load-dataset.ts'
import { selectStar } from '../../datasets/select-star.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, unwrap } from '../../http/problem.ts'
import { showCell } from '../../profiles/show-cell.ts'
import { closedTableProblem } from '../../row-rules/closed-datasets.ts'

/** Schema texts of the path: these two mean none. */
export const schemaOf = (text: string): string | null => (text === '' || text === 'null' || text === 'undefined' ? null : text)

/** The schemas in which the caller may see something. */
export async function listSchemas(deps: Deps, caller: Caller, database: DatabaseRow, signal: AbortSignal): Promise<readonly string[]> {
  const all = unwrap(await (await driverOf(deps, database)).schemas(signal))
  if (mayReadDatabase(caller, database)) return all
  const datasets = await readableDatasets(deps, caller, database)
  const used = new Set(datasets.map(({ schema }) => schema))
  return all.filter((schema) => used.has(schema) || mayReadSchema(caller, database, schemaPerm({ database_name: database.database_name, schema })))
}

/** The catalogs of a database that has several, for those who may read all of it. */
export async function listCatalogs(deps: Deps, caller: Caller, database: DatabaseRow, signal: AbortSignal): Promise<readonly string[]> {
  const driver = await driverOf(deps, database)
  return driver.catalogs && mayReadDatabase(caller, database) ? unwrap(await driver.catalogs(signal)) : []
}

/** Those of them that take uploaded files; a database that names none takes them everywhere. */
export async function listUploadSchemas(deps: Deps, caller: Caller, database: DatabaseRow, signal: AbortSignal): Promise<readonly string[]> {
  if (!database.allow_file_upload) return []
  const named = readExtra(database.extra).schemas_allowed_for_file_upload
  const allowed = Array.isArray(named) ? named.filter((name) => typeof name === 'string') : []
  const schemas = await listSchemas(deps, caller, database, signal)
  return allowed.length === 0 ? (mayReadDatabase(caller, database) ? schemas : []) : schemas.filter((schema) => allowed.includes(schema))
}

/** Tables and views of a schema that the caller may see, with the mark of the dataset over them. */
export async function listTables(deps: Deps, caller: Caller, database: DatabaseRow, schema: string | null, signal: AbortSignal) {
  const all = unwrap(await (await driverOf(deps, database)).tables(schema, signal))
  const datasets = await deps.db
    .selectFrom('datasets')
    .select(['table_name', 'extra'])
    .where('database_id', '=', database.id)
    .where('schema', schema === null ? 'is' : '=', schema)
    .execute()
  const marks = new Map(datasets.map(({ table_name, extra }) => [table_name, markOf(extra)]))
  const isOpen = mayReadSchema(caller, database, schema === null ? null : schemaPerm({ database_name: database.database_name, schema }))
  const given = isOpen
    ? null
    : new Set((await readableDatasets(deps, caller, database)).filter((one) => one.schema === schema).map(({ table_name }) => table_name))
  return all
    .filter(({ name }) => given === null || given.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ name, kind }) => (kind === 'view' ? { value: name, type: 'view' } : { value: name, type: 'table', extra: marks.get(name) ?? null }))
}

/** Columns and keys of a table in the words of the interface. */
export async function describeTable(deps: Deps, caller: Caller, database: DatabaseRow, table: string, schema: string | null, signal: AbortSignal) {
  await mustSeeTable(deps, caller, database, table, schema)
  const described = await (await driverOf(deps, database)).table(table, schema, signal)
  if (!described.ok) throw described.problem.code === 'TABLE_DOES_NOT_EXIST_ERROR' ? new Refusal(422, table) : new Refusal(described.problem, 422)
  const { columns, comment } = described.value
  const keys = keysOf(described.value)
  const primary = keys.find(({ type }) => type === 'pk')
  return {
    name: table,
    columns: columns.map(({ name, longType, comment: note }) => ({
      name,
      type: longType.replace(/\s*\(.*\)/, ''),
      longType,
      keys: keys.filter(({ column_names }) => column_names.includes(name)),
      comment: note,
    })),
    selectStar: starOf(database, table, schema),
    primaryKey: primary ?? { constrained_columns: null, name: null },
    foreignKeys: keys.filter(({ type }) => type === 'fk'),
    indexes: keys,
    comment,
  }
}

/** What only some tables have: how one is divided and its newest part, and the statement that makes a view. Empty where there is neither, or no table. */
export async function describeExtra(
  deps: Deps,
  caller: Caller,
  database: DatabaseRow,
  table: string,
  schema: string | null,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  await mustSeeTable(deps, caller, database, table, schema)
  const described = await (await driverOf(deps, database)).table(table, schema, signal)
  const dialect = connectorOfRow(database)?.dialect
  if (!described.ok || !dialect) return {}
  const { view } = described.value
  // The newest part of a table is told by values of its rows.
  const closed = await closedTableProblem(deps, caller, database.id, { table, schema })
  const partitions = closed ? null : described.value.partitions
  return { ...(partitions ? printPartitions(partitions, described.value, dialect, table, schema) : {}), ...(view === null ? {} : { view }) }
}

function printPartitions(
  partitions: NonNullable<TableDescription['partitions']>,
  { columns }: Pick<TableDescription, 'columns'>,
  dialect: Dialect,
  table: string,
  schema: string | null,
): Record<string, unknown> {
  const kinds = new Map(columns.map(({ name, kind }) => [name, kind]))
  const latest = Object.fromEntries(Object.entries(partitions.latest).map(([name, cell]) => [name, showCell(cell, kinds.get(name) === 'temporal')]))
  const list = partitions.columns.map((column) => quoteName(column, dialect)).join(', ')
  const place = [...(schema === null ? [] : [schema]), table].map((part) => quoteName(part, dialect)).join('.')
  return {
    metadata: {},
    partitions: { cols: [...partitions.columns], latest, partitionQuery: `SELECT DISTINCT ${list}\nFROM ${place}\nORDER BY 1 DESC` },
    clustering: {},
  }
}

/** A statement that reads a table, which must be there. */
export async function selectStarOf(
  deps: Deps,
  caller: Caller,
  database: DatabaseRow,
  table: string,
  schema: string | null,
  signal: AbortSignal,
): Promise<string> {
  await mustSeeTable(deps, caller, database, table, schema)
  const described = await (await driverOf(deps, database)).table(table, schema, signal)
  if (!described.ok)
    throw described.problem.code === 'TABLE_DOES_NOT_EXIST_ERROR' ? new Refusal(404, 'Table not found on the database') : new Refusal(described.problem)
  return starOf(database, table, schema)
}

const starOf = (database: DatabaseRow, table: string, schema: string | null): string => {
  const connector = connectorOfRow(database)
  return connector ? selectStar(connector.dialect, table, schema) : ''
}

const driverOf = async ({ queries }: Deps, { id }: DatabaseRow): Promise<Driver> => unwrap(await queries.driverOf(id))

/** No access is no table. */
async function mustSeeTable(deps: Deps, caller: Caller, database: DatabaseRow, table: string, schema: string | null): Promise<void> {
  if (mayReadSchema(caller, database, schema === null ? null : schemaPerm({ database_name: database.database_name, schema }))) return
  const datasets = await readableDatasets(deps, caller, database)
  if (!datasets.some((one) => one.schema === schema && one.table_name === table)) throw new Refusal(404, 'Not found')
}

async function readableDatasets({ db }: Deps, caller: Caller, database: DatabaseRow) {
  const visible = visibleDatasets(caller)
  let query = db.selectFrom('datasets').select(['schema', 'table_name']).where('database_id', '=', database.id).where('sql', 'is', null)
  if (visible) query = query.where(visible as never)
  return query.execute()
}

function keysOf({ primaryKey, foreignKeys, indexes }: TableDescription) {
  return [
    ...(primaryKey ? [{ column_names: [...primaryKey.columns], name: primaryKey.name, type: 'pk' as const }] : []),
    ...foreignKeys.map((key) => ({
      column_names: [...key.columns],
      name: key.name,
      type: 'fk' as const,
      referred_table: key.table,
      referred_schema: null,
      referred_columns: [...key.referred],
      options: {},
    })),
    ...indexes.map((index) => ({ column_names: [...index.columns], name: index.name, type: 'index' as const, unique: index.unique })),
  ]
}

/** Certification and warning of a dataset, where it has either. */
function markOf(extra: string | null): Record<string, unknown> | null {
  const { certification, warning_markdown } = readExtra(extra)
  return certification === undefined && warning_markdown === undefined
    ? null
    : { certification: certification ?? null, warning_markdown: warning_markdown ?? null }
}
