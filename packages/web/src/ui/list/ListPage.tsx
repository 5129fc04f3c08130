import type { ListReply } from '@sightline/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LayoutGrid, List, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import { listRows, readPermissions } from '../../api/resources.ts'
import { sayFetchFailure } from '../../api/say-failure.ts'
import { t, tCount } from '../../words/words.ts'
import { Button, IconButton } from '../Button.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorBox } from '../ErrorBox.tsx'
import type { MenuEntry } from '../Menu.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { Segmented } from '../Tabs.tsx'
import { bundleOf, exportEntries, exportMany, ImportButton } from './bundle-tools.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { FilterBar } from './FilterBar.tsx'
import type { ListDescription, RowActions } from './list-description.ts'
import { parseListState, printListState, toQuestion, withFilter, withSort } from './list-state.ts'
import type { ListState } from './list-state.ts'
import { ListCards } from './ListCards.tsx'
import { ListTable } from './ListTable.tsx'
import type { RowTools } from './ListTable.tsx'
import styles from './List.module.css'
import { Pager } from './Pager.tsx'
import { nothingSelected, selectAll, selectRow } from './selection.ts'
import type { Selection } from './selection.ts'
import { useFavourites } from './use-favourites.ts'

export interface ListPageProps<Row extends { readonly id: number }> {
  readonly description: ListDescription<Row>
  readonly actions?: RowActions<Row>
  /** Buttons of the page, shown to those who may write. */
  readonly headActions?: ReactNode
  /** Asks again while something is running, in milliseconds. */
  readonly refreshMs?: ((rows: readonly Row[]) => number | false) | undefined
  /** Dialogs that walk through the rows on the screen. */
  readonly overRows?: ((rows: readonly Row[]) => ReactNode) | undefined
}

/** Every list of the product: its state is the address, its rows are the server's. */
export const ListPage = <Row extends { readonly id: number }>({ description, actions, headActions, refreshMs, overRows }: ListPageProps<Row>) => {
  const { resource, defaults, filters, deletion } = description
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const [doomed, setDoomed] = useState<readonly Row[]>([])
  const state = parseListState(search, defaults)
  const question = { ...toQuestion(state, filters, description.always), ...(description.wireColumns === undefined ? {} : { columns: description.wireColumns }) }

  const list = useQuery<ListReply<Row>>({
    queryKey: [resource, 'list', question],
    queryFn: ({ signal }) => listRows<Row>(resource, question, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (refreshMs === undefined || query.state.data === undefined ? false : refreshMs(query.state.data.result)),
  })
  const permissions = useQuery({ queryKey: [resource, 'permissions'], queryFn: ({ signal }) => readPermissions(resource, signal), staleTime: 300_000 })
  const canWrite = permissions.data?.includes('can_write') ?? false
  const rows = list.data?.result
  const ids = rows?.map((row) => row.id) ?? []
  const favourites = useFavourites(resource, ids, description.hasFavourites === true)

  const change = (next: ListState, isNewPage = false): void =>
    setSearch((now) => printListState(next, defaults, now), { replace: !isNewPage, preventScrollReset: !isNewPage })

  // A selection belongs to the rows it was made among: another page or filter begins without one.
  const questionText = JSON.stringify(question)
  const [made, setMade] = useState({ among: questionText, selection: nothingSelected })
  const selection = made.among === questionText ? made.selection : nothingSelected
  const setSelection = (next: Selection): void => setMade({ among: questionText, selection: next })

  const mayEdit = (row: Row): boolean => canWrite && (description.mayEdit?.(row) ?? true)
  const canDelete = canWrite && deletion !== undefined
  const canDeleteMany = canDelete && deletion.isOneByOne !== true
  const { edit } = actions ?? {}
  const bundle = bundleOf(resource)
  // What is not selected for anything else is exported one by one too.
  const bulk = [...(bundle === undefined || deletion?.isOneByOne ? [] : exportMany<Row>(bundle)), ...(actions?.bulk ?? [])]
  const menuOf = (row: Row): readonly MenuEntry[] => {
    const own = [...(actions?.more?.(row) ?? []), ...(bundle === undefined ? [] : exportEntries(bundle, row.id))]
    if (!canDelete || !mayEdit(row)) return own
    const remove: MenuEntry = { key: 'delete', label: t('list.delete'), icon: <Trash2 size={14} />, isDanger: true, onSelect: () => setDoomed([row]) }
    return own.length > 0 ? [...own, 'divider', remove] : [remove]
  }
  const tools: RowTools<Row> = {
    selected: selection.ids,
    onSelect: canDeleteMany || bulk.length > 0 ? (id, isSelected, isRange) => setSelection(selectRow(selection, ids, id, isSelected, isRange)) : undefined,
    onSelectAll: (isSelected) => setSelection(selectAll(ids, isSelected)),
    starred: favourites.starred,
    onStar: description.hasFavourites ? favourites.setStarred : undefined,
    edit:
      edit === undefined
        ? undefined
        : {
            label: edit.label,
            denied: canWrite ? edit.denied : undefined,
            run: (row) => {
              if (edit.to !== undefined) void navigate(edit.to(row))
              edit.onSelect?.(row)
            },
          },
    mayEdit,
    quick: actions?.quick,
    menuOf,
  }

  const hasFilters = Object.keys(state.filters).length > 0
  const isEmpty = rows !== undefined && rows.length === 0
  const clear = (): void => change({ ...state, filters: {}, page: 0 })
  const chosenRows = rows?.filter((row) => selection.ids.has(row.id)) ?? []
  const selectedText = description.selectedText?.(chosenRows) ?? tCount('list.selected', chosenRows.length)

  return (
    <div className={styles.page}>
      <title>{`${description.title} · ${t('app.name')}`}</title>
      <div className={styles.top}>
        <PageHeader
          title={description.title}
          {...(description.crumbs === undefined ? {} : { crumbs: description.crumbs })}
          count={list.data?.count}
          actions={
            <>
              {description.card !== undefined && (
                <Segmented
                  label={t('list.view')}
                  value={state.viewMode}
                  onChange={(viewMode) => change({ ...state, viewMode })}
                  items={[
                    { key: 'table', label: t('list.viewTable'), icon: <List size={14} /> },
                    { key: 'card', label: t('list.viewCards'), icon: <LayoutGrid size={14} /> },
                  ]}
                />
              )}
              {canWrite && bundle !== undefined && <ImportButton resource={bundle} />}
              {canWrite && headActions}
            </>
          }
        />
        <FilterBar resource={resource} filters={filters} state={state} onChange={(id, chosen) => change(withFilter(state, id, chosen))} onClear={clear} />
      </div>
      {list.isError && rows === undefined ? (
        <div className={styles.place}>
          <ErrorBox
            title={t('error.listLoad')}
            text={sayFetchFailure(list.error, description.title.toLowerCase())}
            details={describeDetails(normaliseError(list.error))}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : isEmpty ? (
        <div className={styles.place}>
          {hasFilters ? (
            <EmptyState title={t('list.noneFound')} text={t('list.noneFoundText')} action={<Button onClick={clear}>{t('list.clearAll')}</Button>} />
          ) : (
            <EmptyState title={description.empty.title} text={description.empty.text} action={canWrite ? description.empty.action : undefined} />
          )}
        </div>
      ) : state.viewMode === 'card' && description.card !== undefined ? (
        <ListCards description={description} card={description.card} rows={rows} tools={tools} isStale={list.isPlaceholderData} />
      ) : (
        <ListTable
          description={description}
          rows={rows}
          state={state}
          onSort={(column) => change(withSort(state, column))}
          tools={tools}
          isStale={list.isPlaceholderData}
        />
      )}
      {list.data !== undefined && list.data.count > 0 && (
        <Pager page={state.page} count={list.data.count} shown={rows?.length ?? 0} onChange={(page) => change({ ...state, page }, true)} />
      )}
      {chosenRows.length > 0 && (
        <div className={styles.bulk} role="toolbar" aria-label={selectedText}>
          <span className={styles.bulkCount} role="status">
            {selectedText}
          </span>
          {bulk.map(({ key, label, icon, onSelect }) => (
            <Button key={key} icon={icon} onClick={() => onSelect(chosenRows)}>
              {label}
            </Button>
          ))}
          {canDeleteMany && (
            <Button kind="danger" icon={<Trash2 size={14} />} onClick={() => setDoomed(chosenRows)}>
              {t('list.delete')}
            </Button>
          )}
          <span className={styles.rule} />
          <IconButton label={t('list.clearSelection')} icon={<X size={14} />} onClick={() => setSelection(nothingSelected)} />
        </div>
      )}
      {rows !== undefined && overRows?.(rows)}
      {deletion !== undefined && doomed.length > 0 && (
        <DeleteDialog
          description={description}
          deletion={deletion}
          rows={doomed}
          onClose={() => setDoomed([])}
          onDone={() => {
            setDoomed([])
            setSelection(nothingSelected)
            if (doomed.length === rows?.length && state.page > 0) change({ ...state, page: state.page - 1 })
          }}
        />
      )}
    </div>
  )
}
