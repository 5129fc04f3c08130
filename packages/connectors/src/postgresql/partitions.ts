import { ok, type Cell, type Result, type Statement } from '@sightline/core'
import type { TableDescription } from '../connector.ts'

type Ask = (statement: Statement) => Promise<Result<readonly (readonly Cell[])[]>>

/** By which columns a table is divided, and where its newest part begins. Read from the parts' bounds: no row is looked at. */
export async function describePartitions(ask: Ask, table: number): Promise<Result<NonNullable<TableDescription['partitions']>>> {
  const columns = await ask({
    sql: `SELECT a.attname, format_type(a.atttypid, a.atttypmod), p.partstrat FROM pg_catalog.pg_partitioned_table p
CROSS JOIN LATERAL unnest(p.partattrs::int2[]) WITH ORDINALITY AS k(number, place)
JOIN pg_catalog.pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = k.number WHERE p.partrelid = $1 ORDER BY k.place`,
    params: [table],
  })
  if (!columns.ok) return columns
  const names = columns.value.map(([name]) => String(name))
  const none = { columns: names, latest: {} }
  // Parts by hash have no order and no newest one.
  if (names.length === 0 || columns.value[0]![2] === 'h') return ok(none)
  const bounds = await ask({
    sql: `SELECT pg_get_expr(c.relpartbound, c.oid) FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1`,
    params: [table],
  })
  if (!bounds.ok) return bounds
  const starts = bounds.value.flatMap(([text]) => startsOf(String(text))).filter((start) => start.length === names.length)
  if (starts.length === 0) return ok(none)
  // The server itself reads the bounds as values of the columns and puts them in order; the words for the types are its own.
  const casts = columns.value.map(([, type], index) => `v${index}::${String(type)}`)
  const newest = await ask({
    sql: `SELECT ${casts.join(', ')} FROM unnest(${names.map((_, index) => `$${index + 1}::text[]`).join(', ')}) AS u(${names.map((_, index) => `v${index}`).join(', ')})
ORDER BY ${casts.map((cast) => `${cast} DESC NULLS LAST`).join(', ')} LIMIT 1`,
    params: names.map((_, index) => starts.map((start) => start[index] ?? null)),
  })
  if (!newest.ok) return newest
  return ok({ columns: names, latest: Object.fromEntries(names.map((name, index) => [name, newest.value[0]?.[index] ?? null])) })
}

/** `FOR VALUES FROM ('a', 1) TO (…)` begins at one place; `FOR VALUES IN ('a', 'b')` has one per value; DEFAULT has none. */
function startsOf(bound: string): readonly (readonly (string | null)[])[] {
  const range = /^FOR VALUES FROM \((.*?)\) TO \(/s.exec(bound)?.[1]
  if (range !== undefined) return [literalsIn(range)]
  const list = /^FOR VALUES IN \((.*)\)$/s.exec(bound)?.[1]
  return list === undefined ? [] : literalsIn(list).map((value) => [value])
}

/** Literals as the server prints them: quoted text, a number or a word such as MINVALUE, which has no value. */
const literalsIn = (text: string): (string | null)[] =>
  [...text.matchAll(/'((?:[^']|'')*)'|([^,\s']+)/g)].map(([, quoted, bare]) =>
    quoted !== undefined ? quoted.replaceAll("''", "'") : bare !== undefined && /^(true|false|-?[\d.]+)$/.test(bare) ? bare : null,
  )
