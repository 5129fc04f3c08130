import { Lock, LockOpen, SquareTerminal } from 'lucide-react'
import { lazy, Suspense, useId } from 'react'
import { bootstrap, may } from '../../../api/bootstrap.ts'
import { links } from '../../../links.ts'
import { ButtonLink, IconButton } from '../../../ui/Button.tsx'
import { Radios } from '../../../ui/Radios.tsx'
import { t } from '../../../words/words.ts'
import type { DatasetDraft } from './draft.ts'
import styles from './Edit.module.css'
import type { DatasetEditor } from './editor.ts'
import { CellError, TextField } from './fields.tsx'
import { faultAt } from './find-faults.ts'
import { RowsPreview } from './RowsPreview.tsx'
import { SourcePlace } from './SourcePlace.tsx'

const SqlField = lazy(async () => ({ default: (await import('../../../code/SqlField.tsx')).SqlField }))

export interface SourceTabProps {
  readonly editor: DatasetEditor
  readonly stored: DatasetDraft
  readonly backend: string
  readonly isUnlocked: boolean
  readonly onLock: (isUnlocked: boolean) => void
  /** Another table has other columns. */
  readonly onTable: (draft: DatasetDraft) => void
}

/** Where the rows come from: a table, or SQL. Locked, because changing it can break every chart at once. */
export const SourceTab = ({ editor, stored, backend, isUnlocked, onLock, onTable }: SourceTabProps) => {
  const { draft, set, faults, isReadOnly } = editor
  const noteId = useId()
  const mayUnlock = bootstrap().common.conf?.['DISABLE_DATASET_SOURCE_EDIT'] !== true && !isReadOnly
  const isLocked = !isUnlocked
  const fault = (field: string): string | undefined => faultAt(faults, 'source', field)
  return (
    <div className={styles.scroll}>
      {mayUnlock ? (
        <p className={styles.lockLine}>
          <IconButton
            label={isLocked ? t('editDataset.lock') : t('editDataset.unlock')}
            isTooltipHidden
            icon={isLocked ? <Lock size={16} /> : <LockOpen size={16} />}
            aria-pressed={isUnlocked}
            onClick={() => onLock(isLocked)}
          />
          <span aria-hidden>{isLocked ? t('editDataset.lock') : t('editDataset.unlock')}</span>
        </p>
      ) : (
        !isReadOnly && <p className={styles.lockLine}>{t('editDataset.sourceOff')}</p>
      )}
      <Radios
        label={t('editDataset.kind')}
        isDisabled={isLocked}
        value={draft.isVirtual ? 'virtual' : 'physical'}
        options={[
          { value: 'physical', label: t('editDataset.physical') },
          { value: 'virtual', label: t('editDataset.virtual') },
        ]}
        onChange={(kind) => set({ isVirtual: kind === 'virtual' })}
      />
      <SourcePlace editor={editor} isLocked={isLocked} onTable={onTable} />
      {draft.isVirtual && (
        <>
          <fieldset disabled={isLocked} className={styles.fieldset}>
            <TextField
              label={t('editDataset.name')}
              most={250}
              value={draft.table_name}
              error={fault('table_name')}
              onChange={(table_name) => set({ table_name })}
            />
          </fieldset>
          <div>
            <div className={styles.sqlLabel}>
              {t('editDataset.sql')}
              {may('menu_access', 'SQL Lab') && (
                <ButtonLink
                  kind="quiet"
                  to={links.sql({ dbid: draft.databaseId, sql: draft.sql, ...(draft.schema ? { schema: draft.schema } : {}) })}
                  icon={<SquareTerminal size={14} aria-hidden />}
                  isNewWindow
                >
                  {t('editDataset.openInSql')}
                </ButtonLink>
              )}
            </div>
            <Suspense fallback={<pre className={styles.sql}>{draft.sql}</pre>}>
              <SqlField
                className={styles.sql}
                label={t('editDataset.sql')}
                backend={backend}
                value={draft.sql}
                isReadOnly={isLocked}
                isInvalid={fault('sql') !== undefined}
                describedBy={noteId}
                onChange={(sql) => set({ sql })}
              />
            </Suspense>
            <CellError text={fault('sql')} />
            <p id={noteId} className={styles.sqlNote}>
              {t('editDataset.sqlHint')}
            </p>
          </div>
        </>
      )}
      <RowsPreview id={editor.id} draft={draft} stored={stored} />
    </div>
  )
}
