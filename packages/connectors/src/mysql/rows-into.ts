import type { Cell, ColumnLayout, Frame, FrameColumn, PackedFrame } from '@sightline/core'
import type { ColumnReader } from '../column-reader.ts'
import { columnReadersOf } from './column-reader.ts'
import { readerOf, type Field, type Value } from './types.ts'

/** A statement under way, as the library knows it. */
export interface Command {
  on(event: 'fields', listen: (fields: readonly Field[] | undefined) => void): this
  on(event: 'result', listen: (row: unknown) => void): this
  on(event: 'error', listen: (error: Error) => void): this
  on(event: 'end', listen: () => void): this
  /** The library's own reader of row messages; answers who reads the next one. */
  row(packet: Packet, connection: unknown): unknown
}

interface Packet {
  readonly buffer: Buffer
  readonly offset: number
  readonly end: number
  isEOF(): boolean
}

/** The rows of one statement that have come and were not taken yet. */
export interface RowsInto {
  /** null where they cannot be had as columns in memory. */
  readonly layouts: readonly ColumnLayout[] | null
  readonly length: number
  readonly isFull: boolean
  /** More have come than are wanted for the time being. */
  readonly isOverfull: boolean
  takeFrames(columns: readonly FrameColumn[]): Iterable<Frame>
  takePacked(): PackedFrame
}

/** Asks whether a row is wanted, and keeps it then. */
type TakeRow = (keep: () => void) => void

/**
 * A statement without parameters answers with texts: they are read from the bytes of the connection instead of as one value of JavaScript each,
 * which is most of what reading costs. Statements with parameters and rare types are left to the library.
 */
export function readInto(command: Command, fields: readonly Field[], isBinary: boolean, takeRow: TakeRow): RowsInto {
  const readers = isBinary ? null : columnReadersOf(fields)
  return readers ? readBytes(command, readers, takeRow) : readValues(command, fields, takeRow)
}

const packedRowsPerBatch = 4096
const bytesPerBatch = 2 ** 20

function readBytes(command: Command, readers: readonly ColumnReader[], takeRow: TakeRow): RowsInto {
  let [length, bytes] = [0, 0]
  const readOthers = command.row
  let current: Packet
  const keep = (): void => {
    addRow(readers, current)
    length++
    bytes += current.end - current.offset
  }
  command.row = function row(packet, connection) {
    if (packet.isEOF()) return readOthers.call(command, packet, connection)
    current = packet
    takeRow(keep)
    return row
  }
  const forget = (): number => {
    const taken = length
    length = bytes = 0
    return taken
  }
  return {
    layouts: readers.map(({ layout }) => layout),
    get length() {
      return length
    },
    get isFull() {
      return length >= packedRowsPerBatch || bytes >= bytesPerBatch
    },
    get isOverfull() {
      return length >= packedRowsPerBatch * 2 || bytes >= bytesPerBatch * 2
    },
    takeFrames: (columns) => [{ columns, values: readers.map((reader) => reader.takeCells()), length: forget() }],
    takePacked: () => ({ columns: readers.map((reader) => reader.takePacked()), length: forget() }),
  }
}

const [noValue, twoBytes, threeBytes, eightBytes] = [0xfb, 0xfc, 0xfd, 0xfe] as const

/** Each value stands behind its length, which takes one byte up to 250 and says otherwise how many follow it. */
function addRow(readers: readonly ColumnReader[], { buffer, offset }: Packet): void {
  let at = offset
  for (const reader of readers) {
    let size = buffer[at++]!
    if (size === noValue) {
      reader.addNull()
      continue
    }
    if (size === twoBytes) {
      size = buffer.readUInt16LE(at)
      at += 2
    } else if (size === threeBytes) {
      size = buffer.readUIntLE(at, 3)
      at += 3
    } else if (size === eightBytes) {
      size = Number(buffer.readBigUInt64LE(at))
      at += 8
    }
    reader.add(buffer, at, at + size)
    at += size
  }
}

const rowsPerBatch = 1000

function readValues(command: Command, fields: readonly Field[], takeRow: TakeRow): RowsInto {
  const readers = fields.map(readerOf)
  let rows: Value[][] = []
  command.on('result', (row) => {
    // A statement without rows answers with a summary.
    if (Array.isArray(row)) takeRow(() => rows.push(row as Value[]))
  })
  return {
    layouts: null,
    get length() {
      return rows.length
    },
    get isFull() {
      return rows.length >= rowsPerBatch
    },
    get isOverfull() {
      return rows.length >= rowsPerBatch * 2
    },
    takeFrames: (columns) => {
      const taken = rows
      rows = []
      return framesOf(columns, readers, taken)
    },
    takePacked: () => {
      throw new Error('Rows that the library has read are not packed.')
    },
  }
}

function* framesOf(columns: readonly FrameColumn[], readers: readonly ((value: Value) => Cell)[], rows: readonly Value[][]): Generator<Frame> {
  for (let from = 0; from < rows.length; from += rowsPerBatch) {
    const length = Math.min(rowsPerBatch, rows.length - from)
    const values = readers.map((read, index) => {
      const cells: Cell[] = []
      for (let row = from; row < from + length; row++) cells.push(read(rows[row]![index] ?? null))
      return cells
    })
    yield { columns, values, length }
  }
}
