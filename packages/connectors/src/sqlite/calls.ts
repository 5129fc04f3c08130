import { Exact, fail, ok, type Cell, type ColumnLayout, type Frame, type FrameColumn, type Result } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { LoadColumn, LoadOptions, RowStream } from '../connector.ts'
import { ProblemError } from '../problem-error.ts'
import { unpackFrame } from '../unpack-frame.ts'
import type { EngineProcess } from './engine-process.ts'
import { died, engineName, problemOf, problemOfEnd, refusal } from './problems.ts'
import type { FromEngine, LoadOrder, RunOrder } from './protocol.ts'

/**
 * Between two batches the process sees that it should stop; one that has not stopped by then is in a step that nothing else ends. A reader that left
 * early waits for nothing: the process, with what its session knows, is ended for it only when there is no end in sight.
 */
export const grace = { cancelled: 400, left: 15_000 }

const problemIn = (message: Extract<FromEngine, { op: 'error' }>, sql: string) => (message.refused ? refusal(message.message) : problemOf(message.message, sql))

/** Runs one statement in a process. `done` is called when the process is free again, however the statement ended. */
export function readStream(engine: EngineProcess, op: 'run' | 'describe', order: RunOrder, signal: AbortSignal, done: () => void): Promise<Result<RowStream>> {
  return new Promise((resolve) => {
    const waiting: Batch[] = []
    let columns: readonly FrameColumn[] | null = null
    let failure: ProblemError | null = null
    let isOver = false
    let wake: (() => void) | null = null
    let ending: { readonly timer: NodeJS.Timeout; readonly milliseconds: number } | null = null

    const finish = (problem: ProblemError | null): void => {
      if (isOver) return
      isOver = true
      failure = problem
      clearTimeout(ending?.timer)
      signal.removeEventListener('abort', cancel)
      engine.drop(id)
      done()
      if (!columns && problem) resolve(fail(problem.problem))
      wake?.()
    }
    const interrupt = (milliseconds: number): void => {
      engine.tell({ op: 'cancel', id })
      // Who left early may still be stopped, and is then in a hurry.
      if (ending && ending.milliseconds <= milliseconds) return
      clearTimeout(ending?.timer)
      ending = { milliseconds, timer: setTimeout(() => void engine.kill(), milliseconds) }
    }
    const cancel = (): void => interrupt(grace.cancelled)
    const id = engine.call({ op, order }, (message) => {
      if (message === null) finish(new ProblemError(signal.aborted ? problemOfAbort(signal, engineName) : problemOfEnd(engine.complaint())))
      else if (message.op === 'columns') {
        columns = message.columns
        const { layouts } = message
        const known = columns
        resolve(
          ok({
            columns,
            batches: batches((batch) => frameOf(known, layouts, batch)),
            packed: {
              layouts,
              batches: batches((batch) => (batch.packed ? { length: batch.length, columns: batch.packed } : frameOf(known, layouts, batch))),
            },
          }),
        )
      } else if (message.op === 'batch') {
        waiting.push(message)
        wake?.()
      } else if (message.op === 'error') finish(new ProblemError(signal.aborted ? problemOfAbort(signal, engineName) : problemIn(message, order.sql)))
      else finish(null)
    })
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()

    async function* batches<Rows>(read: (batch: Batch) => Rows): AsyncGenerator<Rows> {
      try {
        for (;;) {
          if (signal.aborted && failure === null) throw new ProblemError(problemOfAbort(signal, engineName))
          const message = waiting.shift()
          if (message) {
            engine.tell({ op: 'more', id })
            yield read(message)
          } else if (isOver) {
            if (failure) throw failure
            return
          } else {
            await new Promise<void>((resolveWait) => (wake = resolveWait))
            wake = null
          }
        }
      } finally {
        // A reader that leaves early ends the statement.
        if (!isOver) {
          interrupt(grace.left)
          waiting.length = 0
        }
      }
    }
  })
}

type Batch = Extract<FromEngine, { op: 'batch' }>

function frameOf(columns: readonly FrameColumn[], layouts: readonly ColumnLayout[], { length, packed, values }: Batch): Frame {
  if (packed) return unpackFrame(columns, layouts, { length, columns: packed })
  return { columns, values: (values ?? []).map((cells, index) => (columns[index]!.kind === 'numeric' ? cells.map(numberOf) : (cells as Cell[]))), length }
}

/** Digits that a double cannot hold cross as an object with their text. */
const numberOf = (cell: unknown): Cell => (typeof cell === 'object' && cell !== null ? new Exact((cell as { readonly text: string }).text) : (cell as Cell))

/** A call with nothing but an end. */
export function tellEnd(engine: EngineProcess, op: 'commit' | 'reset'): Promise<Result<void>> {
  return new Promise((resolve) => {
    const id = engine.call({ op }, (message) => {
      engine.drop(id)
      resolve(message === null ? fail(died) : message.op === 'error' ? fail(problemIn(message, op)) : ok(undefined))
    })
  })
}

/** Sends rows as fast as the process takes them; what stops half-way is undone there. */
export async function sendRows(
  engine: EngineProcess,
  order: LoadOrder & { readonly columns: readonly LoadColumn[] },
  batches: AsyncIterable<Frame>,
  { signal }: Pick<LoadOptions, 'signal'>,
): Promise<Result<number>> {
  let tellNext: ((message: FromEngine | null) => void) | null = null
  const next = (): Promise<FromEngine | null> => new Promise((resolve) => (tellNext = resolve))
  const first = next()
  const id = engine.call({ op: 'load', order }, (message) => tellNext?.(message))
  const ended = async (message: FromEngine | null): Promise<Result<number>> => {
    if (signal.aborted) return fail(problemOfAbort(signal, engineName))
    if (message?.op === 'end') return ok(message.count ?? 0)
    return fail(message?.op === 'error' ? problemIn(message, '') : died)
  }
  const say = (values: readonly (readonly unknown[])[] | null, length: number): Promise<FromEngine | null> => {
    const reply = next()
    engine.tell({ op: 'rows', id, values, length })
    return reply
  }
  const undo = async (): Promise<void> => {
    const reply = next()
    engine.tell({ op: 'cancel', id })
    if (engine.isAlive()) await reply
  }
  try {
    const begun = await first
    if (begun?.op !== 'taken') return await ended(begun)
    try {
      for await (const batch of batches) {
        if (signal.aborted) break
        // Digits that a double cannot hold cross as an object with their text.
        const reply = await say(batch.values, batch.length)
        if (reply?.op !== 'taken') return await ended(reply)
      }
    } catch (error) {
      await undo()
      throw error
    }
    if (signal.aborted) {
      await undo()
      return fail(problemOfAbort(signal, engineName))
    }
    return await ended(await say(null, 0))
  } finally {
    engine.drop(id)
  }
}
