import type { Problem } from '@sightline/contract'
import type { PackedFrame } from '@sightline/core'
import { bytesOfCells, cellsOfBytes } from '../../results/frame-bytes.ts'
import { isFrame, type RowBatch } from '../../wire/row-batch.ts'
import type { KeptRows } from '../../queries/kept-rows.ts'
import type { FinishOrder, SourceRows } from './finish-order.ts'

/** What the worker is told: the order without its rows, then these batch by batch, so that no copy of a long column holds up the sender. */
export type ToWorker =
  | { readonly kind: 'begin'; readonly order: FinishOrder }
  | { readonly kind: 'batch'; readonly source: number; readonly batch: SentBatch }
  | { readonly kind: 'end' }

export type FromWorker =
  | { readonly state: 'ready' }
  | { readonly state: 'done'; readonly pieces: readonly Uint8Array[] }
  | { readonly state: 'refused'; readonly problem: Problem }
  | { readonly state: 'broken'; readonly message: string }

/** Columns in memory of their own, or cells as bytes: some cells are objects that a message would not carry. */
type SentBatch = PackedFrame | { readonly cells: Uint8Array<ArrayBuffer> }

const withoutRows = (source: SourceRows): SourceRows => ({ ...source, rows: { ...source.rows, batches: [] } })

export const sourcesOf = ({ main, comparisons }: FinishOrder): readonly SourceRows[] => [main, ...comparisons.map(({ source }) => source)]

export const beginOf = (order: FinishOrder): ToWorker => ({
  kind: 'begin',
  order: { ...order, main: withoutRows(order.main), comparisons: order.comparisons.map(({ offset, source }) => ({ offset, source: withoutRows(source) })) },
})

/** A batch as a message, and the memory that goes with it. The rows stay with the sender: only a copy leaves. */
export function sendBatch(source: number, batch: RowBatch): { readonly message: ToWorker; readonly memory: readonly ArrayBuffer[] } {
  if (isFrame(batch)) {
    const cells = new Uint8Array(Buffer.concat(bytesOfCells(batch)))
    return { message: { kind: 'batch', source, batch: { cells } }, memory: [cells.buffer] }
  }
  const memory: ArrayBuffer[] = []
  // Slicing a Buffer copies nothing, and what lies beside it in memory would go along.
  const copy = <View extends Uint8Array | Int32Array | Float64Array | BigInt64Array>(view: View): View => {
    const own = (view instanceof Uint8Array ? new Uint8Array(view) : view.slice()) as View
    memory.push(own.buffer as ArrayBuffer)
    return own
  }
  const columns = batch.columns.map(({ validity, nulls, data, offsets }) => ({
    validity: validity && copy(validity),
    nulls,
    data: copy(data),
    offsets: offsets && copy(offsets),
  }))
  return { message: { kind: 'batch', source, batch: { length: batch.length, columns } }, memory }
}

export const receiveBatch = (batch: SentBatch, { columns }: KeptRows): RowBatch =>
  'cells' in batch ? cellsOfBytes(Buffer.from(batch.cells.buffer), columns) : batch
