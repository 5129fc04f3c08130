import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from '../../ui/join-classes.ts'
import { Pager } from '../../ui/list/Pager.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './DialogTable.module.css'

/** Where somebody is in a list that the server searches, orders and pages. */
export interface ServerList {
  readonly search: string
  readonly page: number
  readonly sortColumn: string
  readonly sortOrder: 'asc' | 'desc'
}

/** What was changed last is most often what is looked for. */
export const firstServerList: ServerList = { search: '', page: 0, sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc' }

/** The first click orders upwards, the next turns it around; either begins again at the first page. */
export const orderBy = (list: ServerList, sortColumn: string): ServerList => ({
  ...list,
  page: 0,
  sortColumn,
  sortOrder: list.sortColumn === sortColumn && list.sortOrder === 'asc' ? 'desc' : 'asc',
})

export interface DialogTableProps<Row extends { readonly id: number }> {
  readonly heads: readonly { readonly label: string; readonly sortBy?: string; readonly width?: number }[]
  readonly list: ServerList
  readonly onList: (list: ServerList) => void
  /** Undefined until the first page came. */
  readonly rows: readonly Row[] | undefined
  readonly count: number
  readonly isStale: boolean
  readonly cellsOf: (row: Row) => readonly ReactNode[]
  readonly nothing: string
}

const waitingRows = 8

/** One page of a server's list inside a dialog, with the way to the others. */
export const DialogTable = <Row extends { readonly id: number }>(props: DialogTableProps<Row>) => {
  const { heads, list, onList, rows, count, isStale, cellsOf, nothing } = props
  return (
    <div className={styles.frame}>
      <div className={styles.scroll}>
        {rows?.length === 0 ? (
          <p className={styles.nothing}>{nothing}</p>
        ) : (
          <table className={joinClasses(styles.table, isStale && styles.stale)} aria-busy={rows === undefined || undefined}>
            <colgroup>
              {heads.map(({ label, width }) => (
                <col key={label} style={width === undefined ? undefined : { width }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                {heads.map(({ label, sortBy }) => (
                  <Head key={label} label={label} sortBy={sortBy} list={list} onList={onList} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows === undefined
                ? Array.from({ length: waitingRows }, (_, index) => (
                    <Line
                      key={index}
                      cells={heads.map((head) => (
                        <Skeleton key={head.label} width="60%" />
                      ))}
                    />
                  ))
                : rows.map((row) => <Line key={row.id} cells={cellsOf(row)} />)}
            </tbody>
          </table>
        )}
      </div>
      <div className={styles.pager}>
        <Pager page={list.page} count={count} shown={rows?.length ?? 0} onChange={(page) => onList({ ...list, page })} />
      </div>
    </div>
  )
}

const Line = ({ cells }: { readonly cells: readonly ReactNode[] }) => (
  <tr>
    {cells.map((cell, index) => (
      <td key={index}>{cell}</td>
    ))}
  </tr>
)

const Head = ({
  label,
  sortBy,
  list,
  onList,
}: {
  readonly label: string
  readonly sortBy: string | undefined
  readonly list: ServerList
  readonly onList: (list: ServerList) => void
}) => {
  if (sortBy === undefined) return <th scope="col">{label}</th>
  const isSorted = list.sortColumn === sortBy
  return (
    <th scope="col" aria-sort={isSorted ? (list.sortOrder === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className={styles.sort} onClick={() => onList(orderBy(list, sortBy))}>
        {label}
        {isSorted && (list.sortOrder === 'asc' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
      </button>
    </th>
  )
}
