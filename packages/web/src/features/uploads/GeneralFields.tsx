import type { AlreadyExists, UploadPlace } from '@sightline/contract'
import { normaliseError } from '../../api/normalise-error.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { t } from '../../words/words.ts'
import { useUploadSchemas } from './queries.ts'
import styles from './Uploads.module.css'

export interface TargetForm {
  readonly database_id: number | undefined
  readonly schema: string | undefined
  readonly table_name: string
  readonly already_exists: AlreadyExists
}

export type TargetFaults = Partial<Record<keyof TargetForm, string>>

export interface GeneralFieldsProps {
  readonly places: readonly UploadPlace[]
  readonly target: TargetForm
  readonly faults: TargetFaults
  readonly onChange: (part: Partial<TargetForm>) => void
}

/** Where the rows go. */
export const GeneralFields = ({ places, target, faults, onChange }: GeneralFieldsProps) => {
  const schemas = useUploadSchemas(target.database_id)
  return (
    <section aria-label={t('uploads.general')} className={styles.section}>
      <h3 className={styles.sectionTitle}>{t('uploads.general')}</h3>
      <div className={styles.grid}>
        <Field label={t('uploads.database')} error={faults.database_id} isRequired>
          {(ids) => (
            <Select
              id={ids.id}
              aria-describedby={ids['aria-describedby']}
              size="md"
              label={t('uploads.database')}
              isInvalid={ids['aria-invalid']}
              options={places.map((place) => ({ value: place.id, label: place.database_name }))}
              value={target.database_id}
              onChange={(database_id) => onChange({ database_id, schema: undefined })}
            />
          )}
        </Field>
        <Field
          label={t('uploads.schema')}
          error={faults.schema ?? (schemas.isError ? `${t('uploads.failedSchemas')}: ${normaliseError(schemas.error).error}` : undefined)}
        >
          {(ids) => (
            <Select
              id={ids.id}
              aria-describedby={ids['aria-describedby']}
              size="md"
              label={t('uploads.schema')}
              isClearable
              isLoading={schemas.isLoading}
              placeholder={t('uploads.defaultSchema')}
              options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
              value={target.schema}
              onChange={(schema) => onChange({ schema })}
            />
          )}
        </Field>
        <Field label={t('uploads.table')} error={faults.table_name} isRequired>
          {(ids) => (
            <Input
              {...ids}
              size="md"
              maxLength={250}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              value={target.table_name}
              onChange={(table_name) => onChange({ table_name })}
            />
          )}
        </Field>
        <Field label={t('uploads.exists')} error={faults.already_exists}>
          {(ids) => (
            <Select<AlreadyExists>
              id={ids.id}
              aria-describedby={ids['aria-describedby']}
              size="md"
              label={t('uploads.exists')}
              isInvalid={ids['aria-invalid']}
              options={[
                { value: 'fail', label: t('uploads.existsFail') },
                { value: 'replace', label: t('uploads.existsReplace') },
                { value: 'append', label: t('uploads.existsAppend') },
              ]}
              value={target.already_exists}
              onChange={(choice) => onChange({ already_exists: choice ?? 'fail' })}
            />
          )}
        </Field>
      </div>
    </section>
  )
}
