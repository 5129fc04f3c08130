import { sayFetchFailure } from '../../api/say-failure.ts'
import { links } from '../../links.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Dependents } from '../../ui/list/Dependents.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { t, tCount } from '../../words/words.ts'
import { useRelatedObjects } from './queries.ts'

/** What stops working when a database goes: charts, dashboards and tabs of the SQL editor, counted and named. */
export const UsedBy = ({ id }: { readonly id: number }) => {
  const related = useRelatedObjects(id)
  if (related.isError) return <ErrorBox isBrief level="warning" title={sayFetchFailure(related.error, t('databases.usedBy').toLowerCase())} />
  if (related.data === undefined)
    return (
      <div role="status" aria-label={t('databases.usedLoading')}>
        <Skeleton width="60%" />
      </div>
    )
  const { charts, dashboards, sqllab_tab_states: tabs } = related.data
  if (charts.count + dashboards.count + tabs.count === 0) return <p>{t('databases.usedByNothing')}</p>
  return (
    <Dependents
      label={t('databases.usedBy')}
      groups={[
        {
          title: tCount('datasets.charts', charts.count),
          count: charts.count,
          items: charts.result.map((chart) => ({ id: chart.id, name: chart.slice_name, to: links.explore({ slice_id: chart.id }) })),
        },
        {
          title: tCount('datasets.dashboards', dashboards.count),
          count: dashboards.count,
          items: dashboards.result.map((dashboard) => ({ id: dashboard.id, name: dashboard.title, to: links.dashboard(dashboard.slug ?? dashboard.id) })),
        },
        {
          title: tCount('databases.tabs', tabs.count),
          count: tabs.count,
          items: tabs.result.map((tab) => ({ id: tab.id, name: tab.label ?? t('list.none') })),
        },
      ]}
    />
  )
}
