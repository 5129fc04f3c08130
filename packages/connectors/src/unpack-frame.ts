import { type Cell, type ColumnLayout, type Frame, type FrameColumn, type PackedColumn, type PackedFrame } from '@sightline/core'
import { exactNumber, narrowBigint } from './exact-number.ts'

/** Columns in memory → cells. */
export const unpackFrame = (columns: readonly FrameColumn[], layouts: readonly ColumnLayout[], packed: PackedFrame): Frame => ({
  columns,
  values: packed.columns.map((column, index) => unpackColumn(column, layouts[index]!, packed.length)),
  length: packed.length,
})

export function unpackColumn(column: PackedColumn, layout: ColumnLayout, length: number): Cell[] {
  const cells = readCells(column, layout, length)
  const { validity } = column
  if (validity) for (let row = 0; row < length; row++) if (!(validity[row >> 3]! & (1 << (row & 7)))) cells[row] = null
  return cells
}

/** Further dates cannot be shown by any calendar of JavaScript. */
const mostMilliseconds = 8.64e15

function readCells({ data, offsets, validity }: PackedColumn, layout: ColumnLayout, length: number): Cell[] {
  const cells: Cell[] = []
  switch (layout.kind) {
    case 'int32':
    case 'float64':
      for (let row = 0; row < length; row++) cells.push(data[row] as number)
      return cells
    case 'date':
      for (let row = 0; row < length; row++) cells.push(momentOf((data[row] as number) * 86_400_000))
      return cells
    case 'boolean':
      for (let row = 0; row < length; row++) cells.push(((data[row >> 3] as number) & (1 << (row & 7))) !== 0)
      return cells
    case 'int64': {
      const halves = new Int32Array(data.buffer, data.byteOffset, length * 2)
      for (let row = 0; row < length; row++) {
        const value = halves[row * 2 + 1]! * 4_294_967_296 + (halves[row * 2]! >>> 0)
        cells.push(Number.isSafeInteger(value) ? value : narrowBigint((data as BigInt64Array)[row]!))
      }
      return cells
    }
    case 'timestamp': {
      const halves = new Int32Array(data.buffer, data.byteOffset, length * 2)
      for (let row = 0; row < length; row++) cells.push(momentOf((halves[row * 2 + 1]! * 4_294_967_296 + (halves[row * 2]! >>> 0)) / 1000))
      return cells
    }
    case 'decimal':
      return readDecimals(data as BigInt64Array, layout.scale, length)
    case 'text':
      return readTexts(data as Uint8Array, offsets!, length)
    case 'json':
    case 'digits': {
      const texts: readonly string[] = readTexts(data as Uint8Array, offsets!, length)
      const read = layout.kind === 'json' ? (JSON.parse as (text: string) => Cell) : exactNumber
      for (let row = 0; row < length; row++) cells.push(validity && !(validity[row >> 3]! & (1 << (row & 7))) ? null : read(texts[row]!))
      return cells
    }
  }
}

const momentOf = (milliseconds: number): number | null => (Math.abs(milliseconds) <= mostMilliseconds ? milliseconds : null)

function readDecimals(data: BigInt64Array, scale: number, length: number): Cell[] {
  const halves = new Int32Array(data.buffer, data.byteOffset, length * 4)
  const divisor = 10 ** scale
  const cells: Cell[] = []
  for (let row = 0; row < length; row++) {
    const [low, second, third, high] = [halves[row * 4]!, halves[row * 4 + 1]!, halves[row * 4 + 2]!, halves[row * 4 + 3]!]
    const near = second * 4_294_967_296 + (low >>> 0)
    // Up to fifteen digits a division of whole numbers gives the very double that the decimal's text means.
    if (third === second >> 31 && high === third && near > -1e15 && near < 1e15 && scale <= 22) cells.push(near / divisor)
    else cells.push(exactNumber(decimalText((data[row * 2 + 1]! << 64n) | BigInt.asUintN(64, data[row * 2]!), scale)))
  }
  return cells
}

function decimalText(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  return `${value < 0n ? '-' : ''}${scale > 0 ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits}`
}

/** All texts are decoded at once and cut; where every character is one byte their places are known. */
function readTexts(data: Uint8Array, offsets: Int32Array, length: number): string[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const [begin, end] = [offsets[0]!, offsets[length]!]
  const texts: string[] = []
  const all = bytes.toString('utf8', begin, end)
  if (all.length === end - begin) for (let row = 0; row < length; row++) texts.push(all.substring(offsets[row]! - begin, offsets[row + 1]! - begin))
  else for (let row = 0; row < length; row++) texts.push(bytes.toString('utf8', offsets[row]!, offsets[row + 1]!))
  return texts
}
