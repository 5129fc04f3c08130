import type { Picture, Size } from '@sightline/charts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { joinClasses } from '../../ui/join-classes.ts'
import { orderRows, type Sorting } from '../grid/grid-rows.ts'
import styles from './drawers.module.css'

type TablePicture = Extract<Picture, { kind: 'table' }>

const rowHeight = 32
/** Pixels for bars, in front of the numbers they stand for. */
const barRoom = 60

/** A table as a reader sees it: formatted texts, bars behind numbers, totals below; sorted by the raw values. */
export const TableDrawer = ({ picture, size, name }: { readonly picture: TablePicture; readonly size: Size; readonly name: string }) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [sorting, setSorting] = useState<Sorting>()
  const order = useMemo(() => orderRows(picture.raw, '', sorting), [picture.raw, sorting])
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
    <div
      ref={scroller}
      data-flush
      className={styles.tablePlace}
      style={{ width: size.width, height: size.height }}
      tabIndex={0}
      role="region"
      aria-label={name}
    >
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
                  className={column.align === 'right' ? styles.right : undefined}
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
                        column.align === 'right' && styles.right,
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
                <td key={column.key} className={column.align === 'right' ? styles.right : undefined}>
                  {picture.totals?.[index]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
