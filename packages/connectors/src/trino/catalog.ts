import { fail, ok, type Cell, type Result, type Statement } from '@sightline/core'
import type { ColumnDescription, TableDescription, TableName } from '../connector.ts'
import { nameOf } from './literals.ts'
import { engineName, refusal } from './problems.ts'
import { kindOfType, wordOf } from './types.ts'

export type Ask = (statement: Statement) => Promise<Result<readonly (readonly Cell[])[]>>

export interface TablePlace {
  readonly catalog: string
  /** null: the address names none, and neither does the question. */
  readonly schema: string | null
  readonly table: string
}

export const noSchema = refusal('Choose a schema: the address of this Trino database names none.')

export const fullName = (catalog: string, schema: string, table: string): string => `${nameOf(catalog)}.${nameOf(schema)}.${nameOf(table)}`

export async function listCatalogs(ask: Ask): Promise<Result<readonly string[]>> {
  const rows = await ask({ sql: 'SHOW CATALOGS', params: [] })
  return rows.ok ? ok(rows.value.map(([name]) => String(name))) : rows
}

export async function listSchemas(ask: Ask, catalog: string): Promise<Result<readonly string[]>> {
  const rows = await ask({ sql: `SHOW SCHEMAS FROM ${nameOf(catalog)}`, params: [] })
  return rows.ok ? ok(rows.value.map(([name]) => String(name)).toSorted()) : rows
}

export async function listTables(ask: Ask, catalog: string, schema: string | null): Promise<Result<readonly TableName[]>> {
  if (schema === null) return ok([])
  const rows = await ask({
    sql: `SELECT table_name, table_type FROM ${nameOf(catalog)}.information_schema.tables WHERE table_schema = ? ORDER BY 1`,
    params: [schema.toLowerCase()],
  })
  return rows.ok ? ok(rows.value.map(([name, type]) => ({ name: String(name), kind: type === 'VIEW' ? 'view' : 'table' }))) : rows
}

export async function describeTable(ask: Ask, { catalog, schema, table }: TablePlace): Promise<Result<TableDescription>> {
  if (schema === null) return fail(noSchema)
  const params = [schema.toLowerCase(), table.toLowerCase()]
  const [columns, comment, view, partitions] = await Promise.all([
    ask({
      sql: `SELECT column_name, data_type, is_nullable, comment FROM ${nameOf(catalog)}.information_schema.columns
WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position`,
      params,
    }),
    ask({
      sql: 'SELECT comment FROM system.metadata.table_comments WHERE catalog_name = ? AND schema_name = ? AND table_name = ?',
      params: [catalog, ...params],
    }),
    ask({ sql: `SELECT view_definition FROM ${nameOf(catalog)}.information_schema.views WHERE table_schema = ? AND table_name = ?`, params }),
    newestPartition(ask, fullName(catalog, schema, `${table}$partitions`)),
  ])
  if (!columns.ok) return columns
  if (columns.value.length === 0) {
    return fail({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: `The table "${table}" does not exist. A valid table must be used to run this query.`,
      extra: { engine_name: engineName },
    })
  }
  return ok({
    columns: columns.value.map(describeColumn),
    primaryKey: null,
    foreignKeys: [],
    indexes: [],
    comment: comment.ok ? ((comment.value[0]?.[0] as string | null | undefined) ?? null) : null,
    view: view.ok && typeof view.value[0]?.[0] === 'string' ? `CREATE VIEW ${fullName(catalog, schema, table)} AS\n${view.value[0][0]}` : null,
    partitions,
  })
}

function describeColumn([name, type, nullable, comment]: readonly Cell[]): ColumnDescription {
  const word = wordOf(String(type))
  return {
    name: String(name),
    type: word,
    longType: word,
    kind: kindOfType(String(type)),
    nullable: nullable !== 'NO',
    comment: (comment as string | null) ?? null,
  }
}

/**
 * Catalogs over divided files show a table's partitions as a table of its own: either with the dividing columns, or with one column
 * `partition` that holds them all. Other catalogs have no such table, and then there are no partitions.
 */
async function newestPartition(ask: Ask, partitions: string): Promise<NonNullable<TableDescription['partitions']> | null> {
  const described = await ask({ sql: `SHOW COLUMNS FROM ${partitions}`, params: [] })
  if (!described.ok || described.value.length === 0) return null
  const names = described.value.map(([name]) => String(name))
  const asRow = described.value.some(([name, type]) => name === 'partition' && String(type).startsWith('row('))
  const order = (asRow ? ['partition'] : names).map((name) => `${nameOf(name)} DESC`).join(', ')
  const newest = await ask({ sql: `SELECT ${asRow ? 'partition' : '*'} FROM ${partitions} ORDER BY ${order} LIMIT 1`, params: [] })
  if (!newest.ok) return null
  const [row] = newest.value
  const latest = asRow
    ? ((row?.[0] ?? {}) as Readonly<Record<string, Cell>>)
    : Object.fromEntries(row ? names.map((name, index) => [name, row[index] ?? null]) : [])
  return { columns: asRow ? Object.keys(latest) : names, latest }
}
