import { fail, ok, type Cell, type Result, type Statement } from '@sightline/core'
import type { ColumnDescription, TableDescription, TableName } from '../connector.ts'
import { refusal } from './problems.ts'
import { kindOfWord } from './types.ts'

type Ask = (statement: Statement) => Promise<Result<readonly (readonly Cell[])[]>>

/** The server's own, in which users have no tables. */
const systemSchemas = `'mysql', 'performance_schema', 'sys'`

export async function listSchemas(ask: Ask): Promise<Result<readonly string[]>> {
  const rows = await ask({ sql: `SELECT schema_name FROM information_schema.schemata WHERE schema_name NOT IN (${systemSchemas}) ORDER BY 1`, params: [] })
  return rows.ok ? ok(rows.value.map(([name]) => String(name))) : rows
}

export async function listTables(ask: Ask, schema: string | null): Promise<Result<readonly TableName[]>> {
  const rows = await ask({
    sql: `SELECT table_name, table_type, engine IN ('MRG_MyISAM', 'FEDERATED', 'CONNECT', 'SPIDER') FROM information_schema.tables WHERE table_schema = COALESCE(?, DATABASE()) AND table_type <> 'SEQUENCE' ORDER BY 1`,
    params: [schema],
  })
  return rows.ok
    ? ok(
        rows.value.map(([name, type, showsOthers]) => ({
          name: String(name),
          kind: String(type).endsWith('VIEW') ? 'view' : 'table',
          ...(Number(showsOthers) === 1 ? { showsOthers: true } : {}),
        })),
      )
    : rows
}

/** About how many; null for views and for tables without statistics. */
export async function estimateRows(ask: Ask, name: string, schema: string | null): Promise<Result<number | null>> {
  const rows = await ask({
    sql: 'SELECT table_rows FROM information_schema.tables WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?',
    params: [schema, name],
  })
  if (!rows.ok) return rows
  const count = rows.value[0]?.[0]
  return ok(count === null || count === undefined ? null : Number(count))
}

export async function describeTable(ask: Ask, name: string, schema: string | null): Promise<Result<TableDescription>> {
  const params = [schema, name]
  const here = 'table_schema = COALESCE(?, DATABASE()) AND table_name = ?'
  const columns = await ask({
    sql: `SELECT column_name, column_type, is_nullable, column_comment FROM information_schema.columns WHERE ${here} ORDER BY ordinal_position`,
    params,
  })
  if (!columns.ok) return columns
  if (columns.value.length === 0) return fail({ ...refusal(`Table "${name}" does not exist.`), code: 'TABLE_DOES_NOT_EXIST_ERROR' })
  const comment = await ask({
    sql: `SELECT table_comment, table_type, version(), (SELECT CONCAT('CREATE VIEW ', ${quotedName('v.table_schema')}, '.', ${quotedName('v.table_name')}, ' AS ', NULLIF(v.view_definition, ''))
FROM information_schema.views v WHERE v.table_schema = t.table_schema AND v.table_name = t.table_name) FROM information_schema.tables t WHERE ${here}`,
    params,
  })
  if (!comment.ok) return comment
  const [about, sort, version, view] = comment.value[0] ?? []
  const keys = await ask({
    sql: `SELECT constraint_name, column_name, referenced_table_name, referenced_column_name FROM information_schema.key_column_usage
WHERE ${here} AND (constraint_name = 'PRIMARY' OR referenced_table_name IS NOT NULL) ORDER BY constraint_name, ordinal_position`,
    params,
  })
  if (!keys.ok) return keys
  const indexes = await ask({
    sql: `SELECT index_name, non_unique, column_name FROM information_schema.statistics WHERE ${here} AND index_name <> 'PRIMARY' ORDER BY index_name, seq_in_index`,
    params,
  })
  if (!indexes.ok) return indexes
  const json = await jsonColumns(ask, name, schema, String(version))
  if (!json.ok) return json
  const partitions = await readPartitions(ask, name, schema)
  if (!partitions.ok) return partitions
  const primary = keys.value.filter(([key]) => key === 'PRIMARY')
  const foreign = groupBy(keys.value.filter(([, , referred]) => referred !== null))
  return ok({
    columns: columns.value.map((row) => describeColumn(row, json.value)),
    primaryKey: primary.length > 0 ? { name: 'PRIMARY', columns: primary.map(([, column]) => String(column)) } : null,
    foreignKeys: [...foreign].map(([key, rows]) => ({
      name: key,
      columns: rows.map(([, column]) => String(column)),
      table: String(rows[0]![2]),
      referred: rows.map(([, , , referred]) => String(referred)),
    })),
    // The server makes an index for every foreign key that has none, under the key's name; only those made for themselves are told.
    indexes: [...groupBy(indexes.value)]
      .filter(([index]) => !foreign.has(index))
      .map(([index, rows]) => ({
        name: index,
        unique: Number(rows[0]![1]) === 0,
        columns: rows.flatMap(([, , column]) => (column === null ? [] : [String(column)])),
      })),
    comment: about === null || about === undefined || about === '' || String(sort).endsWith('VIEW') ? null : String(about),
    // The definition is told only to those who may see it.
    view: typeof view === 'string' ? view : null,
    partitions: partitions.value,
  })
}

const quotedName = (expression: string): string => `CONCAT('\`', REPLACE(${expression}, '\`', '\`\`'), '\`')`

/** In MariaDB JSON is a text whose column has a check of that shape. */
async function jsonColumns(ask: Ask, name: string, schema: string | null, version: string): Promise<Result<ReadonlySet<string>>> {
  if (!/mariadb/i.test(version)) return ok(new Set())
  const checks = await ask({
    sql: `SELECT check_clause FROM information_schema.check_constraints WHERE constraint_schema = COALESCE(?, DATABASE()) AND table_name = ?`,
    params: [schema, name],
  })
  if (!checks.ok) return checks
  const columns = checks.value.flatMap(([clause]) => /^json_valid\(`((?:[^`]|``)*)`\)$/i.exec(String(clause))?.[1]?.replaceAll('``', '`') ?? [])
  return ok(new Set(columns))
}

/** Only ranges and lists over columns have values; the last part that has an end tells how far the table reaches. */
async function readPartitions(ask: Ask, name: string, schema: string | null): Promise<Result<NonNullable<TableDescription['partitions']> | null>> {
  const parts = await ask({
    sql: `SELECT partition_method, partition_expression, partition_name FROM information_schema.partitions
WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ? AND partition_name IS NOT NULL AND table_rows <> 0 ORDER BY partition_ordinal_position DESC`,
    params: [schema, name],
  })
  if (!parts.ok) return parts
  const [newest] = parts.value
  const columns = newest ? columnsIn(String(newest[1] ?? '')) : []
  if (!newest || columns.length === 0) return ok(null)
  const list = columns.map((column) => `\`${column.replaceAll('`', '``')}\``)
  const place = schema === null ? '' : `\`${schema.replaceAll('`', '``')}\`.`
  // Only the newest part is read.
  const rows = await ask({
    sql: `SELECT ${list.map((column) => `MAX(${column})`).join(', ')} FROM ${place}\`${name.replaceAll('`', '``')}\` PARTITION (\`${String(newest[2]).replaceAll('`', '``')}\`)`,
    params: [],
  })
  if (!rows.ok) return rows
  return ok({ columns, latest: Object.fromEntries(columns.map((column, index) => [column, rows.value[0]?.[index] ?? null])) })
}

/** `` `day` ``, `` to_days(`day`) ``, `` `a`,`b` ``: the names in a partition's expression. */
const columnsIn = (expression: string): string[] => [
  ...new Set([...expression.matchAll(/`((?:[^`]|``)+)`/g)].map(([, column]) => column!.replaceAll('``', '`'))),
]

function describeColumn([name, type, nullable, comment]: readonly Cell[], json: ReadonlySet<string>): ColumnDescription {
  const word = json.has(String(name)) ? 'JSON' : wordOf(String(type))
  return {
    name: String(name),
    type: word,
    longType: word,
    kind: kindOfWord(word),
    nullable: nullable === 'YES',
    comment: comment === null || comment === '' ? null : String(comment),
  }
}

/** `int(11) unsigned` → `INTEGER UNSIGNED`: the width of a whole number is only a hint for printing, except that TINYINT(1) says what it is for. */
function wordOf(type: string): string {
  if (/^(enum|set)\(/i.test(type)) return type.replace(/^(enum|set)/i, (word) => word.toUpperCase())
  return type
    .toUpperCase()
    .replace(/^(SMALLINT|MEDIUMINT|INT|BIGINT|YEAR)\(\d+\)/, '$1')
    .replace(/^TINYINT\((?!1\))\d+\)/, 'TINYINT')
    .replace(/^INT\b/, 'INTEGER')
    .replace(/(\d),(\d)/, '$1, $2')
}

function groupBy(rows: readonly (readonly Cell[])[]): Map<string, (readonly Cell[])[]> {
  const groups = new Map<string, (readonly Cell[])[]>()
  for (const row of rows) groups.set(String(row[0]), [...(groups.get(String(row[0])) ?? []), row])
  return groups
}
