import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { RadioDot } from '../../../ui/Radios.tsx'
import { t } from '../../../words/words.ts'
import { changeColumn, type ColumnList } from './change-draft.ts'
import type { DraftColumn } from './draft.ts'
import styles from './Edit.module.css'
import type { DatasetEditor } from './editor.ts'
import type { ItemHead } from './ItemRows.tsx'

/** Heads of what a column is used for. */
export const usesHeads = (): readonly ItemHead[] => [
  { key: 'temporal', label: t('editDataset.isTemporal'), width: '84px', isCentred: true },
  { key: 'default', label: t('editDataset.defaultTime'), width: '108px', isCentred: true },
  { key: 'filterable', label: t('editDataset.isFilterable'), width: '88px', isCentred: true },
  { key: 'dimension', label: t('editDataset.isDimension'), width: '92px', isCentred: true },
]

/** The cells below them. Only a temporal column can be the default of time. */
export const usesCells = (editor: DatasetEditor, list: ColumnList, column: DraftColumn): readonly ReactNode[] => {
  const set = (fields: Partial<DraftColumn>): void => editor.change((now) => changeColumn(now, list, column.key, fields))
  const named = (what: string): string => t('editDataset.cellOf', { what, name: column.column_name })
  const check = (key: string, what: string, isChecked: boolean, fields: (isOn: boolean) => Partial<DraftColumn>): ReactNode => (
    <span key={key} className={styles.middle}>
      <Checkbox isLabelHidden label={named(what)} isChecked={isChecked} onChange={(isOn) => set(fields(isOn))} />
    </span>
  )
  return [
    check('temporal', t('editDataset.isTemporal'), column.is_dttm, (is_dttm) => ({ is_dttm })),
    <span key="default" className={styles.middle}>
      <RadioDot
        name="default-time"
        label={named(t('editDataset.defaultTime'))}
        isChecked={column.is_dttm && editor.draft.main_dttm_col === column.column_name}
        isDisabled={!column.is_dttm}
        onChoose={() => editor.set({ main_dttm_col: column.column_name })}
      />
    </span>,
    check('filterable', t('editDataset.isFilterable'), column.filterable, (filterable) => ({ filterable })),
    check('dimension', t('editDataset.isDimension'), column.groupby, (groupby) => ({ groupby })),
  ]
}
