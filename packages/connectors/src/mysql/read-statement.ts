import { fail, ok, type Frame, type PackedFrame, type Result, type Statement } from '@sightline/core'
import type { Problem } from '@sightline/contract'
import mysql from 'mysql2'
import type { Readable } from 'node:stream'
import { problemOfAbort } from '../aborted.ts'
import type { RowStream, RunOptions } from '../connector.ts'
import { ProblemError } from '../problem-error.ts'
import { readInTurns } from '../read-in-turns.ts'
import { ask, type Connection, type Connections } from './connections.ts'
import { engineName } from './problems.ts'
import { readInto, type Command, type RowsInto } from './rows-into.ts'
import { columnOf, type Field } from './types.ts'

/** Rows that are read and thrown away before a statement whose reader has left is ended: for fewer that would take longer. */
const mostDropped = 5000
/** A statement that does not end by then is ended with its connection. */
const graceMilliseconds = 3000
const againMilliseconds = 100

export type Ended = 'well' | 'badly' | 'lost'

/** Whole numbers travel as such: as doubles they would lose digits, and as texts they would be compared as doubles. */
function parameterOf(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value === 'number' && Number.isSafeInteger(value)) return mysql.TypedParameter.BIGINT(value)
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? mysql.TypedParameter.BIGINT(value) : mysql.TypedParameter.DECIMAL(String(value))
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '')
  return value
}

/** The declarations of the library leave it out. */
const socketOf = (connection: Connection): Readable => (connection as unknown as { readonly stream: Readable }).stream

/** Runs one statement on a connection. `done` is called once, when the connection is free again; then nothing of the statement runs any more. */
export async function readStatement(
  connections: Connections,
  connection: Connection,
  statement: Statement,
  { signal, maxRows = Number.POSITIVE_INFINITY }: Pick<RunOptions, 'signal' | 'maxRows'>,
  problemOf: (error: unknown) => Problem,
  done: (how: Ended) => Promise<void> | void,
): Promise<Result<RowStream>> {
  let into: RowsInto | null = null
  let fields: readonly Field[] | null = null
  let failure: unknown = null
  let unreadable: unknown = null
  let [isEnded, isDropping, isPaused, isLost] = [false, false, false, false]
  let [taken, dropped] = [0, 0]
  let wake: (() => void) | null = null
  let killing: Promise<void> | null = null
  let tellEnd: (() => void) | null = null

  const stir = (): void => {
    wake?.()
    wake = null
  }
  const end = (error: unknown): void => {
    if (isEnded) return
    isEnded = true
    failure = error
    stir()
    tellEnd?.()
  }
  const onLost = (error?: Error): void => {
    isLost = true
    end(error ?? new Error('Connection lost: The server closed the connection.'))
  }
  const flow = (): void => {
    if (isPaused) {
      isPaused = false
      connection.resume()
    }
  }
  /** On a second connection, because the first is busy. What still comes is thrown away. */
  const kill = (): void => {
    if (isEnded) return
    isDropping = true
    killing ??= killUntilEnded()
    flow()
  }
  /** Some servers forget a kill that reaches them before the statement does: it is told again until the statement has ended. */
  const killUntilEnded = async (): Promise<void> => {
    const begun = performance.now()
    const isLate = (): boolean => performance.now() - begun > graceMilliseconds
    const second = await connections.connectNew().catch(() => null)
    try {
      while (second && !isEnded && !isLate()) {
        await ask(second, `KILL QUERY ${Number(connection.threadId)}`)
        await endOrTimeout(againMilliseconds)
      }
      // The server goes on with a statement whose connection has gone, unless it is told.
      if (second && !isEnded) await ask(second, `KILL CONNECTION ${Number(connection.threadId)}`)
    } catch {
      // The connection has gone meanwhile, or the server cannot be reached.
    } finally {
      if (second) connections.end(second)
    }
    if (isEnded) return
    // Without a second connection the statement cannot be told to end, but it may be nearly there.
    await endOrTimeout(Math.max(0, graceMilliseconds - (performance.now() - begun)))
    if (isEnded) return
    connection.destroy()
    onLost()
  }
  const endOrTimeout = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      tellEnd = () => {
        clearTimeout(timer)
        resolve()
      }
      if (isEnded) tellEnd()
    })
  connection.on('error', onLost)
  connection.on('end', onLost)
  const stopWatching = readInTurns(socketOf(connection), () => !isPaused)
  signal.addEventListener('abort', kill)

  const values = statement.params.map(parameterOf)
  const command = (values.length > 0 ? connection.execute(statement.sql, values as never) : connection.query(statement.sql)) as unknown as Command
  /** A row was read, or an error instead of one. Counted before it is kept: what nobody wants is not kept. */
  const takeRow = (keep: () => void): void => {
    if (isDropping) {
      if (++dropped > mostDropped) kill()
      return
    }
    try {
      keep()
    } catch (error) {
      // Thrown from here it would end the program; the statement fails instead.
      unreadable = error
      return kill()
    }
    if (++taken >= maxRows) isDropping = true
    if (into!.isFull) stir()
    if (into!.isOverfull && !isPaused) {
      isPaused = true
      connection.pause()
    }
  }
  command.on('fields', (told) => {
    fields ??= told ?? []
    into ??= readInto(command, fields, values.length > 0, takeRow)
    stir()
  })
  command.on('error', end)
  command.on('end', () => end(null))
  if (signal.aborted) kill()

  let isDone = false
  const finish = async (how: 'well' | 'badly'): Promise<void> => {
    if (isDone) return
    isDone = true
    if (!isEnded) kill()
    while (!isEnded) await new Promise<void>((resolve) => (wake = resolve))
    signal.removeEventListener('abort', kill)
    connection.off('error', onLost)
    connection.off('end', onLost)
    stopWatching()
    if (killing) {
      // A kill that arrives late would hit the next statement of this connection; it is given one to hit.
      await killing
      if (!isLost) await ask(connection, 'DO 0').catch(() => undefined)
    }
    await done(isLost ? 'lost' : how)
  }
  const problem = (): Problem => (signal.aborted ? problemOfAbort(signal, engineName) : problemOf(failure))

  while (!isEnded && fields === null) await new Promise<void>((resolve) => (wake = resolve))
  if (isEnded && (failure !== null || signal.aborted)) {
    const answer = problem()
    await finish('badly')
    return fail(answer)
  }
  const columns = ((fields ?? []) as readonly Field[]).map(columnOf)
  // A statement without rows has told no columns.
  const source = into as RowsInto | null

  async function* batches<Rows>(take: (rows: RowsInto) => Iterable<Rows>): AsyncGenerator<Rows> {
    let isWhole = false
    try {
      for (;;) {
        while (!isEnded && !source?.isFull && !(isDropping && !signal.aborted)) await new Promise<void>((resolve) => (wake = resolve))
        if (unreadable !== null && !signal.aborted) throw unreadable
        if (signal.aborted || (isEnded && failure !== null && !(isDropping && killing))) throw new ProblemError(problem())
        if (source && source.length > 0) {
          const taking = take(source)
          flow()
          for (const batch of taking) {
            yield batch
            if (signal.aborted) throw new ProblemError(problem())
          }
        } else if (isEnded || isDropping) break
      }
      isWhole = true
      await finish('well')
    } finally {
      if (!isWhole) await finish('badly')
    }
  }
  const abandoned = abandonable(signal, () => finish('badly'))
  const layouts = source?.layouts
  return ok({
    columns,
    batches: abandoned(batches<Frame>((rows) => rows.takeFrames(columns))),
    ...(layouts ? { packed: { layouts, batches: abandoned(batches<PackedFrame>((rows) => [rows.takePacked()])) } } : {}),
  })
}

/** Batches whose reader never came back still give their connection back when the signal is aborted. */
function abandonable(signal: AbortSignal, release: () => Promise<void>): <Rows>(batches: AsyncGenerator<Rows>) => AsyncIterable<Rows> {
  let isBegun = false
  const onAbort = (): void => {
    if (!isBegun) void release()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  return (batches) => ({
    [Symbol.asyncIterator]: () => {
      isBegun = true
      signal.removeEventListener('abort', onAbort)
      return batches
    },
  })
}
