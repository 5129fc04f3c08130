import { fail, ok, type Cell, type Result, type Statement } from '@sightline/core'
import type { ColumnDescription, TableDescription, TableName } from '../connector.ts'
import { engineName } from './problems.ts'
import { kindOfType, plainType, readType } from './types.ts'

export type Ask = (statement: Statement) => Promise<Result<readonly (readonly Cell[])[]>>

export async function listSchemas(ask: Ask): Promise<Result<readonly string[]>> {
  const rows = await ask({ sql: `SELECT name FROM system.databases WHERE name != 'INFORMATION_SCHEMA' ORDER BY name`, params: [] })
  return rows.ok ? ok(rows.value.map(([name]) => String(name))) : rows
}

export async function listTables(ask: Ask, schema: string): Promise<Result<readonly TableName[]>> {
  const rows = await ask({
    sql: `SELECT name, engine LIKE '%View', engine IN ('Merge', 'Distributed', 'Buffer', 'Dictionary', 'Alias') FROM system.tables WHERE database = ? AND NOT is_temporary AND NOT startsWith(name, '.inner') ORDER BY name`,
    params: [schema],
  })
  return rows.ok
    ? ok(
        rows.value.map(([name, isView, showsOthers]) => ({
          name: String(name),
          kind: isView === 1 ? 'view' : 'table',
          ...(showsOthers === 1 ? { showsOthers: true } : {}),
        })),
      )
    : rows
}

export async function describeTable(ask: Ask, name: string, schema: string): Promise<Result<TableDescription>> {
  const params = [schema, name]
  const [found, columns] = await Promise.all([
    ask({ sql: `SELECT partition_key, comment, if(engine LIKE '%View', create_table_query, NULL) FROM system.tables WHERE database = ? AND name = ?`, params }),
    ask({ sql: 'SELECT name, type, comment, is_in_primary_key FROM system.columns WHERE database = ? AND table = ? ORDER BY position', params }),
  ])
  if (!found.ok) return found
  if (!columns.ok) return columns
  const [table] = found.value
  if (!table) {
    return fail({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: `The table "${name}" does not exist. A valid table must be used to run this query.`,
      extra: { engine_name: engineName },
    })
  }
  const partitions = await newestPartition(ask, String(table[0] ?? ''), params)
  if (!partitions.ok) return partitions
  const keys = columns.value.filter(([, , , isKey]) => isKey === 1).map(([column]) => String(column))
  return ok({
    columns: columns.value.map(describeColumn),
    primaryKey: keys.length > 0 ? { name: null, columns: keys } : null,
    foreignKeys: [],
    indexes: [],
    comment: table[1] ? String(table[1]) : null,
    view: table[2] ? String(table[2]) : null,
    partitions: partitions.value,
  })
}

function describeColumn([name, type, comment]: readonly Cell[]): ColumnDescription {
  const text = String(type)
  return {
    name: String(name),
    type: plainType(text),
    longType: text,
    kind: kindOfType(text),
    nullable: /^(?:LowCardinality\()?Nullable\(/.test(text),
    comment: comment ? String(comment) : null,
  }
}

/** A table is divided by columns or by expressions of them; the server writes each part's values as a text, several in parentheses. */
async function newestPartition(ask: Ask, key: string, params: readonly string[]): Promise<Result<NonNullable<TableDescription['partitions']> | null>> {
  if (key === '') return ok(null)
  const inner = key.startsWith('(') && key.endsWith(')') ? key.slice(1, -1) : key
  const columns = readType(`key(${inner})`).parts
  const rows = await ask({
    sql: `SELECT partition FROM system.parts WHERE database = ? AND table = ? AND active ORDER BY toInt64OrNull(partition) DESC NULLS LAST, partition DESC LIMIT 1`,
    params,
  })
  if (!rows.ok) return rows
  const newest = rows.value[0]?.[0]
  if (newest === undefined || newest === null) return ok({ columns, latest: {} })
  const text = String(newest)
  const values = columns.length > 1 ? readType(`key${text}`).parts.map((value) => value.replace(/^'|'$/g, '')) : [text]
  return ok({ columns, latest: Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])) })
}
