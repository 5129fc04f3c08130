import { CalendarClock, ChevronDown, Layers } from 'lucide-react'
import { may } from '../../../api/bootstrap.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { t } from '../../../words/words.ts'
import { saveRunAsDataset } from '../lab/result-commands.ts'
import { useLab } from '../lab/store.ts'
import { tabOf } from '../state/tabs.ts'
import { ToolButton } from './ToolButton.tsx'
import styles from './toolbar.module.css'
import type { Tool } from './use-tools.tsx'
import { useHasSucceeded } from './use-has-succeeded.ts'

export interface SaveButtonProps {
  readonly tabId: string
  readonly tool: Tool
  readonly canSchedule: boolean
  readonly onSchedule: () => void
}

/** Saves; there are more ways to where an operator set up schedules, or the database lets its queries be asked about. */
export const SaveButton = ({ tabId, tool, canSchedule, onSchedule }: SaveButtonProps) => {
  const hasSucceeded = useHasSucceeded(tabId)
  const run = useLab((lab) => lab.sql.runs[tabOf(lab.sql, tabId)?.latestQueryId ?? ''])
  const canKeepRows = useLab((lab) => lab.databases[tabOf(lab.sql, tabId)?.dbId ?? 0]?.allows_virtual_table_explore === true) && may('can_write', 'Dataset')
  const rows = run?.state === 'success' && !run.ctas ? run.results : null
  if (!canSchedule && !canKeepRows) return <ToolButton tool={tool} kind="default" />
  return (
    <span className={styles.split}>
      <ToolButton tool={tool} kind="default" className={styles.splitMain} />
      <Menu
        label={t('sqlbar.saveMore')}
        align="end"
        items={[
          { key: 'save', label: t('sqlbar.saveQuery'), icon: tool.icon, shortcut: tool.shortcut ?? '', isDisabled: tool.isDisabled, onSelect: tool.onSelect },
          canKeepRows && {
            key: 'dataset',
            label: t('sqlbar.saveDataset'),
            icon: <Layers size={14} aria-hidden />,
            hint: t(rows === null ? 'sqlbar.scheduleFirstRun' : 'sqlbar.saveDatasetTip'),
            isDisabled: rows === null,
            onSelect: () => run && rows !== null && saveRunAsDataset(run, rows),
          },
          canSchedule && {
            key: 'schedule',
            label: t('sqlbar.schedule'),
            icon: <CalendarClock size={14} aria-hidden />,
            hint: t(hasSucceeded ? 'sqlbar.scheduleTip' : 'sqlbar.scheduleFirstRun'),
            isDisabled: !hasSucceeded,
            onSelect: onSchedule,
          },
        ].filter((item) => item !== false)}
        trigger={(props) => (
          <Button {...props} aria-label={t('sqlbar.saveMore')} className={styles.splitCaret}>
            <ChevronDown size={14} aria-hidden />
          </Button>
        )}
      />
    </span>
  )
}
