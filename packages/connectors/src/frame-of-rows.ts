import type { Cell, Frame, FrameColumn } from '@sightline/core'

/** Rows as a driver has them → columns of cells. */
export function frameOfRows<Value>(
  columns: readonly FrameColumn[],
  readers: readonly ((value: NonNullable<Value>) => Cell)[],
  rows: readonly (readonly Value[])[],
): Frame {
  const values = readers.map((read, index) => {
    const cells: Cell[] = []
    for (const row of rows) {
      const value = row[index]
      cells.push(value === null || value === undefined ? null : read(value))
    }
    return cells
  })
  return { columns, values, length: rows.length }
}
