import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Braces, ChartColumn, FileUp, Plus, RefreshCw, Table2 } from 'lucide-react'
import { mayEdit } from '../../api/bootstrap.ts'
import { request } from '../../api/client.ts'
import { saySaveFailure } from '../../api/say-failure.ts'
import { links } from '../../links.ts'
import type { Person } from '../../ui/avatar.ts'
import { CertifiedBadge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { byLastChange, certifiedFilter, lastModifiedColumn, modifiedByFilter, ownerFilter, ownersColumn } from '../../ui/list/cells.tsx'
import type { Changed } from '../../ui/list/cells.tsx'
import type { ListDescription } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Thumbnail } from '../../ui/list/Thumbnail.tsx'
import { showToast } from '../../ui/toasts.ts'
import { mayUpload, openUpload } from '../../upload-door.ts'
import { t, tCount } from '../../words/words.ts'
import { readCertification } from './certification.ts'

export interface DatasetRow extends Changed {
  readonly id: number
  readonly table_name: string
  readonly kind: 'physical' | 'virtual'
  readonly schema: string | null
  readonly database?: { readonly id: number; readonly database_name: string } | null
  readonly explore_url: string | null
  readonly extra: string | null
  readonly owners?: readonly (Person & { readonly id: number })[]
}

interface RelatedObjects {
  readonly charts: { readonly count: number }
  readonly dashboards: { readonly count: number }
}

/** What stops working when a dataset goes; asked for when the dialog opens. */
const UsedBy = ({ row }: { readonly row: DatasetRow }) => {
  const related = useQuery({
    queryKey: ['dataset', 'related-objects', row.id],
    queryFn: ({ signal }) => request<RelatedObjects>(`/api/v1/dataset/${row.id}/related_objects`, { signal }),
  })
  if (related.data === undefined || related.data.charts.count === 0) return null
  return (
    <p>
      {t('datasets.used', {
        names: row.table_name,
        charts: tCount('datasets.charts', related.data.charts.count),
        dashboards: tCount('datasets.dashboards', related.data.dashboards.count),
      })}
    </p>
  )
}

const NewDataset = () => (
  <ButtonLink kind="primary" size="md" icon={<Plus size={14} />} to={links.newDataset()}>
    {t('datasets.new')}
  </ButtonLink>
)

const description: ListDescription<DatasetRow> = {
  resource: 'dataset',
  title: t('datasets.title'),
  defaults: { ...byLastChange, viewMode: 'table' },
  name: (row) => row.table_name,
  to: (row) => row.explore_url ?? links.explore({ datasource_type: 'table', datasource_id: row.id }),
  leading: (row) => <Thumbnail size="small" src={undefined} glyph={row.kind === 'virtual' ? <Braces size={14} /> : <Table2 size={14} />} />,
  badges: (row) => {
    const certification = readCertification(row.extra)
    return <CertifiedBadge by={certification?.by} details={certification?.details} />
  },
  owners: (row) => row.owners ?? [],
  mayEdit: (row) => mayEdit(row.owners),
  columns: [
    { key: 'name', label: t('list.name'), sortBy: 'table_name', width: 'auto', render: (row) => row.table_name },
    {
      key: 'kind',
      label: t('list.type'),
      width: '120px',
      isSecondary: true,
      render: (row) => (row.kind === 'virtual' ? t('datasets.virtual') : t('datasets.physical')),
    },
    {
      key: 'database',
      label: t('list.database'),
      sortBy: 'database.database_name',
      width: '170px',
      render: (row) => row.database?.database_name ?? t('list.none'),
    },
    { key: 'schema', label: t('list.schema'), sortBy: 'schema', width: '140px', isSecondary: true, render: (row) => row.schema ?? t('list.none') },
    ownersColumn(),
    lastModifiedColumn(),
  ],
  filters: [
    { kind: 'search', id: 'table_name', col: 'table_name', opr: 'ct', label: t('list.searchName') },
    {
      kind: 'options',
      id: 'sql',
      col: 'sql',
      opr: 'dataset_is_null_or_empty',
      label: t('list.type'),
      options: [
        { value: false, label: t('datasets.virtual') },
        { value: true, label: t('datasets.physical') },
      ],
    },
    { kind: 'related', id: 'database', col: 'database', opr: 'rel_o_m', label: t('list.database'), column: 'database' },
    { kind: 'distinct', id: 'schema', col: 'schema', opr: 'eq', label: t('list.schema'), column: 'schema' },
    ownerFilter,
    modifiedByFilter,
    certifiedFilter('dataset_is_certified'),
  ],
  empty: { title: t('datasets.emptyTitle'), text: t('datasets.emptyText'), action: <NewDataset /> },
  deletion: {
    asksForWord: true,
    one: t('datasets.deleteOne'),
    many: t('datasets.deleteMany'),
    text: (names) => t('datasets.deleteText', { names }),
    details: (rows) => (rows.length === 1 && rows[0] !== undefined ? <UsedBy row={rows[0]} /> : null),
  },
}

export const DatasetsPage = () => {
  const client = useQueryClient()
  const refresh = useMutation({
    mutationFn: (row: DatasetRow) => request(`/api/v1/dataset/${row.id}/refresh`, { method: 'PUT' }),
    onSuccess: (_, row) => {
      showToast('success', t('datasets.refreshed', { name: row.table_name }))
      return client.invalidateQueries({ queryKey: ['dataset'] })
    },
    onError: (cause) => showToast('danger', saySaveFailure(cause, t('data.dataset'))),
  })
  return (
    <ListPage
      description={description}
      headActions={
        <>
          {mayUpload() && (
            <Button size="md" icon={<FileUp size={14} />} onClick={() => openUpload()}>
              {t('shell.new.upload')}
            </Button>
          )}
          <NewDataset />
        </>
      }
      actions={{
        more: (row) => [
          {
            key: 'explore',
            label: t('datasets.explore'),
            icon: <ChartColumn size={14} />,
            to: links.explore({ datasource_type: 'table', datasource_id: row.id }),
          },
          ...(mayEdit(row.owners)
            ? [{ key: 'refresh', label: t('datasets.refresh'), icon: <RefreshCw size={14} />, onSelect: () => refresh.mutate(row) }]
            : []),
        ],
      }}
    />
  )
}
