import type { ColumnLayout, PackedFrame } from '@sightline/core'
import { ByteSink } from './byte-sink.ts'
import { csvWriterOf, jsonWriterOf, type WriteValue } from './print-values.ts'

/** Prints rows batch by batch, in pieces small enough that others get their turn in between. */
export type PrintPacked = (frame: PackedFrame) => Generator<Buffer, void>

export interface PrintJson {
  (frame: PackedFrame): Generator<Buffer, void>
  /** Rows were printed by somebody else: the next one is not the first. */
  skipFirst(): void
}

/** Printing this many takes about a millisecond. */
const cellsPerPiece = 8000

/** Objects by column name, each but the very first behind a comma; the brackets around all of them are the caller's. */
export function openJsonRows(names: readonly string[], layouts: readonly ColumnLayout[], writerOf = jsonWriterOf): PrintJson {
  const keys = names.map((name, index) => Buffer.from(`${index === 0 ? ',{' : ','}${JSON.stringify(name)}:`))
  const firstKey = keys[0]?.subarray(1)
  const empty = Buffer.from('null')
  let isFirst = true
  const print = openPrinter(layouts.map(writerOf), (sink, writeCell, row) => {
    for (let column = 0; column < keys.length; column++) {
      const key = isFirst && column === 0 ? firstKey! : keys[column]!
      sink.copy(key, 0, key.length)
      if (!writeCell(column, row)) sink.copy(empty, 0, 4)
    }
    isFirst = false
    sink.writeByte(braceEnd)
  })
  return Object.assign(print, { skipFirst: () => void (isFirst = false) })
}

const [braceEnd, comma, lineEnd] = [125, 44, 10] as const

/** Lines of comma separated values, without the header. */
export function openCsvRows(layouts: readonly ColumnLayout[]): PrintPacked {
  const { length } = layouts
  return openPrinter(layouts.map(csvWriterOf), (sink, writeCell, row) => {
    for (let column = 0; column < length; column++) {
      if (column > 0) sink.writeByte(comma)
      writeCell(column, row)
    }
    sink.writeByte(lineEnd)
  })
}

type WriteRow = (sink: ByteSink, writeCell: (column: number, row: number) => boolean, row: number) => void

function openPrinter(writers: readonly WriteValue[], writeRow: WriteRow): PrintPacked {
  const rowsPerPiece = Math.max(1, Math.floor(cellsPerPiece / Math.max(1, writers.length)))
  const sink = new ByteSink()
  return function* print({ columns, length }) {
    const writeCell = (column: number, row: number): boolean => {
      const packed = columns[column]!
      if (packed.validity !== null && (packed.validity[row >> 3]! & (1 << (row & 7))) === 0) return false
      writers[column]!(sink, packed, row)
      return true
    }
    for (let start = 0; start < length; start += rowsPerPiece) {
      for (let row = start; row < Math.min(start + rowsPerPiece, length); row++) writeRow(sink, writeCell, row)
      yield sink.take()
    }
  }
}
