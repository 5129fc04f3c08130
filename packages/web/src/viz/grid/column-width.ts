import type { Kind } from '@sightline/core'
import { showCell } from './cell-text.ts'

const perCharacter = 7.2

/** Wide enough for the name and what the first rows hold, within reason. */
export const startColumnWidth = (column: { readonly label: string; readonly kind: Kind }, rows: readonly (readonly unknown[])[], index: number): number => {
  let longest = column.label.length + 4
  for (const row of rows.slice(0, 60)) longest = Math.max(longest, showCell(row[index], column.kind).length)
  return Math.round(Math.max(88, Math.min(320, longest * perCharacter + 24)))
}

/** Room for the number of the last row. */
export const numberColumnWidth = (rows: number): number => Math.max(48, Math.round(String(rows).length * perCharacter + 20))
