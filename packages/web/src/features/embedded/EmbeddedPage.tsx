import { normaliseError } from '../../api/normalise-error.ts'
import { BoardSkeleton } from '../../board/BoardSkeleton.tsx'
import { CrashBoundary } from '../../ui/CrashBoundary.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { t } from '../../words/words.ts'
import { EmbeddedDashboard } from './EmbeddedDashboard.tsx'
import styles from './EmbeddedPage.module.css'
import { isFramed, readPage, useSession } from './session.ts'
import { readUiConfig } from './ui-config.ts'

/** A dashboard in a frame of another site: refused, waiting for the token of that site, or shown. */
export const EmbeddedPage = () => {
  const { embedded } = readPage()
  return (
    <main className={styles.page}>
      <CrashBoundary
        resetKey={null}
        fallback={(cause, retry) => (
          <div className={styles.notice}>
            <ErrorBox title={t('error.unexpected')} text={normaliseError(cause).error} onRetry={retry} />
          </div>
        )}
      >
        {'refused' in embedded ? (
          <Refusal title={embedded.refused === 'domain' ? t('embedded.wrongDomain') : t('embedded.unknown')} text={t('embedded.askOwner')} />
        ) : isFramed() ? (
          <Waiting dashboardId={embedded.dashboard_id} />
        ) : (
          <Refusal title={t('embedded.notFramed')} text={t('embedded.notFramedHint')} />
        )}
      </CrashBoundary>
      <Toasts />
    </main>
  )
}

const Refusal = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div className={styles.refusal}>
    <EmptyState isPageTitle title={title} text={text} />
  </div>
)

const Waiting = ({ dashboardId }: { readonly dashboardId: number }) => {
  const hasToken = useSession(({ token }) => token !== undefined)
  const config = readUiConfig(location.search)
  return hasToken ? <EmbeddedDashboard dashboardId={dashboardId} config={config} /> : <BoardSkeleton hasTitle={!config.hidesTitle} />
}
