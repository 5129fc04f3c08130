import type { ReactNode } from 'react'
import { useQueries } from '@tanstack/react-query'
import { request } from '../../../api/client.ts'
import { describeDetails, normaliseError } from '../../../api/normalise-error.ts'
import { links } from '../../../links.ts'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { Dependents } from '../../../ui/list/Dependents.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { t, tCount } from '../../../words/words.ts'

interface Counted<Item> {
  readonly count: number
  readonly result: readonly Item[]
}

interface RelatedObjects {
  readonly charts: Counted<{ readonly id: number; readonly slice_name: string }>
  readonly dashboards: Counted<{ readonly id: number; readonly title: string; readonly slug: string | null }>
}

/** Several datasets may feed one dashboard: each thing is counted once. */
const once = <Item extends { readonly id: number }>(items: readonly Item[]): readonly Item[] => [...new Map(items.map((item) => [item.id, item])).values()]

/** What stops working when datasets go; asked for when the question is put. */
export const UsedBy = ({ rows }: { readonly rows: readonly { readonly id: number; readonly table_name: string }[] }): ReactNode => {
  const related = useQueries({
    queries: rows.map(({ id }) => ({
      queryKey: ['dataset', 'related-objects', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => request<RelatedObjects>(`/api/v1/dataset/${id}/related_objects`, { signal }),
    })),
  })
  const failure = related.find(({ isError }) => isError)?.error
  if (failure !== undefined)
    return <ErrorBox level="warning" title={t('datasets.usedFailed')} text={normaliseError(failure).error} details={describeDetails(normaliseError(failure))} />
  const found = related.flatMap(({ data }) => data ?? [])
  if (found.length < rows.length)
    return (
      <div role="status" aria-label={t('datasets.usedLoading')}>
        <Skeleton width="60%" />
      </div>
    )
  const names = rows.map(({ table_name: name }) => name).join(', ')
  const charts = once(found.flatMap((one) => one.charts.result))
  const dashboards = once(found.flatMap((one) => one.dashboards.result))
  if (charts.length === 0) return <p>{t('datasets.unused', { names })}</p>
  const chartsTitle = tCount('datasets.charts', charts.length)
  const dashboardsTitle = tCount('datasets.dashboards', dashboards.length)
  return (
    <>
      <p>{t('datasets.used', { names, charts: chartsTitle, dashboards: dashboardsTitle })}</p>
      <Dependents
        label={t('datasets.usedBy')}
        groups={[
          {
            title: chartsTitle,
            count: charts.length,
            items: charts.map((chart) => ({ id: chart.id, name: chart.slice_name, to: links.explore({ slice_id: chart.id }) })),
          },
          {
            title: dashboardsTitle,
            count: dashboards.length,
            items: dashboards.map((dashboard) => ({ id: dashboard.id, name: dashboard.title, to: links.dashboard(dashboard.slug ?? dashboard.id) })),
          },
        ]}
      />
    </>
  )
}
