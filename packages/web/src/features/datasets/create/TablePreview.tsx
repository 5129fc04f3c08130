import { RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { describeDetails, normaliseError } from '../../../api/normalise-error.ts'
import { sayFetchFailure } from '../../../api/say-failure.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { DataGrid } from '../../../viz/DataGrid.tsx'
import { t, tCount } from '../../../words/words.ts'
import styles from './AddDatasetPage.module.css'
import { useColumns, useFirstRows } from './queries.ts'
import type { TableColumn, TablePlace } from './queries.ts'

/** What a dataset of this table would have: its columns, and what is in them. */
export const TablePreview = ({ place }: { readonly place: TablePlace }) => {
  const columns = useColumns(place)
  if (columns.isError)
    return (
      <ErrorBox
        title={t('datasets.columnsFailed')}
        text={sayFetchFailure(columns.error, t('datasets.columns').toLowerCase())}
        details={describeDetails(normaliseError(columns.error))}
        onRetry={() => void columns.refetch()}
      />
    )
  if (columns.data?.length === 0) return <EmptyState title={t('datasets.noColumns')} text={t('datasets.noColumnsText')} />
  return (
    <div className={styles.preview}>
      <section className={styles.columns} aria-label={t('datasets.columns')}>
        <div className={styles.partHead}>
          <h2 className={styles.partTitle}>{t('datasets.columns')}</h2>
          {columns.data !== undefined && <span className={styles.count}>{tCount('datasets.columnCount', columns.data.length)}</span>}
          <IconButton
            label={t('datasets.reloadColumns')}
            icon={<RefreshCw size={14} />}
            isBusy={columns.isFetching && columns.data !== undefined}
            onClick={() => void columns.refetch()}
          />
        </div>
        <ColumnTable columns={columns.data} />
      </section>
      <section className={styles.rows} aria-label={t('datasets.rows')}>
        <div className={styles.partHead}>
          <h2 className={styles.partTitle}>{t('datasets.rows')}</h2>
        </div>
        <FirstRows place={place} />
      </section>
    </div>
  )
}

const ColumnTable = ({ columns }: { readonly columns: readonly TableColumn[] | undefined }) => (
  <div className={styles.scroller} tabIndex={0}>
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
                <td title={column.comment ?? column.name}>{column.name}</td>
                <td className={styles.type} title={column.longType ?? column.type}>
                  {column.longType ?? column.type}
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  </div>
)

const FirstRows = ({ place }: { readonly place: TablePlace }) => {
  const rows = useFirstRows(place)
  const columns = useMemo(() => rows.data?.columns.map(({ name, type, kind }) => ({ key: name, label: name, type, kind })) ?? [], [rows.data])
  const cellAt = useMemo(() => (row: number, column: number) => rows.data?.rows[row]?.[column], [rows.data])
  if (rows.isError)
    return (
      <ErrorBox
        title={sayFetchFailure(rows.error, t('datasets.rows').toLowerCase())}
        details={describeDetails(normaliseError(rows.error))}
        onRetry={() => void rows.refetch()}
      />
    )
  if (rows.data === undefined)
    return (
      <div className={styles.waiting} role="status" aria-label={t('ui.loading')}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} width={`${70 + ((index * 13) % 30)}%`} />
        ))}
      </div>
    )
  return (
    <div className={styles.grid}>
      <DataGrid label={t('datasets.rows')} columns={columns} rowCount={rows.data.rows.length} cellAt={cellAt} emptyText={t('datasets.noRows')} />
    </div>
  )
}
