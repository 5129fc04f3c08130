import { Plus } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { t } from '../../../words/words.ts'
import { keepsOnServer } from '../lab/keep-tabs.ts'
import { newTab, openTab } from '../lab/tab-commands.ts'
import { useLab } from '../lab/store.ts'
import { isAcknowledged } from '../state/sync.ts'
import { activeTabId, tabOf } from '../state/tabs.ts'
import { idOfTabButton, TabItem } from './TabItem.tsx'
import styles from './TabBar.module.css'

/** The open tabs in their order. Arrows walk them, as in any row of tabs. */
export const TabBar = () => {
  const sql = useLab((lab) => lab.sql)
  const acknowledged = useLab((lab) => lab.acknowledged)
  const row = useRef<HTMLDivElement>(null)
  const active = activeTabId(sql)

  const walk = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || event.altKey || !(event.target as HTMLElement).matches('[role="tab"]')) return
    event.preventDefault()
    const at = sql.tabs.findIndex(({ id }) => id === active)
    const next = sql.tabs[(at + step + sql.tabs.length) % sql.tabs.length]
    if (!next) return
    void openTab(next.id)
    row.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div className={styles.bar}>
      <div ref={row} className={styles.tabs} onKeyDown={walk}>
        {/* Beside each tab stand its menu and its cross, which a list of tabs may not hold: it owns the tabs by name. */}
        <div role="tablist" aria-label={t('sqllab.tabs')} aria-owns={sql.tabs.map(({ id }) => idOfTabButton(id)).join(' ')} />
        {sql.tabs.map(({ id }, place) => {
          const tab = tabOf(sql, id)!
          return (
            <TabItem
              key={id}
              tab={tab}
              place={place}
              count={sql.tabs.length}
              isActive={id === active}
              isDirty={keepsOnServer() && tab.loaded && tab.dbId !== null && !isAcknowledged(tab, acknowledged)}
              state={sql.runs[tab.latestQueryId ?? '']?.state}
            />
          )
        })}
      </div>
      <Tooltip text={t('sqllab.newTab')}>
        <IconButton label={t('sqllab.addTab')} icon={<Plus size={14} />} onClick={() => newTab()} />
      </Tooltip>
    </div>
  )
}
