import { fail, ok, type Cell, type Kind, type Result, type Statement } from '@sightline/core'
import type { ColumnDescription, TableDescription, TableName } from '../connector.ts'
import { describePartitions } from './partitions.ts'
import { engineName } from './problems.ts'

type Ask = (statement: Statement) => Promise<Result<readonly (readonly Cell[])[]>>

const schemaIs = (place: string): string => `n.nspname = COALESCE(${place}, current_schema())`

export async function listSchemas(ask: Ask): Promise<Result<readonly string[]>> {
  const rows = await ask({ sql: `SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname NOT LIKE 'pg\\_%' ORDER BY nspname`, params: [] })
  return rows.ok ? ok(rows.value.map(([name]) => String(name))) : rows
}

/** By division or by inheritance: whatever stands above shows the rows of what stands below. */
const ancestors = `(WITH RECURSIVE above AS (SELECT i.inhparent AS oid, 1 AS distance FROM pg_catalog.pg_inherits i WHERE i.inhrelid = c.oid
UNION ALL SELECT i.inhparent, above.distance + 1 FROM pg_catalog.pg_inherits i JOIN above ON i.inhrelid = above.oid)
SELECT json_agg(json_build_object('schema', m.nspname, 'name', a.relname) ORDER BY above.distance) FROM above
JOIN pg_catalog.pg_class a ON a.oid = above.oid JOIN pg_catalog.pg_namespace m ON m.oid = a.relnamespace)`

export async function listTables(ask: Ask, schema: string | null): Promise<Result<readonly TableName[]>> {
  const rows = await ask({
    sql: `SELECT c.relname, c.relkind IN ('v', 'm'), CASE WHEN EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhrelid = c.oid) THEN ${ancestors} END
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE ${schemaIs('$1')} AND c.relkind IN ('r', 'p', 'f', 'v', 'm') ORDER BY 1`,
    params: [schema],
  })
  if (!rows.ok) return rows
  return ok(
    rows.value.map(([name, isView, partOf]) => ({
      name: String(name),
      kind: isView === true ? 'view' : 'table',
      ...(partOf === null ? {} : { partOf: partOf as unknown as NonNullable<TableName['partOf']> }),
    })),
  )
}

export async function describeTable(ask: Ask, name: string, schema: string | null): Promise<Result<TableDescription>> {
  const found = await ask({
    sql: `SELECT c.oid, obj_description(c.oid, 'pg_class'), c.relkind = 'p', CASE WHEN c.relkind IN ('v', 'm') THEN
format(E'CREATE %sVIEW %I.%I AS\\n%s', CASE c.relkind WHEN 'm' THEN 'MATERIALIZED ' END, n.nspname, c.relname, trim(trailing ';' FROM pg_get_viewdef(c.oid, true))) END
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE ${schemaIs('$1')} AND c.relname = $2 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`,
    params: [schema, name],
  })
  if (!found.ok) return found
  const [table] = found.value
  if (!table)
    return fail({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `postgresql error: Table "${name}" does not exist.`, extra: { engine_name: engineName } })
  const params = [table[0]]
  const columns = await ask({
    sql: `SELECT a.attname, format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, col_description(a.attrelid, a.attnum),
COALESCE(item.typtype, t.typtype) IN ('e', 'd', 'c'), format_type(COALESCE(NULLIF(t.typbasetype, 0), a.atttypid), a.atttypmod)
FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_type item ON item.oid = t.typelem AND t.typcategory = 'A' WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    params,
  })
  if (!columns.ok) return columns
  const keys = await ask({
    sql: `SELECT k.contype, k.conname, ${columnsOf('k.conrelid', 'k.conkey')}, r.relname, ${columnsOf('k.confrelid', 'k.confkey')}
FROM pg_catalog.pg_constraint k LEFT JOIN pg_catalog.pg_class r ON r.oid = k.confrelid WHERE k.conrelid = $1 AND k.contype IN ('p', 'f') ORDER BY k.conname`,
    params,
  })
  if (!keys.ok) return keys
  const indexes = await ask({
    sql: `SELECT c.relname, i.indisunique, ${columnsOf('i.indrelid', 'i.indkey::int2[]')} FROM pg_catalog.pg_index i
JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = $1 AND NOT i.indisprimary ORDER BY c.relname`,
    params,
  })
  if (!indexes.ok) return indexes
  const partitions = table[2] === true ? await describePartitions(ask, Number(table[0])) : ok(null)
  if (!partitions.ok) return partitions
  const primary = keys.value.find(([type]) => type === 'p')
  return ok({
    columns: columns.value.map(describeColumn),
    primaryKey: primary ? { name: String(primary[1]), columns: texts(primary[2]) } : null,
    foreignKeys: keys.value
      .filter(([type]) => type === 'f')
      .map(([, key, own, referredTable, referred]) => ({ name: String(key), columns: texts(own), table: String(referredTable), referred: texts(referred) })),
    indexes: indexes.value.map(([index, unique, own]) => ({ name: String(index), unique: unique === true, columns: texts(own) })),
    comment: (table[1] as string | null) ?? null,
    view: (table[3] as string | null) ?? null,
    partitions: partitions.value,
  })
}

/** From the statistics of the server; a table that nobody analysed yet has none. The parts of a divided table are added up. */
export async function estimateRows(ask: Ask, name: string, schema: string | null): Promise<Result<number | null>> {
  const rows = await ask({
    sql: `SELECT CASE WHEN c.relkind = 'p' THEN (SELECT sum(p.reltuples) FROM pg_catalog.pg_partition_tree(c.oid) t
JOIN pg_catalog.pg_class p ON p.oid = t.relid WHERE t.isleaf AND p.reltuples >= 0) ELSE c.reltuples END::float8
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE ${schemaIs('$1')} AND c.relname = $2 AND c.relkind IN ('r', 'p', 'f', 'm')`,
    params: [schema, name],
  })
  if (!rows.ok) return rows
  const estimate = rows.value[0]?.[0]
  return ok(typeof estimate === 'number' && estimate >= 0 ? estimate : null)
}

const columnsOf = (relation: string, numbers: string): string =>
  `(SELECT array_agg(a.attname::text ORDER BY u.place) FROM unnest(${numbers}) WITH ORDINALITY AS u(number, place)
JOIN pg_catalog.pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.number)`

const texts = (cell: Cell | undefined): string[] => (Array.isArray(cell) ? cell.map(String) : [])

function describeColumn([name, type, nullable, comment, isOfUsers, base]: readonly Cell[]): ColumnDescription {
  // Types of users keep their name as it is written; what a domain holds decides its kind.
  const word = typeWord(String(type), isOfUsers === true)
  return {
    name: String(name),
    type: word,
    longType: longWord(word),
    kind: kindOfWord(typeWord(String(base), false)),
    nullable: nullable === true,
    comment: (comment as string | null) ?? null,
  }
}

/** `numeric(10,2)` → `NUMERIC(10, 2)`, `character varying(20)` → `VARCHAR(20)`. */
const typeWord = (type: string, isOwnName: boolean): string =>
  isOwnName
    ? type
    : type
        .toUpperCase()
        .replace(/^CHARACTER VARYING/, 'VARCHAR')
        .replace(/^CHARACTER/, 'CHAR')
        .replace(/(\d),(-?\d)/, '$1, $2')

/** The shorter word of a table's page: zone words are cut and spaces joined. */
const longWord = (word: string): string =>
  word.replace(/^(TIMESTAMP|TIME)(\(\d+\))? WITH(OUT)? TIME ZONE/, '$1').replace('DOUBLE PRECISION', 'DOUBLE_PRECISION')

function kindOfWord(word: string): Kind {
  if (word.endsWith('[]')) return 'string'
  if (/^(BIGINT|INTEGER|SMALLINT|NUMERIC|REAL|DOUBLE PRECISION|OID)/.test(word)) return 'numeric'
  if (/^(DATE$|TIMESTAMP)/.test(word)) return 'temporal'
  return word === 'BOOLEAN' ? 'boolean' : 'string'
}
