import { readNaturalDate } from '../time/natural-date.ts'
import type { Operand } from './ast.ts'
import { formatDate } from './date-format.ts'
import { isTemporalColumn, kindOfType, type QueryDatasetColumn } from './query-dataset.ts'
import type { TimeSide } from './zone-times.ts'

/** `null` is the database's NULL; `unfit` a value that no row of the column can equal. */
export type FilterValue = Operand | 'null' | 'unfit'

const isInt32 = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= 0x7fff_ffff

/** A number whose digits the database must not squeeze into the type of the column beside it. */
const numberOperand = (value: number, column: QueryDatasetColumn | undefined): Operand => {
  const isPlain = isInt32(value) || (Number.isSafeInteger(value) && /bigint|int8/i.test(column?.type ?? ''))
  return isPlain ? { kind: 'value', value } : { kind: 'value', value, as: 'number' }
}

/** Pasted values carry stray white space and quotes around them. */
function trimText(text: string): string {
  const trimmed = text.replace(/^[\t\n]+|[\t\n]+$/g, '')
  return trimmed.length > 1 && /^(['"])[\s\S]*\1$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed
}

/** A moment the way the column keeps it. */
export function momentOperand(moment: Date, column: QueryDatasetColumn | undefined): Operand {
  const format = column?.dateFormat
  if (format === 'epoch_s') return numberOperand(Math.floor(moment.getTime() / 1000), column)
  if (format === 'epoch_ms') return numberOperand(moment.getTime(), column)
  if (column && kindOfType(column.type) === 'string') return { kind: 'value', value: formatDate(moment, format ?? '%Y-%m-%d %H:%M:%S.%f') }
  if (column && kindOfType(column.type) === 'numeric' && format) return numberOperand(Number(formatDate(moment, format)), column)
  return { kind: 'moment', moment, type: column?.type ?? 'TIMESTAMP' }
}

/** The value of a filter as the column wants it. */
export function readFilterValue(value: unknown, column: QueryDatasetColumn | undefined, side: TimeSide): FilterValue {
  if (value === null || value === undefined || value === '<NULL>') return 'null'
  if (typeof value === 'object' || typeof value === 'function') return 'unfit'
  const kind = column && isTemporalColumn(column) ? 'temporal' : column ? kindOfType(column.type) : null
  const given = typeof value === 'string' ? (value === '<empty string>' ? '' : trimText(value)) : (value as number | boolean)
  if (typeof given === 'number' && !Number.isFinite(given)) return 'unfit'
  if (kind === 'temporal') return readMoment(given, column!, side)
  if (kind === 'boolean') return readFlag(given)
  if (kind === 'numeric') {
    if (typeof given === 'boolean') return { kind: 'value', value: Number(given) }
    const number = typeof given === 'number' ? given : given.trim() === '' ? NaN : Number(given)
    if (!Number.isFinite(number)) return 'unfit'
    // Digits beyond a double stay as they were written.
    if (typeof given === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(given) && given.replace(/\D/g, '').length > 15 && !Number.isSafeInteger(number))
      return { kind: 'value', value: given.trim(), as: 'number' }
    return numberOperand(number, column)
  }
  if (kind === 'string' && typeof given !== 'string') return { kind: 'value', value: String(given) }
  return typeof given === 'number' ? numberOperand(given, column) : { kind: 'value', value: given }
}

function readFlag(given: string | number | boolean): FilterValue {
  if (typeof given === 'boolean') return { kind: 'value', value: given }
  const text = String(given).trim().toLowerCase()
  if (['true', '1', 't', 'yes'].includes(text)) return { kind: 'value', value: true }
  return ['false', '0', 'f', 'no'].includes(text) ? { kind: 'value', value: false } : 'unfit'
}

/** Numbers are milliseconds since 1970. */
function readMoment(given: string | number | boolean, column: QueryDatasetColumn, side: TimeSide): FilterValue {
  if (typeof given === 'boolean') return 'unfit'
  if (typeof given === 'number') {
    const moment = side.fromMoment(given)
    return Number.isNaN(moment.getTime()) ? 'unfit' : momentOperand(moment, column)
  }
  // The way lists of values write moments.
  if (/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(given)) {
    const moment = side.fromMoment(Date.parse(given))
    if (!Number.isNaN(moment.getTime())) return momentOperand(moment, column)
  }
  if (/^\d{4}-\d{1,2}-\d{1,2}/.test(given)) {
    const date = readNaturalDate(given, new Date(0))
    if (date.ok) return momentOperand(side.fromWall(date.value), column)
  }
  return { kind: 'value', value: given }
}
