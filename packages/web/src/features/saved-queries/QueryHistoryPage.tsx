import { SquareTerminal } from 'lucide-react'
import { useMemo, useState } from 'react'
import { links } from '../../links.ts'
import { nameOf } from '../../ui/avatar.ts'
import type { Person } from '../../ui/avatar.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { fullTime, readMoment } from '../../ui/time-ago.ts'
import type { ListDescription } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { formatCount, t } from '../../words/words.ts'
import { isInFlight, StateIcon, stateName, stateNames } from './query-states.tsx'
import { msOf, printClock, printDay, printTime } from './query-times.ts'
import styles from './Queries.module.css'
import { QueryPreview } from './QueryPreview.tsx'
import type { PreviewedQuery } from './QueryPreview.tsx'
import { SqlCell } from './SqlCell.tsx'
import type { SqlTable } from './table-names.ts'
import { TablesCell } from './TablesCell.tsx'

interface QueryRow {
  readonly id: number
  readonly sql: string | null
  readonly executed_sql: string | null
  readonly status: string
  readonly tab_name: string | null
  readonly schema: string | null
  readonly rows: number | null
  readonly start_time: number | string | null
  readonly end_time: number | string | null
  readonly changed_on: string | null
  readonly database?: { readonly database_name: string } | null
  readonly sql_tables?: readonly SqlTable[]
  readonly user?: Person | null
}

const durationOf = (row: QueryRow): string => {
  const from = msOf(row.start_time)
  const to = msOf(row.end_time)
  return from === undefined || to === undefined ? t('list.none') : printClock(to - from)
}

const nameOfRow = (row: QueryRow): string => row.tab_name || t('history.unnamed')
const textOf = (row: QueryRow): string => row.sql ?? row.executed_sql ?? ''

const When = ({ row }: { readonly row: QueryRow }) => {
  const at = readMoment(msOf(row.start_time) ?? row.changed_on)
  if (at === undefined) return <>{t('list.none')}</>
  return (
    <time dateTime={at.toISOString()} title={fullTime(at)} className={styles.when}>
      <span>{printDay(at)}</span>
      <span className={styles.clock}>{printTime(at)}</span>
    </time>
  )
}

const describe = (onPreview: (id: number) => void): ListDescription<QueryRow> => ({
  resource: 'query',
  title: t('history.title'),
  defaults: { sortColumn: 'start_time', sortOrder: 'desc', viewMode: 'table' },
  name: nameOfRow,
  leading: (row) => <StateIcon status={row.status} />,
  first: (row) => <When row={row} />,
  columns: [
    { key: 'time', label: t('history.time'), sortBy: 'start_time', width: '152px', render: (row) => <When row={row} /> },
    {
      key: 'duration',
      label: t('history.duration'),
      width: '112px',
      isSecondary: true,
      render: (row) => <span className={styles.duration}>{durationOf(row)}</span>,
    },
    { key: 'tab', label: t('history.tab'), sortBy: 'tab_name', width: '128px', staysLong: true, render: (row) => row.tab_name ?? t('list.none') },
    {
      key: 'database',
      label: t('list.database'),
      sortBy: 'database.database_name',
      width: '112px',
      render: (row) => row.database?.database_name ?? t('list.none'),
    },
    { key: 'schema', label: t('list.schema'), sortBy: 'schema', width: '88px', isSecondary: true, render: (row) => row.schema ?? t('list.none') },
    { key: 'tables', label: t('list.tables'), width: '136px', isSecondary: true, render: (row) => <TablesCell tables={row.sql_tables} /> },
    {
      key: 'user',
      label: t('history.user'),
      sortBy: 'user.first_name',
      width: '112px',
      isSecondary: true,
      render: (row) => (row.user ? nameOf(row.user) : t('list.none')),
    },
    {
      key: 'rows',
      label: t('history.rows'),
      sortBy: 'rows',
      width: '88px',
      align: 'end',
      isSecondary: true,
      render: (row) => (row.rows === null ? t('list.none') : formatCount(row.rows)),
    },
    {
      key: 'sql',
      label: t('history.sql'),
      width: 'auto',
      stays: true,
      render: (row) => <SqlCell sql={textOf(row)} name={nameOfRow(row)} onOpen={() => onPreview(row.id)} />,
    },
  ],
  filters: [
    { kind: 'search', id: 'sql', col: 'sql', opr: 'ct', label: t('history.searchSql') },
    { kind: 'related', id: 'database', col: 'database', opr: 'rel_o_m', label: t('list.database'), column: 'database' },
    {
      kind: 'options',
      id: 'status',
      col: 'status',
      opr: 'eq',
      label: t('history.state'),
      options: stateNames.map((status) => ({ value: status, label: stateName(status) })),
    },
    { kind: 'related', id: 'user', col: 'user', opr: 'rel_o_m', label: t('history.user'), column: 'user' },
    {
      kind: 'since',
      id: 'start_time',
      col: 'start_time',
      opr: 'gt',
      untilOpr: 'lt',
      label: t('history.timeRange'),
      spans: [
        { hours: 1, label: t('history.lastHour') },
        { hours: 24, label: t('history.lastDay') },
        { hours: 168, label: t('history.lastWeek') },
        { hours: 720, label: t('history.lastMonth') },
      ],
    },
  ],
  empty: {
    title: t('history.emptyTitle'),
    text: t('history.emptyText'),
    action: (
      <ButtonLink kind="primary" size="md" to={links.sql({ new: true })}>
        {t('savedQueries.new')}
      </ButtonLink>
    ),
  },
})

const previewOf = (row: QueryRow): PreviewedQuery => ({
  id: row.id,
  name: nameOfRow(row),
  sql: textOf(row),
  executedSql: row.executed_sql,
  to: links.sql({ queryId: row.id }),
})

const refreshEveryMs = 5000
/** Queries that have not ended are watched until they do. */
const refreshMs = (rows: readonly QueryRow[]): number | false => (rows.some(({ status }) => isInFlight(status)) ? refreshEveryMs : false)

export const QueryHistoryPage = () => {
  const [previewed, setPreviewed] = useState<number>()
  const description = useMemo(() => describe(setPreviewed), [])
  return (
    <ListPage
      description={description}
      refreshMs={refreshMs}
      actions={{ more: (row) => [{ key: 'open', label: t('history.open'), icon: <SquareTerminal size={14} />, to: links.sql({ queryId: row.id }) }] }}
      overRows={(rows) =>
        previewed !== undefined && (
          <QueryPreview
            queries={rows.map(previewOf)}
            id={previewed}
            nameLabel={t('history.tab')}
            onMove={setPreviewed}
            onClose={() => setPreviewed(undefined)}
          />
        )
      }
    />
  )
}
