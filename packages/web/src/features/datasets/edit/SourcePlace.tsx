import { Database, Eye, Table2 } from 'lucide-react'
import { sayFetchFailure } from '../../../api/say-failure.ts'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { t } from '../../../words/words.ts'
import { useDatabases, useSchemas, useTables } from '../create/queries.ts'
import type { DatasetDraft } from './draft.ts'
import styles from './Edit.module.css'
import type { DatasetEditor } from './editor.ts'
import { faultAt } from './find-faults.ts'

interface SourcePlaceProps {
  readonly editor: DatasetEditor
  readonly isLocked: boolean
  readonly onTable: (draft: DatasetDraft) => void
}

/** Database, schema and, without SQL, the table. What stands there is shown before the lists of the others are known. */
export const SourcePlace = ({ editor, isLocked, onTable }: SourcePlaceProps) => {
  const { draft, set } = editor
  const databases = useDatabases()
  const schemas = useSchemas(isLocked ? undefined : draft.databaseId)
  const tables = useTables(isLocked || draft.isVirtual ? undefined : draft.databaseId, draft.schema ?? undefined)
  const withCurrent = (names: readonly string[], current: string | null): readonly string[] =>
    current === null || current === '' || names.includes(current) ? names : [current, ...names]
  const known = databases.data ?? []
  const offered = known.some(({ id }) => id === draft.databaseId) ? known : [{ id: draft.databaseId, database_name: draft.databaseName }, ...known]
  return (
    <div className={styles.place}>
      <Field label={t('editDataset.database')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('editDataset.database')}
            isDisabled={isLocked}
            leading={<Database size={14} aria-hidden />}
            options={offered.map(({ id, database_name: label }) => ({ value: id, label }))}
            isLoading={databases.isLoading}
            error={databases.isError ? sayFetchFailure(databases.error, t('data.database')) : undefined}
            value={draft.databaseId}
            onChange={(id) => {
              const chosen = offered.find((database) => database.id === id)
              if (chosen !== undefined)
                set({ databaseId: chosen.id, databaseName: chosen.database_name, schema: null, ...(draft.isVirtual ? {} : { table_name: '' }) })
            }}
          />
        )}
      </Field>
      <Field label={t('editDataset.schema')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('editDataset.schema')}
            isDisabled={isLocked}
            isClearable={draft.isVirtual}
            options={withCurrent(schemas.data ?? [], draft.schema).map((name) => ({ value: name, label: name }))}
            isLoading={schemas.isLoading}
            error={schemas.isError ? sayFetchFailure(schemas.error, t('list.schema')) : undefined}
            value={draft.schema ?? undefined}
            onChange={(schema) => set({ schema: schema ?? null, ...(draft.isVirtual ? {} : { table_name: '' }) })}
          />
        )}
      </Field>
      {!draft.isVirtual && (
        <Field label={t('editDataset.table')} error={faultAt(editor.faults, 'source', 'table_name')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('editDataset.table')}
              isDisabled={isLocked}
              leading={<Table2 size={14} aria-hidden />}
              options={withCurrent(
                (tables.data ?? []).map(({ value }) => value),
                draft.table_name,
              ).map((name) => ({
                value: name,
                label: name,
                icon: tables.data?.find(({ value }) => value === name)?.type === 'view' ? <Eye size={14} /> : <Table2 size={14} />,
              }))}
              isLoading={tables.isLoading}
              error={tables.isError ? sayFetchFailure(tables.error, t('list.tables')) : undefined}
              value={draft.table_name === '' ? undefined : draft.table_name}
              onChange={(table_name) => {
                if (table_name === undefined || table_name === draft.table_name) return
                set({ table_name })
                onTable({ ...draft, table_name })
              }}
            />
          )}
        </Field>
      )}
    </div>
  )
}
