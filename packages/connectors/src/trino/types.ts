import { wallClock, type Cell, type FrameColumn, type Kind } from '@sightline/core'
import { exactInteger, exactNumber } from '../exact-number.ts'
import { parseExactly } from '../exact-json.ts'

/** A type as the protocol writes it. */
export interface Signature {
  readonly rawType: string
  readonly arguments?: readonly {
    readonly kind: string
    readonly value: number | Signature | { readonly fieldName?: { readonly name?: string }; readonly typeSignature?: Signature }
  }[]
}

export interface TrinoColumn {
  readonly name: string
  readonly type: string
  readonly typeSignature: Signature
}

/** Value of the answer's JSON → cell. Whole numbers of sixteen digits and more come as texts. */
type Read = (value: unknown) => Cell

export const columnOf = ({ name, type }: TrinoColumn): FrameColumn => ({ name, kind: kindOfType(type), type: wordOf(type) })

/** `decimal(10,2)` → `DECIMAL(10, 2)`; the names of a row's fields stay as they are. */
export const wordOf = (type: string): string => (/\brow\(/.test(type) ? type : type.toUpperCase().replace(/(\d),(\d)/g, '$1, $2'))

export function kindOfType(type: string): Kind {
  if (/^(bigint|integer|smallint|tinyint|real|double|decimal\b)/i.test(type)) return 'numeric'
  if (/^(date$|timestamp)/i.test(type)) return 'temporal'
  if (/^boolean$/i.test(type)) return 'boolean'
  // A bare NULL has no type of its own; others call it a number that is not there.
  return /^unknown$/i.test(type) ? 'numeric' : 'string'
}

const asIs: Read = (value) => value as Cell
const readInteger: Read = (value) => (typeof value === 'string' ? exactInteger(value) : (value as number))
/** NaN and the infinities come as texts and have no JSON. */
const readDouble: Read = (value) => (typeof value === 'number' ? value : null)
const readMomentCell: Read = (value) => readMoment(String(value))

const readers: Readonly<Record<string, Read>> = {
  bigint: readInteger,
  decimal: (value) => exactNumber(String(value)),
  double: readDouble,
  real: readDouble,
  date: readMomentCell,
  timestamp: readMomentCell,
  'timestamp with time zone': readMomentCell,
  json: (value) => parseExactly(String(value)) as Cell,
  varbinary: (value) => textOfBytes(Buffer.from(String(value), 'base64')),
}

export function readerOf(signature: Signature): Read {
  const parts = signature.arguments ?? []
  if (signature.rawType === 'array') {
    const read = itemReaderOf(parts[0]!.value as Signature)
    return (value) => (value as unknown[]).map((item) => (item === null ? null : read(item)))
  }
  if (signature.rawType === 'map') {
    const read = itemReaderOf(parts[1]!.value as Signature)
    return (value) => Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, item === null ? null : read(item as unknown)]))
  }
  if (signature.rawType === 'row') {
    const fields = parts.map(({ value }) => value as { readonly fieldName?: { readonly name?: string }; readonly typeSignature: Signature })
    const reads = fields.map((field) => itemReaderOf(field.typeSignature))
    const names = fields.map(({ fieldName }) => fieldName?.name)
    const cellsOf = (value: unknown): Cell[] => (value as unknown[]).map((item, index) => (item === null ? null : reads[index]!(item)))
    if (names.some((name) => name === undefined) || new Set(names).size < names.length) return cellsOf
    return (value) => Object.fromEntries(cellsOf(value).map((cell, index) => [names[index]!, cell]))
  }
  return readers[signature.rawType] ?? asIs
}

/** Moments inside lists and rows stay texts: only whole columns are temporal. */
const itemReaderOf = (signature: Signature): Read => (/^(date|timestamp)/.test(signature.rawType) ? asIs : readerOf(signature))

const momentPattern = /^([+-]?)(\d{4,})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(\.\d+)?)?(?: (\S+))?$/

/** `2021-01-02`, `2021-01-02 03:04:05.123456`, with an offset or the name of a zone: epoch milliseconds with smaller parts as fraction. */
export function readMoment(text: string): number | null {
  const match = momentPattern.exec(text)
  if (!match) return null
  const [, sign, year, month, day, hour = '0', minute = '0', second = '0', fraction, zone] = match
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)))
  date.setUTCFullYear(sign === '-' ? -Number(year) : Number(year), Number(month) - 1, Number(day))
  const shown = date.getTime()
  const part = fraction === undefined ? 0 : Math.round(Number(fraction) * 1e6) / 1000
  return (zone === undefined ? shown : momentShownAs(shown, zone)) + part
}

/** The moment at which clocks of the zone show this. */
function momentShownAs(shown: number, zone: string): number {
  const offset = /^([+-])(\d\d):(\d\d)$/.exec(zone)
  if (offset) return shown - (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60_000
  let moment = shown
  // Twice, because the first guess may lie on the other side of a change of clocks.
  for (let round = 0; round < 2; round++) moment += shown - wallClock(moment, zone)
  return moment
}

/** Bytes that are text are shown as text, others in hexadecimal. */
function textOfBytes(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Not text.
  }
  return `\\x${bytes.toString('hex')}`
}
