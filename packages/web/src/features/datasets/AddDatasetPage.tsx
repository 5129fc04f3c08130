import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Database, Eye, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { request } from '../../api/client.ts'
import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import { sayCreateFailure, sayFetchFailure } from '../../api/say-failure.ts'
import { links } from '../../links.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { t, tCount } from '../../words/words.ts'
import styles from './AddDatasetPage.module.css'
import { useColumns, useDatabases, useExisting, useSchemas, useTables } from './queries.ts'
import type { TableColumn } from './queries.ts'

/** Database → schema → table; the columns are shown before anything is made. */
export const AddDatasetPage = () => {
  const [databaseId, setDatabaseId] = useState<number>()
  const [schema, setSchema] = useState<string>()
  const [table, setTable] = useState<string>()
  const navigate = useNavigate()
  const client = useQueryClient()
  const databases = useDatabases()
  const schemas = useSchemas(databaseId)
  const tables = useTables(databaseId, schema)
  const existing = useExisting(databaseId, schema)
  const columns = useColumns(databaseId, schema, table)
  const existingId = table === undefined ? undefined : existing.data?.get(table)

  const create = useMutation({
    mutationFn: () => request<{ id: number }>('/api/v1/dataset/', { method: 'POST', body: { database: databaseId, schema, table_name: table } }),
    onSuccess: async (reply) => {
      await client.invalidateQueries({ queryKey: ['dataset'] })
      void navigate(links.newChart({ datasource: `${reply.id}__table` }))
    },
  })
  const canCreate = table !== undefined && existing.data !== undefined && existingId === undefined && !columns.isError

  return (
    <div className={styles.page}>
      <title>{`${t('datasets.addTitle')} · ${t('app.name')}`}</title>
      <div className={styles.head}>
        <PageHeader
          crumbs={[{ label: t('shell.datasets'), to: links.datasets() }]}
          title={table ?? t('datasets.addTitle')}
          actions={
            <>
              <ButtonLink size="md" to={links.datasets()}>
                {t('ui.cancel')}
              </ButtonLink>
              <Button size="md" kind="primary" isDisabled={!canCreate} isBusy={create.isPending} onClick={() => create.mutate()}>
                {t('datasets.create')}
              </Button>
            </>
          }
        />
      </div>
      <div className={styles.body}>
        <section className={styles.side}>
          <p className={styles.hint}>{t('datasets.addHint')}</p>
          <Field label={t('list.database')}>
            {(ids) => (
              <Select
                id={ids.id}
                size="md"
                label={t('list.database')}
                placeholder={t('datasets.pickDatabase')}
                options={(databases.data ?? []).map((database) => ({ value: database.id, label: database.database_name, icon: <Database size={14} /> }))}
                isLoading={databases.isLoading}
                error={databases.isError ? sayFetchFailure(databases.error, t('list.database')) : undefined}
                value={databaseId}
                onChange={(value) => {
                  setDatabaseId(value)
                  setSchema(undefined)
                  setTable(undefined)
                }}
              />
            )}
          </Field>
          <Field label={t('list.schema')} error={schemas.isError ? sayFetchFailure(schemas.error, t('list.schema')) : undefined}>
            {(ids) => (
              <Select
                id={ids.id}
                size="md"
                label={t('list.schema')}
                placeholder={t('datasets.pickSchema')}
                isDisabled={databaseId === undefined}
                options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
                isLoading={schemas.isLoading}
                value={schema}
                onChange={(value) => {
                  setSchema(value)
                  setTable(undefined)
                }}
              />
            )}
          </Field>
          <Field label={t('datasets.table')} error={tables.isError ? sayFetchFailure(tables.error, t('datasets.table')) : undefined}>
            {(ids) => (
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
                }))}
                isLoading={tables.isLoading}
                value={table}
                onChange={setTable}
              />
            )}
          </Field>
        </section>
        <section className={styles.main}>
          {create.isError && <ErrorBox title={sayCreateFailure(create.error, t('data.datasets'))} details={describeDetails(normaliseError(create.error))} />}
          {existingId !== undefined && <ErrorBox level="info" title={t('datasets.exists')} text={t('datasets.existsText')} isBrief />}
          {existingId !== undefined && (
            <div>
              <ButtonLink to={links.explore({ datasource_type: 'table', datasource_id: existingId })}>{t('datasets.view')}</ButtonLink>
            </div>
          )}
          {table === undefined ? (
            <EmptyState title={t('datasets.selectSource')} text={t('datasets.selectSourceText')} />
          ) : columns.isError ? (
            <ErrorBox
              title={sayFetchFailure(columns.error, t('datasets.columns'))}
              details={describeDetails(normaliseError(columns.error))}
              onRetry={() => void columns.refetch()}
            />
          ) : (
            <ColumnTable name={table} columns={columns.data} />
          )}
        </section>
      </div>
    </div>
  )
}

const ColumnTable = ({ name, columns }: { readonly name: string; readonly columns: readonly TableColumn[] | undefined }) => (
  <>
    <h2 className={styles.title}>
      {name}
      {columns !== undefined && <span className={styles.count}>{tCount('datasets.columnCount', columns.length)}</span>}
    </h2>
    {columns?.length === 0 ? (
      <EmptyState title={t('datasets.noColumns')} />
    ) : (
      <table className={styles.table} aria-busy={columns === undefined}>
        <thead>
          <tr>
            <th scope="col">{t('datasets.column')}</th>
            <th scope="col">{t('datasets.columnType')}</th>
          </tr>
        </thead>
        <tbody>
          {columns === undefined
            ? Array.from({ length: 8 }, (_, index) => (
                <tr key={index}>
                  <td>
                    <Skeleton width="50%" />
                  </td>
                  <td>
                    <Skeleton width="40%" />
                  </td>
                </tr>
              ))
            : columns.map((column) => (
                <tr key={column.name}>
                  <td title={column.comment ?? undefined}>{column.name}</td>
                  <td className={styles.type}>{column.longType ?? column.type}</td>
                </tr>
              ))}
        </tbody>
      </table>
    )}
  </>
)
