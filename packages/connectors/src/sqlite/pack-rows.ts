import { packColumn, type ColumnLayout, type FrameColumn, type PackedColumn } from '@sightline/core'
import { daysOf } from '../read-text.ts'
import { readerOf, readMoment, type Value } from './types.ts'

type Row = readonly Value[]
/** A column of some rows as memory; null if one of its values cannot lie there as it is. */
type Pack = (rows: readonly Row[], index: number) => PackedColumn | null

/** How the values of a column lie in memory if they all keep its promise. */
export function layoutOf({ kind, type }: FrameColumn): ColumnLayout {
  switch (kind) {
    case 'boolean':
      return { kind: 'boolean' }
    case 'temporal':
      return type === 'DATE' ? { kind: 'date' } : { kind: 'timestamp', zone: /WITH TIME ZONE|TIMESTAMPTZ/.test(type) ? 'UTC' : null }
    case 'string':
      return { kind: type === 'JSON' ? 'json' : 'text' }
    case 'numeric': {
      const [, precision, scale = '0'] = /^(?:NUMERIC|DECIMAL) ?\((\d+)(?:, (\d+))?\)/.exec(type) ?? []
      if (precision !== undefined && Number(precision) <= 38 && Number(scale) <= Math.min(15, Number(precision)))
        return { kind: 'decimal', precision: Number(precision), scale: Number(scale) }
      if (/^(NUMERIC|DECIMAL)\b/.test(type)) return { kind: 'digits' }
      return { kind: type.includes('INT') ? 'int64' : 'float64' }
    }
  }
}

/** Packs rows column by column; null where the values of a column are of another sort than the first ones were. */
export function openPacker(columns: readonly FrameColumn[], layouts: readonly ColumnLayout[]): (rows: readonly Row[]) => PackedColumn[] | null {
  const packs = columns.map((column, index) => packOf(column, layouts[index]!))
  return (rows) => {
    const packed: PackedColumn[] = []
    for (const [index, pack] of packs.entries()) {
      const column = pack(rows, index)
      if (!column) return null
      packed.push(column)
    }
    return packed
  }
}

function packOf(column: FrameColumn, layout: ColumnLayout): Pack {
  switch (layout.kind) {
    case 'int64':
      return packWholes
    case 'float64':
      return packDoubles
    case 'boolean':
      return packTruths
    case 'decimal':
      return packDecimals(layout.scale)
    case 'date':
    case 'timestamp':
      return packMoments(layout.kind === 'date')
    case 'text':
      return packTexts
    default: {
      const read = readerOf(column)
      return (rows, index) => {
        const cells = rows.map((row) => read(row[index]!))
        // Read back from its digits, a long whole number might become another sort of number.
        if (layout.kind === 'digits' && cells.some((cell) => typeof cell === 'bigint')) return null
        return packColumn(column, cells, cells.length, layout)
      }
    }
  }
}

/** The rows without a value. */
class Gaps {
  validity: Uint8Array | null = null
  nulls = 0
  private readonly length: number

  constructor(length: number) {
    this.length = length
  }

  add(row: number): void {
    this.validity ??= new Uint8Array((this.length + 7) >> 3).fill(255)
    this.validity[row >> 3]! &= ~(1 << (row & 7))
    this.nulls++
  }

  around(data: PackedColumn['data'], offsets: Int32Array | null = null): PackedColumn {
    return { validity: this.validity, nulls: this.nulls, data, offsets }
  }
}

const packWholes: Pack = (rows, index) => {
  const data = new BigInt64Array(rows.length)
  const gaps = new Gaps(rows.length)
  for (let row = 0; row < rows.length; row++) {
    const value = rows[row]![index]!
    if (typeof value === 'bigint') data[row] = value
    else if (value === null) gaps.add(row)
    else return null
  }
  return gaps.around(data)
}

const packDoubles: Pack = (rows, index) => {
  const data = new Float64Array(rows.length)
  const gaps = new Gaps(rows.length)
  for (let row = 0; row < rows.length; row++) {
    const value = rows[row]![index]!
    if (typeof value === 'number') {
      if (Number.isFinite(value)) data[row] = value
      else gaps.add(row)
    } else if (value === null) gaps.add(row)
    else if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) data[row] = Number(value)
    else return null
  }
  return gaps.around(data)
}

const packTruths: Pack = (rows, index) => {
  const data = new Uint8Array((rows.length + 7) >> 3)
  const gaps = new Gaps(rows.length)
  for (let row = 0; row < rows.length; row++) {
    const value = rows[row]![index]!
    if (typeof value === 'bigint' || typeof value === 'number') {
      if (Number(value) !== 0) data[row >> 3]! |= 1 << (row & 7)
    } else gaps.add(row)
  }
  return gaps.around(data)
}

/** The engine keeps decimals as doubles: only one that is the nearest to so many places is packed as such. */
const packDecimals =
  (scale: number): Pack =>
  (rows, index) => {
    const factor = 10 ** scale
    const data = new BigInt64Array(rows.length * 2)
    const words = new Int32Array(data.buffer)
    const gaps = new Gaps(rows.length)
    for (let row = 0; row < rows.length; row++) {
      const value = rows[row]![index]!
      if (value === null || (typeof value === 'number' && !Number.isFinite(value))) {
        gaps.add(row)
        continue
      }
      if (typeof value !== 'bigint' && typeof value !== 'number') return null
      const near = Number(value)
      const scaled = Math.round(near * factor)
      if (Math.abs(scaled) >= 1e15 || scaled / factor !== near) return null
      const high = Math.floor(scaled / 4_294_967_296)
      words[row * 4] = (scaled - high * 4_294_967_296) | 0
      words[row * 4 + 1] = high
      words[row * 4 + 2] = words[row * 4 + 3] = scaled < 0 ? -1 : 0
    }
    return gaps.around(data)
  }

const packMoments =
  (isDate: boolean): Pack =>
  (rows, index) => {
    const data = isDate ? new Int32Array(rows.length) : new BigInt64Array(rows.length)
    const words = new Int32Array(data.buffer)
    const gaps = new Gaps(rows.length)
    for (let row = 0; row < rows.length; row++) {
      const value = rows[row]![index]!
      const milliseconds = typeof value === 'string' ? (readPlainMoment(value) ?? readMoment(value)) : null
      if (milliseconds === null) gaps.add(row)
      else if (isDate) words[row] = Math.floor(milliseconds / 86_400_000)
      else {
        const micros = Math.round(milliseconds * 1000)
        const high = Math.floor(micros / 4_294_967_296)
        words[row * 2] = (micros - high * 4_294_967_296) | 0
        words[row * 2 + 1] = high
      }
    }
    return gaps.around(data)
  }

/** `2021-01-02` and `2021-01-02 03:04:05`, by far the most; null for any other form. */
function readPlainMoment(text: string): number | null {
  const isDay = text.length === 10
  if ((!isDay && text.length !== 19) || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return null
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)]
  // Whether a month has more days is left to the calendar.
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 28)) return null
  const start = millisecondsOfDay(year, month, day)
  if (isDay) return start
  if (text.charCodeAt(10) !== 32 || text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return null
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)]
  return hour < 24 && minute < 60 && second < 60 ? start + ((hour * 60 + minute) * 60 + second) * 1000 : null
}

/** Moments that lie side by side are often of one day. */
let lastDay = { key: -1, milliseconds: 0 }

function millisecondsOfDay(year: number, month: number, day: number): number {
  const key = (year * 16 + month) * 32 + day
  if (lastDay.key !== key) lastDay = { key, milliseconds: daysOf(year, month, day) * 86_400_000 }
  return lastDay.milliseconds
}

/** Not a number where one of the two is no digit. */
function twoDigits(text: string, at: number): number {
  const [first, second] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48]
  return first >= 0 && first <= 9 && second >= 0 && second <= 9 ? first * 10 + second : Number.NaN
}

const readText = readerOf({ name: '', kind: 'string', type: 'TEXT' }) as (value: Value) => string

/** All texts are joined and written at once; where every character is one byte their places are their lengths. */
const packTexts: Pack = (rows, index) => {
  const offsets = new Int32Array(rows.length + 1)
  const gaps = new Gaps(rows.length)
  const texts: string[] = []
  let place = 0
  for (let row = 0; row < rows.length; row++) {
    const value = rows[row]![index]!
    if (value === null) {
      gaps.add(row)
      texts.push('')
    } else {
      const text = typeof value === 'string' ? value : readText(value)
      texts.push(text)
      place += text.length
    }
    offsets[row + 1] = place
  }
  const data = Buffer.from(texts.join(''), 'utf8')
  if (data.length !== place) for (let row = 0; row < texts.length; row++) offsets[row + 1] = offsets[row]! + Buffer.byteLength(texts[row]!, 'utf8')
  return gaps.around(data, offsets)
}
