import { fail, ok, quoteName, type Cell, type Frame, type Result } from '@sightline/core'
import type { LoadColumn, LoadOptions } from '../connector.ts'
import { problemOfAbort } from '../aborted.ts'
import { cancellable } from './cancel-until.ts'
import type { PostgresConfig } from './config.ts'
import type { Connections } from './connections.ts'
import { postgresDialect } from './dialect.ts'
import { engineName, problemOf, refusal } from './problems.ts'

const words: Readonly<Record<LoadColumn['type'], string>> = {
  integer: 'bigint',
  decimal: 'numeric',
  double: 'double precision',
  string: 'text',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
}

const quoted = (name: string): string => quoteName(name, postgresDialect)

/** Every batch is one statement with one list per column: no value stands in the text, and the server takes thousands of rows at once. */
export async function loadRows(
  connections: Connections,
  config: PostgresConfig,
  name: string,
  columns: readonly LoadColumn[],
  batches: AsyncIterable<Frame>,
  { signal, schema, ifExists }: LoadOptions,
): Promise<Result<number>> {
  if (signal.aborted) return fail(problemOfAbort(signal, engineName))
  const begun = await connections.begin({ signal, readOnly: false }).then(ok, (error: unknown) => fail(problemOf(error, config)))
  if (!begun.ok) return begun
  const { client, end } = begun.value
  const table = schema === null ? quoted(name) : `${quoted(schema)}.${quoted(name)}`
  let isKept = false
  const run = async <Answer>(work: () => Promise<Answer>): Promise<Result<Answer>> => {
    if (signal.aborted) return fail(problemOfAbort(signal, engineName))
    try {
      return ok(await cancellable(client, connections.cancel, signal, work))
    } catch (error) {
      return fail(signal.aborted ? problemOfAbort(signal, engineName) : problemOf(error, config))
    }
  }
  try {
    const types = await run(async () => {
      const { rows } = await client.query<{ oid: string | null }>('SELECT to_regclass($1)::oid AS oid', [table])
      const existing = rows[0]!.oid
      if (existing !== null && ifExists === 'fail') return null
      if (existing !== null && ifExists === 'append') return typesOf(existing)
      if (existing !== null) await client.query(`DROP TABLE ${table}`)
      await client.query(`CREATE TABLE ${table} (${columns.map((column) => `${quoted(column.name)} ${words[column.type]}`).join(', ')})`)
      return new Map(columns.map((column) => [column.name, words[column.type]]))
    })
    if (!types.ok) return types
    if (types.value === null) return fail({ ...refusal(`Table "${name}" already exists.`), extra: { engine_name: engineName, already_exists: true } })
    const insert = insertInto(table, columns, types.value)
    let count = 0
    for await (const batch of batches) {
      const lists = columns.map(({ type }, index) => listOf(batch.values[index]!, type))
      const done = await run(() => client.query(insert, lists))
      if (!done.ok) return done
      count += batch.length
    }
    if (signal.aborted) return fail(problemOfAbort(signal, engineName))
    isKept = true
    const kept = await end('commit').then(ok, (error: unknown) => fail(signal.aborted ? problemOfAbort(signal, engineName) : problemOf(error, config)))
    return kept.ok ? ok(count) : kept
  } finally {
    if (!isKept) await end('undo')
  }

  /** A table that is there decides the types; the server's own words for them. */
  async function typesOf(existing: string): Promise<Map<string, string>> {
    const { rows } = await client.query<{ name: string; type: string }>(
      'SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_catalog.pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped',
      [existing],
    )
    return new Map(rows.map((row) => [row.name, row.type]))
  }
}

function insertInto(table: string, columns: readonly LoadColumn[], types: ReadonlyMap<string, string>): string {
  const places = columns.map((_, index) => `c${index}`)
  const casts = columns.map(({ name, type }, index) => `${places[index]}::${types.get(name) ?? words[type]}`)
  const lists = columns.map(({ type }, index) => `$${index + 1}::${words[type]}[]`)
  return `INSERT INTO ${table} (${columns.map(({ name }) => quoted(name)).join(', ')}) SELECT ${casts.join(', ')} FROM unnest(${lists.join(', ')}) AS u(${places.join(', ')})`
}

/** A column of a batch as the text of a list. */
function listOf(cells: readonly Cell[], type: LoadColumn['type']): string {
  const print = type === 'string' ? quotedItem : type === 'date' ? dateText : type === 'timestamp' ? timestampText : String
  return `{${cells.map((cell) => (cell === null ? 'NULL' : print(cell as never))).join(',')}}`
}

// The server's texts hold no zero byte; everything else does.
const quotedItem = (cell: Cell): string => `"${(typeof cell === 'string' ? cell : JSON.stringify(cell)).replaceAll('\0', '').replaceAll(/["\\]/g, '\\$&')}"`

const dateText = (cell: number): string => momentText(cell).replace(/ [\d:.]+/, '')
const timestampText = (cell: number): string => `"${momentText(cell)}"`

/** `2021-01-02 03:04:05.678901`; years beyond four digits and before Christ as the server writes them. */
function momentText(milliseconds: number): string {
  const whole = Math.floor(milliseconds)
  const date = new Date(whole)
  const year = date.getUTCFullYear()
  const micros = Math.round((milliseconds - whole) * 1000)
  const rest = date
    .toISOString()
    .replace(/^[+-]?\d+-/, '')
    .replace('T', ' ')
    .replace('Z', String(Math.min(micros, 999)).padStart(3, '0'))
  return `${String(year > 0 ? year : 1 - year).padStart(4, '0')}-${rest}${year > 0 ? '' : ' BC'}`
}
