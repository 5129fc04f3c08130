import { Exact, fail, ok, type Cell, type ColumnLayout, type Frame, type FrameColumn, type Result } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { LoadColumn, LoadOptions, RowStream } from '../connector.ts'
import { readEngineStream } from '../read-engine-stream.ts'
import { unpackFrame } from '../unpack-frame.ts'
import type { EngineProcess } from './engine-process.ts'
import { died, engineName, problemOf, problemOfEnd, refusal } from './problems.ts'
import type { FromEngine, LoadOrder, RunOrder } from './protocol.ts'

/**
 * Between two batches the process sees that it should stop; one that has not stopped by then is in a step that nothing else ends. A reader that left
 * early waits for nothing: the process, with what its session knows, is ended for it only when there is no end in sight.
 */
export const grace = { cancelled: 400, left: 15_000 }

const problemIn = ({ message, refused }: Pick<Extract<FromEngine, { op: 'error' }>, 'message' | 'refused'>, sql: string) =>
  refused ? refusal(message) : problemOf(message, sql)

/** Runs one statement in a process. `done` is called when the process is free again, however the statement ended. */
export const readStream = (engine: EngineProcess, op: 'run' | 'describe', order: RunOrder, signal: AbortSignal, done: () => void): Promise<Result<RowStream>> =>
  readEngineStream(
    engine,
    { op, order },
    {
      engineName,
      signal,
      grace,
      problemOf: (message, refused) => problemIn({ message, refused }, order.sql),
      problemOfEnd: () => problemOfEnd(engine.complaint()),
      frameOf,
      packedOf: (columns, layouts, batch) => (batch.packed ? { length: batch.length, columns: batch.packed } : frameOf(columns, layouts, batch)),
      done,
    },
  )

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
