import { useEffect, useId, useRef } from 'react'
import { describeDetails } from '../../api/normalise-error.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { t } from '../../words/words.ts'
import { tabOf } from './connection-faults.ts'
import type { DialogTab } from './connection-faults.ts'
import { ConnectionTab } from './ConnectionTab.tsx'
import styles from './Databases.module.css'
import { SettingTab } from './SettingTabs.tsx'
import type { ConnectionEditor } from './use-connection-editor.ts'
import type { Kind } from './wire.ts'

const allTabs: readonly DialogTab[] = ['connection', 'sql', 'performance', 'security', 'other']

const labelOf = (tab: DialogTab): string => {
  if (tab === 'connection') return t('databases.tabConnection')
  if (tab === 'sql') return t('databases.tabSql')
  if (tab === 'performance') return t('databases.tabPerformance')
  return tab === 'security' ? t('databases.tabSecurity') : t('databases.tabOther')
}

export interface EditorBodyProps {
  readonly kind: Kind | undefined
  readonly editor: ConnectionEditor
  /** Once connected, only the settings are shown. */
  readonly isConnected?: boolean
  readonly isReadOnly?: boolean
}

/** The tabs of a database's settings, and what the server says about the whole. */
export const EditorBody = ({ kind, editor, isConnected = false, isReadOnly = false }: EditorBodyProps) => {
  const panelId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { complaint, faults, mistakesShown } = editor
  const tabs = isConnected ? allTabs.slice(1) : allTabs
  const tab = isConnected && editor.tab === 'connection' ? 'sql' : editor.tab
  useEffect(() => {
    if (mistakesShown > 0) panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [mistakesShown])
  // With no field to go to, the box is what must be seen.
  const hasFieldFaults = Object.keys(faults).length > 0
  useEffect(() => {
    if (complaint !== undefined && !hasFieldFaults) box.current?.scrollIntoView({ block: 'nearest' })
  }, [complaint, hasFieldFaults])

  return (
    <>
      <div className={styles.tabs}>
        <Tabs
          label={t('databases.settingsTabs')}
          value={tab}
          onChange={editor.setTab}
          panelId={panelId}
          items={tabs.map((key) => ({
            key,
            label: labelOf(key),
            ...(key !== tab && Object.keys(faults).some((field) => tabOf(field) === key)
              ? { badge: <span className={styles.faultDot} role="img" aria-label={t('databases.tabFault')} /> }
              : {}),
          }))}
        />
      </div>
      {complaint !== undefined && (
        <div ref={box}>
          <ErrorBox
            title={complaint.title}
            text={t('error.test', { error: complaint.error.error })}
            level={complaint.error.level}
            details={describeDetails(complaint.error)}
          />
        </div>
      )}
      <div ref={panel} id={panelId} role="tabpanel" aria-label={labelOf(tab)} className={styles.panel}>
        <fieldset disabled={isReadOnly} className={styles.fieldset}>
          {tab === 'connection' ? <ConnectionTab kind={kind} editor={editor} /> : <SettingTab tab={tab} kind={kind} editor={editor} />}
        </fieldset>
      </div>
    </>
  )
}
