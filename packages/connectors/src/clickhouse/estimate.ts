import { ok, type Result, type Statement } from '@sightline/core'
import type { Ask } from './catalog.ts'

/** The server counts the rows of its parts as it writes them; views and some engines have no count. */
export async function estimateRows(ask: Ask, name: string, schema: string): Promise<Result<number | null>> {
  const rows = await ask({ sql: 'SELECT total_rows FROM system.tables WHERE database = ? AND name = ?', params: [schema, name] })
  if (!rows.ok) return rows
  const count = rows.value[0]?.[0]
  return ok(count === undefined || count === null ? null : Number(count))
}

/** How much the server would read, after skipping what the keys exclude. It says nothing about time or memory, so neither do we. */
export async function estimateCost(ask: Ask, { sql, params }: Statement): Promise<Result<Readonly<Record<string, string>>>> {
  const rows = await ask({ sql: `EXPLAIN ESTIMATE\n${sql}`, params })
  if (!rows.ok) return rows
  const sum = (place: number): string => rows.value.reduce((total, row) => total + Number(row[place] ?? 0), 0).toLocaleString('en-US')
  return ok({ 'Rows to read': sum(3), 'Parts to read': sum(2), 'Marks to read': sum(4) })
}
