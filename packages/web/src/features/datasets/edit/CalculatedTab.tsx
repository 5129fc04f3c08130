import { Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { t } from '../../../words/words.ts'
import { addCalculated, changeColumn, newKey, removeColumn } from './change-draft.ts'
import { ColumnFields } from './ColumnFields.tsx'
import { usesCells, usesHeads } from './column-cells.tsx'
import type { DraftColumn } from './draft.ts'
import type { DatasetEditor } from './editor.ts'
import { CellInput, CellSql } from './fields.tsx'
import { faultAt } from './find-faults.ts'
import { searchItems } from './item-search.ts'
import { ItemRows } from './ItemRows.tsx'
import { AddItem, ItemTools } from './ItemTools.tsx'
import { useOpenRows } from './use-open-rows.ts'

/** Types an expression may be said to have; a database's own word can be typed. */
const types = ['STRING', 'NUMERIC', 'DATETIME', 'BOOLEAN']

/** Columns made of an expression over the others of their row. */
export const CalculatedTab = ({ editor }: { readonly editor: DatasetEditor }) => {
  const { draft, change, faults } = editor
  const [text, setText] = useState('')
  const rows = useOpenRows()
  const shown = searchItems(draft.calculated, useDeferredValue(text), (column) => [column.column_name, column.verbose_name, column.expression])
  const set = (column: DraftColumn, fields: Partial<DraftColumn>): void => change((now) => changeColumn(now, 'calculated', column.key, fields))
  return (
    <>
      <ItemTools label={t('editDataset.searchColumns')} search={text} onSearch={setText}>
        <AddItem
          onAdd={() => {
            const key = newKey()
            setText('')
            change((now) => addCalculated(now, key))
            rows.add(key)
          }}
        />
      </ItemTools>
      <ItemRows
        label={t('editDataset.calculated')}
        items={shown}
        nameOf={(column) => column.column_name}
        open={rows.open}
        fresh={rows.fresh}
        onToggle={rows.toggle}
        nothing={draft.calculated.length === 0 ? t('editDataset.noCalculated') : t('editDataset.noMatch')}
        heads={[
          { key: 'name', label: t('editDataset.column'), width: 'minmax(120px, 2fr)' },
          { key: 'expression', label: t('editDataset.expression'), width: 'minmax(160px, 3fr)' },
          { key: 'type', label: t('editDataset.dataType'), width: '116px' },
          ...usesHeads(),
          { key: 'remove', label: <span className="visually-hidden">{t('ui.delete')}</span>, width: '28px' },
        ]}
        cellsOf={(column) => [
          <CellInput
            key="name"
            label={t('editDataset.column')}
            value={column.column_name}
            error={faultAt(faults, 'calculated', 'column_name', column.key)}
            onChange={(column_name) => set(column, { column_name })}
          />,
          <CellSql
            key="expression"
            label={t('editDataset.expression')}
            value={column.expression}
            error={faultAt(faults, 'calculated', 'expression', column.key)}
            onChange={(expression) => set(column, { expression })}
          />,
          <Select
            key="type"
            label={t('editDataset.cellOf', { what: t('editDataset.dataType'), name: column.column_name })}
            options={[...new Set([...types, ...(column.type === '' ? [] : [column.type])])].map((type) => ({ value: type, label: type }))}
            value={column.type === '' ? undefined : column.type}
            createValue={(typed) => typed.trim()}
            onChange={(type) => set(column, { type: type ?? '', ...(type === 'DATETIME' ? { is_dttm: true } : {}) })}
          />,
          ...usesCells(editor, 'calculated', column),
          <IconButton
            key="remove"
            label={t('editDataset.remove', { name: column.column_name })}
            icon={<Trash2 size={14} />}
            onClick={() => change((now) => removeColumn(now, 'calculated', column.key))}
          />,
        ]}
        moreOf={(column) => (
          <ColumnFields
            column={column}
            dateFormatFault={faultAt(faults, 'calculated', 'python_date_format', column.key)}
            onChange={(fields) => set(column, fields)}
          />
        )}
      />
    </>
  )
}
