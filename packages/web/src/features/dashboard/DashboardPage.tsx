import { placeMissingCharts, readLayout } from '@sightline/core'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { normaliseError } from '../../api/normalise-error.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { t } from '../../words/words.ts'
import styles from './DashboardPage.module.css'
import { LoadedDashboard } from './LoadedDashboard.tsx'
import { useBoardCharts, useBoardDatasets, useDashboard } from './queries.ts'

/** A dashboard by id or slug. */
export const DashboardPage = () => {
  const { idOrSlug = '' } = useParams()
  const dashboard = useDashboard(idOrSlug)
  const charts = useBoardCharts(idOrSlug)
  const datasets = useBoardDatasets(idOrSlug)
  const failure = dashboard.error ?? charts.error
  const start = useMemo(
    () =>
      dashboard.data && charts.data ? placeMissingCharts(readLayout(dashboard.data.position_json, dashboard.data.dashboard_title), charts.data) : undefined,
    [dashboard.data, charts.data],
  )
  if (failure)
    return (
      <div className={styles.failure}>
        <ErrorBox
          title={t('dashboard.notFound')}
          text={normaliseError(failure).error}
          onRetry={() => {
            void dashboard.refetch()
            void charts.refetch()
          }}
        />
      </div>
    )
  if (!dashboard.data || !charts.data || !start) return <BoardSkeleton />
  return (
    <LoadedDashboard
      key={`${String(dashboard.data.id)} ${dashboard.data.changed_on}`}
      dashboard={dashboard.data}
      start={start}
      charts={charts.data}
      datasets={datasets.data}
    />
  )
}

/** Title row and two rows of cards, where they will be. */
const BoardSkeleton = () => (
  <div aria-busy="true" aria-label={t('ui.loading')} role="status">
    <div className={styles.headSkeleton}>
      <Skeleton width={220} height={20} />
    </div>
    <div className={styles.boardSkeleton}>
      {[3, 3, 3, 3].map((span, index) => (
        <span key={index} style={{ gridColumn: `span ${String(span)}` }}>
          <Skeleton height={104} radius={6} />
        </span>
      ))}
      {[6, 6].map((span, index) => (
        <span key={index} style={{ gridColumn: `span ${String(span)}` }}>
          <Skeleton height={280} radius={6} />
        </span>
      ))}
    </div>
  </div>
)
