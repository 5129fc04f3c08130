import { CircleCheck, CircleHelp, CircleX, Clock, CloudOff, Download, LoaderCircle, Pencil, Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { SqlText } from '../../../ui/SqlText.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { useElapsed } from '../../../viz/use-elapsed.ts'
import { formatCount, t } from '../../../words/words.ts'
import { runInNewTab } from '../lab/history-commands.ts'
import { forgetRun } from '../lab/run-commands.ts'
import { isInFlight, type Run, type RunStatus } from '../state/model.ts'
import { firstLines } from './history-runs.ts'
import { historyState, secondsText } from './run-labels.ts'
import styles from './South.module.css'

const glyphs: Readonly<Record<RunStatus, typeof Clock>> = {
  success: CircleCheck,
  failed: CircleX,
  stopped: CircleX,
  running: LoaderCircle,
  started: LoaderCircle,
  fetching: Download,
  timed_out: CloudOff,
  scheduled: Clock,
  pending: Clock,
}

export interface HistoryRowProps {
  readonly tabId: string
  readonly run: Run
  readonly isLatest: boolean
  readonly onShowSql: () => void
  readonly onShowRows: () => void
  readonly onReplace: (text: string) => void
}

/** One run of the history: how it went, what it was, what can be done with it. */
export const HistoryRow = ({ tabId, run, isLatest, onShowSql, onShowRows, onReplace }: HistoryRowProps) => {
  const isRunning = isInFlight(run.state)
  const elapsed = useElapsed(isRunning ? run.startDttm : undefined)
  const hasRows = run.state === 'success' && !run.ctas && (run.results !== null || run.resultsKey !== null)
  return (
    <>
      <span role="cell" className={styles.historyState} data-state={run.state}>
        <StateGlyph status={run.state} />
      </span>
      <span role="cell" className={styles.numbers}>
        <TimeAgo at={run.startDttm} />
      </span>
      <span role="cell" className={styles.end}>
        {isRunning ? secondsText(elapsed) : run.endDttm === null ? '' : secondsText(run.endDttm - run.startDttm)}
      </span>
      <span role="cell" className={styles.historyProgress}>
        <progress className={styles.bar} max={100} value={run.progress} aria-label={t('sqllab.progress')} />
      </span>
      <span role="cell" className={styles.end}>
        {run.rows === null ? '' : formatCount(run.rows)}
      </span>
      <span role="cell" className={styles.historySql}>
        <button type="button" className={styles.historyText} title={t('sqllab.history.showSql')} onClick={onShowSql}>
          <SqlText sql={firstLines(run.sql)} />
        </button>
      </span>
      <span role="cell">{hasRows && <Button onClick={onShowRows}>{t('sqllab.history.view')}</Button>}</span>
      <span role="cell" className={styles.historyActions}>
        <IconButton size="xs" label={t('sqllab.history.overwrite')} icon={<Pencil size={14} />} onClick={() => onReplace(run.sql)} />
        <IconButton size="xs" label={t('sqllab.history.runInTab')} icon={<Plus size={14} />} onClick={() => runInNewTab(run)} />
        {!isLatest && <IconButton size="xs" label={t('sqllab.history.remove')} icon={<Trash2 size={14} />} onClick={() => void forgetRun(tabId, run.id)} />}
      </span>
    </>
  )
}

const StateGlyph = ({ status }: { readonly status: RunStatus }) => {
  const Glyph = glyphs[status] ?? CircleHelp
  return (
    <Tooltip text={historyState(status)}>
      <span role="img" aria-label={historyState(status)} className={styles.stateGlyph}>
        <Glyph size={16} aria-hidden />
      </span>
    </Tooltip>
  )
}
