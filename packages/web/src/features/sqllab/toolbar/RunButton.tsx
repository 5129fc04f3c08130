import { ChevronDown, Eye, Play, Square, Table2 } from 'lucide-react'
import { useState } from 'react'
import { may } from '../../../api/bootstrap.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { useElapsed } from '../../../viz/use-elapsed.ts'
import { t } from '../../../words/words.ts'
import { stop } from '../lab/run-commands.ts'
import { useLab } from '../lab/store.ts'
import { isInFlight } from '../state/model.ts'
import { tabOf } from '../state/tabs.ts'
import { printElapsed } from './print-time.ts'
import styles from './toolbar.module.css'

/** macOS keeps Ctrl+E for the end of a line. */
const stopKeys = (): string => (/mac|iphone|ipad/i.test(navigator.userAgent) ? 'Ctrl + x' : 'Ctrl + e')

export interface RunButtonProps {
  readonly tabId: string
  readonly isBlank: boolean
  readonly onRun: () => void
  readonly onCreate: (method: 'TABLE' | 'VIEW') => void
}

/** Runs what stands in the tab or is selected in it; while it runs, ends it. */
export const RunButton = ({ tabId, isBlank, onRun, onCreate }: RunButtonProps) => {
  const runId = useLab((lab) => tabOf(lab.sql, tabId)?.latestQueryId ?? '')
  const runningSince = useLab((lab) => {
    const run = lab.sql.runs[runId]
    return run && isInFlight(run.state) ? run.startDttm : undefined
  })
  if (runningSince !== undefined) return <StopButton runId={runId} since={runningSince} />
  return <StartButton tabId={tabId} isBlank={isBlank} onRun={onRun} onCreate={onCreate} />
}

const StartButton = ({ tabId, isBlank, onRun, onCreate }: RunButtonProps) => {
  const hasSelection = useLab((lab) => Boolean(tabOf(lab.sql, tabId)?.selectedText))
  const dbId = useLab((lab) => tabOf(lab.sql, tabId)?.dbId ?? null)
  const database = useLab((lab) => (dbId === null ? undefined : lab.databases[dbId]))
  const isAllowed = may('can_execute_sql_query', 'SQLLab')
  const isDisabled = !isAllowed || isBlank || dbId === null
  const reason = !isAllowed ? t('error.forbidden') : dbId === null ? t('sqllab.noDatabase') : t('sqllab.nothingToRun')
  const ways = [
    ...(database?.allow_ctas ? [{ method: 'TABLE', label: t('sqlbar.createTable'), icon: <Table2 size={14} /> } as const] : []),
    ...(database?.allow_cvas ? [{ method: 'VIEW', label: t('sqlbar.createView'), icon: <Eye size={14} /> } as const] : []),
  ]
  const button = (
    <Button
      kind="primary"
      icon={<Play size={14} aria-hidden />}
      className={ways.length > 0 ? styles.splitMain : undefined}
      isDisabled={isDisabled}
      disabledReason={reason}
      onClick={onRun}
    >
      {hasSelection ? t('sqllab.runSelection') : t('sqllab.run')}
      <kbd className={styles.kbd}>Ctrl ↵</kbd>
    </Button>
  )
  return (
    <span className={styles.split}>
      {isDisabled ? button : <Tooltip text={t('sqlbar.runTip', { keys: 'Ctrl + Return' })}>{button}</Tooltip>}
      {ways.length > 0 && (
        <Menu
          label={t('sqlbar.runMore')}
          items={ways.map(({ method, label, icon }) => ({ key: method, label, icon, onSelect: () => onCreate(method) }))}
          trigger={(props) => (
            <Button {...props} kind="primary" aria-label={t('sqlbar.runMore')} className={styles.splitCaret} isDisabled={isDisabled}>
              <ChevronDown size={14} aria-hidden />
            </Button>
          )}
        />
      )}
    </span>
  )
}

const StopButton = ({ runId, since }: { readonly runId: string; readonly since: number }) => {
  const [isStopping, setIsStopping] = useState(false)
  const end = async (): Promise<void> => {
    setIsStopping(true)
    await stop(runId)
    setIsStopping(false)
  }
  return (
    <Tooltip text={t('sqlbar.stopTip', { keys: stopKeys() })}>
      <Button icon={<Square size={12} fill="currentColor" aria-hidden />} isBusy={isStopping} onClick={() => void end()}>
        {t('sqllab.stop')}
        <Elapsed since={since} />
      </Button>
    </Tooltip>
  )
}

/** Ticks by itself; nothing around it is drawn again. It is not part of the button's name, which would change ten times a second. */
const Elapsed = ({ since }: { readonly since: number }) => (
  <span aria-hidden className={styles.elapsed}>
    {printElapsed(useElapsed(since))}
  </span>
)
