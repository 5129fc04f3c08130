import { Eye, FileCode2, Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { isFeatureOn } from '../../api/bootstrap.ts'
import { links } from '../../links.ts'
import { nameOf } from '../../ui/avatar.ts'
import type { Person } from '../../ui/avatar.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { byLastChange, lastModifiedColumn, modifiedByFilter } from '../../ui/list/cells.tsx'
import type { Changed } from '../../ui/list/cells.tsx'
import type { ListDescription, ListFilter } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Thumbnail } from '../../ui/list/Thumbnail.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { t } from '../../words/words.ts'
import styles from './Queries.module.css'
import { QueryPreview } from './QueryPreview.tsx'
import type { PreviewedQuery } from './QueryPreview.tsx'
import type { SqlTable } from './table-names.ts'
import { TablesCell } from './TablesCell.tsx'
import { TagsCell, type Tag } from './TagsCell.tsx'

interface SavedQueryRow extends Changed {
  readonly id: number
  readonly label: string | null
  readonly sql: string | null
  readonly schema: string | null
  readonly database?: { readonly id: number; readonly database_name: string } | null
  readonly sql_tables?: readonly SqlTable[]
  readonly tags?: readonly Tag[]
  readonly changed_by?: Person | null
}

const NewQuery = () => (
  <ButtonLink kind="primary" size="md" icon={<Plus size={14} />} to={links.sql({ new: true })}>
    {t('savedQueries.new')}
  </ButtonLink>
)

const nameOfRow = (row: SavedQueryRow): string => row.label || t('history.unnamed')

const hasTags = isFeatureOn('TAGGING_SYSTEM')

/** Tags come only when they are asked for by name, and with them all the rest. */
const wireColumns =
  'id label sql schema sql_tables database.id database.database_name changed_on changed_on_delta_humanized changed_by.id changed_by.first_name changed_by.last_name tags.id tags.name tags.type'.split(
    ' ',
  )

const tagFilter: ListFilter = {
  kind: 'rows',
  id: 'tags',
  col: 'tags',
  opr: 'saved_query_tags',
  label: t('list.tag'),
  resource: 'tag',
  nameColumn: 'name',
  searchOpr: 'ct',
  isByName: true,
  always: [{ col: 'type', opr: 'custom_tag', value: true }],
}

const description: ListDescription<SavedQueryRow> = {
  resource: 'saved_query',
  title: t('savedQueries.title'),
  defaults: { ...byLastChange, viewMode: 'table' },
  ...(hasTags ? { wireColumns } : {}),
  name: nameOfRow,
  to: (row) => links.sql({ savedQueryId: row.id }),
  leading: () => <Thumbnail size="small" src={undefined} glyph={<FileCode2 size={14} />} />,
  columns: [
    { key: 'name', label: t('list.name'), sortBy: 'label', width: 'auto', render: nameOfRow },
    {
      key: 'database',
      label: t('list.database'),
      sortBy: 'database.database_name',
      width: '180px',
      render: (row) => row.database?.database_name ?? t('list.none'),
    },
    { key: 'schema', label: t('list.schema'), sortBy: 'schema', width: '140px', isSecondary: true, render: (row) => row.schema ?? t('list.none') },
    { key: 'tables', label: t('list.tables'), width: '220px', isSecondary: true, render: (row) => <TablesCell tables={row.sql_tables} /> },
    ...(hasTags
      ? [{ key: 'tags', label: t('list.tags'), width: '160px' as const, isSecondary: true, render: (row: SavedQueryRow) => <TagsCell tags={row.tags} /> }]
      : []),
    {
      ...lastModifiedColumn<SavedQueryRow>(),
      width: '200px',
      render: (row) => (
        <span className={styles.when}>
          <TimeAgo at={row.changed_on} fallback={row.changed_on_delta_humanized ?? undefined} />
          {row.changed_by && <span className={styles.by}>{t('savedQueries.changedBy', { name: nameOf(row.changed_by) })}</span>}
        </span>
      ),
    },
  ],
  filters: [
    { kind: 'search', id: 'label', col: 'label', opr: 'all_text', label: t('list.searchName') },
    { kind: 'related', id: 'database', col: 'database', opr: 'rel_o_m', label: t('list.database'), column: 'database' },
    { kind: 'distinct', id: 'schema', col: 'schema', opr: 'eq', label: t('list.schema'), column: 'schema' },
    ...(hasTags ? [tagFilter] : []),
    modifiedByFilter,
  ],
  empty: { title: t('savedQueries.emptyTitle'), text: t('savedQueries.emptyText'), action: <NewQuery /> },
  deletion: {
    asksForWord: true,
    one: t('savedQueries.deleteOne'),
    many: t('savedQueries.deleteMany'),
    text: (names) => t('savedQueries.deleteText', { names }),
    failedMany: (error) => t('savedQueries.deletingMany', { error }),
  },
}

const previewOf = (row: SavedQueryRow): PreviewedQuery => ({ id: row.id, name: nameOfRow(row), sql: row.sql ?? '', to: links.sql({ savedQueryId: row.id }) })

const copyLink = (id: number): void => void copyText(`${location.origin}${links.sql({ savedQueryId: id })}`, t('savedQueries.linkCopied'))

export const SavedQueriesPage = () => {
  const [previewed, setPreviewed] = useState<number>()
  return (
    <ListPage
      description={description}
      headActions={<NewQuery />}
      actions={{
        quick: (row) => <IconButton size="xs" label={t('preview.title')} icon={<Eye size={14} />} onClick={() => setPreviewed(row.id)} />,
        edit: { label: t('savedQueries.edit'), to: (row) => links.sql({ savedQueryId: row.id }) },
        more: (row) => [{ key: 'link', label: t('savedQueries.copyLink'), icon: <Link2 size={14} />, onSelect: () => copyLink(row.id) }],
      }}
      overRows={(rows) =>
        previewed !== undefined && (
          <QueryPreview
            queries={rows.map(previewOf)}
            id={previewed}
            nameLabel={t('preview.name')}
            onMove={setPreviewed}
            onClose={() => setPreviewed(undefined)}
          />
        )
      }
    />
  )
}
