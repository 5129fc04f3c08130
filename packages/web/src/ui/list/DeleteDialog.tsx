import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { normaliseError } from '../../api/normalise-error.ts'
import { deleteRow, deleteRows } from '../../api/resources.ts'
import { sayDeleteFailure } from '../../api/say-failure.ts'
import { t } from '../../words/words.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { ErrorBox } from '../ErrorBox.tsx'
import { showToast } from '../toasts.ts'
import type { ListDescription } from './list-description.ts'

export interface DeleteDialogProps<Row extends { readonly id: number }> {
  readonly description: Pick<ListDescription<Row>, 'resource' | 'name'>
  readonly deletion: NonNullable<ListDescription<Row>['deletion']>
  readonly rows: readonly Row[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Says what will go, asks, deletes; a refusal stays readable in the dialog. */
export const DeleteDialog = <Row extends { readonly id: number }>({ description, deletion, rows, onClose, onDone }: DeleteDialogProps<Row>) => {
  const [failure, setFailure] = useState<string>()
  const client = useQueryClient()
  const { resource } = description
  const names = rows.map(description.name).join(', ')
  const remove = useMutation({
    mutationFn: async () => {
      const ids = rows.map((row) => row.id)
      const [only] = ids
      await (ids.length === 1 && only !== undefined ? deleteRow(resource, only) : deleteRows(resource, ids))
    },
    onSuccess: () => {
      showToast('success', t('list.deleted', { names }))
      onDone()
    },
    onError: (cause) =>
      setFailure(
        rows.length > 1 && deletion.failedMany !== undefined
          ? deletion.failedMany(normaliseError(cause).error)
          : sayDeleteFailure(cause, rows.map(description.name)),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [resource] }),
  })
  return (
    <ConfirmDialog
      title={rows.length === 1 ? deletion.one : deletion.many}
      action={t('ui.delete')}
      asksForWord={deletion.asksForWord}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{deletion.text(names, rows.length)}</p>
      {deletion.details?.(rows)}
      {failure !== undefined && <ErrorBox title={failure} />}
    </ConfirmDialog>
  )
}
