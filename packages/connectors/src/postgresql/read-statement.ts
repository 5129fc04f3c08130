import { fail, ok, type Frame, type FrameColumn, type PackedFrame, type Result, type Statement } from '@sightline/core'
import type { Problem } from '@sightline/contract'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import { problemOfAbort } from '../aborted.ts'
import type { RowStream } from '../connector.ts'
import { ProblemError } from '../problem-error.ts'
import { cancelUntil } from './cancel-until.ts'
import { engineName } from './problems.ts'
import { readInto, type RowsInto } from './rows-into.ts'
import type { TypeNames } from './types.ts'

/** The first rows are few, so that a short answer comes in one go and a wide one fits into memory; how many follow depends on their size. */
const firstRows = 1000
const mostRows = 8192
const bytesPerBatch = 2 ** 20
/** Rows are asked for ahead only while the database is quick: a reader that leaves must not have to wait for them. */
const quickMilliseconds = 250

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
  let underWay: Promise<void> = Promise.resolve()
  /** Everything was read: what is left to do is to keep it, and `onEnd` knows how that is stopped. */
  let isWhole = false
  let hasFailed = false
  let isDone = false
  let cancelling: Promise<void> | null = null
  const cancel = (): void => {
    if (isDone || isWhole) return
    if (isReading) cancelRead()
    // Nobody is waiting for rows, and perhaps nobody ever will: the connection goes back now.
    else
      void closeCursor().then(
        () => finish('left'),
        () => finish('left'),
      )
  }
  const cancelRead = (): void => {
    cancelling ??= cancelUntil(client, reading.cancel, underWay)
  }
  const finish = async (ending: Ending): Promise<void> => {
    if (isDone) return
    isDone = true
    signal.removeEventListener('abort', cancel)
    // A cancel that arrives late would hit the next statement on this connection.
    await cancelling
    client.off('error', onLost)
    client.off('end', onLost)
    into.end()
    await reading.onEnd(lost ? 'lost' : ending)
  }
  const into = readInto(client, reading.typeNames)
  const cursor = client.query(new ReadingCursor(statement.sql, statement.params.map(parameterOf), into))
  const read = (count: number): Promise<void> => {
    underWay = readNext(count)
    // Waited for by its reader, and by whoever cancels it.
    underWay.catch(() => undefined)
    if (signal.aborted) cancel()
    return underWay
  }
  const readNext = (count: number): Promise<void> =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost)
      tellReader = reject
      isReading = true
      cursor.read(count, (error: Error | undefined) => {
        isReading = false
        hasFailed ||= error !== undefined && error !== null
        if (error ?? into.failure) reject((error ?? into.failure)!)
        else resolve()
      })
    })
  const closeCursor = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost)
      // A failed statement is closed by its failure; the server would not answer a second time.
      if (hasFailed) return resolve()
      tellReader = reject
      cursor.close().then(resolve, reject)
    })
  const problem = (error: unknown): Problem => (signal.aborted ? problemOfAbort(signal, engineName) : reading.problemOf(error))
  signal.addEventListener('abort', cancel)

  const maxRows = reading.maxRows ?? Number.POSITIVE_INFINITY
  let columns: readonly FrameColumn[]
  const firstCount = Math.max(1, Math.min(firstRows, maxRows))
  try {
    await read(firstCount)
    columns = await reading.typeNames.columnsOf(into.fields)
    const refusal = reading.refuse?.(commandOf(cursor))
    if (refusal) throw new ProblemError(refusal)
  } catch (error) {
    const answer = error instanceof ProblemError ? error.problem : problem(error)
    await closeCursor().catch(() => undefined)
    await finish('left')
    return fail(answer)
  }

  async function* batches<Batch>(take: () => Batch): AsyncGenerator<Batch> {
    let left = maxRows
    let asked = firstCount
    /** What was asked for ahead. It may fail while nobody waits for it, and is waited for all the same. */
    let ahead: Promise<void> | null = null
    const checkAbort = (): void => {
      if (signal.aborted) throw new ProblemError(problemOfAbort(signal, engineName))
    }
    try {
      let tookMs = Number.POSITIVE_INFINITY
      while (into.length > 0 && left > 0) {
        checkAbort()
        const { length } = into
        const size = into.bytes
        const batch = take()
        left -= length
        const isLast = left <= 0 || length < asked
        asked = Math.min(left, mostRows, Math.max(1, Math.floor((bytesPerBatch * length) / Math.max(1, size))))
        if (!isLast && tookMs < quickMilliseconds) {
          ahead = read(asked)
          ahead.catch(() => undefined)
        }
        yield batch
        checkAbort()
        if (isLast) break
        const begun = performance.now()
        await (ahead ?? read(asked))
        ahead = null
        tookMs = performance.now() - begun
      }
      checkAbort()
      isWhole = true
      await closeCursor()
      await finish('done')
    } catch (error) {
      if (error instanceof ProblemError) throw error
      throw new ProblemError(problem(error))
    } finally {
      if (!isDone) {
        if (ahead) await leave(ahead)
        await closeCursor().catch(() => undefined)
        await finish('left')
      }
    }
  }
  /** Rows that were asked for and that nobody wants any more: they come at once, or the statement is ended. */
  async function leave(ahead: Promise<void>): Promise<void> {
    const timer = setTimeout(cancelRead, quickMilliseconds)
    await ahead.catch(() => undefined)
    clearTimeout(timer)
  }
  return ok({
    columns,
    batches: batches<Frame>(() => ({ columns, ...into.takeCells() })),
    packed: { layouts: into.layouts, batches: batches<PackedFrame>(() => into.takePacked()) },
  })
}

/** Tells which columns come before the first row does. */
class ReadingCursor extends Cursor<never> {
  private readonly into: RowsInto

  constructor(sql: string, params: unknown[], into: RowsInto) {
    super(sql, params)
    this.into = into
  }

  handleRowDescription(message: { readonly fields: RowsInto['fields'] }): void {
    this.into.begin(message.fields)
    // The declarations of the package leave out what it calls itself.
    ;(Cursor.prototype as unknown as { handleRowDescription(message: unknown): void }).handleRowDescription.call(this, message)
  }
}

const commandOf = (cursor: unknown): string | null => (cursor as { readonly _result?: { readonly command?: string | null } })._result?.command ?? null

/** By the server's word for what it did. */
export const endsTransaction = (command: string | null): boolean => command !== null && ['COMMIT', 'ROLLBACK', 'BEGIN', 'START', 'PREPARE'].includes(command)

const parameterOf = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value instanceof Date ? value.toISOString() : value)
