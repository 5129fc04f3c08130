import { unpackFrame, type RowStream } from '@sightline/connectors'
import { firstPackedRows, type ColumnLayout, type Frame, type FrameColumn, type PackedFrame } from '@sightline/core'

/** Rows in the form their driver has them: cells, or columns in memory. */
export type RowBatch = Frame | PackedFrame

export interface RowBatches {
  readonly columns: readonly FrameColumn[]
  /** How the columns lie in memory; null: the batches are frames. */
  readonly layouts: readonly ColumnLayout[] | null
  /** To be read once. */
  readonly batches: AsyncIterable<RowBatch>
}

export const batchesOf = ({ columns, batches, packed }: RowStream): RowBatches =>
  packed ? { columns, layouts: packed.layouts, batches: packed.batches } : { columns, layouts: null, batches }

export const isFrame = (batch: RowBatch): batch is Frame => 'values' in batch

export function firstRows(batch: RowBatch, count: number): RowBatch {
  if (batch.length <= count) return batch
  return isFrame(batch) ? { columns: batch.columns, values: batch.values.map((cells) => cells.slice(0, count)), length: count } : firstPackedRows(batch, count)
}

/** As cells, whatever the form. */
export const frameOfBatch = (batch: RowBatch, { columns, layouts }: Pick<RowBatches, 'columns' | 'layouts'>): Frame =>
  isFrame(batch) ? batch : unpackFrame(columns, layouts!, batch)
