import { SquareTerminal } from 'lucide-react'
import { links } from '../../links.ts'
import { nameOf } from '../../ui/avatar.ts'
import type { Person } from '../../ui/avatar.ts'
import { Badge } from '../../ui/Badge.tsx'
import type { BadgeProps } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import type { ListDescription } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { duration } from '../../ui/time-ago.ts'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { formatCount, t } from '../../words/words.ts'
import type { WordKey } from '../../words/words.ts'
import styles from './QueryHistoryPage.module.css'
import { tableNames } from './table-names.ts'
import type { SqlTable } from './table-names.ts'

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

const states: Readonly<Record<string, { readonly tone: BadgeProps['tone']; readonly word: WordKey & `history.${string}` }>> = {
  success: { tone: 'success', word: 'history.success' },
  failed: { tone: 'danger', word: 'history.failed' },
  running: { tone: 'accent', word: 'history.running' },
  stopped: { tone: 'warning', word: 'history.stopped' },
  pending: { tone: 'neutral', word: 'history.pending' },
  timed_out: { tone: 'warning', word: 'history.timedOut' },
  scheduled: { tone: 'neutral', word: 'history.scheduled' },
}

const stateName = (status: string): string => {
  const state = states[status]
  return state === undefined ? status : t(state.word)
}

/** Numbers or decimal texts of milliseconds, as the wire has them. */
const msOf = (value: number | string | null): number | undefined => (value === null || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value))

const durationOf = (row: QueryRow): string => {
  const from = msOf(row.start_time)
  const to = msOf(row.end_time)
  return from === undefined || to === undefined ? t('list.none') : duration(Math.max(0, to - from))
}

const oneLine = (row: QueryRow): string => (row.sql ?? row.executed_sql ?? '').replaceAll(/\s+/g, ' ').trim()

const description: ListDescription<QueryRow> = {
  resource: 'query',
  title: t('history.title'),
  defaults: { sortColumn: 'start_time', sortOrder: 'desc', viewMode: 'table' },
  name: oneLine,
  to: (row) => links.sql({ queryId: row.id }),
  columns: [
    { key: 'sql', label: t('history.sql'), width: 'auto', render: oneLine },
    {
      key: 'status',
      label: t('list.status'),

      width: '104px',
      staysLong: true,
      render: (row) => <Badge tone={states[row.status]?.tone ?? 'neutral'}>{stateName(row.status)}</Badge>,
    },
    {
      key: 'time',
      label: t('history.time'),
      sortBy: 'start_time',
      width: '112px',
      staysLong: true,
      render: (row) => <TimeAgo at={msOf(row.start_time) ?? row.changed_on} />,
    },
    { key: 'duration', label: t('history.duration'), width: '92px', align: 'end', isSecondary: true, render: durationOf },
    {
      key: 'rows',
      label: t('history.rows'),
      sortBy: 'rows',
      width: '92px',
      align: 'end',
      isSecondary: true,
      render: (row) => (row.rows === null ? t('list.none') : formatCount(row.rows)),
    },
    {
      key: 'database',
      label: t('list.database'),
      sortBy: 'database.database_name',
      width: '112px',
      render: (row) => row.database?.database_name ?? t('list.none'),
    },
    { key: 'schema', label: t('list.schema'), sortBy: 'schema', width: '88px', isSecondary: true, render: (row) => row.schema ?? t('list.none') },
    { key: 'tables', label: t('list.tables'), width: '120px', isSecondary: true, render: (row) => tableNames(row.sql_tables) },
    {
      key: 'user',
      label: t('history.user'),
      sortBy: 'user.first_name',
      width: '120px',
      isSecondary: true,
      render: (row) => (row.user ? nameOf(row.user) : t('list.none')),
    },
    { key: 'tab', label: t('history.tab'), sortBy: 'tab_name', width: '104px', isSecondary: true, render: (row) => row.tab_name ?? t('list.none') },
  ],
  filters: [
    { kind: 'search', id: 'sql', col: 'sql', opr: 'ct', label: t('history.searchSql') },
    { kind: 'related', id: 'database', col: 'database', opr: 'rel_o_m', label: t('list.database'), column: 'database' },
    {
      kind: 'options',
      id: 'status',
      col: 'status',
      opr: 'eq',
      label: t('list.status'),
      options: Object.keys(states).map((status) => ({ value: status, label: stateName(status) })),
    },
    {
      kind: 'since',
      id: 'start_time',
      col: 'start_time',
      opr: 'gt',
      label: t('history.time'),
      spans: [
        { hours: 1, label: t('history.lastHour') },
        { hours: 24, label: t('history.lastDay') },
        { hours: 168, label: t('history.lastWeek') },
        { hours: 720, label: t('history.lastMonth') },
      ],
    },
    { kind: 'related', id: 'user', col: 'user', opr: 'rel_o_m', label: t('history.user'), column: 'user' },
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
}

/** Running queries are watched until they end. */
const refreshMs = (rows: readonly QueryRow[]): number | false => (rows.some((row) => row.status === 'running' || row.status === 'pending') ? 5000 : false)

export const QueryHistoryPage = () => (
  <div className={styles.history}>
    <ListPage
      description={description}
      refreshMs={refreshMs}
      actions={{ more: (row) => [{ key: 'open', label: t('history.open'), icon: <SquareTerminal size={14} />, to: links.sql({ queryId: row.id }) }] }}
    />
  </div>
)
