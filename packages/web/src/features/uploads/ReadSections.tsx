import type { UploadPreview, UploadType } from '@sightline/contract'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { MultiSelect, Select } from '../../ui/Select.tsx'
import { t } from '../../words/words.ts'
import type { ReadFaults, ReadForm } from './read-form.ts'
import styles from './Uploads.module.css'

export interface ReadSectionsProps {
  readonly type: UploadType
  readonly preview: UploadPreview
  readonly form: ReadForm
  readonly faults: ReadFaults
  readonly onChange: (part: Partial<ReadForm>) => void
}

/** How the file is read, in sections that open when they are needed. */
export const ReadSections = (props: ReadSectionsProps) => (
  <div className={styles.sections}>
    {props.type !== 'columnar' && <FileSettings {...props} />}
    <ColumnSettings {...props} />
    {props.type !== 'columnar' && <RowSettings {...props} />}
  </div>
)

const Section = ({ title, isOpen = false, children }: { readonly title: string; readonly isOpen?: boolean; readonly children: ReactNode }) => (
  <details className={styles.fold} open={isOpen}>
    <summary className={styles.foldHead}>
      <ChevronRight size={14} aria-hidden />
      {title}
    </summary>
    <div className={styles.foldBody}>{children}</div>
  </details>
)

const delimiterName = (delimiter: string | null): string => {
  if (delimiter === ',') return t('uploads.comma')
  if (delimiter === ';') return t('uploads.semicolon')
  if (delimiter === '\t') return t('uploads.tab')
  if (delimiter === '|') return t('uploads.bar')
  return delimiter === ' ' ? t('uploads.space') : (delimiter ?? t('uploads.comma'))
}

const knownNulls = ['None', 'nan', 'null', 'N/A']

const FileSettings = ({ type, preview, form, onChange }: ReadSectionsProps) => {
  const delimiters = [',', ';', '\t', '|']
  const isOwn = form.delimiter !== '' && !delimiters.includes(form.delimiter)
  return (
    <Section title={t('uploads.fileSettings')} isOpen={type === 'excel' && preview.sheets.length > 1}>
      <div className={styles.grid}>
        {type === 'excel' && (
          <Field label={t('uploads.sheet')}>
            {(ids) => (
              <Select
                id={ids.id}
                size="md"
                label={t('uploads.sheet')}
                options={preview.sheets.map((name) => ({ value: name, label: name }))}
                value={form.sheet_name ?? preview.sheet_name ?? undefined}
                onChange={(sheet_name) => onChange({ sheet_name })}
              />
            )}
          </Field>
        )}
        {type === 'csv' && (
          <Field label={t('uploads.delimiter')}>
            {(ids) => (
              <Select
                id={ids.id}
                size="md"
                label={t('uploads.delimiter')}
                options={[
                  { value: '', label: t('uploads.delimiterFound', { found: delimiterName(preview.delimiter) }) },
                  ...delimiters.map((one) => ({ value: one, label: delimiterName(one) })),
                  ...(isOwn ? [{ value: form.delimiter, label: form.delimiter }] : []),
                ]}
                createValue={(text) => text.slice(0, 4)}
                value={form.delimiter}
                onChange={(delimiter) => onChange({ delimiter: delimiter ?? '' })}
              />
            )}
          </Field>
        )}
        <Field label={t('uploads.decimal')}>
          {(ids) => (
            <Select
              id={ids.id}
              size="md"
              label={t('uploads.decimal')}
              options={[
                { value: '.', label: t('uploads.point') },
                { value: ',', label: t('uploads.decimalComma') },
              ]}
              value={form.decimal_character}
              onChange={(decimal_character) => onChange({ decimal_character: decimal_character ?? '.' })}
            />
          )}
        </Field>
        <Field label={t('uploads.nullValues')} hint={t('uploads.nullValuesHint')}>
          {(ids) => (
            <MultiSelect
              id={ids.id}
              aria-describedby={ids['aria-describedby']}
              size="md"
              label={t('uploads.nullValues')}
              options={[...new Set([...knownNulls, ...form.null_values])].map((text) => ({ value: text, label: text }))}
              createValue={(text) => text}
              value={form.null_values}
              onChange={(null_values) => onChange({ null_values })}
            />
          )}
        </Field>
      </div>
      {type === 'csv' && (
        <div className={styles.checks}>
          <Checkbox label={t('uploads.skipBlank')} isChecked={form.skip_blank_lines} onChange={(skip_blank_lines) => onChange({ skip_blank_lines })} />
          <Checkbox label={t('uploads.skipSpace')} isChecked={form.skip_initial_space} onChange={(skip_initial_space) => onChange({ skip_initial_space })} />
          <Checkbox
            label={`${t('uploads.dayFirst')} (${t('uploads.dayFirstHint')})`}
            isChecked={form.day_first}
            onChange={(day_first) => onChange({ day_first })}
          />
        </div>
      )}
    </Section>
  )
}

const ColumnSettings = ({ type, preview, form, onChange }: ReadSectionsProps) => (
  <Section title={t('uploads.columns')}>
    <p className={styles.hint}>{t('uploads.columnsHint')}</p>
    <Checkbox
      label={`${t('uploads.index')}. ${t('uploads.indexHint')}`}
      isChecked={form.dataframe_index}
      onChange={(dataframe_index) => onChange({ dataframe_index })}
    />
    {form.dataframe_index && (
      <div className={styles.grid}>
        {type !== 'columnar' && (
          <Field label={t('uploads.indexColumn')}>
            {(ids) => (
              <Select
                id={ids.id}
                size="md"
                label={t('uploads.indexColumn')}
                isClearable
                placeholder={t('uploads.indexColumnNone')}
                options={preview.columns.map(({ name }) => ({ value: name, label: name }))}
                value={form.index_column}
                onChange={(index_column) => onChange({ index_column })}
              />
            )}
          </Field>
        )}
        <Field label={t('uploads.indexLabel')}>
          {(ids) => (
            <Input {...ids} size="md" autoComplete="off" placeholder="index" value={form.index_label} onChange={(index_label) => onChange({ index_label })} />
          )}
        </Field>
      </div>
    )}
  </Section>
)

const RowSettings = ({ form, faults, onChange }: ReadSectionsProps) => {
  const number = (name: 'header_row' | 'skip_rows' | 'rows_to_read', label: string, hint: string, isDisabled = false) => (
    <Field label={label} hint={hint} error={faults[name]}>
      {(ids) => (
        <Input
          {...ids}
          size="md"
          inputMode="numeric"
          autoComplete="off"
          disabled={isDisabled}
          value={form[name]}
          onChange={(text) => onChange({ [name]: text })}
        />
      )}
    </Field>
  )
  return (
    <Section title={t('uploads.rows')}>
      <Checkbox label={t('uploads.hasHeader')} isChecked={form.hasHeader} onChange={(hasHeader) => onChange({ hasHeader })} />
      <div className={styles.grid}>
        {number('header_row', t('uploads.headerRow'), t('uploads.headerRowHint'), !form.hasHeader)}
        {number('skip_rows', t('uploads.skipRows'), t('uploads.skipRowsHint'))}
        {number('rows_to_read', t('uploads.rowsToRead'), t('uploads.rowsToReadHint'))}
      </div>
    </Section>
  )
}
