import { fail, ok, type Cell, type Result, type Statement } from '@sightline/core'
import type { TableDescription, TableName } from '../connector.ts'
import { refusal } from './problems.ts'
import { kindOfDeclared, typeWord } from './types.ts'

type Ask = (statement: Statement) => Promise<Result<readonly (readonly Cell[])[]>>

export async function listTables(ask: Ask): Promise<Result<readonly TableName[]>> {
  const rows = await ask({
    sql: `SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    params: [],
  })
  return rows.ok ? ok(rows.value.map(([name, kind]) => ({ name: String(name), kind: kind === 'view' ? 'view' : 'table' }))) : rows
}

export async function describeTable(ask: Ask, name: string): Promise<Result<TableDescription>> {
  // Hidden columns of virtual tables are left out, generated ones are columns like others.
  const columns = await ask({ sql: 'SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid', params: [name] })
  if (!columns.ok) return columns
  if (columns.value.length === 0) return fail({ ...refusal(`Table "${name}" does not exist.`), code: 'TABLE_DOES_NOT_EXIST_ERROR' })
  const foreign = await ask({ sql: 'SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq', params: [name] })
  if (!foreign.ok) return foreign
  // Origin c: made by CREATE INDEX, u: by a unique constraint. Those of the primary key are told there.
  const indexes = await ask({
    sql: `SELECT l.name, l."unique", i.name FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS i WHERE l.origin <> 'pk' ORDER BY l.name, i.seqno`,
    params: [name],
  })
  if (!indexes.ok) return indexes
  const view = await ask({ sql: `SELECT sql FROM sqlite_schema WHERE type = 'view' AND lower(name) = lower(?)`, params: [name] })
  if (!view.ok) return view
  const primary = columns.value.filter(([, , , place]) => Number(place) > 0).toSorted((a, b) => Number(a[3]) - Number(b[3]))
  return ok({
    columns: columns.value.map(([column, type, notNull]) => {
      const word = typeWord(String(type ?? '')) || 'TEXT'
      return { name: String(column), type: word, longType: word, kind: kindOfDeclared(word), nullable: Number(notNull) === 0, comment: null }
    }),
    primaryKey: primary.length > 0 ? { name: null, columns: primary.map(([column]) => String(column)) } : null,
    foreignKeys: [...groupBy(foreign.value, ([id]) => String(id)).values()].map((rows) => ({
      name: null,
      columns: rows.map(([, , own]) => String(own)),
      table: String(rows[0]![1]),
      // Without a name the primary key is meant.
      referred: rows.flatMap(([, , , referred]) => (referred === null ? [] : [String(referred)])),
    })),
    indexes: [...groupBy(indexes.value, ([index]) => String(index)).entries()].map(([index, rows]) => ({
      name: index,
      unique: Number(rows[0]![1]) === 1,
      columns: rows.flatMap(([, , column]) => (column === null ? [] : [String(column)])),
    })),
    comment: null,
    view: (view.value[0]?.[0] as string | null | undefined) ?? null,
  })
}

/** From the statistics of the last ANALYZE; a file that never had one knows nothing. */
export async function estimateRows(ask: Ask, name: string): Promise<Result<number | null>> {
  const known = await ask({ sql: `SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'`, params: [] })
  if (!known.ok) return known
  if (known.value.length === 0) return ok(null)
  const rows = await ask({ sql: 'SELECT stat FROM sqlite_stat1 WHERE lower(tbl) = lower(?) ORDER BY idx IS NOT NULL LIMIT 1', params: [name] })
  if (!rows.ok) return rows
  const count = Number.parseInt(String(rows.value[0]?.[0] ?? ''), 10)
  return ok(Number.isNaN(count) ? null : count)
}

function groupBy(rows: readonly (readonly Cell[])[], keyOf: (row: readonly Cell[]) => string): Map<string, (readonly Cell[])[]> {
  const groups = new Map<string, (readonly Cell[])[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
