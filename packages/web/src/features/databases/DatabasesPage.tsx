import { Check, Database, FileUp, Plus, SquareTerminal } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '../../api/bootstrap.ts'
import { links } from '../../links.ts'
import { Button } from '../../ui/Button.tsx'
import { byLastChange, lastModifiedColumn, modifiedByFilter } from '../../ui/list/cells.tsx'
import type { Changed } from '../../ui/list/cells.tsx'
import type { ListColumn, ListDescription } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Thumbnail } from '../../ui/list/Thumbnail.tsx'
import { mayUpload, openUpload } from '../../upload-door.ts'
import { t } from '../../words/words.ts'
import { UsedBy } from './UsedBy.tsx'

const DatabaseDialog = lazy(async () => ({ default: (await import('./DatabaseDialog.tsx')).DatabaseDialog }))

export interface DatabaseRow extends Changed {
  readonly id: number
  readonly database_name: string
  readonly backend: string
  readonly allow_run_async: boolean
  readonly allow_dml: boolean
  readonly allow_file_upload: boolean
  readonly expose_in_sqllab: boolean
}

const flagColumn = (
  key: 'allow_run_async' | 'allow_dml' | 'allow_file_upload' | 'expose_in_sqllab',
  label: string,
  help?: string,
): ListColumn<DatabaseRow> => ({
  key,
  label,
  ...(help === undefined ? {} : { help }),
  sortBy: key,
  width: '124px',
  isSecondary: true,
  render: (row) => (row[key] ? <Check size={14} aria-label={t('list.yes')} /> : t('list.none')),
})

const yesNo = [
  { value: true, label: t('list.yes') },
  { value: false, label: t('list.no') },
]

const describeList = (onNew: () => void): ListDescription<DatabaseRow> => ({
  resource: 'database',
  title: t('databases.title'),
  defaults: { ...byLastChange, viewMode: 'table' },
  name: (row) => row.database_name,
  leading: () => <Thumbnail size="small" src={undefined} glyph={<Database size={14} />} />,
  columns: [
    { key: 'name', label: t('list.name'), sortBy: 'database_name', width: 'auto', render: (row) => row.database_name },
    { key: 'backend', label: t('databases.backend'), width: '140px', render: (row) => row.backend },
    flagColumn('allow_run_async', t('databases.async'), t('databases.asyncHelp')),
    flagColumn('allow_dml', t('databases.dml'), t('databases.dmlHelp')),
    flagColumn('allow_file_upload', t('databases.upload'), t('databases.uploadHelp')),
    flagColumn('expose_in_sqllab', t('databases.expose')),
    lastModifiedColumn<DatabaseRow>(),
  ],
  filters: [
    { kind: 'search', id: 'database_name', col: 'database_name', opr: 'ct', label: t('list.searchName') },
    { kind: 'options', id: 'expose_in_sqllab', col: 'expose_in_sqllab', opr: 'eq', label: t('databases.expose'), options: yesNo },
    { kind: 'options', id: 'allow_run_async', col: 'allow_run_async', opr: 'eq', label: t('databases.async'), options: yesNo },
    modifiedByFilter,
  ],
  empty: {
    title: t('databases.emptyTitle'),
    text: t('databases.emptyText'),
    action: (
      <Button kind="primary" size="md" icon={<Plus size={14} />} onClick={onNew}>
        {t('databases.new')}
      </Button>
    ),
  },
  deletion: {
    asksForWord: true,
    isOneByOne: true,
    one: t('databases.deleteOne'),
    many: t('databases.deleteOne'),
    text: (names) => t('databases.deleteText', { names }),
    details: ([row]) => (row === undefined ? null : <UsedBy id={row.id} />),
  },
})

/** The dialogs to connect one and to edit one are part of the address, so that other pages can link to them. */
export const DatabasesPage = () => {
  const [search, setSearch] = useSearchParams()
  const mayConnect = may('can_write', 'Database')
  const isConnecting = search.get('show_database_modal') === 'true' && mayConnect
  const edited = mayConnect && /^\d+$/.test(search.get('database') ?? '') ? Number(search.get('database')) : undefined
  const setDialog = (name: 'show_database_modal' | 'database', value?: string): void =>
    setSearch(
      (now) => {
        if (value === undefined) now.delete(name)
        else now.set(name, value)
        return now
      },
      { replace: true },
    )
  const open = (): void => setDialog('show_database_modal', 'true')
  return (
    <>
      <ListPage
        description={describeList(open)}
        headActions={
          <>
            {mayUpload() && (
              <Button size="md" icon={<FileUp size={14} />} onClick={() => openUpload()}>
                {t('shell.new.upload')}
              </Button>
            )}
            <Button kind="primary" size="md" icon={<Plus size={14} />} onClick={open}>
              {t('databases.new')}
            </Button>
          </>
        }
        actions={{
          edit: { label: t('databases.editTitle'), onSelect: ({ id }) => setDialog('database', String(id)) },
          more: (row) =>
            row.expose_in_sqllab && may('can_sqllab', 'Superset')
              ? [{ key: 'sql', label: t('shell.sqlEditor'), icon: <SquareTerminal size={14} />, to: links.sql({ new: true, dbid: row.id }) }]
              : [],
        }}
      />
      <Suspense fallback={null}>
        {isConnecting && <DatabaseDialog onClose={() => setDialog('show_database_modal')} />}
        {edited !== undefined && <DatabaseDialog key={edited} id={edited} onClose={() => setDialog('database')} />}
      </Suspense>
    </>
  )
}
