import { Exact, type Cell, type Frame, type FrameColumn } from './frame.ts'
import type { ColumnLayout, PackedColumn, PackedFrame } from './packed.ts'
import { printCell } from './print-frame.ts'

/** A value that its column cannot hold. */
export class UnfitCell extends Error {
  constructor({ name, type }: FrameColumn, cell: Cell) {
    super(`Column "${name}" has the type ${type || 'of other rows'}, which cannot hold ${printCell(cell).slice(0, 80)}.`)
  }
}

/** Cells → columns in memory as Arrow wants them. A value that its column cannot hold throws `UnfitCell`; nothing is bent. */
export const packFrame = (frame: Frame, layouts: readonly ColumnLayout[]): PackedFrame => ({
  length: frame.length,
  columns: layouts.map((layout, index) => packColumn(frame.columns[index]!, frame.values[index]!, frame.length, layout)),
})

/** The first rows of a batch. Their memory is shared. */
export const firstPackedRows = (frame: PackedFrame, count: number): PackedFrame =>
  frame.length <= count
    ? frame
    : { length: count, columns: frame.columns.map((column) => ({ ...column, nulls: column.validity ? nullsIn(column.validity, count) : 0 })) }

function nullsIn(validity: Uint8Array, length: number): number {
  let nulls = 0
  for (let row = 0; row < length; row++) if (!(validity[row >> 3]! & (1 << (row & 7)))) nulls++
  return nulls
}

export function packColumn(column: FrameColumn, cells: readonly Cell[], length: number, layout: ColumnLayout): PackedColumn {
  switch (layout.kind) {
    case 'text':
    case 'json':
    case 'digits':
      return packTexts(cells, length, layout.kind === 'json' ? printCell : layout.kind === 'digits' ? digitsOf : textOf)
    case 'boolean': {
      const bits = new Uint8Array((length + 7) >> 3)
      return packWith(cells, length, bits, null, (cell, row) => {
        if (typeof cell !== 'boolean') throw new UnfitCell(column, cell)
        if (cell) bits[row >> 3]! |= 1 << (row & 7)
      })
    }
    case 'float64': {
      const values = new Float64Array(length)
      return packWith(cells, length, values, null, (cell, row) => {
        if (typeof cell === 'number') values[row] = cell
        else if (typeof cell === 'bigint' || cell instanceof Exact) values[row] = Number(cell.toString())
        else throw new UnfitCell(column, cell)
      })
    }
    case 'int32': {
      const values = new Int32Array(length)
      return packWith(cells, length, values, null, (cell, row) => {
        if (typeof cell !== 'number' || (cell | 0) !== cell) throw new UnfitCell(column, cell)
        values[row] = cell
      })
    }
    case 'date': {
      const values = new Int32Array(length)
      return packWith(cells, length, values, null, (cell, row) => {
        if (typeof cell !== 'number') throw new UnfitCell(column, cell)
        values[row] = Math.floor(cell / 86_400_000)
      })
    }
    case 'int64':
    case 'timestamp': {
      const isMoment = layout.kind === 'timestamp'
      const values = new BigInt64Array(length)
      const halves = new Int32Array(values.buffer)
      return packWith(cells, length, values, null, (cell, row) => {
        const whole = isMoment && typeof cell === 'number' ? Math.round(cell * 1000) : cell
        if (typeof whole === 'number' && Number.isSafeInteger(whole)) writeWhole(halves, row * 2, whole)
        else if (typeof whole === 'bigint' && BigInt.asIntN(64, whole) === whole) values[row] = whole
        else if (isMoment && typeof whole === 'number') values[row] = BigInt(whole)
        else throw new UnfitCell(column, cell)
      })
    }
    case 'decimal': {
      const values = new BigInt64Array(length * 2)
      const halves = new Int32Array(values.buffer)
      return packWith(cells, length, values, null, (cell, row) => {
        const scaled = scaledOf(cell, layout.scale)
        if (scaled === null) throw new UnfitCell(column, cell)
        if (typeof scaled === 'number') {
          writeWhole(halves, row * 4, scaled)
          if (scaled < 0) values[row * 2 + 1] = -1n
        } else {
          values[row * 2] = BigInt.asIntN(64, scaled)
          values[row * 2 + 1] = scaled >> 64n
        }
      })
    }
  }
}

/** A whole number that a double holds, as two 32-bit halves: several times faster than by way of a bigint. */
function writeWhole(halves: Int32Array, at: number, value: number): void {
  const high = Math.floor(value / 4_294_967_296)
  halves[at] = (value - high * 4_294_967_296) | 0
  halves[at + 1] = high
}

/** What is no number has no place in a numeric column; JSON shows it as null as well. */
const isMissing = (cell: Cell | undefined): boolean => cell === null || cell === undefined || (typeof cell === 'number' && !Number.isFinite(cell))

function packWith(
  cells: readonly Cell[],
  length: number,
  data: PackedColumn['data'],
  offsets: Int32Array | null,
  write: (cell: Cell, row: number) => void,
): PackedColumn {
  let validity: Uint8Array | null = null
  let nulls = 0
  for (let row = 0; row < length; row++) {
    const cell = cells[row]!
    if (isMissing(cell)) {
      validity ??= new Uint8Array((length + 7) >> 3).fill(255)
      validity[row >> 3]! &= ~(1 << (row & 7))
      nulls++
    } else write(cell, row)
  }
  return { validity, nulls, data, offsets }
}

/** All texts are joined and written at once; where every character is one byte their places are their lengths. */
function packTexts(cells: readonly Cell[], length: number, print: (cell: Cell) => string): PackedColumn {
  const offsets = new Int32Array(length + 1)
  const texts: string[] = []
  let place = 0
  const packed = packWith(cells, length, new Uint8Array(0), offsets, (cell, row) => {
    const text = typeof cell === 'string' && print === textOf ? cell : print(cell)
    texts.push(text)
    place += text.length
    offsets[row + 1] = place
  })
  const data = encoder.encode(texts.join(''))
  if (data.length === place) {
    for (let row = 1; row <= length; row++) if (offsets[row]! < offsets[row - 1]!) offsets[row] = offsets[row - 1]!
    return { ...packed, data }
  }
  let at = 0
  let byte = 0
  for (let row = 0; row < length; row++) {
    if (packed.validity === null || packed.validity[row >> 3]! & (1 << (row & 7))) byte += encoder.encode(texts[at++]).length
    offsets[row + 1] = byte
  }
  return { ...packed, data }
}

const encoder = new TextEncoder()
const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : printCell(cell))
const digitsOf = (cell: Cell): string => (cell instanceof Exact ? cell.text : String(cell as number))

/** A decimal times ten to the power of its scale, as a whole number; null if that is none. */
function scaledOf(cell: Cell, scale: number): number | bigint | null {
  if (typeof cell === 'number') {
    const quick = Math.round(cell * 10 ** scale)
    // Up to fifteen digits the nearest whole number is the one meant.
    if (Math.abs(quick) < 1e15) return quick
  } else if (typeof cell !== 'bigint' && !(cell instanceof Exact)) return null
  const text = typeof cell === 'number' && /e/.test(String(cell)) ? BigInt(Math.trunc(cell)).toString() : String(cell)
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || (fraction.length > scale && /[1-9]/.test(fraction.slice(scale)))) return null
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return sign === '-' ? -digits : digits
}
