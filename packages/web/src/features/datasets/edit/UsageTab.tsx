import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { describeDetails, normaliseError } from '../../../api/normalise-error.ts'
import { links } from '../../../links.ts'
import { Avatars } from '../../../ui/Avatar.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { Pager } from '../../../ui/list/Pager.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { t } from '../../../words/words.ts'
import styles from './Edit.module.css'
import { useCharts, type UsageList, type UsingChart } from './queries.ts'

/** Charts made from the dataset. They open beside the dialog, so that nothing edited is lost. */
export const UsageTab = ({ id }: { readonly id: number }) => {
  const [list, setList] = useState<UsageList>({ search: '', page: 0, sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc' })
  const search = useSettled(list.search, 300)
  const charts = useCharts(id, { ...list, search })
  const said = charts.error === null ? undefined : normaliseError(charts.error)
  if (said !== undefined)
    return <ErrorBox title={t('error.listLoad')} text={said.error} details={describeDetails(said)} onRetry={() => void charts.refetch()} />
  const sortBy = (sortColumn: string): void =>
    setList({ ...list, page: 0, sortColumn, sortOrder: list.sortColumn === sortColumn && list.sortOrder === 'asc' ? 'desc' : 'asc' })
  const head = (label: string, column?: string) => (
    <th scope="col" aria-sort={column !== undefined && list.sortColumn === column ? (list.sortOrder === 'asc' ? 'ascending' : 'descending') : undefined}>
      {column === undefined ? (
        label
      ) : (
        <button type="button" className={styles.sort} onClick={() => sortBy(column)}>
          {label}
          {list.sortColumn === column && (list.sortOrder === 'asc' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
        </button>
      )}
    </th>
  )
  const rows = charts.data?.result
  return (
    <>
      <div className={styles.tools}>
        <SearchInput
          label={t('editDataset.searchCharts')}
          className={styles.search}
          value={list.search}
          onChange={(text) => setList({ ...list, search: text, page: 0 })}
        />
      </div>
      <div className={styles.table} style={{ marginBottom: 0 }}>
        {rows?.length === 0 ? (
          <p className={styles.nothing}>{search.trim() === '' ? t('editDataset.usedByNone') : t('editDataset.noMatch')}</p>
        ) : (
          <table className={joinClasses(styles.charts, charts.isPlaceholderData && styles.stale)} aria-busy={rows === undefined || undefined}>
            <thead>
              <tr>
                {head(t('editDataset.chart'), 'slice_name')}
                {head(t('editDataset.chartOwners'))}
                {head(t('editDataset.lastModified'), 'changed_on_delta_humanized')}
                {head(t('editDataset.dashboardUsage'))}
              </tr>
            </thead>
            <tbody>{rows === undefined ? <WaitingRows /> : rows.map((chart) => <ChartRow key={chart.id} chart={chart} />)}</tbody>
          </table>
        )}
      </div>
      <div className={styles.pager}>
        <Pager page={list.page} count={charts.data?.count ?? 0} shown={rows?.length ?? 0} onChange={(page) => setList({ ...list, page })} />
      </div>
    </>
  )
}

const WaitingRows = () =>
  Array.from({ length: 6 }, (_, index) => (
    <tr key={index}>
      {[50, 30, 40, 60].map((width, at) => (
        <td key={at}>
          <Skeleton width={`${width}%`} />
        </td>
      ))}
    </tr>
  ))

const ChartRow = ({ chart }: { readonly chart: UsingChart }) => (
  <tr>
    <td title={chart.slice_name}>
      <a href={links.explore({ slice_id: chart.id })} target="_blank" rel="noreferrer">
        {chart.slice_name}
      </a>
    </td>
    <td>
      <Avatars people={chart.owners ?? []} />
    </td>
    <td>
      <TimeAgo at={chart.changed_on_utc} fallback={chart.changed_on_delta_humanized ?? undefined} />
    </td>
    <td>
      {(chart.dashboards ?? []).map((dashboard, index) => (
        <span key={dashboard.id}>
          {index > 0 && ', '}
          <a href={links.dashboard(dashboard.id)} target="_blank" rel="noreferrer">
            {dashboard.dashboard_title}
          </a>
        </span>
      ))}
    </td>
  </tr>
)
