import { Link } from 'react-router'
import { sayFetchFailure } from '../../api/say-failure.ts'
import { links } from '../../links.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { formatCount, t, tCount } from '../../words/words.ts'
import styles from './Databases.module.css'
import { useRelatedObjects } from './queries.ts'

interface Item {
  readonly id: number
  readonly name: string
  readonly to?: string
}

const shown = 5

const Group = ({ title, count, items }: { readonly title: string; readonly count: number; readonly items: readonly Item[] }) =>
  count === 0 ? null : (
    <li>
      <span className={styles.usedTitle}>{title}</span>
      <ul className={styles.usedNames}>
        {items.slice(0, shown).map((item) => (
          <li key={item.id}>{item.to === undefined ? item.name : <Link to={item.to}>{item.name}</Link>}</li>
        ))}
        {count > shown && <li>{t('databases.andMore', { count: formatCount(count - shown) })}</li>}
      </ul>
    </li>
  )

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
    <section aria-label={t('databases.usedBy')} className={styles.used}>
      <ul className={styles.usedGroups}>
        <Group
          title={tCount('datasets.charts', charts.count)}
          count={charts.count}
          items={charts.result.map((chart) => ({ id: chart.id, name: chart.slice_name, to: links.explore({ slice_id: chart.id }) }))}
        />
        <Group
          title={tCount('datasets.dashboards', dashboards.count)}
          count={dashboards.count}
          items={dashboards.result.map((dashboard) => ({ id: dashboard.id, name: dashboard.title, to: links.dashboard(dashboard.slug ?? dashboard.id) }))}
        />
        <Group
          title={tCount('databases.tabs', tabs.count)}
          count={tabs.count}
          items={tabs.result.map((tab) => ({ id: tab.id, name: tab.label ?? t('list.none') }))}
        />
      </ul>
    </section>
  )
}
