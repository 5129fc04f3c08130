import { chartIdsIn, titleOf } from '@sightline/core'
import { RefreshCw } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { logEvent } from '../../api/log-event.ts'
import { normaliseError, type ClientError } from '../../api/normalise-error.ts'
import { BoardProvider, type BoardContextValue } from '../../board/board-context.ts'
import { BoardSkeleton } from '../../board/BoardSkeleton.tsx'
import { BoardView } from '../../board/BoardView.tsx'
import { nameOfBlock } from '../../board/name-of-block.ts'
import { useLoadedBoard, type LoadedBoard } from '../../board/use-loaded-board.ts'
import { useTabs } from '../../board/use-tabs.ts'
import { CertifiedBadge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import styles from './EmbeddedPage.module.css'
import { useSession } from './session.ts'
import type { UiConfig } from './ui-config.ts'
import { useBoardAnswers } from './use-board-answers.ts'

/** Why a guest does not see the dashboard, in words for whoever builds the page around it. */
const sayFailure = ({ status, error }: ClientError): { readonly title: string; readonly text: string } => {
  if (status === 401) return { title: t('embedded.badToken'), text: t('embedded.badTokenHint') }
  if (status === 403 || status === 404) return { title: t('embedded.notInToken'), text: t('embedded.notInTokenHint') }
  return { title: t('dashboard.notFound'), text: error }
}

/** The dashboard as its guest may see it: asked for with the token, drawn as everybody sees it, without what needs an account. */
export const EmbeddedDashboard = ({ dashboardId, config }: { readonly dashboardId: number; readonly config: UiConfig }) => {
  const { loaded, error, isFetching, retry } = useLoadedBoard(String(dashboardId), new URLSearchParams(location.search), location.hash)
  const hasFailed = error !== null && !isFetching
  useEffect(() => {
    if (hasFailed) useSession.setState({ board: 'failed' })
  }, [hasFailed])
  if (hasFailed)
    return (
      <div className={styles.notice}>
        <ErrorBox {...sayFailure(normaliseError(error))} onRetry={retry} />
      </div>
    )
  return loaded ? <ShownDashboard {...loaded} config={config} /> : <BoardSkeleton hasTitle={!config.hidesTitle} />
}

const ShownDashboard = ({ dashboard, charts, layout, place, datasets, config }: LoadedBoard & { readonly config: UiConfig }) => {
  const [refreshes, setRefreshes] = useState(0)
  const byId = useMemo(() => new Map(charts.map((chart) => [chart.id, chart])), [charts])
  const urlParams = useMemo(() => Object.fromEntries(new URLSearchParams(location.search)), [])
  const tabs = useTabs(layout, place)
  const title = titleOf(layout) || t('dashboard.untitled')
  useBoardAnswers(dashboard.id, layout, charts, urlParams, tabs.chosen)
  useEffect(() => {
    document.title = title
    logEvent({ event_name: 'mount_dashboard', source: 'dashboard', source_id: dashboard.id, is_published: dashboard.published, is_empty: charts.length === 0 })
  }, [dashboard.id, dashboard.published, title, charts.length])
  const context: BoardContextValue = {
    dashboardId: dashboard.id,
    layout,
    charts: byId,
    datasets,
    urlParams,
    refreshes,
    nameOf: (id) => nameOfBlock(layout, byId, id),
    tabs,
    hidesTopTabs: config.hidesTabs,
    chartActions: config.hidesChartControls ? 'none' : 'guest',
  }
  const refresh = (): void => {
    setRefreshes((count) => count + 1)
    showToast('info', t('dashboard.refreshing'))
  }
  return (
    <BoardProvider value={context}>
      {config.hidesTitle ? (
        <h1 className="visually-hidden">{title}</h1>
      ) : (
        <header className={styles.head}>
          <div className={styles.name}>
            <h1 className={styles.title}>{title}</h1>
            <CertifiedBadge by={dashboard.certified_by} details={dashboard.certification_details} size={16} />
          </div>
          <IconButton label={t('dashboard.refresh')} icon={<RefreshCw size={16} />} onClick={refresh} />
        </header>
      )}
      <EndedToken />
      {chartIdsIn(layout).length === 0 ? (
        <div className={styles.refusal}>
          <EmptyState title={t('dashboard.empty')} />
        </div>
      ) : (
        <BoardView />
      )}
    </BoardProvider>
  )
}

/** Stays until it is closed, or until the page around the frame hands over a good token. */
const EndedToken = () => {
  const isRefused = useSession((state) => state.isRefused)
  if (!isRefused) return null
  return (
    <div className={styles.notice}>
      <ErrorBox isBrief title={t('embedded.tokenEnded')} text={t('embedded.tokenEndedHint')} onClose={() => useSession.setState({ isRefused: false })} />
    </div>
  )
}
