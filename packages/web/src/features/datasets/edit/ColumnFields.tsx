import { Checkbox } from '../../../ui/Checkbox.tsx'
import { t } from '../../../words/words.ts'
import type { DraftColumn } from './draft.ts'
import styles from './Edit.module.css'
import { LongField, TextField } from './fields.tsx'
import { MarkFields } from './MarkFields.tsx'

interface ColumnFieldsProps {
  readonly column: DraftColumn
  readonly dateFormatFault: string | undefined
  readonly onChange: (fields: Partial<DraftColumn>) => void
}

/** What a column says about itself beside its name, type and uses. */
export const ColumnFields = ({ column, dateFormatFault, onChange }: ColumnFieldsProps) => (
  <>
    <TextField label={t('editDataset.label')} value={column.verbose_name} onChange={(verbose_name) => onChange({ verbose_name })} />
    <TextField
      label={t('editDataset.advancedType')}
      most={255}
      value={column.advanced_data_type}
      onChange={(advanced_data_type) => onChange({ advanced_data_type })}
    />
    <LongField isWhole label={t('editDataset.description')} value={column.description} onChange={(description) => onChange({ description })} />
    <TextField
      isWhole
      label={t('editDataset.dateFormat')}
      placeholder="%Y/%m/%d"
      most={255}
      hint={t('editDataset.dateFormatHint')}
      error={dateFormatFault}
      value={column.python_date_format}
      onChange={(python_date_format) => onChange({ python_date_format })}
    />
    <MarkFields marks={column} onChange={onChange} />
    <div className={styles.whole}>
      <Checkbox label={t('editDataset.isActive')} isChecked={column.is_active} onChange={(is_active) => onChange({ is_active })} />
    </div>
  </>
)
