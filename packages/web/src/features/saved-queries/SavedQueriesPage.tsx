import { FileCode2, Link2, Plus } from 'lucide-react'
import { links } from '../../links.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { byLastChange, lastModifiedColumn, modifiedByFilter } from '../../ui/list/cells.tsx'
import type { Changed } from '../../ui/list/cells.tsx'
import type { ListDescription } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Thumbnail } from '../../ui/list/Thumbnail.tsx'
import { t } from '../../words/words.ts'
import { tableNames } from './table-names.ts'
import type { SqlTable } from './table-names.ts'

interface SavedQueryRow extends Changed {
  readonly id: number
  readonly label: string | null
  readonly schema: string | null
  readonly database?: { readonly id: number; readonly database_name: string } | null
  readonly sql_tables?: readonly SqlTable[]
}

const NewQuery = () => (
  <ButtonLink kind="primary" size="md" icon={<Plus size={14} />} to={links.sql({ new: true })}>
    {t('savedQueries.new')}
  </ButtonLink>
)

const description: ListDescription<SavedQueryRow> = {
  resource: 'saved_query',
  title: t('savedQueries.title'),
  defaults: { ...byLastChange, viewMode: 'table' },
  name: (row) => row.label ?? '',
  to: (row) => links.sql({ savedQueryId: row.id }),
  leading: () => <Thumbnail size="small" src={undefined} glyph={<FileCode2 size={14} />} />,
  columns: [
    { key: 'name', label: t('list.name'), sortBy: 'label', width: 'auto', render: (row) => row.label },
    {
      key: 'database',
      label: t('list.database'),
      sortBy: 'database.database_name',
      width: '180px',
      render: (row) => row.database?.database_name ?? t('list.none'),
    },
    { key: 'schema', label: t('list.schema'), sortBy: 'schema', width: '140px', isSecondary: true, render: (row) => row.schema ?? t('list.none') },
    { key: 'tables', label: t('list.tables'), width: '220px', isSecondary: true, render: (row) => tableNames(row.sql_tables) },
    lastModifiedColumn(),
  ],
  filters: [
    { kind: 'search', id: 'label', col: 'label', opr: 'all_text', label: t('list.searchName') },
    { kind: 'related', id: 'database', col: 'database', opr: 'rel_o_m', label: t('list.database'), column: 'database' },
    { kind: 'distinct', id: 'schema', col: 'schema', opr: 'eq', label: t('list.schema'), column: 'schema' },
    modifiedByFilter,
  ],
  empty: { title: t('savedQueries.emptyTitle'), text: t('savedQueries.emptyText'), action: <NewQuery /> },
  deletion: {
    asksForWord: true,
    one: t('savedQueries.deleteOne'),
    many: t('savedQueries.deleteMany'),
    text: (names) => t('savedQueries.deleteText', { names }),
  },
}

export const SavedQueriesPage = () => (
  <ListPage
    description={description}
    headActions={<NewQuery />}
    actions={{
      edit: { label: t('savedQueries.edit'), to: (row) => links.sql({ savedQueryId: row.id }) },
      more: (row) => [
        {
          key: 'link',
          label: t('savedQueries.copyLink'),
          icon: <Link2 size={14} />,
          onSelect: () => void copyText(`${location.origin}${links.sql({ savedQueryId: row.id })}`, t('savedQueries.linkCopied')),
        },
      ],
    }}
  />
)
