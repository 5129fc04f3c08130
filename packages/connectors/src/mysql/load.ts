import { randomBytes } from 'node:crypto'
import type { Problem } from '@sightline/contract'
import { fail, ok, type Frame, type Result } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { LoadColumn, LoadOptions } from '../connector.ts'
import { momentText } from '../moment-text.ts'
import { ask, quoted, type Connection } from './connections.ts'
import { engineName, refusal } from './problems.ts'

const words: Readonly<Record<LoadColumn['type'], string>> = {
  integer: 'BIGINT',
  // As many places as the server has, because those of the rows to come are not known.
  decimal: 'DECIMAL(65, 30)',
  double: 'DOUBLE',
  string: 'LONGTEXT',
  // The only type that is read as true or false.
  boolean: 'BIT(1)',
  date: 'DATE',
  timestamp: 'DATETIME(6)',
}

/** The wire counts parameters in sixteen bits; a statement stays far below the server's largest packet. */
const mostParameters = 8000
const mostCharacters = 500_000

/**
 * Making a table ends the transaction here. So a new table is filled under a name of its own and takes its name when it is whole; rows for a
 * table that is there are one transaction.
 */
export async function loadTable(
  connection: Connection,
  table: string,
  columns: readonly LoadColumn[],
  batches: AsyncIterable<Frame>,
  { signal, ifExists }: LoadOptions,
  problemOf: (error: unknown) => Problem,
): Promise<Result<number>> {
  const draft = `sightline_load_${randomBytes(8).toString('hex')}`
  let hasDraft = false
  try {
    const isThere = (await ask(connection, `SHOW FULL TABLES LIKE '${table.replaceAll(/[\\'%_]/g, (letter) => `\\${letter}`)}'`)).length > 0
    if (isThere && ifExists === 'fail') return fail(refusal(`Table "${table}" already exists.`))
    const isAppended = isThere && ifExists === 'append'
    if (!isAppended) {
      const definitions = columns.map(({ name, type }) => `${quoted(name)} ${words[type]} NULL`).join(', ')
      await ask(connection, `CREATE TABLE ${quoted(draft)} (${definitions}) DEFAULT CHARACTER SET utf8mb4`)
      hasDraft = true
      await ask(connection, 'START TRANSACTION')
    }
    const count = await insertRows(connection, isAppended ? table : draft, columns, batches, signal)
    if (count === null) return fail(problemOfAbort(signal, engineName))
    await ask(connection, 'COMMIT')
    if (!isAppended) {
      const old = `${draft}_old`
      // Both at once: nobody sees the moment between the two tables.
      const away = isThere ? `${quoted(table)} TO ${quoted(old)}, ` : ''
      await ask(connection, `RENAME TABLE ${away}${quoted(draft)} TO ${quoted(table)}`)
      hasDraft = false
      if (isThere) await ask(connection, `DROP TABLE ${quoted(old)}`)
    }
    return ok(count)
  } catch (error) {
    if (isOfServer(error)) return fail(problemOf(error))
    throw error
  } finally {
    if (hasDraft) await ask(connection, `DROP TABLE IF EXISTS ${quoted(draft)}`).catch(() => undefined)
  }
}

const isOfServer = (error: unknown): boolean => typeof (error as { errno?: unknown; code?: unknown }).code === 'string'

/** Null if it was stopped. */
async function insertRows(
  connection: Connection,
  table: string,
  columns: readonly LoadColumn[],
  batches: AsyncIterable<Frame>,
  signal: AbortSignal,
): Promise<number | null> {
  const head = `INSERT INTO ${quoted(table)} (${columns.map(({ name }) => quoted(name)).join(', ')}) VALUES `
  const group = `(${columns.map(({ type }) => (type === 'boolean' ? 'CAST(? AS UNSIGNED)' : '?')).join(', ')})`
  const mostRows = Math.max(1, Math.min(500, Math.floor(mostParameters / columns.length)))
  let count = 0
  let [values, rows, characters] = [[] as unknown[], 0, 0]
  const flush = async (): Promise<void> => {
    if (rows === 0) return
    await insert(connection, head + Array.from({ length: rows }, () => group).join(', '), values)
    count += rows
    values = []
    rows = 0
    characters = 0
  }
  for await (const batch of batches) {
    for (let row = 0; row < batch.length; row++) {
      for (const [index, { type }] of columns.entries()) {
        const value = storable(batch.values[index]?.[row], type)
        if (typeof value === 'string') characters += value.length
        values.push(value)
      }
      rows++
      if (rows >= mostRows || characters >= mostCharacters) await flush()
    }
    if (signal.aborted) return null
  }
  await flush()
  return signal.aborted ? null : count
}

const insert = (connection: Connection, sql: string, values: unknown[]): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.execute(sql, values as never, (error) => (error ? reject(error) : resolve()))
  })

/** Texts of numbers are stored with every digit. */
function storable(value: unknown, type: LoadColumn['type']): null | number | string {
  if (value === null || value === undefined) return null
  if (type === 'date' || type === 'timestamp') return momentText(Number(value), type, 'always')
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return type === 'double' || type === 'boolean' ? value : String(value)
  return typeof value === 'object' && type === 'string' ? JSON.stringify(value) : String(value)
}
