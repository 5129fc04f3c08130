import { frameOf, packFrame, type Frame, type FrameColumn, type Table } from '@sightline/core'
import { layoutOfCells } from '../../arrow/layout-of.ts'
import { printArrowRows } from '../../wire/print-rows.ts'
import { isFrame, type RowBatch, type RowBatches } from '../../wire/row-batch.ts'
import type { FinishOrder } from './finish-order.ts'

const rowsPerBatch = 4096

const print = (rows: RowBatches, answer: string): AsyncGenerator<Uint8Array> =>
  printArrowRows(
    rows,
    rows.columns.map(({ name }) => name),
    { answer },
    async (count, problem) => ({ rows: count, problem }),
  )

/** Whether all rows lie in memory as Arrow wants them. */
export const isArrowAlready = ({ rows }: FinishOrder['main']): boolean => rows.layouts !== null && !rows.batches.some(isFrame)

/** Rows that were not changed leave as they came. */
export function printPlainArrow({ rows, labels }: FinishOrder['main'], answer: string): AsyncGenerator<Uint8Array> {
  const columns = rows.columns.map((column, index): FrameColumn => ({ ...column, name: labels[index] ?? column.name }))
  async function* batches(): AsyncGenerator<RowBatch> {
    yield* rows.batches
  }
  return print({ columns, layouts: rows.layouts, batches: batches() }, answer)
}

export function printTableArrow(table: Table, answer: string): AsyncGenerator<Uint8Array> {
  const frame = frameOf(table)
  const layouts = frame.columns.map((column, index) => layoutOfCells(column, frame.values[index]!))
  async function* batches(): AsyncGenerator<RowBatch> {
    for (let start = 0; start < frame.length; start += rowsPerBatch) yield packFrame(rowsFrom(frame, start), layouts)
  }
  return print({ columns: frame.columns, layouts, batches: batches() }, answer)
}

const rowsFrom = ({ columns, values, length }: Frame, start: number): Frame => ({
  columns,
  values: values.map((cells) => cells.slice(start, start + rowsPerBatch)),
  length: Math.min(rowsPerBatch, length - start),
})
