import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import { joinClasses } from '../../ui/join-classes.ts'
import { t } from '../../words/words.ts'
import type { GridColumn } from '../DataGrid.tsx'
import styles from '../DataGrid.module.css'
import { showCell } from './cell-text.ts'

export interface GridRowProps {
  readonly gridId: string
  readonly row: number
  /** The place of the row in the data, counted from one. */
  readonly number: number
  readonly top: number
  readonly height: number
  readonly numberWidth: number
  readonly values: readonly unknown[]
  readonly columns: readonly GridColumn[]
  /** By column: whether its numbers are written in groups. */
  readonly grouping: readonly boolean[]
  readonly shown: readonly VirtualItem[]
  /** Selected columns of this row: first and last, -1 for none. */
  readonly selectedFrom: number
  readonly selectedTo: number
  /** The active cell's column when it stands in this row, else -1. */
  readonly focusColumn: number
}

/** One row of cells. Memoised: scrolling draws only the rows that came into sight. */
export const GridRow = memo(function GridRow({
  gridId,
  row,
  number,
  top,
  height,
  numberWidth,
  values,
  columns,
  grouping,
  shown,
  selectedFrom,
  selectedTo,
  focusColumn,
}: GridRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={styles.row}
      style={{ transform: `translateY(${String(top)}px)`, height, lineHeight: `${String(height - 1)}px` }}
    >
      <div role="rowheader" aria-colindex={1} className={styles.number} style={{ width: numberWidth }}>
        {number}
      </div>
      {shown.map(({ index, start, size }) => {
        const column = columns[index]
        if (!column) return null
        const value = values[index]
        const isMissing = value === null || value === undefined
        const isSelected = index >= selectedFrom && index <= selectedTo && selectedFrom >= 0
        return (
          <div
            key={column.key}
            id={`${gridId}-${String(row)}-${String(index)}`}
            role="gridcell"
            aria-colindex={index + 2}
            aria-selected={isSelected}
            data-row={row}
            data-column={index}
            className={joinClasses(
              styles.cell,
              column.kind === 'numeric' && styles.right,
              isMissing && styles.missing,
              typeof value === 'object' && !isMissing && styles.json,
              isSelected && styles.selected,
              index === focusColumn && styles.focus,
            )}
            style={{ left: start + numberWidth, width: size }}
          >
            {isMissing ? t('grid.null') : showCell(value, column.kind, grouping[index])}
          </div>
        )
      })}
    </div>
  )
})
