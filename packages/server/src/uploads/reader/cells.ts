import type { UploadColumnType } from '@sightline/contract'
import { hasTime, isOrderless, momentOfText } from './moments.ts'
import { ReadProblem } from './read-problem.ts'

/** A moment that the file itself calls one, as workbooks do. */
interface Moment {
  readonly ms: number
  readonly hasTime: boolean
}

/** A cell as a file holds it. Texts are yet to be understood. */
export type RawCell = string | number | boolean | Moment | null

/** How the texts of a column are read. */
export interface Reading {
  readonly type: UploadColumnType
  readonly isDayFirst: boolean
  readonly decimal: string
}

const whole = /^[+-]?\d+$/
const fractional = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const leastInteger = -(2n ** 63n)
const mostInteger = 2n ** 63n - 1n

/** Digits from a place on, at least one. */
function areDigits(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return to > from
}

const signLength = (text: string): number => (text.charCodeAt(0) === 45 || text.charCodeAt(0) === 43 ? 1 : 0)

/** Zeros in front are part of a code, not of a number. */
function isWhole(text: string): boolean {
  const start = signLength(text)
  if (!areDigits(text, start, text.length)) return false
  const digits = text.length - start
  if (digits > 1 && text.charCodeAt(start) === 48) return false
  if (digits < 19) return true
  if (digits > 19) return false
  const value = BigInt(text.charCodeAt(0) === 43 ? text.slice(1) : text)
  return value >= leastInteger && value <= mostInteger
}

function isFractional(text: string, decimal: string): boolean {
  const point = text.indexOf(decimal)
  const start = signLength(text)
  // The usual form needs no pattern: 12.5
  if (point > start && (text.charCodeAt(start) !== 48 || point === start + 1) && areDigits(text, start, point) && areDigits(text, point + 1, text.length))
    return true
  const plain = decimal === '.' ? text : text.includes('.') ? '' : text.replace(decimal, '.')
  if (!fractional.test(plain) || /^[+-]?0\d/.test(plain)) return false
  // Of digits that a double cannot hold, only those behind the point may go.
  return Math.abs(Number(plain)) <= Number.MAX_SAFE_INTEGER || /[.eE]/.test(plain)
}

function truthOf(text: string): boolean | null {
  switch (text.toLowerCase()) {
    case 'true':
      return true
    case 'false':
      return false
    default:
      return null
  }
}

/** A cell in the form that crosses to the server, or undefined if it is not of the column's type. */
export function cellOf(cell: RawCell, { type, isDayFirst, decimal }: Reading): unknown {
  if (cell === null) return null
  switch (type) {
    case 'string':
      return textOf(cell)
    case 'integer':
      return integerOf(cell)
    case 'double': {
      const value = typeof cell === 'string' ? numberOf(cell, decimal) : Number(cell)
      return Number.isFinite(value) ? value : undefined
    }
    case 'decimal': {
      const text = typeof cell === 'string' ? cell.trim().replace(decimal, '.') : String(cell)
      return fractional.test(text) ? text.replace(/^\+/, '') : undefined
    }
    case 'boolean':
      return typeof cell === 'boolean' ? cell : typeof cell === 'object' ? undefined : (truthOf(String(cell).trim()) ?? looseTruth(String(cell).trim()))
    case 'date':
    case 'timestamp': {
      const ms = typeof cell === 'object' ? cell.ms : typeof cell === 'string' ? momentOfText(cell.trim(), isDayFirst) : Number.NaN
      return Number.isNaN(ms) ? undefined : type === 'date' ? Math.floor(ms / 86_400_000) * 86_400_000 : ms
    }
  }
}

function integerOf(cell: Exclude<RawCell, null>): unknown {
  if (typeof cell === 'boolean') return Number(cell)
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell : undefined
  if (typeof cell === 'object') return undefined
  const text = cell.trim()
  if (text.length < 16) {
    const value = Number(text)
    return text !== '' && Number.isInteger(value) ? value : undefined
  }
  if (!whole.test(text)) return undefined
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
  return value >= leastInteger && value <= mostInteger ? value : undefined
}

const numberOf = (text: string, decimal: string): number => {
  const plain = (decimal === '.' ? text : text.replace(decimal, '.')).trim()
  return plain === '' ? Number.NaN : Number(plain)
}

const words: Readonly<Record<string, boolean>> = { '1': true, '0': false, yes: true, no: false, y: true, n: false, t: true, f: false }
const looseTruth = (text: string): boolean | undefined => words[text.toLowerCase()]

/** No database keeps the character zero in a text. */
function textOf(cell: Exclude<RawCell, null>): string {
  if (typeof cell === 'string') return cell.includes('\0') ? cell.replaceAll('\0', '') : cell
  return typeof cell === 'object' ? momentText(cell.ms, cell.hasTime) : String(cell)
}

export function momentText(ms: number, withTime: boolean): string {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return String(ms)
  const text = date.toISOString()
  return withTime ? text.replace(/\.000Z$/, '').replace(/Z$/, '') : text.slice(0, 10)
}

const typeWords: readonly (readonly [RegExp, UploadColumnType])[] = [
  [/^(u?int(8|16|32|64)?|integer|bigint|smallint|long)$/i, 'integer'],
  [/^(decimal|numeric|number)(\(.*\))?$/i, 'decimal'],
  [/^(float(16|32|64)?|double|real)$/i, 'double'],
  [/^(str|string|object|text|varchar|category)$/i, 'string'],
  [/^(bool|boolean)$/i, 'boolean'],
  [/^date$/i, 'date'],
  [/^(datetime|timestamp|datetime64.*)$/i, 'timestamp'],
]

/** The types of the interface, and the words that clients of the reference use for them. */
export function typeOfWord(word: string): UploadColumnType {
  const found = typeWords.find(([pattern]) => pattern.test(word.trim()))
  if (!found) throw new ReadProblem(`There is no data type "${word.slice(0, 50)}".`)
  return found[1]
}

/** What a column may still be, after every cell seen so far. */
export class ColumnGuess {
  private readonly decimal: string
  private readonly prefersDayFirst: boolean
  private isEmpty = true
  private isBoolean = true
  private isInteger = true
  private isDouble = true
  private isMonthFirst = true
  private isDayFirst = true
  private hasTime = false

  constructor(decimal: string, prefersDayFirst: boolean) {
    this.decimal = decimal
    this.prefersDayFirst = prefersDayFirst
  }

  /** A text of a workbook is meant as text; one of a CSV file may be anything. */
  see(cell: RawCell, textIsText: boolean): void {
    if (cell === null) return
    this.isEmpty = false
    if (typeof cell === 'string') {
      if (textIsText) this.rule({})
      else this.seeText(cell)
    } else if (typeof cell === 'number') this.rule({ integer: Number.isSafeInteger(cell), double: true })
    else if (typeof cell === 'boolean') this.rule({ boolean: true })
    else {
      this.rule({ moment: true })
      this.hasTime ||= cell.hasTime
    }
  }

  private seeText(text: string): void {
    if (this.isBoolean && truthOf(text) === null) this.isBoolean = false
    if (this.isInteger && !isWhole(text)) this.isInteger = false
    if (this.isDouble && !isFractional(text, this.decimal)) this.isDouble = false
    if (this.isMonthFirst || this.isDayFirst) this.seeMoment(text)
  }

  private seeMoment(text: string): void {
    if (isOrderless(text)) {
      if (Number.isNaN(momentOfText(text, false))) this.isMonthFirst = this.isDayFirst = false
    } else {
      if (this.isMonthFirst && Number.isNaN(momentOfText(text, false))) this.isMonthFirst = false
      if (this.isDayFirst && Number.isNaN(momentOfText(text, true))) this.isDayFirst = false
    }
    if (!this.hasTime) this.hasTime = hasTime(text)
  }

  private rule(possible: { readonly boolean?: boolean; readonly integer?: boolean; readonly double?: boolean; readonly moment?: boolean }): void {
    this.isBoolean &&= possible.boolean ?? false
    this.isInteger &&= possible.integer ?? false
    this.isDouble &&= possible.double ?? false
    this.isMonthFirst &&= possible.moment ?? false
    this.isDayFirst &&= possible.moment ?? false
  }

  /** Days first where the sender says so, or where the other order fits no longer. */
  get reading(): Reading {
    const isDayFirst = this.isDayFirst && (this.prefersDayFirst || !this.isMonthFirst)
    return { type: this.type, isDayFirst, decimal: this.decimal }
  }

  private get type(): UploadColumnType {
    if (this.isEmpty) return 'string'
    if (this.isBoolean) return 'boolean'
    if (this.isInteger) return 'integer'
    if (this.isDouble) return 'double'
    if (this.isMonthFirst || this.isDayFirst) return this.hasTime ? 'timestamp' : 'date'
    return 'string'
  }
}
