import type { Kind } from '@sightline/core'

const grouped = new Intl.NumberFormat(undefined, { maximumFractionDigits: 12 })
const ungrouped = new Intl.NumberFormat(undefined, { maximumFractionDigits: 12, useGrouping: false })

/** Columns that hold numbers of five digits and more are read in groups; years and small counts are not. One column is written one way. */
export const needsGroups = (rows: readonly (readonly unknown[])[], column: number): boolean =>
  rows.slice(0, 1000).some((row) => typeof row[column] === 'number' && Math.abs(row[column]) >= 10_000)

const isoOf = (moment: number): string => {
  const text = new Date(moment).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

/** A value as a person reads it in a cell. Nulls have no text; the cell draws them. */
export const showCell = (value: unknown, kind: Kind, isGrouped = true): string => {
  if (value === null || value === undefined) return ''
  if (kind === 'temporal') {
    if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? isoOf(value) : String(value)
    return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T00:00:00(\.0+)?$/, '$1').replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ') : String(value)
  }
  if (typeof value === 'number') return (isGrouped ? grouped : ungrouped).format(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value as string | boolean | bigint)
}

/** A value as another program reads it: unrounded, ungrouped, on one line. */
export const copyCell = (value: unknown, kind: Kind): string => {
  if (value === null || value === undefined) return ''
  const text = kind === 'temporal' || typeof value === 'object' ? showCell(value, kind) : String(value as string | number | boolean | bigint)
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Nulls last in both directions; numbers as numbers, texts as a person sorts them. */
export const compareCells = (one: unknown, other: unknown): number => {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other)
  return collator.compare(typeof one === 'object' ? JSON.stringify(one) : String(one), typeof other === 'object' ? JSON.stringify(other) : String(other))
}
