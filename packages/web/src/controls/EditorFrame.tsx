import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Tabs, type TabItem } from '../ui/Tabs.tsx'
import { t } from '../words/words.ts'
import styles from './controls.module.css'

export interface EditorFrameProps<Key extends string> {
  readonly title: ReactNode
  readonly label: string
  readonly tabs: readonly TabItem<Key>[]
  readonly tab: Key
  readonly onTab: (tab: Key) => void
  readonly children: ReactNode
  readonly maySave: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** The inside of a pop-over that edits one chip: title, tabs, fields, Close and Save. */
export const EditorFrame = <Key extends string>({ title, label, tabs, tab, onTab, children, maySave, onSave, onClose }: EditorFrameProps<Key>) => (
  <form
    className={styles.editor}
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault()
      event.stopPropagation()
      if (maySave) onSave()
    }}
  >
    <div className={styles.editorTitle}>{title}</div>
    <Tabs label={label} items={tabs} value={tab} onChange={onTab} className={styles.editorTabs} />
    <div className={styles.editorBody}>{children}</div>
    <div className={styles.editorFoot}>
      <Button onClick={onClose}>{t('ui.close')}</Button>
      <Button kind="primary" type="submit" isDisabled={!maySave}>
        {t('ui.save')}
      </Button>
    </div>
  </form>
)

/** The name of a chip, edited in place; emptied, it goes back to the one it has by itself. */
export const NameField = ({
  label,
  value,
  placeholder,
  onChange,
  isFixed,
}: {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly onChange: (name: string) => void
  readonly isFixed: boolean
}) =>
  isFixed ? (
    <strong className={styles.fixedName}>{value || placeholder}</strong>
  ) : (
    <input className={styles.nameField} aria-label={label} value={value} placeholder={placeholder} onChange={(event) => onChange(event.target.value)} />
  )
