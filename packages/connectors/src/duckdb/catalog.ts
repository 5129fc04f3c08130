import { fail, ok, type Cell, type Kind, type Result, type Statement } from '@sightline/core'
import type { ColumnDescription, TableDescription, TableName } from '../connector.ts'
import { refusal } from './problems.ts'

type Ask = (statement: Statement) => Promise<Result<readonly (readonly Cell[])[]>>

export async function listSchemas(ask: Ask): Promise<Result<readonly string[]>> {
  const rows = await ask({
    sql: `SELECT DISTINCT schema_name FROM duckdb_schemas() WHERE database_name = current_database() ORDER BY 1`,
    params: [],
  })
  return rows.ok ? ok(rows.value.map(([name]) => String(name))) : rows
}

export async function listTables(ask: Ask, schema: string): Promise<Result<readonly TableName[]>> {
  const rows = await ask({
    sql: `SELECT table_name AS name, 'table' AS kind FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = $1
UNION ALL SELECT view_name, 'view' FROM duckdb_views() WHERE database_name = current_database() AND schema_name = $1 AND NOT internal ORDER BY 1`,
    params: [schema],
  })
  return rows.ok ? ok(rows.value.map(([name, kind]) => ({ name: String(name), kind: kind === 'view' ? 'view' : 'table' }))) : rows
}

export async function describeTable(ask: Ask, name: string, schema: string): Promise<Result<TableDescription>> {
  const columns = await ask({
    sql: `SELECT column_name, data_type, is_nullable, comment FROM duckdb_columns()
WHERE database_name = current_database() AND schema_name = $1 AND table_name = $2 ORDER BY column_index`,
    params: [schema, name],
  })
  if (!columns.ok) return columns
  if (columns.value.length === 0) return fail({ ...refusal(`Table "${name}" does not exist.`), code: 'TABLE_DOES_NOT_EXIST_ERROR' })
  const constraints = await ask({
    sql: `SELECT constraint_type, constraint_column_names, constraint_name, referenced_table, referenced_column_names FROM duckdb_constraints()
WHERE database_name = current_database() AND schema_name = $1 AND table_name = $2 AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')`,
    params: [schema, name],
  })
  if (!constraints.ok) return constraints
  const indexes = await ask({
    sql: `SELECT index_name, is_unique, expressions FROM duckdb_indexes() WHERE database_name = current_database() AND schema_name = $1 AND table_name = $2`,
    params: [schema, name],
  })
  if (!indexes.ok) return indexes
  const comment = await ask({
    sql: `SELECT comment, NULL AS sql FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = $1 AND table_name = $2
UNION ALL SELECT comment, sql FROM duckdb_views() WHERE database_name = current_database() AND schema_name = $1 AND view_name = $2`,
    params: [schema, name],
  })
  if (!comment.ok) return comment
  const primary = constraints.value.find(([type]) => type === 'PRIMARY KEY')
  return ok({
    columns: columns.value.map(describeColumn),
    primaryKey: primary ? { name: textOrNull(primary[2]), columns: texts(primary[1]) } : null,
    foreignKeys: constraints.value
      .filter(([type]) => type === 'FOREIGN KEY')
      .map(([, own, key, table, referred]) => ({ name: textOrNull(key), columns: texts(own), table: String(table), referred: texts(referred) })),
    indexes: indexes.value.map(([index, unique, expressions]) => ({ name: String(index), columns: namesInList(expressions), unique: unique === true })),
    comment: textOrNull(comment.value[0]?.[0]),
    view: textOrNull(comment.value[0]?.[1])?.replace(/;\s*$/, '') ?? null,
  })
}

/** From the statistics of the file, which are kept with every write. */
export async function estimateRows(ask: Ask, name: string, schema: string): Promise<Result<number | null>> {
  const rows = await ask({
    sql: `SELECT estimated_size FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = $1 AND table_name = $2`,
    params: [schema, name],
  })
  if (!rows.ok) return rows
  const size = rows.value[0]?.[0]
  return ok(size === undefined || size === null ? null : Number(size))
}

function describeColumn([name, type, nullable, comment]: readonly Cell[]): ColumnDescription {
  const word = String(type).replace(/^DECIMAL\((\d+),(\d+)\)$/, 'DECIMAL($1, $2)')
  return { name: String(name), type: word, longType: word, kind: kindOfWord(word), nullable: nullable === true, comment: textOrNull(comment) }
}

function kindOfWord(word: string): Kind {
  if (word.endsWith(']') || /^(STRUCT|MAP|UNION)/.test(word)) return 'string'
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|BIGNUM)/.test(word)) return 'numeric'
  if (/^(DATE$|TIMESTAMP)/.test(word)) return 'temporal'
  return word === 'BOOLEAN' ? 'boolean' : 'string'
}

const textOrNull = (cell: Cell | undefined): string | null => (typeof cell === 'string' ? cell : null)
const texts = (cell: Cell | undefined): string[] => (Array.isArray(cell) ? cell.map(String) : [])
/** Indexes are listed as one text, `['"b c"', a]`: a list whose items are names or expressions as SQL writes them. */
const namesInList = (cell: Cell | undefined): string[] =>
  [...String(cell ?? '').matchAll(/'((?:[^'\\]|\\.)*)'|([^\s,[\]']+)/g)].map(([, quoted, bare]) => {
    const sql = quoted === undefined ? (bare ?? '') : quoted.replaceAll(/\\(.)/g, '$1')
    return /^".*"$/s.test(sql) ? sql.slice(1, -1).replaceAll('""', '"') : sql
  })
