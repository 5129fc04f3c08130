import type { Kind } from '@sightline/core'

const grouped = new Intl.NumberFormat(undefined, { maximumFractionDigits: 12 })
const ungrouped = new Intl.NumberFormat(undefined, { maximumFractionDigits: 12, useGrouping: false })
const separators = Object.fromEntries(grouped.formatToParts(-12345.5).map(({ type, value }) => [type, value]))

/** Reads the cell at a place. Another function is other data; rows that are added at the end are not. */
export type CellAt = (row: number, column: number) => unknown

export const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined

const digits = /^-?\d+(?:\.\d+)?$/
/** Digits that no double holds come as texts; they are numbers all the same. */
export const isDigits = (value: unknown): value is string => typeof value === 'string' && digits.test(value)

const sampledRows = 1000

/** Columns that hold numbers of five digits and more are read in groups; years and small counts are not. One column is written one way. */
export const needsGroups = (cellAt: CellAt, rows: number, column: number): boolean => {
  // Numbers often grow towards the end: the last row is among those looked at.
  const stride = Math.max(1, Math.ceil(rows / sampledRows))
  for (let row = rows - 1; row >= 0; row -= stride) {
    const value = cellAt(row, column)
    if ((typeof value === 'number' || typeof value === 'bigint') && (value >= 10_000 || value <= -10_000)) return true
    if (isDigits(value) && Math.abs(Number(value)) >= 10_000) return true
  }
  return false
}

/** Texts in place of times are compared and read as they are; milliseconds as a date, with its time unless that is midnight. */
export const isoOf = (moment: number): string => {
  if (!Number.isFinite(moment) || Math.abs(moment) > 8.64e15) return String(moment)
  const text = new Date(moment).toISOString()
  if (text.endsWith('T00:00:00.000Z')) return text.slice(0, -14)
  return text.replace('T', ' ').replace(/(?:\.000)?Z$/, '')
}

const showDigits = (text: string, isGrouped: boolean): string => {
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const groups = isGrouped ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, separators['group'] ?? ',') : whole
  return `${text.startsWith('-') ? (separators['minusSign'] ?? '-') : ''}${groups}${fraction === undefined ? '' : `${separators['decimal'] ?? '.'}${fraction}`}`
}

const showNumber = (value: number, isGrouped: boolean): string =>
  value !== 0 && Math.abs(value) < 1e-6 ? String(value) : (isGrouped ? grouped : ungrouped).format(value)

/** A value as a person reads it in a cell. Nulls have no text; the cell draws them. Digits beyond a double are never rounded. */
export const showCell = (value: unknown, kind: Kind, isGrouped = true): string => {
  if (isMissing(value)) return ''
  if (kind === 'temporal') {
    if (typeof value === 'number') return isoOf(value)
    return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T00:00:00(\.0+)?$/, '$1').replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ') : String(value)
  }
  if (typeof value === 'number') return showNumber(value, isGrouped)
  if (typeof value === 'bigint') return showDigits(String(value), isGrouped)
  if (kind === 'numeric' && isDigits(value)) return showDigits(value, isGrouped)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value as string | boolean)
}

/** A value as another program reads it: unrounded, ungrouped, on one line. */
export const copyCell = (value: unknown, kind: Kind): string => {
  const text = plainCell(value, kind)
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** All of a value, as it is. */
export const plainCell = (value: unknown, kind: Kind): string => {
  if (isMissing(value)) return ''
  return kind === 'temporal' || typeof value === 'object' ? showCell(value, kind) : String(value as string | number | boolean | bigint)
}
