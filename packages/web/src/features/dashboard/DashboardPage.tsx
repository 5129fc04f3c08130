import { useLocation, useParams, useSearchParams } from 'react-router'
import { normaliseError } from '../../api/normalise-error.ts'
import { BoardSkeleton } from '../../board/BoardSkeleton.tsx'
import { useLoadedBoard } from '../../board/use-loaded-board.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { t } from '../../words/words.ts'
import styles from './DashboardPage.module.css'
import { LoadedDashboard } from './LoadedDashboard.tsx'

/** A dashboard by id or slug. */
export const DashboardPage = () => {
  const { idOrSlug = '' } = useParams()
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const { loaded, error, retry } = useLoadedBoard(idOrSlug, search, hash)
  if (error)
    return (
      <div className={styles.failure}>
        <ErrorBox title={t('dashboard.notFound')} text={normaliseError(error).error} onRetry={retry} />
      </div>
    )
  if (!loaded) return <BoardSkeleton />
  return <LoadedDashboard key={`${String(loaded.dashboard.id)} ${loaded.dashboard.changed_on}`} {...loaded} />
}
