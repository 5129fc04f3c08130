import { compareCells } from './cell-text.ts'

export interface Sorting {
  readonly column: number
  readonly isDescending: boolean
}

type Row = readonly unknown[]

const isMissing = (value: unknown): boolean => value === null || value === undefined

/** The order in which rows are shown: indexes into them. Nothing is copied. */
export function orderRows(rows: readonly Row[], search: string, sorting: Sorting | undefined): Uint32Array {
  const wanted = search.trim().toLowerCase()
  const matches = (row: Row): boolean =>
    row.some((value) => !isMissing(value) && (typeof value === 'object' ? JSON.stringify(value) : String(value as string)).toLowerCase().includes(wanted))
  const found: number[] = []
  for (let index = 0; index < rows.length; index++) if (wanted === '' || matches(rows[index]!)) found.push(index)
  if (!sorting) return Uint32Array.from(found)
  const { column, isDescending } = sorting
  const present = found.filter((index) => !isMissing(rows[index]![column]))
  const missing = found.filter((index) => isMissing(rows[index]![column]))
  const sign = isDescending ? -1 : 1
  present.sort((one, other) => sign * compareCells(rows[one]![column], rows[other]![column]) || one - other)
  return Uint32Array.from([...present, ...missing])
}

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

/** Counts and adds the numbers of a range; huge ranges are not worth a pause. */
export function summarise(
  rows: readonly Row[],
  order: Uint32Array,
  selection: Selection,
): { readonly cells: number; readonly numbers: number; readonly sum: number } {
  const { top, bottom, left, right } = boundsOf(selection)
  const cells = (bottom - top + 1) * (right - left + 1)
  if (cells > 500_000) return { cells, numbers: 0, sum: 0 }
  let numbers = 0
  let sum = 0
  for (let row = top; row <= bottom; row++) {
    const values = rows[order[row]!]
    for (let column = left; column <= right; column++) {
      const value = values?.[column]
      if (typeof value === 'number') {
        numbers++
        sum += value
      }
    }
  }
  return { cells, numbers, sum }
}
