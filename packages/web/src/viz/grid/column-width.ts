import type { Kind } from '@sightline/core'
import { showCell, type CellAt } from './cell-text.ts'

const perCharacter = 7.4
/** So many rows tell how wide a column has to be. */
export const measuredRows = 60

/** Wide enough for the name and what the first rows hold, within reason. */
export const startColumnWidth = (column: { readonly label: string; readonly kind: Kind }, cellAt: CellAt, rows: number, index: number): number => {
  let longest = column.label.length + 4
  for (let row = 0; row < Math.min(rows, measuredRows); row++) longest = Math.max(longest, showCell(cellAt(row, index), column.kind).length)
  return Math.round(Math.max(88, Math.min(320, longest * perCharacter + 28)))
}

/** Room for the number of the last row. */
export const numberColumnWidth = (rows: number): number => Math.max(48, Math.round(String(rows).length * perCharacter + 20))
