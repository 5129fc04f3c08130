import type { Cell, FrameColumn, Kind } from '@sightline/core'
import { exactInteger, exactNumber } from '../exact-number.ts'

/** What the library hands over: numbers up to 32 bits and doubles as numbers, everything longer as text, bytes as bytes. */
export type Value = null | number | string | Uint8Array
type Read = (value: Value) => Cell

/** A column as the server describes it before the rows. */
export interface Field {
  readonly name: string
  readonly columnType?: number | undefined
  readonly characterSet?: number | undefined
  readonly columnLength?: number | undefined
  readonly decimals?: number | undefined
  readonly flags?: number | readonly string[] | undefined
  /** Of its texts, by the library's name. */
  readonly encoding?: string | undefined
  /** MariaDB only: `uuid`, `inet6` … and `json`, which are texts on the wire. */
  readonly extendedTypeName?: string | undefined
  readonly extendedFormat?: string | undefined
}

const binaryCharset = 63
const unsignedFlag = 32

const words: Readonly<Record<number, string>> = {
  0: 'DECIMAL',
  1: 'TINYINT',
  2: 'SMALLINT',
  3: 'INTEGER',
  4: 'FLOAT',
  5: 'DOUBLE',
  6: 'NULL',
  7: 'TIMESTAMP',
  8: 'BIGINT',
  9: 'MEDIUMINT',
  10: 'DATE',
  11: 'TIME',
  12: 'DATETIME',
  13: 'YEAR',
  15: 'VARCHAR',
  16: 'BIT',
  245: 'JSON',
  246: 'DECIMAL',
  247: 'ENUM',
  248: 'SET',
  255: 'GEOMETRY',
}

const texts = new Set([249, 250, 251, 252, 253, 254])

/** Bits of a text per character of its character set are not told; every text travels as utf8mb4. */
function wordOf(field: Field): string {
  const type = field.columnType ?? 253
  if (field.extendedFormat === 'json') return 'JSON'
  if (field.extendedTypeName) return field.extendedTypeName.toUpperCase()
  if (texts.has(type)) {
    const isBinary = field.characterSet === binaryCharset
    if (type >= 249 && type <= 252) return isBinary ? 'BLOB' : 'TEXT'
    if (type === 254) return isBinary ? 'BINARY' : 'CHAR'
    return isBinary ? 'VARBINARY' : 'VARCHAR'
  }
  const word = words[type] ?? 'VARCHAR'
  if (word === 'DECIMAL') return `DECIMAL(${precisionOf(field)}, ${field.decimals ?? 0})`
  if (word === 'BIT') return `BIT(${field.columnLength ?? 1})`
  return isUnsigned(field) && /INT/.test(word) ? `${word} UNSIGNED` : word
}

export const isUnsigned = ({ flags }: Field): boolean =>
  (Array.isArray(flags) ? flags.includes('UNSIGNED') : ((flags as number | undefined) ?? 0) & unsignedFlag) !== 0

/** The length counts the sign and the point. */
function precisionOf(field: Field): number {
  const length = field.columnLength ?? 10
  return length - ((field.decimals ?? 0) > 0 ? 1 : 0) - (isUnsigned(field) ? 0 : 1)
}

/** By the first word of a type: the same for a result and for a table's columns. */
export function kindOfWord(word: string): Kind {
  const upper = word.toUpperCase()
  if (/^BIT(\(1\))?$/.test(upper)) return 'boolean'
  if (/^(TINYINT|SMALLINT|MEDIUMINT|INT|INTEGER|BIGINT|DECIMAL|NUMERIC|FLOAT|DOUBLE|REAL|YEAR|BIT|NULL)\b/.test(upper)) return 'numeric'
  return /^(DATE|DATETIME|TIMESTAMP)\b/.test(upper) ? 'temporal' : 'string'
}

export function columnOf(field: Field): FrameColumn {
  const word = wordOf(field)
  return { name: field.name, kind: kindOfWord(word), type: word }
}

export function readerOf(field: Field): Read {
  const word = wordOf(field)
  if (word === 'BIT(1)') return (value) => (value === null ? null : bitsOf(value) !== 0n)
  if (word.startsWith('BIT(')) return (value) => (value === null ? null : exactInteger(String(bitsOf(value))))
  if (/INT|YEAR/.test(word)) return (value) => (typeof value === 'string' ? exactInteger(value) : (value as Cell))
  if (word === 'DOUBLE') return (value) => (value === null ? null : Number(value))
  if (word.startsWith('DECIMAL')) return (value) => (typeof value === 'string' ? exactNumber(value) : (value as Cell))
  // Written with the six digits that the server itself writes.
  if (word === 'FLOAT') return (value) => (value === null ? null : Number(Number(value).toPrecision(6)))
  if (kindOfWord(word) === 'temporal') return (value) => (typeof value === 'string' ? readMoment(value) : null)
  if (word === 'JSON') return readJson
  return (value) => (value instanceof Uint8Array ? textOfBytes(value) : typeof value === 'number' ? String(value) : value)
}

function bitsOf(value: Exclude<Value, null>): bigint {
  if (value instanceof Uint8Array) return value.length === 0 ? 0n : BigInt(`0x${Buffer.from(value).toString('hex')}`)
  return BigInt(value)
}

function readJson(value: Value): Cell {
  const text = value instanceof Uint8Array ? textOfBytes(value) : value
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text) as Cell
  } catch {
    return text
  }
}

/** `2021-01-02`, `2021-01-02 03:04:05.123456`, in UTC. Dates with a zero in them are no dates and become null. */
export function readMoment(text: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(\.\d+)?)?$/.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = ''] = match
  if (month === '00' || day === '00') return null
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)))
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getTime() + (fraction === '' ? 0 : Math.round(Number(fraction) * 1e6) / 1000)
}

/** Bytes that are text are shown as text, others in the way of PostgreSQL. */
function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return `\\x${Buffer.from(bytes).toString('hex')}`
  }
}
