import { Exact, type Cell, type Frame } from '@sightline/core'
import { frameOfBatch, isFrame, type RowBatch, type RowBatches } from '../wire/row-batch.ts'

/** All rows of an answer, in the form their driver had them. */
export interface KeptRows extends Pick<RowBatches, 'columns' | 'layouts'> {
  readonly batches: readonly RowBatch[]
  readonly length: number
}

export const keptOfFrame = (frame: Frame): KeptRows => ({
  columns: frame.columns,
  layouts: null,
  batches: frame.length > 0 ? [frame] : [],
  length: frame.length,
})

/** As one frame of cells. */
export function frameOfKept(rows: KeptRows): Frame {
  const frames = rows.batches.map((batch) => frameOfBatch(batch, rows))
  const [only] = frames
  if (only && frames.length === 1) return { ...only, columns: rows.columns }
  const values = rows.columns.map((_, column) => {
    const cells: Cell[] = []
    for (const frame of frames) for (const cell of frame.values[column]!) cells.push(cell)
    return cells
  })
  return { columns: rows.columns, values, length: rows.length }
}

/** About how much memory the rows take. */
export function weighRows({ batches }: Pick<KeptRows, 'batches'>): number {
  let bytes = 200
  for (const batch of batches) bytes += isFrame(batch) ? weighCells(batch) : weighColumns(batch)
  return Math.round(bytes)
}

function weighColumns({ columns }: Exclude<RowBatch, Frame>): number {
  let bytes = 0
  for (const { data, offsets, validity } of columns) bytes += data.byteLength + (offsets?.byteLength ?? 0) + (validity?.byteLength ?? 0)
  return bytes
}

/** From a sample of each column: weighing every cell of a large frame would hold up the server. */
function weighCells({ values }: Frame): number {
  let bytes = 0
  for (const cells of values) {
    const step = Math.max(1, Math.floor(cells.length / 100))
    let [sampled, size] = [0, 0]
    for (let row = 0; row < cells.length; row += step) {
      size += bytesOf(cells[row] ?? null)
      sampled++
    }
    if (sampled > 0) bytes += (size / sampled) * cells.length
  }
  return bytes
}

function bytesOf(cell: Cell): number {
  if (typeof cell === 'string') return 24 + cell.length * 2
  if (typeof cell === 'bigint') return 32
  if (cell instanceof Exact) return 48 + cell.text.length
  if (typeof cell === 'object' && cell !== null)
    return 64 + JSON.stringify(cell, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).length * 2
  return 12
}
