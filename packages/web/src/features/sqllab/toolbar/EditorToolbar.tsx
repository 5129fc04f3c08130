import { PanelLeftOpen } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react'
import { bootstrap, confNumber } from '../../../api/bootstrap.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { useSize } from '../../../viz/use-size.ts'
import { t } from '../../../words/words.ts'
import { isBlankSql } from '../editor/blank-sql.ts'
import type { SqlEditorHandle } from '../editor/SqlEditor.tsx'
import { estimateCost, runTab } from '../lab/run-commands.ts'
import { isCopied, makeLink } from '../lab/share-commands.ts'
import { edit } from '../lab/tab-commands.ts'
import { useLab } from '../lab/store.ts'
import { tabOf } from '../state/tabs.ts'
import { DraftNote } from './DraftNote.tsx'
import { foldedAt } from './fold.ts'
import { LimitMenu } from './LimitMenu.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { RunButton } from './RunButton.tsx'
import { SaveButton } from './SaveButton.tsx'
import { readScheduleForm } from './schedule/schedule-form.ts'
import styles from './toolbar.module.css'
import { ToolbarDialogs, type OpenDialog } from './ToolbarDialogs.tsx'
import { ToolButton } from './ToolButton.tsx'
import { useTools, type ToolCommands } from './use-tools.tsx'

/** What can be done with the text of a tab. What the width has no room for stands in the menu at its end. */
export const EditorToolbar = ({ tabId, editor }: { readonly tabId: string; readonly editor: RefObject<SqlEditorHandle | null> }) => {
  const bar = useRef<HTMLDivElement>(null)
  const width = useSize(bar)?.width ?? Number.POSITIVE_INFINITY
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const text = useLab((lab) => {
    const tab = tabOf(lab.sql, tabId)
    return tab?.selectedText || tab?.sql || ''
  })
  const isBlank = useMemo(() => isBlankSql(text), [text])
  const hidesLeftBar = useLab((lab) => tabOf(lab.sql, tabId)?.hideLeftBar === true)
  const limit = useLab((lab) => tabOf(lab.sql, tabId)?.queryLimit ?? confNumber('DEFAULT_SQLLAB_LIMIT', 1000))
  const schedule = useMemo(() => readScheduleForm(bootstrap().common.conf?.['SCHEDULED_QUERIES']), [])

  /** What is selected, else everything, as it is this moment. */
  const textToRun = (): string => editor.current?.selected() || editor.current?.text() || text
  const estimate = (): void => {
    void estimateCost(tabId, textToRun())
    setDialog({ kind: 'estimate' })
  }
  const share = async (): Promise<void> => {
    const link = await makeLink(tabId)
    if (link !== undefined && !(await isCopied(link))) setDialog({ kind: 'link', link })
  }
  const commands: ToolCommands = {
    parameters: () => setDialog({ kind: 'parameters' }),
    estimate,
    format: () => void editor.current?.format(),
    share: () => void share(),
    save: () => setDialog({ kind: 'save' }),
  }
  const tools = useTools(tabId, isBlank, commands)
  const folded = foldedAt(width - (hidesLeftBar ? 36 : 0), ['draft', 'limit', ...tools.map(({ key }) => key)])
  const saveTool = tools.find(({ key }) => key === 'save')

  const saveByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return
    // The browser's own answer, the page as a file, helps nobody here.
    event.preventDefault()
    if (dialog === null && saveTool && !saveTool.isDisabled) setDialog({ kind: 'save' })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => saveByKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  const shown = tools.filter(({ key }) => !folded.has(key))
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={t('sqlbar.title')}>
      {hidesLeftBar && <IconButton label={t('sqllab.showLeftBar')} icon={<PanelLeftOpen size={14} />} onClick={() => edit(tabId, { hideLeftBar: false })} />}
      <RunButton
        tabId={tabId}
        isBlank={isBlank}
        onRun={() => runTab(tabId, { text: textToRun() })}
        onCreate={(method) => setDialog({ kind: 'create', method })}
      />
      {!folded.has('limit') && <LimitMenu tabId={tabId} limit={limit} />}
      <span className={styles.tools}>
        {shown
          .filter(({ place }) => place === 'start')
          .map((tool) => (
            <ToolButton key={tool.key} tool={tool} kind="quiet" />
          ))}
      </span>
      <span className={styles.rest} />
      {!folded.has('draft') && <DraftNote tabId={tabId} />}
      {shown
        .filter(({ place }) => place === 'end')
        .map((tool) =>
          tool.key === 'save' ? (
            <SaveButton key={tool.key} tabId={tabId} tool={tool} canSchedule={schedule !== undefined} onSchedule={() => setDialog({ kind: 'schedule' })} />
          ) : (
            <ToolButton key={tool.key} tool={tool} kind="default" />
          ),
        )}
      <MoreMenu
        tabId={tabId}
        limit={limit}
        folded={folded}
        tools={tools}
        canSchedule={schedule !== undefined}
        onSchedule={() => setDialog({ kind: 'schedule' })}
        onShortcuts={() => setDialog({ kind: 'shortcuts' })}
      />
      {dialog !== null && (
        <ToolbarDialogs
          tabId={tabId}
          dialog={dialog}
          schedule={schedule}
          onEstimate={estimate}
          onCreate={(method, name) => runTab(tabId, { text: textToRun(), ctas: { method, name } })}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}
