import type { Picture } from '@sightline/charts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { formatCount, t } from '../../words/words.ts'
import type { Sorting } from '../grid/sort-steps.ts'
import { orderNow } from '../grid/start-ordering.ts'
import type { DrawingPlace } from './all.tsx'
import styles from './drawers.module.css'

type TablePicture = Extract<Picture, { kind: 'table' }>

const rowHeight = 32
/** Pixels for bars, in front of the numbers they stand for. */
const barRoom = 60

/** A table as a reader sees it: formatted texts, bars behind numbers, totals below; sorted by the raw values. */
export const TableDrawer = ({ picture, place }: { readonly picture: TablePicture; readonly place: DrawingPlace }) => {
  const { size, name, ownState, onOwnState } = place
  const scroller = useRef<HTMLDivElement>(null)
  const [sorting, setSorting] = useState<Sorting>()
  const [search, setSearch] = useState('')
  const [localPage, setLocalPage] = useState(0)
  const found = useMemo(() => {
    const kinds = picture.columns.map(() => 'string' as const)
    return orderNow({ cellAt: (row, column) => picture.raw[row]?.[column], kinds, rows: picture.raw.length, search, sorting })
  }, [picture.raw, picture.columns, search, sorting])

  const isServerPaged = picture.rowCount !== undefined && onOwnState !== undefined
  const length = isServerPaged ? (ownState.pageSize ?? picture.pageLength ?? Math.max(1, picture.rows.length)) : (picture.pageLength ?? 0)
  const pages = length > 0 ? Math.max(1, Math.ceil((isServerPaged ? (picture.rowCount ?? 0) : found.length) / length)) : 1
  const page = Math.min(isServerPaged ? (ownState.currentPage ?? 0) : localPage, pages - 1)
  const order = isServerPaged || length === 0 ? found : found.subarray(page * length, (page + 1) * length)
  const turnTo = (next: number): void => (isServerPaged ? onOwnState({ currentPage: next, pageSize: length }) : setLocalPage(next))
  // The virtualiser is read in the same render that draws with it; nothing is handed to memoised children.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({ count: order.length, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 10 })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const barred = useMemo(() => new Set((picture.styles ?? []).flatMap((row) => row.flatMap((cell, index) => (cell?.bar ? [index] : [])))), [picture.styles])
  const sortBy = (column: number): void =>
    setSorting((current) => (current?.column !== column ? { column, isDescending: true } : current.isDescending ? { column, isDescending: false } : undefined))

  return (
    <div className={styles.tableFrame} data-flush style={{ width: size.width, height: size.height }}>
      {picture.isSearchable && (
        <div className={styles.tableSearch}>
          <SearchInput label={t('ui.search')} value={search} onChange={setSearch} />
        </div>
      )}
      <div ref={scroller} className={styles.tablePlace} tabIndex={0} role="region" aria-label={t('viz.tableTwin', { name })}>
        <table className={styles.table} aria-rowcount={order.length + 1}>
          <thead>
            <tr>
              {picture.columns.map((column, index) => {
                const isSorted = sorting?.column === index
                return (
                  <th
                    key={column.key}
                    scope="col"
                    aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
                    className={column.align === 'left' ? undefined : styles[column.align]}
                  >
                    <button type="button" onClick={() => sortBy(index)}>
                      {column.label}
                      {isSorted && (sorting.isDescending ? <ArrowDown size={12} /> : <ArrowUp size={12} />)}
                    </button>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr style={{ height: before }} aria-hidden />}
            {items.map(({ index }) => {
              const at = order[index]!
              return (
                <tr key={at} aria-rowindex={index + 2}>
                  {picture.columns.map((column, cell) => {
                    const style = picture.styles?.[at]?.[cell]
                    const text = picture.rows[at]?.[cell] ?? ''
                    return (
                      <td
                        key={column.key}
                        className={joinClasses(
                          column.align !== 'left' && styles[column.align],
                          barred.has(cell) && styles.barred,
                          style?.tone && styles[style.tone],
                          cell === 0 && column.align === 'left' && styles.lead,
                        )}
                      >
                        {style?.bar && (
                          <span
                            className={joinClasses(styles.bar, style.tone && styles[`bar-${style.tone}`])}
                            aria-hidden
                            style={{ left: 12 + style.bar.from * barRoom, width: Math.max(1, (style.bar.to - style.bar.from) * barRoom) }}
                          />
                        )}
                        <span className={styles.text}>{text}</span>
                      </td>
                    )
                  })}
                </tr>
              )
            })}
            {after > 0 && <tr style={{ height: after }} aria-hidden />}
          </tbody>
          {picture.totals && (
            <tfoot>
              <tr>
                {picture.columns.map((column, index) => (
                  <td key={column.key} className={column.align === 'left' ? undefined : styles[column.align]}>
                    {picture.totals?.[index]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {pages > 1 && (
        <nav className={styles.pages} aria-label={t('viz.pages', { name })}>
          <IconButton size="xs" label={t('viz.previousPage')} icon={<ChevronLeft size={14} />} isDisabled={page === 0} onClick={() => turnTo(page - 1)} />
          <span>{t('viz.pageOf', { page: formatCount(page + 1), pages: formatCount(pages) })}</span>
          <IconButton size="xs" label={t('viz.nextPage')} icon={<ChevronRight size={14} />} isDisabled={page >= pages - 1} onClick={() => turnTo(page + 1)} />
        </nav>
      )}
    </div>
  )
}
