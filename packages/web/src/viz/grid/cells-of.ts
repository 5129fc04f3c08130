import type { CellAt } from './cell-text.ts'

/** Columns of cells, read in place: no row is ever built. */
export const cellsOf =
  (values: readonly (readonly unknown[])[]): CellAt =>
  (row, column) =>
    values[column]?.[row]
