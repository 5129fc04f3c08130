import { fail, ok, type Cell, type Frame, type FrameColumn, type Result, type Statement } from '@sightline/core'
import type { Problem } from '@sightline/contract'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import { problemOfAbort } from '../aborted.ts'
import type { RowStream } from '../connector.ts'
import { ProblemError } from '../problem-error.ts'
import { engineName } from './problems.ts'
import { readerOf, type Field, type TypeNames } from './types.ts'

const rowsPerBatch = 1000
/** Every value as the server's text; `types.ts` reads it. */
const textTypes = { getTypeParser: () => (value: string) => value } as never

/** How the reading of a statement ended: read to its end, left early or failed, or with the connection lost. */
export type Ending = 'done' | 'left' | 'lost'

export interface Reading {
  readonly signal: AbortSignal
  readonly maxRows?: number | undefined
  readonly typeNames: TypeNames
  readonly cancel: (client: pg.PoolClient) => Promise<void>
  readonly problemOf: (error: unknown) => Problem
  /** Called once the first rows are there, with the server's word for what it did; a problem ends the statement. */
  readonly refuse?: (command: string | null) => Problem | null
  /** Called exactly once, when nothing of the statement is under way any more. May throw only for `done`. */
  readonly onEnd: (ending: Ending) => Promise<void>
}

interface Rows {
  readonly rows: readonly (readonly (string | null)[])[]
  readonly fields: readonly Field[]
  readonly command: string | null
}

/** Runs one statement on a connection and reads its rows in batches as they are asked for. */
export async function readStatement(client: pg.PoolClient, statement: Statement, reading: Reading): Promise<Result<RowStream>> {
  const { signal } = reading
  // A connection lost between two reads tells nobody: the cursor would wait for ever.
  let lost: Error | null = null
  let tellReader: ((error: Error) => void) | null = null
  const onLost = (error?: Error): void => {
    lost ??= error ?? new Error('Connection terminated unexpectedly')
    tellReader?.(lost)
  }
  client.on('error', onLost)
  client.on('end', onLost)
  let isReading = false
  let isDone = false
  let cancelling: Promise<void> | null = null
  const cancel = (): void => {
    if (isDone) return
    if (isReading) cancelling ??= reading.cancel(client)
    // Nobody is waiting for rows, and perhaps nobody ever will: the connection goes back now.
    else
      void closeCursor().then(
        () => finish('left'),
        () => finish('left'),
      )
  }
  const finish = async (ending: Ending): Promise<void> => {
    if (isDone) return
    isDone = true
    signal.removeEventListener('abort', cancel)
    // A cancel that arrives late would hit the next statement on this connection.
    await cancelling
    client.off('error', onLost)
    client.off('end', onLost)
    await reading.onEnd(lost ? 'lost' : ending)
  }
  const cursor = client.query(new Cursor<Cell[]>(statement.sql, statement.params.map(parameterOf), { rowMode: 'array', types: textTypes }))
  const read = (count: number): Promise<Rows> =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost)
      tellReader = reject
      isReading = true
      if (signal.aborted) cancel()
      cursor.read(count, (error: Error | undefined, rows: unknown, result: unknown) => {
        isReading = false
        if (error) return reject(error)
        const { fields, command } = (result ?? {}) as { fields?: Field[]; command?: string | null }
        resolve({ rows: rows as Rows['rows'], fields: fields ?? [], command: command ?? null })
      })
    })
  const closeCursor = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost)
      tellReader = reject
      cursor.close().then(resolve, reject)
    })
  const problem = (error: unknown): Problem => (signal.aborted ? problemOfAbort(signal, engineName) : reading.problemOf(error))
  signal.addEventListener('abort', cancel)

  const maxRows = reading.maxRows ?? Number.POSITIVE_INFINITY
  let first: Rows
  let columns: readonly FrameColumn[]
  try {
    first = await read(Math.max(1, Math.min(rowsPerBatch, maxRows)))
    columns = await reading.typeNames.columnsOf(first.fields)
    const refusal = reading.refuse?.(first.command)
    if (refusal) throw new ProblemError(refusal)
  } catch (error) {
    const answer = error instanceof ProblemError ? error.problem : problem(error)
    await closeCursor().catch(() => undefined)
    await finish('left')
    return fail(answer)
  }
  const readers = first.fields.map((field) => readerOf(field, reading.typeNames))

  async function* batches(): AsyncGenerator<Frame> {
    let left = maxRows
    let rows: Rows['rows'] = first.rows.slice(0, maxRows)
    try {
      while (rows.length > 0) {
        if (signal.aborted) throw new ProblemError(problemOfAbort(signal, engineName))
        left -= rows.length
        yield frameOf(columns, readers, rows)
        if (signal.aborted) throw new ProblemError(problemOfAbort(signal, engineName))
        if (left <= 0 || rows.length < rowsPerBatch) break
        rows = (await read(Math.min(rowsPerBatch, left))).rows
      }
      if (signal.aborted) throw new ProblemError(problemOfAbort(signal, engineName))
      await closeCursor()
      await finish('done')
    } catch (error) {
      if (error instanceof ProblemError) throw error
      throw new ProblemError(problem(error))
    } finally {
      if (!isDone) {
        await closeCursor().catch(() => undefined)
        await finish('left')
      }
    }
  }
  return ok({ columns, batches: batches() })
}

function frameOf(columns: readonly FrameColumn[], readers: readonly ((text: string) => Cell)[], rows: Rows['rows']): Frame {
  const values = readers.map((read, index) => {
    const cells: Cell[] = []
    for (let row = 0; row < rows.length; row++) {
      const text = rows[row]![index]
      cells.push(text === null || text === undefined ? null : read(text))
    }
    return cells
  })
  return { columns, values, length: rows.length }
}

/** By the server's word for what it did. */
export const endsTransaction = (command: string | null): boolean => command !== null && ['COMMIT', 'ROLLBACK', 'BEGIN', 'START', 'PREPARE'].includes(command)

const parameterOf = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value instanceof Date ? value.toISOString() : value)
