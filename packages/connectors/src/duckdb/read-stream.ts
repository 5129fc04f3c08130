import { Exact, fail, ok, packColumn, type Cell, type ColumnLayout, type Frame, type FrameColumn, type PackedFrame, type Result } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { RowStream } from '../connector.ts'
import { ProblemError } from '../problem-error.ts'
import { unpackColumn } from '../unpack-frame.ts'
import type { EngineProcess } from './engine-process.ts'
import { died, engineName, problemOf, refusal } from './problems.ts'
import type { FromEngine, WireCells } from './protocol.ts'

/**
 * After an interrupt the engine has this long to end the statement; then the process is ended instead, and with it what others have under way.
 * A reader that left early waits for nothing: there is no hurry.
 */
const grace = { cancelled: 2000, left: 15_000 }

/** One call of the engine as a stream of rows. */
export function readStream(engine: EngineProcess, order: Parameters<EngineProcess['call']>[0], sql: string, signal: AbortSignal): Promise<Result<RowStream>> {
  return new Promise((resolve) => {
    const waiting: FromEngine[] = []
    let columns: readonly FrameColumn[] | null = null
    let failure: ProblemError | null = null
    let isOver = false
    let wake: (() => void) | null = null
    let ending: NodeJS.Timeout | undefined

    const finish = (problem: ProblemError | null): void => {
      if (isOver) return
      isOver = true
      failure = problem
      clearTimeout(ending)
      signal.removeEventListener('abort', cancel)
      engine.drop(id)
      if (!columns && problem) resolve(fail(problem.problem))
      wake?.()
    }
    const interrupt = (milliseconds: number): void => {
      engine.tell({ op: 'cancel', id })
      ending ??= setTimeout(() => void engine.kill(), milliseconds)
    }
    const cancel = (): void => interrupt(grace.cancelled)
    const id = engine.call(order, (message) => {
      if (message === null) finish(new ProblemError(signal.aborted ? problemOfAbort(signal, engineName) : died))
      else if (message.op === 'columns') {
        columns = message.columns
        const { layouts } = message
        const known = columns
        resolve(
          ok({
            columns,
            batches: batches((batch) => frameOf(known, layouts, batch)),
            packed: { layouts, batches: batches((batch) => packedOf(known, layouts, batch)) },
          }),
        )
      } else if (message.op === 'batch') {
        waiting.push(message)
        wake?.()
      } else if (message.op === 'end') finish(null)
      else if (message.op === 'error') finish(new ProblemError(signal.aborted ? problemOfAbort(signal, engineName) : problemOfError(message, sql)))
    })
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()

    async function* batches<Rows>(read: (batch: Batch) => Rows): AsyncGenerator<Rows> {
      try {
        for (;;) {
          if (signal.aborted && isOver && failure) throw failure
          const message = waiting.shift()
          if (message?.op === 'batch') {
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

export const problemOfError = ({ message, refused }: Extract<FromEngine, { op: 'error' }>, sql: string) =>
  refused ? refusal(message) : problemOf(message, sql)

type Batch = Extract<FromEngine, { op: 'batch' }>

/** Cells as the engine sent them, digits that a double cannot hold marked as such. */
function cellsOf({ cells, exact = [] }: WireCells): Cell[] {
  for (const place of exact) cells[place] = new Exact(String(cells[place]))
  return cells as Cell[]
}

function frameOf(columns: readonly FrameColumn[], layouts: readonly ColumnLayout[], { length, columns: sent }: Batch): Frame {
  const values = sent.map((column, index) => ('cells' in column ? cellsOf(column) : unpackColumn(column, layouts[index]!, length)))
  return { columns, values, length }
}

const packedOf = (columns: readonly FrameColumn[], layouts: readonly ColumnLayout[], { length, columns: sent }: Batch): PackedFrame => ({
  length,
  columns: sent.map((column, index) => ('cells' in column ? packColumn(columns[index]!, cellsOf(column), length, layouts[index]!) : column)),
})
