import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
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
import { showToast } from '../../../ui/toasts.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import { t } from '../../../words/words.ts'
import { DialogTable, firstServerList } from '../DialogTable.tsx'
import { swapQuestion } from './swap-question.ts'
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
  const [list, setList] = useState(firstServerList)
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
          <DialogTable
            heads={[
              { label: t('list.name'), sortBy: 'table_name' },
              { label: t('list.type'), width: 96 },
              { label: t('list.schema'), sortBy: 'schema', width: 140 },
              { label: t('swap.connection'), width: 180 },
              { label: t('list.owners'), width: 128 },
            ]}
            list={list}
            onList={setList}
            rows={rows.data?.result}
            count={rows.data?.count ?? 0}
            isStale={rows.isPlaceholderData}
            nothing={t('list.noneFound')}
            cellsOf={(row) => [
              <button key="name" type="button" className={styles.name} title={row.table_name} onClick={() => setChosen(row)}>
                {row.table_name}
              </button>,
              t(row.kind === 'virtual' ? 'swap.virtual' : 'swap.physical'),
              row.schema ?? t('list.none'),
              row.database?.database_name ?? t('list.none'),
              <Avatars key="owners" people={row.owners ?? []} />,
            ]}
          />
        )}
      </div>
    </Dialog>
  )
}
