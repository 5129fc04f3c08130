import type { Cell, FrameColumn, Kind } from '@sightline/core'
import { exactNumber, narrowBigint } from '../exact-number.ts'

/** A value as the engine's library gives it. */
export type Value = null | bigint | number | string | Uint8Array
type Read = (value: Value) => Cell

/** Any word may stand where a type is declared; what it says is read as the engine's own rules of affinity do, and times and truth besides. */
export function kindOfDeclared(type: string): Kind {
  const word = type.toUpperCase()
  if (/^(DATE(TIME)?|TIMESTAMP(TZ)?)\b/.test(word)) return 'temporal'
  if (word.startsWith('BOOL')) return 'boolean'
  if (word.includes('INT')) return 'numeric'
  if (/CHAR|CLOB|TEXT|BLOB|JSON|TIME|UUID/.test(word)) return 'string'
  return /REAL|FLOA|DOUB|NUM|DEC/.test(word) ? 'numeric' : 'string'
}

export const typeWord = (declared: string): string =>
  declared
    .toUpperCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/(\d) ?, ?(\d)/, '$1, $2')
    .trim()

/**
 * A column's type is a promise that its values need not keep. So the first values are looked at: where they break the promise, or where
 * nothing was declared, they decide.
 */
export function columnOf(name: string, declared: string | null, first: readonly Value[]): FrameColumn {
  const values = first.filter((value) => value !== null)
  if (declared) {
    const kind = kindOfDeclared(declared)
    if (values.every((value) => keeps(kind, value))) return { name, kind, type: typeWord(declared) }
  }
  if (values.length > 0 && values.every((value) => typeof value === 'bigint')) return { name, kind: 'numeric', type: 'INTEGER' }
  if (values.length > 0 && values.every((value) => typeof value === 'bigint' || typeof value === 'number')) return { name, kind: 'numeric', type: 'REAL' }
  return { name, kind: 'string', type: values.length > 0 && values.every((value) => value instanceof Uint8Array) ? 'BLOB' : 'TEXT' }
}

function keeps(kind: Kind, value: Exclude<Value, null>): boolean {
  if (kind === 'string') return true
  if (kind === 'numeric') return typeof value === 'bigint' || typeof value === 'number'
  if (kind === 'boolean') return value === 0n || value === 1n
  return typeof value === 'string' && (value === '' || readMoment(value) !== null)
}

/** Further down a value may still be of another sort than the column. Then it is read as far as it can be, or it is nothing. */
export function readerOf({ kind, type }: FrameColumn): Read {
  if (kind === 'numeric') return readNumber
  if (kind === 'boolean') return (value) => (value === null || typeof value === 'string' || value instanceof Uint8Array ? null : Number(value) !== 0)
  if (kind === 'temporal') return (value) => (typeof value === 'string' ? readMoment(value) : null)
  return type === 'JSON' ? readJson : readText
}

function readNumber(value: Value): Cell {
  if (typeof value === 'bigint') return narrowBigint(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && /^[+-]?\d*\.?\d+(?:[eE][+-]?\d+)?$/.test(value) ? exactNumber(value) : null
}

function readText(value: Value): Cell {
  if (value === null || typeof value === 'string') return value
  return value instanceof Uint8Array ? textOfBytes(value) : String(value)
}

function readJson(value: Value): Cell {
  if (typeof value !== 'string') return readText(value)
  try {
    return JSON.parse(value) as Cell
  } catch {
    return value
  }
}

/** `2021-01-02`, `2021-01-02 03:04`, `2021-01-02T03:04:05.123456`, with a zone or `Z`: epoch milliseconds with microseconds as fraction. */
export function readMoment(text: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)? ?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = ''] = match
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)))
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (date.getUTCMonth() !== Number(month) - 1 || Number(hour) > 24) return null
  const micros = fraction === '' ? 0 : Math.round(Number(fraction) * 1e6)
  return date.getTime() - zoneOffset(zone) + micros / 1000
}

function zoneOffset(zone: string): number {
  if (zone === '' || zone === 'Z') return 0
  const size = (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || '0')) * 60_000
  return zone.startsWith('-') ? -size : size
}

/** Bytes that are text are shown as text, others in the way of PostgreSQL. */
function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return `\\x${Buffer.from(bytes).toString('hex')}`
  }
}
