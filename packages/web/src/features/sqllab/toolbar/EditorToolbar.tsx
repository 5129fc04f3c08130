import { ChevronDown, PanelLeftOpen, Play, Save, Square } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { confNumber, may } from '../../../api/bootstrap.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { useElapsed } from '../../../viz/use-elapsed.ts'
import { formatCount, t } from '../../../words/words.ts'
import { isBlankSql } from '../editor/blank-sql.ts'
import type { SqlEditorHandle } from '../editor/SqlEditor.tsx'
import { runTab, stop } from '../lab/run-commands.ts'
import { edit } from '../lab/tab-commands.ts'
import { useLab } from '../lab/store.ts'
import styles from '../SqlPage.module.css'
import { isInFlight } from '../state/model.ts'
import { tabOf } from '../state/tabs.ts'
import { limitChoices } from './limits.ts'
import { SaveQueryDialog } from './SaveQueryDialog.tsx'

/** What can be done with the text of a tab. */
export const EditorToolbar = ({ tabId, editor }: { readonly tabId: string; readonly editor: RefObject<SqlEditorHandle | null> }) => {
  const tab = useLab((lab) => tabOf(lab.sql, tabId))
  const run = useLab((lab) => lab.sql.runs[tabOf(lab.sql, tabId)?.latestQueryId ?? ''])
  const [isSaving, setIsSaving] = useState(false)
  const isRunning = run !== undefined && isInFlight(run.state)
  const elapsed = useElapsed(isRunning ? run.startDttm : undefined)
  if (!tab) return null
  const isBlank = isBlankSql(tab.selectedText || tab.sql)
  const limit = tab.queryLimit ?? confNumber('DEFAULT_SQLLAB_LIMIT', 1000)
  return (
    <div className={styles.toolbar}>
      {tab.hideLeftBar && <IconButton label={t('sqllab.showLeftBar')} icon={<PanelLeftOpen size={14} />} onClick={() => edit(tabId, { hideLeftBar: false })} />}
      {isRunning ? (
        <Button icon={<Square size={12} fill="currentColor" />} onClick={() => void stop(run.id)}>
          {t('sqllab.stop')}
          <span className={styles.elapsed}>{t('sqllab.seconds', { seconds: (elapsed / 1000).toFixed(1) })}</span>
        </Button>
      ) : (
        <Button
          kind="primary"
          icon={<Play size={14} />}
          isDisabled={isBlank || tab.dbId === null}
          disabledReason={tab.dbId === null ? t('sqllab.noDatabase') : t('sqllab.nothingToRun')}
          onClick={() => runTab(tabId, { text: editor.current?.selected() || tab.sql })}
        >
          {tab.selectedText ? t('sqllab.runSelection') : t('sqllab.run')}
          <kbd className={styles.kbd}>Ctrl ↵</kbd>
        </Button>
      )}
      <Menu
        label={t('sqllab.limitMenu')}
        items={limitChoices(confNumber('SQL_MAX_ROW', 100_000)).map((choice) => ({
          key: String(choice),
          label: formatCount(choice),
          isChecked: choice === limit,
          onSelect: () => edit(tabId, { queryLimit: choice }),
        }))}
        trigger={(props) => (
          <Button {...props}>
            {t('sqllab.limit')} <b className={styles.limit}>{formatCount(limit)}</b>
            <ChevronDown size={14} aria-hidden />
          </Button>
        )}
      />
      <span className={styles.rest} />
      {may('can_write', 'SavedQuery') && (
        <Button icon={<Save size={14} />} isDisabled={isBlankSql(tab.sql) || tab.dbId === null} onClick={() => setIsSaving(true)}>
          {t('sqllab.save')}
        </Button>
      )}
      {isSaving && <SaveQueryDialog tab={tab} onClose={() => setIsSaving(false)} />}
    </div>
  )
}
