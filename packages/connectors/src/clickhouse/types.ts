import type { Cell, FrameColumn, Kind } from '@sightline/core'
import { exactInteger, exactNumber } from '../exact-number.ts'

/** Value of the answer's JSON → cell. Whole numbers of sixteen digits and more come as texts. */
type Read = (value: unknown) => Cell

export interface TypeTree {
  readonly name: string
  /** Types and other words between the parentheses; a field of a tuple has its name before its type. */
  readonly parts: readonly string[]
}

/** `Map(String, Array(Int8))` → `Map` and its two parts. Texts in quotes may hold anything. */
export function readType(text: string): TypeTree {
  const open = text.indexOf('(')
  if (open < 0) return { name: text.trim(), parts: [] }
  const parts: string[] = []
  let [depth, start] = [0, open + 1]
  for (let at = open + 1; at < text.length; at++) {
    const character = text[at]!
    if (character === "'" || character === '`') at = endOfQuoted(text, at)
    else if (character === '(') depth++
    else if ((character === ',' && depth === 0) || (character === ')' && depth-- === 0)) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  return { name: text.slice(0, open).trim(), parts: parts.filter((part) => part !== '') }
}

function endOfQuoted(text: string, at: number): number {
  const quote = text[at]
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === '\\') next++
    else if (text[next] === quote) return next
  }
  return text.length
}

/** Whether a value may be missing and how texts are kept says nothing about what the values are. */
export function plainType(type: string): string {
  const { name, parts } = readType(type)
  return (name === 'Nullable' || name === 'LowCardinality') && parts[0] !== undefined ? plainType(parts[0]) : type
}

export const columnOf = (name: string, type: string): FrameColumn => ({ name, kind: kindOfType(type), type: plainType(type) })

export function kindOfType(type: string): Kind {
  const { name, parts } = readType(plainType(type))
  if (/^(U?Int\d+|Float\d+|BFloat16|Decimal\d*)$/.test(name)) return 'numeric'
  if (/^(Date|Date32|DateTime|DateTime64)$/.test(name)) return 'temporal'
  if (name === 'Bool') return 'boolean'
  if (name === 'SimpleAggregateFunction' && parts[1]) return kindOfType(parts[1])
  return name === 'Nothing' ? 'numeric' : 'string'
}

const asIs: Read = (value) => value as Cell
const readInteger: Read = (value) => (typeof value === 'string' ? exactInteger(value) : (value as number))
const readDecimal: Read = (value) => exactNumber(String(value))
const readFloat: Read = (value) => (typeof value === 'number' ? value : null)

export function readerOf(type: string): Read {
  const { name, parts } = readType(plainType(type))
  if (/^U?Int\d+$/.test(name)) return readInteger
  if (name.startsWith('Decimal')) return readDecimal
  if (/^B?Float\d+$/.test(name)) return readFloat
  if (/^Date(32)?$/.test(name) || name.startsWith('DateTime')) return (value) => readMoment(String(value))
  return readerOfNested(name, parts) ?? asIs
}

function readerOfNested(name: string, parts: readonly string[]): Read | null {
  if (name === 'SimpleAggregateFunction' && parts[1]) return readerOf(parts[1])
  if (name === 'Array' && parts[0]) {
    const read = itemReaderOf(parts[0])
    return (value) => (value as unknown[]).map((item) => (item === null ? null : read(item)))
  }
  if (name === 'Map' && parts[1]) {
    const read = itemReaderOf(parts[1])
    return (value) => Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, item === null ? null : read(item as unknown)]))
  }
  if (name !== 'Tuple') return null
  const reads = parts.map((part) => itemReaderOf(typeOfField(part)))
  return (value) => {
    const cells = Object.entries(value as object).map(([key, item], index) => [key, item === null ? null : (reads[index] ?? asIs)(item as unknown)] as const)
    return Array.isArray(value) ? cells.map(([, cell]) => cell) : Object.fromEntries(cells)
  }
}

/** ``name Type`` or `Type`: the type begins after the first blank that stands outside quotes and parentheses. */
function typeOfField(part: string): string {
  const named = /^(?:`(?:[^`\\]|\\.)*`|[^\s(),'`]+)\s+(.+)$/s.exec(part)
  return named ? named[1]! : part
}

/** Moments inside lists and tuples stay texts: only whole columns are temporal. */
const itemReaderOf = (type: string): Read => (kindOfType(type) === 'temporal' ? asIs : readerOf(type))

/** `2021-01-02` or `2021-01-02T03:04:05.123456Z`: epoch milliseconds with smaller parts as fraction. */
function readMoment(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(\.\d+)?Z)?$/.exec(text)
  if (!match) return null
  const [, day, time = '00:00:00', fraction] = match
  return Date.parse(`${day}T${time}Z`) + (fraction === undefined ? 0 : Math.round(Number(fraction) * 1e6) / 1000)
}
