import { useState, type ReactNode } from 'react'
import { describeDetails, normaliseError } from '../../../api/normalise-error.ts'
import { links } from '../../../links.ts'
import { Avatars } from '../../../ui/Avatar.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { t } from '../../../words/words.ts'
import { DialogTable, firstServerList } from '../DialogTable.tsx'
import { ItemTools } from './ItemTools.tsx'
import { useCharts, type UsingChart } from './queries.ts'

/** Charts made from the dataset. They open beside the dialog, so that nothing edited is lost. */
export const UsageTab = ({ id }: { readonly id: number }) => {
  const [list, setList] = useState(firstServerList)
  const search = useSettled(list.search, 300)
  const charts = useCharts(id, { ...list, search })
  const said = charts.error === null ? undefined : normaliseError(charts.error)
  if (said !== undefined)
    return <ErrorBox title={t('error.listLoad')} text={said.error} details={describeDetails(said)} onRetry={() => void charts.refetch()} />
  return (
    <>
      <ItemTools label={t('editDataset.searchCharts')} search={list.search} onSearch={(text) => setList({ ...list, search: text, page: 0 })} />
      <DialogTable
        heads={[
          { label: t('editDataset.chart'), sortBy: 'slice_name' },
          { label: t('editDataset.chartOwners') },
          { label: t('editDataset.lastModified'), sortBy: 'changed_on_delta_humanized' },
          { label: t('editDataset.dashboardUsage') },
        ]}
        list={list}
        onList={setList}
        rows={charts.data?.result}
        count={charts.data?.count ?? 0}
        isStale={charts.isPlaceholderData}
        nothing={search.trim() === '' ? t('editDataset.usedByNone') : t('editDataset.noMatch')}
        cellsOf={cellsOf}
      />
    </>
  )
}

const cellsOf = (chart: UsingChart): readonly ReactNode[] => [
  <a key="chart" title={chart.slice_name} href={links.explore({ slice_id: chart.id })} target="_blank" rel="noreferrer">
    {chart.slice_name}
  </a>,
  <Avatars key="owners" people={chart.owners ?? []} />,
  <TimeAgo key="changed" at={chart.changed_on_utc} fallback={chart.changed_on_delta_humanized ?? undefined} />,
  (chart.dashboards ?? []).map((dashboard, index) => (
    <span key={dashboard.id}>
      {index > 0 && ', '}
      <a href={links.dashboard(dashboard.id)} target="_blank" rel="noreferrer">
        {dashboard.dashboard_title}
      </a>
    </span>
  )),
]
