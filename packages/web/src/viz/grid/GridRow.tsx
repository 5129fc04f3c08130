import type { VirtualItem } from '@tanstack/react-virtual'
import { Maximize2 } from 'lucide-react'
import { memo } from 'react'
import { joinClasses } from '../../ui/join-classes.ts'
import { t } from '../../words/words.ts'
import type { GridColumn } from '../DataGrid.tsx'
import styles from '../DataGrid.module.css'
import { isMissing, showCell, type CellAt } from './cell-text.ts'

export interface GridRowProps {
  readonly gridId: string
  /** The place of the row on the screen. */
  readonly row: number
  /** The row of the data that stands there. */
  readonly dataRow: number
  readonly top: number
  readonly height: number
  readonly numberWidth: number
  readonly cellAt: CellAt
  readonly columns: readonly GridColumn[]
  /** By column: whether its numbers are written in groups. */
  readonly grouping: readonly boolean[]
  readonly shown: readonly VirtualItem[]
  /** Selected columns of this row: first and last, -1 for none. */
  readonly selectedFrom: number
  readonly selectedTo: number
  /** The active cell's column when it stands in this row, else -1. */
  readonly focusColumn: number
  readonly onExpand: (row: number, column: number) => void
}

/** A cell holds this much text in sight; a line break hides the rest of it. */
const roomFor = (text: string, width: number): boolean => text.length * 6 < width - 20 && !text.includes('\n')
/** The page need not lay out what no cell can show. */
const shownLetters = 500

/** One row of cells. Memoised: scrolling draws only the rows that came into sight. */
export const GridRow = memo(function GridRow({
  gridId,
  row,
  dataRow,
  top,
  height,
  numberWidth,
  cellAt,
  columns,
  grouping,
  shown,
  selectedFrom,
  selectedTo,
  focusColumn,
  onExpand,
}: GridRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      data-row={row}
      className={styles.row}
      style={{ transform: `translateY(${String(top)}px)`, height, lineHeight: `${String(height - 1)}px` }}
    >
      <div role="rowheader" aria-colindex={1} className={styles.number} style={{ width: numberWidth }}>
        {dataRow + 1}
      </div>
      {shown.map(({ index, start, size }) => {
        const column = columns[index]
        if (!column) return null
        const value = cellAt(dataRow, index)
        const isNull = isMissing(value)
        const text = isNull ? t('grid.null') : showCell(value, column.kind, grouping[index])
        const isSelected = index >= selectedFrom && index <= selectedTo && selectedFrom >= 0
        const isActive = index === focusColumn
        return (
          <div
            key={column.key}
            // Only the active one is named from elsewhere; a row that is lent then changes nothing but the texts of its cells.
            id={isActive ? `${gridId}-${String(row)}-${String(index)}` : undefined}
            role="gridcell"
            aria-colindex={index + 2}
            aria-selected={isSelected}
            data-column={index}
            className={joinClasses(
              styles.cell,
              column.kind === 'numeric' && styles.right,
              isNull && styles.missing,
              !isNull && (typeof value === 'object' || column.isNested) && styles.json,
              isSelected && styles.selected,
              isActive && styles.focus,
            )}
            style={{ left: start + numberWidth, width: size }}
          >
            {text.length > shownLetters ? text.slice(0, shownLetters) : text}
            {isActive && !isNull && (typeof value === 'object' || !roomFor(text, size)) && (
              <button
                type="button"
                tabIndex={-1}
                className={styles.expand}
                aria-label={t('grid.expand')}
                title={t('grid.expand')}
                onClick={() => onExpand(row, index)}
              >
                <Maximize2 size={12} aria-hidden />
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
})
