import { placeMissingCharts, readLayout } from '@sightline/core'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { normaliseError } from '../../api/normalise-error.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { ChartDataset } from '../../viz/dataset-names.ts'
import { t } from '../../words/words.ts'
import styles from './DashboardPage.module.css'
import { LoadedDashboard } from './LoadedDashboard.tsx'
import { useBoardDatasets, useDashboard } from './queries.ts'

const noDatasets: ReadonlyMap<string, ChartDataset> = new Map()

/** A dashboard by id or slug. */
export const DashboardPage = () => {
  const { idOrSlug = '' } = useParams()
  const board = useDashboard(idOrSlug)
  const datasets = useBoardDatasets(idOrSlug)
  const start = useMemo(
    () => board.data && placeMissingCharts(readLayout(board.data.dashboard.position_json, board.data.dashboard.dashboard_title), board.data.charts),
    [board.data],
  )
  if (board.error)
    return (
      <div className={styles.failure}>
        <ErrorBox title={t('dashboard.notFound')} text={normaliseError(board.error).error} onRetry={() => void board.refetch()} />
      </div>
    )
  if (!board.data || !start) return <BoardSkeleton />
  const { dashboard, charts } = board.data
  return (
    <LoadedDashboard
      key={`${String(dashboard.id)} ${dashboard.changed_on}`}
      dashboard={dashboard}
      start={start}
      charts={charts}
      datasets={datasets.data ?? (datasets.isError ? noDatasets : undefined)}
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
