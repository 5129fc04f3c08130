import { isDigits, type CellAt } from './cell-text.ts'
import { sumExactly } from './sum-exactly.ts'

export interface CellPlace {
  readonly row: number
  readonly column: number
}

export interface Selection {
  readonly anchor: CellPlace
  readonly focus: CellPlace
}

export const boundsOf = ({ anchor, focus }: Selection): { top: number; bottom: number; left: number; right: number } => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column),
})

/** Where a key takes the active cell; undefined for keys that mean nothing here. */
export function moveFocus(
  from: CellPlace,
  key: string,
  isCtrl: boolean,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): CellPlace | undefined {
  const clamp = (row: number, column: number): CellPlace => ({
    row: Math.max(0, Math.min(size.rows - 1, row)),
    column: Math.max(0, Math.min(size.columns - 1, column)),
  })
  switch (key) {
    case 'ArrowDown':
      return isCtrl ? clamp(size.rows, from.column) : clamp(from.row + 1, from.column)
    case 'ArrowUp':
      return isCtrl ? clamp(0, from.column) : clamp(from.row - 1, from.column)
    case 'ArrowRight':
      return isCtrl ? clamp(from.row, size.columns) : clamp(from.row, from.column + 1)
    case 'ArrowLeft':
      return isCtrl ? clamp(from.row, 0) : clamp(from.row, from.column - 1)
    case 'PageDown':
      return clamp(from.row + size.page, from.column)
    case 'PageUp':
      return clamp(from.row - size.page, from.column)
    case 'Home':
      return clamp(isCtrl ? 0 : from.row, 0)
    case 'End':
      return clamp(isCtrl ? size.rows : from.row, size.columns)
    default:
      return undefined
  }
}

export interface Summary {
  readonly cells: number
  readonly numbers: number
  /** A text where a double would not hold its digits. */
  readonly sum: number | string
}

/** Counts and adds the numbers of a range; huge ranges are not worth a pause. `isNumeric` says of which columns texts of digits are numbers. */
export function summarise(cellAt: CellAt, rowAt: (place: number) => number, isNumeric: (column: number) => boolean, selection: Selection): Summary {
  const { top, bottom, left, right } = boundsOf(selection)
  const cells = (bottom - top + 1) * (right - left + 1)
  if (cells > 500_000) return { cells, numbers: 0, sum: 0 }
  let numbers = 0
  let sum = 0
  const exact: string[] = []
  for (let place = top; place <= bottom; place++) {
    const row = rowAt(place)
    for (let column = left; column <= right; column++) {
      if (!isNumeric(column)) continue
      const value = cellAt(row, column)
      if (typeof value === 'number') {
        numbers++
        sum += value
      } else if (typeof value === 'bigint' || isDigits(value)) {
        numbers++
        exact.push(String(value))
      }
    }
  }
  return { cells, numbers, sum: exact.length === 0 ? sum : (sumExactly([...exact, String(sum)]) ?? exact.reduce((all, text) => all + Number(text), sum)) }
}
