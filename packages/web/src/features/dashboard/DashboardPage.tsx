import { placeMissingCharts, readLayout } from '@sightline/core'
import { useMemo } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { normaliseError } from '../../api/normalise-error.ts'
import { BoardSkeleton } from '../../board/BoardSkeleton.tsx'
import { useBoardDatasets, useDashboard, usePermalink } from '../../board/queries.ts'
import { readAnchor } from '../../board/use-tabs.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import type { ChartDataset } from '../../viz/dataset-names.ts'
import { t } from '../../words/words.ts'
import styles from './DashboardPage.module.css'
import { LoadedDashboard } from './LoadedDashboard.tsx'

const noDatasets: ReadonlyMap<string, ChartDataset> = new Map()

/** A dashboard by id or slug. */
export const DashboardPage = () => {
  const { idOrSlug = '' } = useParams()
  const board = useDashboard(idOrSlug)
  const datasets = useBoardDatasets(idOrSlug)
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const link = usePermalink(search.get('permalink_key'))
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
  if (!board.data || !start || link.isLoading) return <BoardSkeleton />
  const { dashboard, charts } = board.data
  return (
    <LoadedDashboard
      key={`${String(dashboard.id)} ${dashboard.changed_on}`}
      dashboard={dashboard}
      start={start}
      charts={charts}
      place={{ ...link.data, ...readAnchor(hash) }}
      datasets={datasets.data ?? (datasets.isError ? noDatasets : undefined)}
    />
  )
}
