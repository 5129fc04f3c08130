import { Database, Eye, RefreshCw, Table2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sayFetchFailure } from '../../../api/say-failure.ts'
import { links } from '../../../links.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import styles from './AddDatasetPage.module.css'
import { useDatabases, useReload, useSchemas, useTables } from './queries.ts'
import type { ExistingDataset } from './queries.ts'
import type { Place } from './use-place.ts'

export interface SourcePickerProps {
  readonly place: Place
  /** Names that have a dataset already. */
  readonly existing: ReadonlyMap<string, ExistingDataset> | undefined
  readonly onPick: (place: Place) => void
}

/** Database → schema → table. */
export const SourcePicker = ({ place, existing, onPick }: SourcePickerProps) => {
  const { databaseId, schema, table } = place
  const databases = useDatabases()
  const schemas = useSchemas(databaseId)
  const tables = useTables(databaseId, schema)
  const reload = useReload()
  return (
    <>
      <Field label={t('list.database')}>
        {(ids) => (
          <Select
            id={ids.id}
            size="md"
            label={t('list.database')}
            placeholder={t('datasets.pickDatabase')}
            options={(databases.data ?? []).map((one) => ({ value: one.id, label: one.database_name, icon: <Database size={14} />, note: one.backend }))}
            isLoading={databases.isLoading}
            error={databases.isError ? sayFetchFailure(databases.error, t('data.database')) : undefined}
            nothing={(text) => (
              <span className={styles.nothing}>
                {t(text === '' ? 'datasets.noDatabases' : 'datasets.noDatabaseMatches')}
                <Link to={links.databases()}>{t('datasets.manageDatabases')}</Link>
              </span>
            )}
            value={databaseId}
            onChange={(value) => onPick({ databaseId: value, schema: undefined, table: undefined })}
          />
        )}
      </Field>
      <Field label={t('list.schema')} error={schemas.isError ? sayFetchFailure(schemas.error, t('list.schema').toLowerCase()) : undefined}>
        {(ids) => (
          <WithReload
            label={t('datasets.reloadSchemas')}
            isDisabled={databaseId === undefined}
            reload={() => (databaseId === undefined ? undefined : reload.schemas(databaseId))}
            what={t('list.schema').toLowerCase()}
          >
            <Select
              id={ids.id}
              size="md"
              label={t('list.schema')}
              placeholder={t('datasets.pickSchema')}
              isDisabled={databaseId === undefined}
              options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
              isLoading={schemas.isLoading}
              value={schema}
              onChange={(value) => onPick({ databaseId, schema: value, table: undefined })}
            />
          </WithReload>
        )}
      </Field>
      <Field label={t('datasets.table')} error={tables.isError ? sayFetchFailure(tables.error, t('list.tables').toLowerCase()) : undefined}>
        {(ids) => (
          <WithReload
            label={t('datasets.reloadTables')}
            isDisabled={schema === undefined}
            reload={() => (databaseId === undefined || schema === undefined ? undefined : reload.tables(databaseId, schema))}
            what={t('list.tables').toLowerCase()}
          >
            <Select
              id={ids.id}
              size="md"
              label={t('datasets.table')}
              placeholder={t('datasets.pickTable')}
              isDisabled={schema === undefined}
              options={(tables.data ?? []).map((one) => ({
                value: one.value,
                label: one.value,
                icon: one.type === 'view' ? <Eye size={14} /> : <Table2 size={14} />,
                note: existing?.has(one.value) ? t('datasets.hasDataset') : undefined,
              }))}
              isLoading={tables.isLoading}
              value={table}
              onChange={(value) => onPick({ databaseId, schema, table: value })}
            />
          </WithReload>
        )}
      </Field>
    </>
  )
}

interface WithReloadProps {
  readonly label: string
  readonly isDisabled: boolean
  readonly reload: () => Promise<unknown> | undefined
  /** What is read, to be named when it fails. */
  readonly what: string
  readonly children: ReactNode
}

const WithReload = ({ label, isDisabled, reload, what, children }: WithReloadProps) => {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (): Promise<void> => {
    setIsBusy(true)
    try {
      await reload()
    } catch (cause) {
      showToast('danger', sayFetchFailure(cause, what))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <span className={styles.withReload}>
      {children}
      <IconButton size="md" label={label} icon={<RefreshCw size={14} />} isDisabled={isDisabled} isBusy={isBusy} onClick={() => void run()} />
    </span>
  )
}
