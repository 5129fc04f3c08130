import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { t } from '../../../words/words.ts'
import { closeTab, edit, newTab, openTab } from '../lab/tab-commands.ts'
import { useLab } from '../lab/store.ts'
import { activeTabId } from '../state/tabs.ts'
import styles from './TabBar.module.css'

/** The open tabs. A double click renames one in place. */
export const TabBar = () => {
  const tabs = useLab((lab) => lab.sql.tabs)
  const unsaved = useLab((lab) => lab.sql.unsaved)
  const active = useLab((lab) => activeTabId(lab.sql))
  const runs = useLab((lab) => lab.sql.runs)
  const [renaming, setRenaming] = useState<string>()
  return (
    <div className={styles.bar}>
      <div role="tablist" aria-label={t('sqllab.tabs')} className={styles.tabs}>
        {tabs.map((kept) => {
          const tab = unsaved?.id === kept.id ? { ...kept, ...unsaved } : kept
          const state = tab.latestQueryId === null ? undefined : runs[tab.latestQueryId]?.state
          return (
            <div key={tab.id} className={joinClasses(styles.tab, tab.id === active && styles.active)}>
              {renaming === tab.id ? (
                <input
                  className={styles.rename}
                  aria-label={t('sqllab.renameTab')}
                  defaultValue={tab.name}
                  autoFocus
                  onBlur={(event) => {
                    setRenaming(undefined)
                    if (event.target.value.trim() !== '') edit(tab.id, { name: event.target.value.trim() })
                  }}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter') event.currentTarget.blur()
                    if (event.key === 'Escape') {
                      event.currentTarget.value = tab.name
                      event.currentTarget.blur()
                    }
                  }}
                />
              ) : (
                <button
                  type="button"
                  role="tab"
                  aria-selected={tab.id === active}
                  className={styles.name}
                  onClick={() => void openTab(tab.id)}
                  onDoubleClick={() => setRenaming(tab.id)}
                >
                  {state !== undefined && <span className={styles.dot} data-state={state} aria-hidden />}
                  {tab.name}
                </button>
              )}
              <IconButton size="xs" label={t('sqllab.closeTab', { name: tab.name })} icon={<X size={12} />} onClick={() => void closeTab(tab.id)} />
            </div>
          )
        })}
      </div>
      <IconButton label={t('sqllab.newTab')} icon={<Plus size={14} />} onClick={() => newTab()} />
    </div>
  )
}
