import { describeDetails, normaliseError } from '../../../api/normalise-error.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { CrashBoundary } from '../../../ui/CrashBoundary.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { t } from '../../../words/words.ts'
import { endPreview } from '../lab/history-commands.ts'
import { runPreview } from '../lab/run-commands.ts'
import { showSouthPane, useLab, type SouthPane as Pane } from '../lab/store.ts'
import type { OpenTable } from '../state/model.ts'
import { tabOf } from '../state/tabs.ts'
import { isTooOld } from './history-runs.ts'
import { HistoryPane } from './HistoryPane.tsx'
import { ResultPane } from './ResultPane.tsx'
import { labelTones } from './run-labels.ts'
import styles from './South.module.css'
import { SouthTabs, type SouthTab } from './SouthTabs.tsx'
import { useFaultMark } from './use-fault-mark.ts'

export interface SouthPaneProps {
  readonly tabId: string
  /** Puts a text in the place of the tab's own. */
  readonly onReplace: (text: string) => void
}

const keyOf = (pane: Pane): string => (typeof pane === 'string' ? pane : pane.tableId)
const paneOf = (key: string): Pane => (key === 'results' || key === 'history' ? key : { tableId: key })

/** Below the editor: the rows of the last run, the history of the tab, and looks at tables. */
export const SouthPane = ({ tabId, onReplace }: SouthPaneProps) => {
  const isOffline = useLab((lab) => lab.sql.isOffline)
  const wanted = useLab((lab) => lab.southPanes[tabId] ?? 'results')
  const tables = useLab((lab) => lab.sql.tables)
  const runs = useLab((lab) => lab.sql.runs)
  // Rows of looks are not kept over a reload; then the look is over too.
  const looks = tables.filter((table) => table.tabId === tabId && runs[table.previewRunId ?? ''] !== undefined)
  const latestId = useLab((lab) => tabOf(lab.sql, tabId)?.latestQueryId ?? '')
  const run = runs[latestId]
  const now = useNow()
  useFaultMark(tabId, run)

  const look = looks.find(({ id }) => id === keyOf(wanted))
  const value = typeof wanted === 'string' ? wanted : (look?.id ?? 'results')
  const items: SouthTab[] = [
    { key: 'results', label: t('sqllab.results') },
    { key: 'history', label: t('sqllab.history') },
    ...looks.map(({ id, name }) => ({
      key: id,
      label: t('sqllab.previewTab', { name }),
      onClose: () => endPreview(tabId, id),
      closeLabel: t('sqllab.closePreview', { name }),
    })),
  ]
  const panelId = `south-${tabId}`
  return (
    <section className={styles.south} aria-label={t('sqllab.results')}>
      <div className={styles.top}>
        <SouthTabs items={items} value={value} panelId={panelId} onChange={(key) => showSouthPane(tabId, paneOf(key))} />
        {isOffline && (
          <span role="alert" className={styles.offline}>
            <Badge tone={labelTones.offline}>{t('sqllab.state.offline')}</Badge>
          </span>
        )}
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${value}`} className={styles.panel}>
        {/* Whatever a database answered, the text above stays in reach; another pane or another run is another try. */}
        <CrashBoundary resetKey={`${value} ${latestId}`} fallback={(cause, retry) => <Crashed cause={cause} onRetry={retry} />}>
          {value === 'history' ? (
            <HistoryPane tabId={tabId} onReplace={onReplace} />
          ) : look ? (
            <Look key={look.id} table={look} />
          ) : (
            <ResultPane run={run && isTooOld(run, now.getTime()) ? undefined : run} />
          )}
        </CrashBoundary>
      </div>
    </section>
  )
}

const Crashed = ({ cause, onRetry }: { readonly cause: unknown; readonly onRetry: () => void }) => {
  const said = normaliseError(cause)
  return (
    <div className={styles.pane}>
      <ErrorBox title={t('error.unexpected')} text={said.description ?? said.error} details={describeDetails(said)} onRetry={onRetry} />
    </div>
  )
}

/** The first rows of a table. */
const Look = ({ table }: { readonly table: OpenTable }) => {
  const run = useLab((lab) => lab.sql.runs[table.previewRunId ?? ''])
  return <ResultPane run={run} onLookAgain={() => run && runPreview(table, run.sql)} />
}
