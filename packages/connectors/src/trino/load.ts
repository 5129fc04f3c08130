import { Exact, fail, ok, type Cell, type Frame, type Result, type Statement } from '@sightline/core'
import { randomUUID } from 'node:crypto'
import { problemOfAbort } from '../aborted.ts'
import type { LoadColumn, LoadOptions } from '../connector.ts'
import { fullName, noSchema, type TablePlace } from './catalog.ts'
import { nameOf } from './literals.ts'
import { engineName, refusal } from './problems.ts'

type Run = (statement: Statement, signal: AbortSignal) => Promise<Result<readonly (readonly Cell[])[]>>

const types: Readonly<Record<LoadColumn['type'], string>> = {
  integer: 'bigint',
  // The widest there is: twenty digits before the point and eighteen after it. A number that needs more fails the load.
  decimal: 'decimal(38, 18)',
  double: 'double',
  string: 'varchar',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp(3)',
}

/** A server takes statements of a million characters. */
const charactersPerStatement = 900_000

/**
 * No catalog writes several statements as one: the rows go into a new table first, which takes the place of the old one, or is added to it
 * by a single statement, when all of them are there.
 */
export async function loadTable(
  run: Run,
  { catalog, schema, table }: TablePlace,
  columns: readonly LoadColumn[],
  batches: AsyncIterable<Frame>,
  { signal, ifExists }: LoadOptions,
): Promise<Result<number>> {
  if (schema === null) return fail(noSchema)
  const target = fullName(catalog, schema, table)
  const side = (word: string): string => fullName(catalog, schema, `${table.slice(0, 60)}_${word}_${randomUUID().slice(0, 8)}`)
  const fresh = side('load')
  const old = side('old')
  const tell = (sql: string, params: readonly unknown[] = []) => run({ sql, params }, signal)
  /** Cleans up whatever the signal says. */
  const tidy = (sql: string) => run({ sql, params: [] }, new AbortController().signal)

  const found = await tell(`SELECT 1 FROM ${nameOf(catalog)}.information_schema.tables WHERE table_schema = ? AND table_name = ?`, [
    schema.toLowerCase(),
    table.toLowerCase(),
  ])
  if (!found.ok) return found
  const isThere = found.value.length > 0
  if (isThere && ifExists === 'fail') return fail(refusal(`The table "${table}" exists already.`))

  const made = await tell(`CREATE TABLE ${fresh} (${columns.map(({ name, type }) => `${nameOf(name)} ${types[type]}`).join(', ')})`)
  if (!made.ok) return made
  let isMoved = false
  try {
    const filled = await fill(tell, fresh, columns, batches)
    if (!filled.ok) return filled
    if (signal.aborted) return fail(problemOfAbort(signal, engineName))
    if (isThere && ifExists === 'append') {
      const names = columns.map(({ name }) => nameOf(name)).join(', ')
      const added = await tell(`INSERT INTO ${target} (${names}) SELECT ${names} FROM ${fresh}`)
      return added.ok ? filled : added
    }
    if (isThere) {
      const aside = await tell(`ALTER TABLE ${target} RENAME TO ${old}`)
      if (!aside.ok) return aside
    }
    const renamed = await tell(`ALTER TABLE ${fresh} RENAME TO ${target}`)
    isMoved = renamed.ok
    if (isThere) await tidy(isMoved ? `DROP TABLE ${old}` : `ALTER TABLE ${old} RENAME TO ${target}`)
    return renamed.ok ? filled : renamed
  } finally {
    if (!isMoved) await tidy(`DROP TABLE IF EXISTS ${fresh}`)
  }
}

/** Rows travel as one text of JSON per statement, every value as text and read by the type of its column. */
async function fill(
  tell: (sql: string, params: readonly unknown[]) => Promise<Result<unknown>>,
  fresh: string,
  columns: readonly LoadColumn[],
  batches: AsyncIterable<Frame>,
): Promise<Result<number>> {
  const cells = columns.map(({ type }, index) => (type === 'string' ? `r[${index + 1}]` : `CAST(r[${index + 1}] AS ${types[type]})`)).join(', ')
  // What depends on chance is worked out when the statement runs; a constant would be worked out by the planner, several times over.
  const document = 'SELECT json_parse(CASE WHEN rand() < 2 THEN ? END) AS document'
  const sql = `INSERT INTO ${fresh} SELECT ${cells} FROM (${document}) CROSS JOIN UNNEST(CAST(document AS array(array(varchar)))) AS t(r)`
  let waiting: string[] = []
  let size = 0
  let count = 0
  const send = async (): Promise<Result<unknown>> => {
    if (waiting.length === 0) return ok(undefined)
    const rows = `[${waiting.join(',')}]`
    waiting = []
    size = 0
    return tell(sql, [rows])
  }
  for await (const batch of batches) {
    for (let row = 0; row < batch.length; row++) {
      const texts: (string | null)[] = []
      for (let index = 0; index < columns.length; index++) {
        const text = textOf(batch.values[index]?.[row] ?? null, columns[index]!.type)
        if (text === undefined) return fail(refusal(`The number in row ${count + row + 1}, column "${columns[index]!.name}" has more digits than Trino keeps.`))
        texts.push(text)
      }
      const line = JSON.stringify(texts)
      // A quote is written twice in the statement.
      const length = line.length + 1 + (line.match(/'/g)?.length ?? 0)
      if (size + length > charactersPerStatement) {
        const sent = await send()
        if (!sent.ok) return sent
      }
      waiting.push(line)
      size += length
    }
    count += batch.length
  }
  const sent = await send()
  return sent.ok ? ok(count) : sent
}

/** undefined: the value does not fit. */
function textOf(cell: Cell, type: LoadColumn['type']): string | null | undefined {
  if (cell === null) return null
  if (type === 'date') return new Date(Number(cell)).toISOString().slice(0, 10)
  if (type === 'timestamp') return new Date(Number(cell)).toISOString().replace('T', ' ').replace('Z', '')
  if (type === 'decimal') return decimalText(cell)
  if (type === 'double') return Number.isFinite(Number(cell)) ? String(Number(cell)) : null
  return typeof cell === 'object' && !(cell instanceof Exact) ? JSON.stringify(cell) : String(cell)
}

function decimalText(cell: Cell): string | undefined {
  const text = String(cell)
  const plain = /e/i.test(text) ? Number(text).toFixed(18) : text
  const [, whole = '', fraction = ''] = /^[+-]?0*(\d*)\.?(\d*?)0*$/.exec(plain) ?? []
  return whole.length <= 20 && fraction.length <= 18 && /^[+-]?[\d.]+$/.test(plain) ? plain : undefined
}
