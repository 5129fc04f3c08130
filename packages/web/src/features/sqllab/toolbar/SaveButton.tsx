import { CalendarClock, ChevronDown } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { t } from '../../../words/words.ts'
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

/** Saves; where an operator set up schedules, there is a second way to. */
export const SaveButton = ({ tabId, tool, canSchedule, onSchedule }: SaveButtonProps) => {
  const hasSucceeded = useHasSucceeded(tabId)
  if (!canSchedule) return <ToolButton tool={tool} kind="default" />
  return (
    <span className={styles.split}>
      <ToolButton tool={tool} kind="default" className={styles.splitMain} />
      <Menu
        label={t('sqlbar.saveMore')}
        align="end"
        items={[
          { key: 'save', label: t('sqlbar.saveQuery'), icon: tool.icon, shortcut: tool.shortcut ?? '', isDisabled: tool.isDisabled, onSelect: tool.onSelect },
          {
            key: 'schedule',
            label: t('sqlbar.schedule'),
            icon: <CalendarClock size={14} aria-hidden />,
            hint: t(hasSucceeded ? 'sqlbar.scheduleTip' : 'sqlbar.scheduleFirstRun'),
            isDisabled: !hasSucceeded,
            onSelect: onSchedule,
          },
        ]}
        trigger={(props) => (
          <Button {...props} aria-label={t('sqlbar.saveMore')} className={styles.splitCaret}>
            <ChevronDown size={14} aria-hidden />
          </Button>
        )}
      />
    </span>
  )
}
