import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { describeDetails, normaliseError } from '../../../api/normalise-error.ts'
import { listRows } from '../../../api/resources.ts'
import type { Dataset } from '../../../controls/dataset.ts'
import { fetchDataset } from '../../../controls/fetch-dataset.ts'
import type { Person } from '../../../ui/avatar.ts'
import { Avatars } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { Pager } from '../../../ui/list/Pager.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import { t } from '../../../words/words.ts'
import { firstSwapList, swapQuestion, type SwapList } from './swap-question.ts'
import styles from './SwapDialog.module.css'

interface SwapRow {
  readonly id: number
  readonly table_name: string
  readonly kind: 'physical' | 'virtual'
  readonly schema: string | null
  readonly database?: { readonly database_name: string } | null
  readonly owners?: readonly Person[]
}

export interface SwapDialogProps {
  readonly onSwapped: (dataset: Dataset) => void
  readonly onClose: () => void
}

const searchMs = 500

/** Another dataset for a chart: choose, be warned, proceed. */
export const SwapDialog = ({ onSwapped, onClose }: SwapDialogProps) => {
  const [list, setList] = useState(firstSwapList)
  const [chosen, setChosen] = useState<SwapRow>()
  const asked = useSettled(list, searchMs)
  // Only typing waits; a page or an order is wanted at once.
  const question = swapQuestion(asked.search === list.search ? list : asked)
  const rows = useQuery({
    queryKey: ['dataset', 'to-swap', question],
    queryFn: ({ signal }) => listRows<SwapRow>('dataset', question, signal),
    placeholderData: keepPreviousData,
  })
  const swap = useMutation({
    mutationFn: (id: number) => fetchDataset(id),
    onSuccess: (dataset) => {
      onSwapped(dataset)
      showToast('success', t('swap.done'))
      onClose()
    },
    onError: (cause) => showToast('danger', normaliseError(cause).error),
  })

  if (chosen !== undefined)
    return (
      <Dialog
        isOpen
        width={480}
        title={t('swap.title')}
        onClose={onClose}
        onSubmit={() => swap.mutate(chosen.id)}
        footer={
          <>
            <Button size="md" data-autofocus isDisabled={swap.isPending} onClick={() => setChosen(undefined)}>
              {t('ui.cancel')}
            </Button>
            <Button size="md" kind="primary" type="submit" isBusy={swap.isPending}>
              {t('swap.proceed')}
            </Button>
          </>
        }
      >
        <ErrorBox isBrief level="warning" title={t('swap.warning')} text={t('swap.confirm')} />
        <p>
          {t('swap.to')} <span className={styles.chosen}>{chosen.table_name}</span>
        </p>
      </Dialog>
    )

  const said = rows.error === null ? undefined : normaliseError(rows.error)
  return (
    <Dialog isOpen width={860} height={540} title={t('swap.title')} onClose={onClose}>
      <div className={styles.body}>
        <ErrorBox isBrief level="warning" title={t('swap.warning')} text={t('swap.hint')} />
        <SearchInput label={t('swap.search')} data-autofocus size="md" value={list.search} onChange={(search) => setList({ ...list, search, page: 0 })} />
        {said !== undefined ? (
          <ErrorBox title={t('error.listLoad')} text={said.error} details={describeDetails(said)} onRetry={() => void rows.refetch()} />
        ) : (
          <>
            <div className={styles.scroll}>
              <SwapTable
                rows={rows.data?.result}
                list={list}
                isStale={rows.isPlaceholderData}
                onSort={(sortColumn) =>
                  setList({ ...list, page: 0, sortColumn, sortOrder: list.sortColumn === sortColumn && list.sortOrder === 'asc' ? 'desc' : 'asc' })
                }
                onChoose={setChosen}
              />
            </div>
            <div className={styles.foot}>
              <Pager page={list.page} count={rows.data?.count ?? 0} shown={rows.data?.result.length ?? 0} onChange={(page) => setList({ ...list, page })} />
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

interface SwapTableProps {
  readonly rows: readonly SwapRow[] | undefined
  readonly list: SwapList
  readonly isStale: boolean
  readonly onSort: (column: string) => void
  readonly onChoose: (row: SwapRow) => void
}

const SwapTable = ({ rows, list, isStale, onSort, onChoose }: SwapTableProps) => {
  const head = (label: string, sortBy?: string) => (
    <th scope="col" aria-sort={list.sortColumn === sortBy ? (list.sortOrder === 'asc' ? 'ascending' : 'descending') : undefined}>
      {sortBy === undefined ? (
        label
      ) : (
        <button type="button" className={styles.sort} onClick={() => onSort(sortBy)}>
          {label}
          {list.sortColumn === sortBy && (list.sortOrder === 'asc' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
        </button>
      )}
    </th>
  )
  if (rows?.length === 0) return <p className={styles.nothing}>{t('list.noneFound')}</p>
  return (
    <table className={joinClasses(styles.table, isStale && styles.stale)} aria-busy={rows === undefined || undefined}>
      <colgroup>
        <col />
        <col style={{ width: 96 }} />
        <col style={{ width: 140 }} />
        <col style={{ width: 180 }} />
        <col style={{ width: 128 }} />
      </colgroup>
      <thead>
        <tr>
          {head(t('list.name'), 'table_name')}
          {head(t('list.type'))}
          {head(t('list.schema'), 'schema')}
          {head(t('swap.connection'))}
          {head(t('list.owners'))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? Array.from({ length: 8 }, (_, index) => (
              <tr key={index}>
                {[46, 60, 60, 60, 40].map((width, at) => (
                  <td key={at}>
                    <Skeleton width={`${width}%`} />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              <tr key={row.id} className={styles.row}>
                <td>
                  <button type="button" className={styles.name} title={row.table_name} onClick={() => onChoose(row)}>
                    {row.table_name}
                  </button>
                </td>
                <td>{t(row.kind === 'virtual' ? 'swap.virtual' : 'swap.physical')}</td>
                <td>{row.schema ?? t('list.none')}</td>
                <td>{row.database?.database_name ?? t('list.none')}</td>
                <td>
                  <Avatars people={row.owners ?? []} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}
