import { isFeatureOn } from '../../../api/bootstrap.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { t } from '../../../words/words.ts'
import { exploreMadeTable, nameOfMade, queryMadeTable } from '../lab/history-commands.ts'
import { fetchResults } from '../lab/run-commands.ts'
import { isInFlight, type Run } from '../state/model.ts'
import { RowsView } from './RowsView.tsx'
import { RunFailure } from './RunFailure.tsx'
import { secondsText } from './run-labels.ts'
import { RunProgress } from './RunProgress.tsx'
import styles from './South.module.css'

export interface ResultPaneProps {
  readonly run: Run | undefined
  /** Given for a look at a table: how to look again. */
  readonly onLookAgain?: () => void
}

/** What became of a run. */
export const ResultPane = ({ run, onLookAgain }: ResultPaneProps) => {
  if (!run)
    return (
      <div className={styles.middle}>
        <EmptyState title={t('sqllab.idle')} />
      </div>
    )
  if (run.state === 'stopped')
    return (
      <div className={styles.pane}>
        <ErrorBox level="warning" title={t('sqllab.wasStopped')} text={secondsText((run.endDttm ?? run.startDttm) - run.startDttm)} isBrief />
      </div>
    )
  if (run.state === 'failed' || run.state === 'timed_out') return <RunFailure run={run} />
  if (run.state === 'success' && run.ctas) return <MadeTable run={run} />
  const { results } = run
  if (results !== null && results.columns.length > 0) return <RowsView key={run.id} run={run} results={results} isLook={onLookAgain !== undefined} />
  if (isInFlight(run.state)) return <RunProgress run={run} />
  if (results !== null)
    return (
      <div className={styles.pane}>
        <ErrorBox level="warning" title={t('sqllab.noData')} isBrief />
      </div>
    )
  return <NotLoaded run={run} onLookAgain={onLookAgain} />
}

const NotLoaded = ({ run, onLookAgain }: { readonly run: Run; readonly onLookAgain: (() => void) | undefined }) => {
  if (onLookAgain)
    return (
      <div className={styles.middle}>
        <Button onClick={onLookAgain}>{t('sqllab.fetchPreview')}</Button>
      </div>
    )
  if (run.resultsKey !== null)
    return (
      <div className={styles.middle}>
        <Button onClick={() => void fetchResults(run.id)}>{t('sqllab.refetch')}</Button>
      </div>
    )
  return (
    <div className={styles.pane}>
      <ErrorBox level={isFeatureOn('SQLLAB_BACKEND_PERSISTENCE') ? 'warning' : 'info'} title={t('sqllab.nothingStored')} isBrief />
    </div>
  )
}

/** A table or view came out of the run: what can be done with it. */
const MadeTable = ({ run }: { readonly run: Run }) => (
  <div className={styles.pane}>
    <div className={styles.made} role="status">
      <p>{t(run.ctasMethod === 'VIEW' ? 'sqllab.created.view' : 'sqllab.created.table', { name: nameOfMade(run) })}</p>
      <div className={styles.madeActions}>
        <Button onClick={() => queryMadeTable(run)}>{t('sqllab.queryInNewTab')}</Button>
        <Button onClick={() => void exploreMadeTable(run)}>{t('sqllab.explore')}</Button>
      </div>
    </div>
  </div>
)
