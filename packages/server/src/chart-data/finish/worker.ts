import { parentPort } from 'node:worker_threads'
import type { RowBatch } from '../../wire/row-batch.ts'
import type { FinishOrder, SourceRows } from './finish-order.ts'
import { finishRows } from './finish-rows.ts'
import { receiveBatch, sourcesOf, type FromWorker, type ToWorker } from './protocol.ts'

/** Finishes the rows of one answer after the other, away from the thread that answers requests. */
const port = parentPort!
let order: FinishOrder | null = null
let batches: RowBatch[][] = []

/** Pieces are sent together: a message for each would cost more than the piece. */
const piecesTogether = 2 ** 20

port.on('message', (message: ToWorker) => {
  if (message.kind === 'begin') {
    order = message.order
    batches = sourcesOf(order).map(() => [])
  } else if (message.kind === 'batch') batches[message.source]!.push(receiveBatch(message.batch, sourcesOf(order!)[message.source]!.rows))
  else void finish(order!)
})

async function finish(given: FinishOrder): Promise<void> {
  try {
    const [main, ...others] = sourcesOf(given).map((source, at): SourceRows => ({ ...source, rows: { ...source.rows, batches: batches[at]! } }))
    const finished = finishRows({ ...given, main: main!, comparisons: given.comparisons.map(({ offset }, at) => ({ offset, source: others[at]! })) })
    if (!finished.ok) return post({ state: 'refused', problem: finished.problem })
    const pieces: Uint8Array<ArrayBuffer>[] = []
    let together: Uint8Array[] = []
    let size = 0
    const close = (): void => {
      if (size > 0) pieces.push(new Uint8Array(Buffer.concat(together)))
      together = []
      size = 0
    }
    for await (const piece of finished.value) {
      together.push(piece)
      size += piece.byteLength
      if (size >= piecesTogether) close()
    }
    close()
    post(
      { state: 'done', pieces },
      pieces.map(({ buffer }) => buffer),
    )
  } catch (error) {
    post({ state: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  } finally {
    order = null
    batches = []
  }
}

const post = (message: FromWorker, memory: readonly ArrayBuffer[] = []): void => port.postMessage(message, [...memory])

post({ state: 'ready' })
