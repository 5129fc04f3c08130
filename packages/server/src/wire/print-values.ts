import { printCsvText, type ColumnLayout, type PackedColumn } from '@sightline/core'
import type { ByteSink } from './byte-sink.ts'
import { isoForm, plainForm, writeDay, writeMoment, type MomentForm } from './print-moment.ts'

/** Writes the value of one row; it is not called for rows without one. */
export type WriteValue = (sink: ByteSink, column: PackedColumn, row: number) => void

const [quote, backslash, point, minus] = [34, 92, 46, 45] as const

export function jsonWriterOf(layout: ColumnLayout): WriteValue {
  switch (layout.kind) {
    case 'text':
      return writeJsonText
    case 'json':
    case 'digits':
      return writeBytes
    case 'date':
      return (sink, { data }, row) => {
        sink.writeByte(quote)
        writeDay(sink, data[row] as number)
        sink.writeByte(quote)
      }
    case 'timestamp': {
      const write = momentWriter(isoForm(layout.zone))
      return (sink, column, row) => {
        sink.writeByte(quote)
        write(sink, column, row)
        sink.writeByte(quote)
      }
    }
    case 'boolean':
      return booleanWriter('true', 'false')
    default:
      return numberWriterOf(layout)
  }
}

/** As `jsonWriterOf`, but days and moments are milliseconds since 1970; what no calendar shows is null. */
export function epochWriterOf(layout: ColumnLayout): WriteValue {
  if (layout.kind === 'date') return (sink, { data }, row) => writeEpoch(sink, (data[row] as number) * 86_400_000)
  if (layout.kind === 'timestamp') return (sink, column, row) => writeEpoch(sink, nearNumber(column, row) / 1000)
  return jsonWriterOf(layout)
}

const mostMilliseconds = 8.64e15

function writeEpoch(sink: ByteSink, milliseconds: number): void {
  if (Math.abs(milliseconds) > mostMilliseconds) sink.writeAscii('null')
  else if (Number.isInteger(milliseconds) && Math.abs(milliseconds) < 1e15) sink.writeWhole(milliseconds)
  else sink.writeAscii(String(milliseconds))
}

export function csvWriterOf(layout: ColumnLayout): WriteValue {
  switch (layout.kind) {
    case 'text':
    case 'json':
      return writeCsvText
    case 'digits':
      return writeBytes
    case 'date':
      return (sink, { data }, row) => writeDay(sink, data[row] as number)
    case 'timestamp':
      return momentWriter(plainForm(layout.zone))
    case 'boolean':
      return booleanWriter('True', 'False')
    default:
      return numberWriterOf(layout)
  }
}

function numberWriterOf(layout: ColumnLayout): WriteValue {
  if (layout.kind === 'int32') return (sink, { data }, row) => sink.writeWhole(data[row] as number)
  if (layout.kind === 'decimal') return decimalWriter(layout.scale)
  if (layout.kind === 'int64') {
    return (sink, column, row) => {
      const near = nearNumber(column, row)
      if (Number.isSafeInteger(near)) sink.writeWhole(near)
      else sink.writeAscii(String(column.data[row]))
    }
  }
  return (sink, { data }, row) => {
    const value = data[row] as number
    if (Number.isSafeInteger(value) && value < 1e15 && value > -1e15) sink.writeWhole(value)
    else sink.writeAscii(String(value))
  }
}

/** A whole number of 64 bits as the nearest double. */
const nearNumber = ({ data }: PackedColumn, row: number): number => {
  const words = wordsOf(data as BigInt64Array)
  return words[row * 2 + 1]! * 4_294_967_296 + (words[row * 2]! >>> 0)
}

const wordsOf = (data: BigInt64Array): Int32Array => {
  // Rows are printed one after the other, so the same few columns are asked for again and again.
  const known = views.get(data)
  if (known) return known
  const words = new Int32Array(data.buffer, data.byteOffset, data.length * 2)
  views.set(data, words)
  return words
}
const views = new WeakMap<BigInt64Array, Int32Array>()

const booleanWriter =
  (yes: string, no: string): WriteValue =>
  (sink, { data }, row) =>
    sink.writeAscii((data[row >> 3] as number) & (1 << (row & 7)) ? yes : no)

const momentWriter =
  (form: MomentForm): WriteValue =>
  (sink, column, row) =>
    writeMoment(sink, nearNumber(column, row), form)

/** As the same number is printed anywhere else: no zeros at the end, unless it has more digits than a double. */
const decimalWriter =
  (scale: number): WriteValue =>
  (sink, { data }, row) => {
    const words = wordsOf(data as BigInt64Array)
    const [low, second, third, high] = [words[row * 4]!, words[row * 4 + 1]!, words[row * 4 + 2]!, words[row * 4 + 3]!]
    const near = second * 4_294_967_296 + (low >>> 0)
    if (third !== second >> 31 || high !== third || near >= 1e15 || near <= -1e15) {
      const all = ((data as BigInt64Array)[row * 2 + 1]! << 64n) | BigInt.asUintN(64, (data as BigInt64Array)[row * 2]!)
      const digits = String(all < 0n ? -all : all).padStart(scale + 1, '0')
      return sink.writeAscii(`${all < 0n ? '-' : ''}${scale > 0 ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits}`)
    }
    let [value, places] = [near < 0 ? -near : near, scale]
    while (places > 0 && value % 10 === 0) {
      value /= 10
      places--
    }
    if (near < 0) sink.writeByte(minus)
    const divisor = 10 ** places
    const whole = Math.floor(value / divisor)
    sink.writeWhole(whole)
    if (places === 0) return
    sink.writeByte(point)
    sink.writeDigits(value - whole * divisor, places)
  }

const writeBytes: WriteValue = (sink, { data, offsets }, row) => sink.copy(data as Uint8Array, offsets![row]!, offsets![row + 1]!)

function writeJsonText(sink: ByteSink, { data, offsets }: PackedColumn, row: number): void {
  const [bytes, start, end] = [data as Uint8Array, offsets![row]!, offsets![row + 1]!]
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if (byte < 32 || byte === quote || byte === backslash) return sink.writeText(JSON.stringify(textOf(bytes, start, end)))
  }
  sink.writeByte(quote)
  sink.copy(bytes, start, end)
  sink.writeByte(quote)
}

/** Bytes after which a text cannot stand in CSV as it is: what must be quoted, anywhere; what a spreadsheet runs, in front. */
const isQuoted = new Uint8Array(256)
for (const sign of '",\n\r') isQuoted[sign.charCodeAt(0)] = 1
const isFormula = new Uint8Array(256)
for (const sign of '=+-@|%\t\r') isFormula[sign.charCodeAt(0)] = 1

function writeCsvText(sink: ByteSink, { data, offsets }: PackedColumn, row: number): void {
  const [bytes, start, end] = [data as Uint8Array, offsets![row]!, offsets![row + 1]!]
  let isPlain = start === end || isFormula[bytes[start]!] === 0
  for (let at = start; isPlain && at < end; at++) isPlain = isQuoted[bytes[at]!] === 0
  if (isPlain) sink.copy(bytes, start, end)
  else sink.writeText(printCsvText(textOf(bytes, start, end)))
}

const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', start, end)
