import { SquareFunction } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { KindGlyph } from '../viz/KindGlyph.tsx'
import { t } from '../words/words.ts'
import { ChipBox } from './ChipBox.tsx'
import styles from './controls.module.css'
import { kindOfColumn, labelOfColumn, type Dataset } from './dataset.ts'
import { EditorFrame, NameField } from './EditorFrame.tsx'
import { moveItem, replaceAt } from './list-edits.ts'
import { isAdhocColumn, isColumnMissing, labelOfColumnValue, shortLabel, sqlColumn, type ColumnValue } from './metric-value.ts'
import { listOf, type WidgetProps } from './widget.ts'

/** One column or several: of the dataset, or SQL. */
export const ColumnControl = ({ control, value, onChange, dataset, ids }: WidgetProps) => {
  const isSingle = control.kind !== 'columns'
  const columns = listOf<unknown>(value).filter((item): item is ColumnValue => typeof item === 'string' || isAdhocColumn(item))
  const give = (next: readonly ColumnValue[]): void => onChange(isSingle ? (next[0] ?? null) : next)
  const glyphOf = (column: ColumnValue): React.ReactNode => {
    const known = typeof column === 'string' ? dataset.columns.find(({ column_name }) => column_name === column) : undefined
    return known ? <KindGlyph kind={kindOfColumn(known)} size={12} /> : <SquareFunction size={12} aria-hidden />
  }
  return (
    <ChipBox
      ids={ids}
      label={control.label}
      isSingle={isSingle}
      addLabel={t('column.add')}
      chips={columns.map((column) => ({
        key: typeof column === 'string' ? column : `sql ${column.label} ${column.sqlExpression}`,
        label: labelOfColumnValue(column, dataset),
        glyph: glyphOf(column),
        warning: isColumnMissing(column, dataset) || (isAdhocColumn(column) && column.datasourceWarning) ? t('chip.badColumn') : undefined,
      }))}
      accepts={({ kind }) => kind === 'dataset-column'}
      onDropItem={({ name }) => {
        if (!columns.includes(name)) give(isSingle ? [name] : [...columns, name])
      }}
      onRemove={(index) => give(columns.filter((_, at) => at !== index))}
      onMove={(from, to) => give(moveItem(columns, from, to))}
      renderEditor={(index, close) => (
        <ColumnEditor
          key={index}
          value={columns[index]}
          dataset={dataset}
          taken={columns}
          onSave={(column) => give(replaceAt(columns, index, column))}
          onClose={close}
        />
      )}
    />
  )
}

const ColumnEditor = ({
  value,
  dataset,
  taken,
  onSave,
  onClose,
}: {
  readonly value: ColumnValue | undefined
  readonly dataset: Dataset
  readonly taken: readonly ColumnValue[]
  readonly onSave: (column: ColumnValue) => void
  readonly onClose: () => void
}) => {
  const [tab, setTab] = useState<'simple' | 'sql'>(isAdhocColumn(value) ? 'sql' : 'simple')
  const [name, setName] = useState(typeof value === 'string' ? value : undefined)
  const [expression, setExpression] = useState(isAdhocColumn(value) ? value.sqlExpression : '')
  const [label, setLabel] = useState(isAdhocColumn(value) && value.hasCustomLabel !== false ? value.label : '')
  const text = expression.trim()
  const next: ColumnValue | undefined = tab === 'simple' ? name : sqlColumn(expression, label)
  return (
    <EditorFrame
      label={t('column.title')}
      title={
        <NameField
          label={t('column.name')}
          isFixed={tab === 'simple'}
          value={tab === 'simple' ? (name ?? '') : label}
          placeholder={tab === 'sql' && text !== '' ? shortLabel(text) : t('column.placeholder')}
          onChange={setLabel}
        />
      }
      tabs={[
        { key: 'simple', label: t('column.simple') },
        { key: 'sql', label: t('column.sql') },
      ]}
      tab={tab}
      onTab={setTab}
      maySave={next !== undefined && JSON.stringify(next) !== JSON.stringify(value)}
      onSave={() => {
        if (next !== undefined) onSave(next)
        onClose()
      }}
      onClose={onClose}
    >
      {tab === 'simple' ? (
        <Field label={t('column.column')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('column.column')}
              options={dataset.columns
                .filter((column) => column.groupby !== false && (column.column_name === value || !taken.includes(column.column_name)))
                .map((column) => ({ value: column.column_name, label: labelOfColumn(column), icon: <KindGlyph kind={kindOfColumn(column)} /> }))}
              value={name}
              onChange={setName}
            />
          )}
        </Field>
      ) : (
        <Field label={t('sql.expression')}>
          {(ids) => <TextArea {...ids} className={styles.sql ?? ''} rows={5} spellCheck={false} value={expression} onChange={setExpression} />}
        </Field>
      )}
    </EditorFrame>
  )
}
