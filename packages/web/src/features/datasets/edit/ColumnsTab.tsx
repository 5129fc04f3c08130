import { RefreshCw, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { MarkGlyphs } from '../../../controls/MarkGlyphs.tsx'
import { t } from '../../../words/words.ts'
import { changeColumn, removeColumn } from './change-draft.ts'
import { ColumnFields } from './ColumnFields.tsx'
import { usesCells, usesHeads } from './column-cells.tsx'
import styles from './Edit.module.css'
import type { DatasetEditor } from './editor.ts'
import { CellError } from './fields.tsx'
import { faultAt } from './find-faults.ts'
import { searchItems } from './item-search.ts'
import { ItemRows } from './ItemRows.tsx'
import { ItemTools } from './ItemTools.tsx'
import { shownMarks } from './marks.ts'
import { SyncReport } from './SyncReport.tsx'
import { useOpenRows } from './use-open-rows.ts'
import type { Sync } from './use-sync.ts'

/** Columns that the source has. They come from it and go with it; what is said about them is written here. */
export const ColumnsTab = ({ editor, sync, isUnlocked }: { readonly editor: DatasetEditor; readonly sync: Sync; readonly isUnlocked: boolean }) => {
  const { draft, change, faults } = editor
  const [text, setText] = useState('')
  const rows = useOpenRows()
  const shown = searchItems(draft.columns, useDeferredValue(text), (column) => [column.column_name, column.verbose_name])
  return (
    <>
      <ItemTools label={t('editDataset.searchColumns')} search={text} onSearch={setText}>
        <Button icon={<RefreshCw size={14} />} isBusy={sync.isBusy} isDisabled={isUnlocked} disabledReason={t('editDataset.syncLocked')} onClick={sync.run}>
          {t('editDataset.sync')}
        </Button>
      </ItemTools>
      <SyncReport sync={sync} />
      <ItemRows
        label={t('editDataset.columns')}
        items={shown}
        nameOf={(column) => column.column_name}
        open={rows.open}
        fresh={rows.fresh}
        onToggle={rows.toggle}
        nothing={draft.columns.length === 0 ? t('editDataset.noColumns') : t('editDataset.noMatch')}
        heads={[
          { key: 'name', label: t('editDataset.column'), width: 'minmax(140px, 3fr)' },
          { key: 'type', label: t('editDataset.dataType'), width: 'minmax(100px, 2fr)' },
          ...usesHeads(),
          { key: 'remove', label: <span className="visually-hidden">{t('ui.delete')}</span>, width: '28px' },
        ]}
        cellsOf={(column) => [
          <span key="name">
            <span className={styles.plain}>
              <span className={styles.text} title={column.column_name}>
                {column.column_name}
              </span>
              <MarkGlyphs marks={shownMarks(column)} />
            </span>
            <CellError text={faultAt(faults, 'columns', 'column_name', column.key)} />
          </span>,
          <span key="type" className={styles.plain}>
            <span className={styles.type} title={column.type}>
              {column.type}
            </span>
          </span>,
          ...usesCells(editor, 'columns', column),
          <IconButton
            key="remove"
            label={t('editDataset.remove', { name: column.column_name })}
            icon={<Trash2 size={14} />}
            onClick={() => change((now) => removeColumn(now, 'columns', column.key))}
          />,
        ]}
        moreOf={(column) => (
          <ColumnFields
            column={column}
            dateFormatFault={faultAt(faults, 'columns', 'python_date_format', column.key)}
            onChange={(fields) => change((now) => changeColumn(now, 'columns', column.key, fields))}
          />
        )}
      />
    </>
  )
}
