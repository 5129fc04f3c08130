import type { Problem } from '@sightline/contract'
import { fail, ok, type ColumnLayout, type Frame, type FrameColumn, type PackedFrame, type Result } from '@sightline/core'
import { problemOfAbort } from './aborted.ts'
import type { RowStream } from './connector.ts'
import type { EngineProcess } from './engine-process.ts'
import { ProblemError } from './problem-error.ts'

interface Batch {
  readonly op: 'batch'
  readonly id: number
}

/** What an engine process says while a statement runs; messages of other kinds that belong to the call end it. */
type Told<Sent extends Batch> =
  | { readonly op: 'columns'; readonly id: number; readonly columns: readonly FrameColumn[]; readonly layouts: readonly ColumnLayout[] }
  | Sent
  | { readonly op: 'error'; readonly id: number; readonly message: string; readonly refused: boolean }
  | { readonly op: 'end' | 'next' | 'taken'; readonly id: number }

interface Steer {
  readonly op: 'more' | 'cancel'
  readonly id: number
}

export interface EngineReading<Sent extends Batch> {
  readonly engineName: string
  readonly signal: AbortSignal
  /**
   * Milliseconds after which a process that was told to stop is ended instead: for a statement that was cancelled, and for one whose reader left early
   * and waits for nothing.
   */
  readonly grace: { readonly cancelled: number; readonly left: number }
  readonly problemOf: (message: string, refused: boolean) => Problem
  /** The process has ended. */
  readonly problemOfEnd: () => Problem
  readonly frameOf: (columns: readonly FrameColumn[], layouts: readonly ColumnLayout[], batch: Sent) => Frame
  readonly packedOf: (columns: readonly FrameColumn[], layouts: readonly ColumnLayout[], batch: Sent) => PackedFrame | Frame
  /** A stop is told only when the statement has ended, because others use the same process. */
  readonly stopsWithTheStatement?: boolean
  /** Called when the process is free of this statement, however it ended. */
  readonly done?: () => void
}

/** One call of an engine process as a stream of rows. */
export function readEngineStream<Order, Sent extends Batch>(
  engine: EngineProcess<Order, Steer, Told<Sent>>,
  order: Order,
  { engineName, signal, grace, problemOf, problemOfEnd, frameOf, packedOf, stopsWithTheStatement = false, done }: EngineReading<Sent>,
): Promise<Result<RowStream>> {
  return new Promise((resolve) => {
    const waiting: Sent[] = []
    let columns: readonly FrameColumn[] | null = null
    let failure: ProblemError | null = null
    let isOver = false
    let wake: (() => void) | null = null
    let ending: { readonly timer: NodeJS.Timeout; readonly milliseconds: number } | null = null

    const finish = (problem: Problem | null): void => {
      if (isOver) return
      isOver = true
      failure = problem && new ProblemError(signal.aborted ? problemOfAbort(signal, engineName) : problem)
      clearTimeout(ending?.timer)
      signal.removeEventListener('abort', cancel)
      engine.drop(id)
      done?.()
      if (!columns && failure) resolve(fail(failure.problem))
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
    const id = engine.call(order, (message) => {
      if (message === null) finish(problemOfEnd())
      else if (message.op === 'columns') {
        const { columns: known, layouts } = message
        columns = known
        resolve(
          ok({
            columns: known,
            batches: batches((batch) => frameOf(known, layouts, batch)),
            packed: { layouts, batches: batches((batch) => packedOf(known, layouts, batch)) },
          }),
        )
      } else if (message.op === 'batch') {
        waiting.push(message as Sent)
        wake?.()
      } else if (message.op === 'error') finish(problemOf(message.message, message.refused))
      else if (message.op === 'end') finish(null)
    })
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()

    async function* batches<Rows>(read: (batch: Sent) => Rows): AsyncGenerator<Rows> {
      try {
        for (;;) {
          if (signal.aborted && (failure || !stopsWithTheStatement)) throw failure ?? new ProblemError(problemOfAbort(signal, engineName))
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
