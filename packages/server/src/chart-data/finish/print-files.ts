import {
  frameOf,
  nameOf,
  printCsvHeader,
  printCsvLines,
  wallClock,
  type Cell,
  type Frame,
  type FrameColumn,
  type Table,
  type TableColumn,
} from '@sightline/core'
import { streamWorkbook } from '../../files/stream-workbook.ts'
import type { KeptRows } from '../../queries/kept-rows.ts'
import { openCsvRows } from '../../wire/print-packed.ts'
import { frameOfBatch, isFrame } from '../../wire/row-batch.ts'
import type { Reshaped } from '../reshape/reshaped.ts'
import type { FinishOrder } from './finish-order.ts'

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8')
const rowsPerBatch = 4096

const isMoment = ({ kind, type }: FrameColumn): boolean => kind === 'temporal' && !/^date(32)?$/i.test(type)

/** In files moments read as the clocks of the zone show them; a day is the same everywhere. */
function atHome(frame: Frame, zone: string): Frame {
  if (zone === 'UTC' || !frame.columns.some(isMoment)) return frame
  return {
    ...frame,
    columns: frame.columns.map((column) => (isMoment(column) ? { ...column, type: 'TIMESTAMP' } : column)),
    values: frame.values.map((cells, at) =>
      isMoment(frame.columns[at]!) ? cells.map((cell) => (typeof cell === 'number' ? wallClock(cell, zone) : cell)) : cells,
    ),
  }
}

/** What is reshaped for a file has its times as the file shows them: they may become names of rows and columns. */
export function atHomeTable(table: Table, { output, zone }: FinishOrder): Table {
  if (output.kind === 'json') return table
  const home = (column: TableColumn): TableColumn => {
    if (column.kind !== 'temporal') return column
    const frame = { columns: [{ name: '', kind: column.kind, type: column.type }], values: [column.values], length: table.length }
    const [moved] = atHome(frame, zone).values
    return { ...column, values: output.kind === 'csv' ? momentTexts(moved!) : moved! }
  }
  return { ...table, columns: table.columns.map(home) }
}

/** Days alone where no row has a time. */
function momentTexts(cells: readonly Cell[]): readonly Cell[] {
  const isDays = cells.every((cell) => typeof cell !== 'number' || cell % 86_400_000 === 0)
  return cells.map((cell) =>
    typeof cell === 'number'
      ? new Date(cell)
          .toISOString()
          .replace('T', ' ')
          .slice(0, isDays ? 10 : 19)
      : cell,
  )
}

function* frameParts(frame: Frame): Generator<Frame> {
  for (let start = 0; start < frame.length; start += rowsPerBatch)
    yield {
      columns: frame.columns,
      values: frame.values.map((cells) => cells.slice(start, start + rowsPerBatch)),
      length: Math.min(rowsPerBatch, frame.length - start),
    }
}

const shownOf = (names: readonly string[], { shownNames }: FinishOrder): readonly string[] => names.map((name) => shownNames.get(name) ?? name)

/** Rows that were not changed, a batch at a time. */
export function* printPlainCsv({ rows, labels }: FinishOrder['main'], order: FinishOrder): Generator<Buffer> {
  yield bytesOf(printCsvHeader(shownOf(labels, order)))
  const isHome = order.zone === 'UTC' || !rows.columns.some(isMoment)
  const packed = rows.layouts && isHome ? openCsvRows(rows.layouts) : null
  for (const batch of rows.batches) {
    if (packed && !isFrame(batch)) yield* packed(batch)
    else for (const piece of printCsvLines(atHome(frameOfBatch(batch, rows), order.zone))) yield bytesOf(piece)
  }
}

export function* printTableCsv(table: Table, order: FinishOrder): Generator<Buffer> {
  const frame = atHome(frameOf(table), order.zone)
  yield bytesOf(printCsvHeader(shownOf(table.columns.map(nameOf), order)))
  for (const piece of printCsvLines(frame)) yield bytesOf(piece)
}

/** The names of the rows come first. */
export function* printReshapedCsv(reshaped: Reshaped): Generator<Buffer> {
  const frame = withRowNames(reshaped)
  yield bytesOf(printCsvHeader(frame.columns.map(({ name }) => name)))
  for (const piece of printCsvLines(frame)) yield bytesOf(piece)
}

function withRowNames({ columns, rows, length }: Reshaped): Frame {
  const names: FrameColumn = { name: '', kind: 'string', type: '' }
  return {
    columns: [names, ...columns.map(({ name, kind, type }) => ({ name: name.text, kind, type }))],
    values: [rows.map(({ text }) => text), ...columns.map(({ values }) => values)],
    length,
  }
}

/** A workbook has the numbers of the rows in front. */
export function printPlainWorkbook({ rows, labels }: FinishOrder['main'], order: FinishOrder): AsyncGenerator<Buffer> {
  return printWorkbook(rows.columns, shownOf(labels, order), numbered(rows, order.zone))
}

function* numbered(rows: KeptRows, zone: string): Generator<Frame> {
  let start = 0
  for (const batch of rows.batches) {
    const frame = atHome(frameOfBatch(batch, rows), zone)
    yield { ...frame, values: [Array.from({ length: frame.length }, (_, row) => start + row), ...frame.values] }
    start += frame.length
  }
}

export function printTableWorkbook(table: Table, order: FinishOrder): AsyncGenerator<Buffer> {
  const frame = atHome(frameOf(table), order.zone)
  const labels: readonly Cell[] = table.index[0]?.values ?? table.numbers
  return printWorkbook(frame.columns, shownOf(table.columns.map(nameOf), order), frameParts({ ...frame, values: [labels, ...frame.values] }))
}

export function printReshapedWorkbook(reshaped: Reshaped): AsyncGenerator<Buffer> {
  const frame = withRowNames(reshaped)
  const [, ...columns] = frame.columns
  return printWorkbook(
    columns,
    columns.map(({ name }) => name),
    frameParts(frame),
  )
}

function printWorkbook(columns: readonly FrameColumn[], names: readonly string[], frames: Iterable<Frame>): AsyncGenerator<Buffer> {
  async function* batches(): AsyncGenerator<Frame> {
    yield* frames
  }
  return streamWorkbook([{ name: '', kind: 'numeric', type: '' }, ...columns], ['', ...names], batches())
}
