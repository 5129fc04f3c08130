import type { Kind } from '@sightline/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { t } from '../words/words.ts'
import styles from './DataGrid.module.css'
import { CellDialog } from './grid/CellDialog.tsx'
import { isMissing, needsGroups, showCell, type CellAt } from './grid/cell-text.ts'
import { measuredRows, numberColumnWidth, startColumnWidth } from './grid/column-width.ts'
import { copyRows } from './grid/copy-rows.ts'
import { GridHead } from './grid/GridHead.tsx'
import { GridRow } from './grid/GridRow.tsx'
import { GridStatus } from './grid/GridStatus.tsx'
import { boundsOf, moveFocus, summarise, type CellPlace, type Selection } from './grid/selection.ts'
import type { Sorting } from './grid/sort-steps.ts'
import { useOrder } from './grid/use-order.ts'

export interface GridColumn {
  readonly key: string
  readonly label: string
  readonly kind: Kind
  /** The database's own word for its type. */
  readonly type?: string | undefined
  /** Its cells are JSON: lists, structs, documents. */
  readonly isNested?: boolean
}

export interface DataGridProps {
  /** The accessible name: what these rows are. */
  readonly label: string
  readonly columns: readonly GridColumn[]
  /** How many rows there are by now; they may become more while the grid is shown. */
  readonly rowCount: number
  /** Another function is other data: selection and order begin anew. */
  readonly cellAt: CellAt
  readonly search?: string
  readonly rowHeight?: number
  /** Stands where rows would, if there is none. */
  readonly emptyText?: string
  /** At the end of the line below; with it the line is always there. */
  readonly statusEnd?: ReactNode
}

const headHeight = 32
const overscanRows = 8

/** Rows and columns as a spreadsheet shows them; only what is on the screen exists in the page. */
export const DataGrid = ({ label, columns, rowCount, cellAt, search = '', rowHeight = 28, emptyText, statusEnd }: DataGridProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [sorting, setSorting] = useState<Sorting>()
  const [selection, setSelection] = useState<Selection>()
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const [expanded, setExpanded] = useState<CellPlace>()
  const isDragging = useRef(false)
  const id = useId()
  const kinds = useMemo(() => columns.map(({ kind }) => kind), [columns])
  const { count, rowAt, isBusy } = useOrder({ cellAt, kinds, rows: rowCount, search, sorting })
  // While rows arrive the first of them stay the first: nothing that was measured is measured again.
  const measured = Math.min(rowCount, measuredRows)
  const startWidths = useMemo(() => columns.map((column, index) => startColumnWidth(column, cellAt, measured, index)), [columns, cellAt, measured])
  // Looked at again when there are twice as many.
  const sampled = rowCount < 1000 ? rowCount : 2 ** Math.floor(Math.log2(rowCount))
  const grouping = useMemo(() => columns.map((_, index) => needsGroups(cellAt, sampled, index)), [columns, cellAt, sampled])
  const numberWidth = numberColumnWidth(rowCount)
  const widthAt = (index: number): number => widths[columns[index]?.key ?? ''] ?? startWidths[index] ?? 120

  // The virtualiser is read in the same render that draws with it; nothing is handed to memoised children.
  // oxlint-disable-next-line react/incompatible-library
  const vertical = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    // Rows begin below the head and columns beside the numbers: without this the last ones would be scrolled to but not into sight.
    scrollPaddingEnd: headHeight,
  })
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: widthAt,
    overscan: 4,
    scrollPaddingEnd: numberWidth,
  })
  useEffect(() => horizontal.measure(), [horizontal, widths, startWidths])
  useEffect(() => setSelection(undefined), [cellAt, search, sorting])

  const bounds = selection && boundsOf(selection)
  const summary = useMemo(
    () => (selection ? summarise(cellAt, rowAt, (column) => kinds[column] === 'numeric', selection) : undefined),
    [cellAt, rowAt, kinds, selection],
  )
  const cellId = ({ row, column }: CellPlace): string => `${id}-${String(row)}-${String(column)}`
  const expand = useCallback((row: number, column: number) => setExpanded({ row, column }), [])

  const copySelection = (): void => {
    if (!bounds) return
    void copyRows({ columns: columns.slice(bounds.left, bounds.right + 1), from: bounds.left, cellAt, rowAt, top: bounds.top, bottom: bounds.bottom })
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current) return
    const isCtrl = event.ctrlKey || event.metaKey
    const take = (action: () => void): void => {
      event.preventDefault()
      action()
    }
    if (isCtrl && event.key.toLowerCase() === 'c' && selection) return take(copySelection)
    if (isCtrl && event.key.toLowerCase() === 'a' && count > 0)
      return take(() => setSelection({ anchor: { row: 0, column: 0 }, focus: { row: count - 1, column: columns.length - 1 } }))
    if (event.key === 'Enter' && !isCtrl && selection) return take(() => setExpanded(selection.focus))
    if (event.key === 'Escape') return setSelection(undefined)
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const next = moveFocus(selection?.focus ?? { row: 0, column: 0 }, event.key, isCtrl, { rows: count, columns: columns.length, page })
    if (!next || count === 0) return
    event.preventDefault()
    const focus = selection ? next : { row: 0, column: 0 }
    setSelection({ anchor: event.shiftKey && selection ? selection.anchor : focus, focus })
    vertical.scrollToIndex(focus.row)
    horizontal.scrollToIndex(focus.column)
  }

  const placeOf = (target: EventTarget): CellPlace | undefined => {
    const cell = (target as HTMLElement).closest<HTMLElement>('[data-column]')
    const row = cell?.closest<HTMLElement>('[data-row]')
    return cell && row ? { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) } : undefined
  }
  const onPointerDown = (event: PointerEvent): void => {
    const place = placeOf(event.target)
    if (!place || event.button !== 0 || (event.target as HTMLElement).closest('button')) return
    isDragging.current = true
    setSelection({ anchor: event.shiftKey && selection ? selection.anchor : place, focus: place })
  }
  const onPointerMove = (event: PointerEvent): void => {
    if (!isDragging.current || event.buttons === 0) return
    const place = placeOf(event.target)
    if (place)
      setSelection((current) =>
        current && (current.focus.row !== place.row || current.focus.column !== place.column) ? { ...current, focus: place } : current,
      )
  }

  const sortBy = (column: number): void =>
    setSorting((current) => (current?.column !== column ? { column, isDescending: false } : current.isDescending ? undefined : { column, isDescending: true }))
  const resize = (index: number, width: number): void => setWidths((all) => ({ ...all, [columns[index]!.key]: Math.max(56, Math.min(1200, width)) }))
  const fit = (index: number): void => {
    let longest = columns[index]!.label.length + 4
    for (let row = 0; row < Math.min(rowCount, 1000); row++) longest = Math.max(longest, showCell(cellAt(row, index), kinds[index]!, grouping[index]).length)
    resize(index, longest * 7.4 + 28)
  }

  const shownColumns = horizontal.getVirtualItems()
  // A row that leaves the screen lends its cells to the one that enters: changing texts costs a fraction of making elements.
  const lentRows = Math.ceil((vertical.scrollRect?.height ?? 0) / rowHeight) + 2 * overscanRows + 2
  const expandedValue = expanded && cellAt(rowAt(expanded.row), expanded.column)
  return (
    <div className={styles.frame} data-flush>
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-busy={isBusy || undefined}
        aria-activedescendant={selection ? cellId(selection.focus) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => (isDragging.current = false)}
        onDoubleClick={(event) => {
          const place = placeOf(event.target)
          if (place) setExpanded(place)
        }}
      >
        <div
          role="presentation"
          style={{ width: horizontal.getTotalSize() + numberWidth, height: vertical.getTotalSize() + headHeight, minWidth: '100%', position: 'relative' }}
        >
          <GridHead
            columns={columns}
            shown={shownColumns}
            height={headHeight}
            numberWidth={numberWidth}
            sorting={sorting}
            onSort={sortBy}
            onResize={resize}
            onFit={fit}
          />
          {vertical.getVirtualItems().map(({ index: row, start: top }) => {
            const isTouched = bounds !== undefined && row >= bounds.top && row <= bounds.bottom
            return (
              <GridRow
                key={row % lentRows}
                gridId={id}
                row={row}
                dataRow={rowAt(row)}
                top={top}
                height={rowHeight}
                numberWidth={numberWidth}
                cellAt={cellAt}
                columns={columns}
                grouping={grouping}
                shown={shownColumns}
                selectedFrom={isTouched ? bounds.left : -1}
                selectedTo={isTouched ? bounds.right : -1}
                focusColumn={selection?.focus.row === row ? selection.focus.column : -1}
                onExpand={expand}
              />
            )
          })}
        </div>
        {count === 0 && !isBusy && <p className={styles.nothing}>{rowCount === 0 ? (emptyText ?? t('grid.noRows')) : t('grid.noMatches')}</p>}
      </div>
      {(statusEnd !== undefined || (summary && summary.cells > 1)) && <GridStatus summary={summary} end={statusEnd} />}
      {expanded && !isMissing(expandedValue) && <CellDialog column={columns[expanded.column]!} value={expandedValue} onClose={() => setExpanded(undefined)} />}
    </div>
  )
}
