import type { Kind } from '@sightline/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { copyText } from '../ui/copy-text.ts'
import { joinClasses } from '../ui/join-classes.ts'
import { t } from '../words/words.ts'
import styles from './DataGrid.module.css'
import { copyCell, needsGroups } from './grid/cell-text.ts'
import { boundsOf, moveFocus, orderRows, summarise, type CellPlace, type Selection, type Sorting } from './grid/grid-rows.ts'
import { GridRow } from './grid/GridRow.tsx'
import { GridStatus } from './grid/GridStatus.tsx'
import { numberColumnWidth, startColumnWidth } from './grid/column-width.ts'
import { KindGlyph } from './KindGlyph.tsx'

export interface GridColumn {
  readonly key: string
  readonly label: string
  readonly kind: Kind
}

export interface DataGridProps {
  /** The accessible name: what these rows are. */
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rows: readonly (readonly unknown[])[]
  readonly search?: string
  readonly rowHeight?: number
  /** Without the line below that counts the selection. */
  readonly isBare?: boolean
}

const headHeight = 32
const nothing: readonly unknown[] = []

/** Rows and columns as a spreadsheet shows them; only what is on the screen exists in the page. */
export const DataGrid = ({ label, columns, rows, search = '', rowHeight = 28, isBare = false }: DataGridProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [sorting, setSorting] = useState<Sorting>()
  const [selection, setSelection] = useState<Selection>()
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const isDragging = useRef(false)
  const id = useId()
  const wanted = useDeferredValue(search)
  const order = useMemo(() => orderRows(rows, wanted, sorting), [rows, wanted, sorting])
  const startWidths = useMemo(() => columns.map((column, index) => startColumnWidth(column, rows, index)), [columns, rows])
  const grouping = useMemo(() => columns.map((_, index) => needsGroups(rows, index)), [columns, rows])
  const numberWidth = numberColumnWidth(rows.length)
  const widthAt = (index: number): number => widths[columns[index]?.key ?? ''] ?? startWidths[index] ?? 120

  // The virtualiser is read in the same render that draws with it; nothing is handed to memoised children.
  // oxlint-disable-next-line react/incompatible-library
  const vertical = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
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
  useEffect(() => setSelection(undefined), [rows, order])

  const bounds = selection && boundsOf(selection)
  const cellId = ({ row, column }: CellPlace): string => `${id}-${String(row)}-${String(column)}`

  const copySelection = async (): Promise<void> => {
    if (!bounds) return
    const lines = [
      columns
        .slice(bounds.left, bounds.right + 1)
        .map(({ key }) => copyCell(key, 'string'))
        .join('\t'),
    ]
    for (let row = bounds.top; row <= bounds.bottom; row++) {
      const values = rows[order[row]!] ?? []
      lines.push(
        columns
          .slice(bounds.left, bounds.right + 1)
          .map(({ kind }, index) => copyCell(values[bounds.left + index], kind))
          .join('\t'),
      )
    }
    await copyText(lines.join('\n'))
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current) return
    const isCtrl = event.ctrlKey || event.metaKey
    if (isCtrl && event.key.toLowerCase() === 'c' && selection) {
      event.preventDefault()
      void copySelection()
      return
    }
    if (isCtrl && event.key.toLowerCase() === 'a' && order.length > 0) {
      event.preventDefault()
      setSelection({ anchor: { row: 0, column: 0 }, focus: { row: order.length - 1, column: columns.length - 1 } })
      return
    }
    if (event.key === 'Escape') return setSelection(undefined)
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const next = moveFocus(selection?.focus ?? { row: 0, column: 0 }, event.key, isCtrl, { rows: order.length, columns: columns.length, page })
    if (!next || order.length === 0) return
    event.preventDefault()
    const focus = selection ? next : { row: 0, column: 0 }
    setSelection({ anchor: event.shiftKey && selection ? selection.anchor : focus, focus })
    vertical.scrollToIndex(focus.row)
    horizontal.scrollToIndex(focus.column)
  }

  const placeOf = (target: EventTarget): CellPlace | undefined => {
    const cell = (target as HTMLElement).closest<HTMLElement>('[data-row]')
    return cell ? { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) } : undefined
  }
  const onPointerDown = (event: PointerEvent): void => {
    const place = placeOf(event.target)
    if (!place || event.button !== 0) return
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

  const startResize = (event: PointerEvent, index: number): void => {
    event.preventDefault()
    event.stopPropagation()
    const key = columns[index]!.key
    const from = event.clientX - widthAt(index)
    const move = (moved: globalThis.PointerEvent): void => setWidths((all) => ({ ...all, [key]: Math.max(56, Math.min(1200, moved.clientX - from)) }))
    const stop = (): void => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', stop)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', stop)
  }

  const width = horizontal.getTotalSize() + numberWidth
  const shownColumns = horizontal.getVirtualItems()
  const summary = selection && summarise(rows, order, selection)

  return (
    <div className={styles.frame} data-flush>
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={order.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-activedescendant={selection ? cellId(selection.focus) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => (isDragging.current = false)}
      >
        <div role="presentation" style={{ width, height: vertical.getTotalSize() + headHeight, minWidth: '100%', position: 'relative' }}>
          <div role="row" aria-rowindex={1} className={styles.head} style={{ height: headHeight }}>
            <div role="columnheader" aria-colindex={1} className={styles.corner} style={{ width: numberWidth }}>
              <span className="visually-hidden">{t('grid.rowNumber')}</span>
            </div>
            {shownColumns.map(({ index, start, size }) => {
              const column = columns[index]!
              const isSorted = sorting?.column === index
              return (
                <div
                  key={column.key}
                  role="columnheader"
                  aria-colindex={index + 2}
                  aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
                  className={joinClasses(styles.headCell, column.kind === 'numeric' && styles.right)}
                  style={{ left: start + numberWidth, width: size }}
                >
                  <button type="button" className={styles.sort} title={column.label} onClick={() => sortBy(index)}>
                    <KindGlyph kind={column.kind} />
                    <span className={styles.headText}>{column.label}</span>
                    {isSorted && (sorting.isDescending ? <ArrowDown size={14} /> : <ArrowUp size={14} />)}
                  </button>
                  <span className={styles.resize} role="presentation" onPointerDown={(event) => startResize(event, index)} />
                </div>
              )
            })}
          </div>
          {vertical.getVirtualItems().map(({ index: row, start: top }) => {
            const isTouched = bounds !== undefined && row >= bounds.top && row <= bounds.bottom
            return (
              <GridRow
                key={row}
                gridId={id}
                row={row}
                number={(order[row] ?? 0) + 1}
                top={top}
                height={rowHeight}
                numberWidth={numberWidth}
                values={rows[order[row] ?? -1] ?? nothing}
                columns={columns}
                grouping={grouping}
                shown={shownColumns}
                selectedFrom={isTouched ? bounds.left : -1}
                selectedTo={isTouched ? bounds.right : -1}
                focusColumn={selection?.focus.row === row ? selection.focus.column : -1}
              />
            )
          })}
        </div>
        {order.length === 0 && <p className={styles.nothing}>{rows.length === 0 ? t('grid.noRows') : t('grid.noMatches')}</p>}
      </div>
      {!isBare && summary && summary.cells > 1 && <GridStatus summary={summary} />}
    </div>
  )
}
