import type { datasetEndpoints } from '@sightline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Braces, ChartColumn, CopyPlus, FileUp, LockOpen, Plus, RefreshCw, SquareTerminal, Table2 } from 'lucide-react'
import { useState } from 'react'
import { isAdmin, may, mayEdit } from '../../../api/bootstrap.ts'
import { requestFor } from '../../../api/client.ts'
import { saySaveFailure } from '../../../api/say-failure.ts'
import { openDatasetDialog } from '../../../dataset-door.ts'
import { links } from '../../../links.ts'
import type { Person } from '../../../ui/avatar.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { byLastChange, certifiedFilter, lastModifiedColumn, modifiedByFilter, ownerFilter, ownersColumn } from '../../../ui/list/cells.tsx'
import type { Changed } from '../../../ui/list/cells.tsx'
import type { ListDescription } from '../../../ui/list/list-description.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { Thumbnail } from '../../../ui/list/Thumbnail.tsx'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { mayUpload, openUpload } from '../../../upload-door.ts'
import { t } from '../../../words/words.ts'
import { ClosedMark } from '../closed/ClosedMark.tsx'
import { OpenDialog } from '../closed/OpenDialog.tsx'
import { DatasetBadges } from './DatasetBadges.tsx'
import { DuplicateDialog } from './DuplicateDialog.tsx'
import { selectedText } from './selected-text.ts'
import { UsedBy } from './UsedBy.tsx'

interface DatasetRow extends Changed {
  readonly id: number
  readonly table_name: string
  readonly kind: 'physical' | 'virtual'
  readonly schema: string | null
  readonly description: string | null
  readonly database?: { readonly id: number; readonly database_name: string } | null
  readonly explore_url: string | null
  readonly extra: string | null
  /** Why only administrators read it; null where it is open. */
  readonly closed_because?: string | null
  readonly owners?: readonly (Person & { readonly id: number })[]
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
  // The SQL of datasets can be long and is not shown here.
  wireColumns: [
    'id',
    'table_name',
    'kind',
    'schema',
    'description',
    'database.id',
    'database.database_name',
    'explore_url',
    'extra',
    'closed_because',
    'owners.id',
    'owners.first_name',
    'owners.last_name',
    'changed_on_utc',
    'changed_on_delta_humanized',
  ],
  name: (row) => row.table_name,
  to: (row) => row.explore_url ?? links.explore({ datasource_type: 'table', datasource_id: row.id }),
  leading: (row) => <Thumbnail size="small" src={undefined} glyph={row.kind === 'virtual' ? <Braces size={14} /> : <Table2 size={14} />} />,
  badges: (row) => (
    <>
      <DatasetBadges extra={row.extra} description={row.description} />
      <ClosedMark why={row.closed_because} />
    </>
  ),
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
  selectedText,
  deletion: {
    asksForWord: true,
    one: t('datasets.deleteOne'),
    many: t('datasets.deleteMany'),
    text: (names, count) => (count === 1 ? t('datasets.deleteText', { names }) : t('datasets.deleteManyText', { names })),
    failedMany: (error) => t('datasets.deletingMany', { error }),
    details: (rows) => <UsedBy rows={rows} />,
  },
}

/** Reads the columns of a dataset from its source again and says what that changed. */
const useSync = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (row: DatasetRow) => requestFor<typeof datasetEndpoints.refresh>(`/api/v1/dataset/${row.id}/refresh`, { method: 'PUT' }),
    onSuccess: ({ result: { added, changed, removed } }) => {
      if (changed.length > 0) showToast('success', t('datasets.modifiedColumns', { names: changed.join(', ') }))
      if (removed.length > 0) showToast('success', t('datasets.removedColumns', { names: removed.join(', ') }))
      if (added.length > 0) showToast('success', t('datasets.newColumns', { names: added.join(', ') }))
      showToast('success', t('datasets.refreshed'))
      return client.invalidateQueries({ queryKey: ['dataset'] })
    },
    onError: (cause) => showToast('danger', saySaveFailure(cause, t('data.dataset'))),
  })
}

export const DatasetsPage = () => {
  const [copied, setCopied] = useState<DatasetRow>()
  const [closed, setClosed] = useState<DatasetRow>()
  const client = useQueryClient()
  const sync = useSync()
  const menuOf = (row: DatasetRow): readonly MenuEntry[] => [
    {
      key: 'explore',
      label: t('datasets.explore'),
      icon: <ChartColumn size={14} />,
      to: links.explore({ datasource_type: 'table', datasource_id: row.id }),
    },
    ...(may('can_sqllab', 'Superset')
      ? [{ key: 'sql', label: t('datasets.openSql'), icon: <SquareTerminal size={14} />, to: links.sql({ datasourceKey: `${row.id}__table` }) }]
      : []),
    ...(row.kind === 'virtual' && may('can_duplicate', 'Dataset')
      ? [{ key: 'duplicate', label: t('datasets.duplicate'), icon: <CopyPlus size={14} />, onSelect: () => setCopied(row) }]
      : []),
    ...(may('can_write', 'Dataset') && mayEdit(row.owners)
      ? [{ key: 'refresh', label: t('datasets.refresh'), icon: <RefreshCw size={14} />, onSelect: () => sync.mutate(row) }]
      : []),
    ...(row.closed_because && isAdmin() ? [{ key: 'open', label: t('closed.open'), icon: <LockOpen size={14} />, onSelect: () => setClosed(row) }] : []),
  ]
  return (
    <>
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
          edit: {
            label: t('datasets.edit'),
            denied: t('explore.ownersOnly'),
            onSelect: ({ id }) => openDatasetDialog({ kind: 'edit', id, onSaved: () => void client.invalidateQueries({ queryKey: ['dataset'] }) }),
          },
          more: menuOf,
        }}
      />
      {closed?.closed_because && <OpenDialog id={closed.id} name={closed.table_name} why={closed.closed_because} onClose={() => setClosed(undefined)} />}
      {copied !== undefined && <DuplicateDialog id={copied.id} base={copied.table_name} onClose={() => setCopied(undefined)} />}
    </>
  )
}
