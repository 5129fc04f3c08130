import type { datasetEndpoints } from '@sightline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requestFor } from '../../../api/client.ts'
import { normaliseError } from '../../../api/normalise-error.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogButtons } from '../../../ui/DialogButtons.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'

export interface OpenDialogProps {
  readonly id: number
  readonly name: string
  readonly why: string
  readonly onOpened?: () => void
  readonly onClose: () => void
}

/** Asks an administrator before the rows of a closed dataset are shown to everybody who has access to it. */
export const OpenDialog = ({ id, name, why, onOpened, onClose }: OpenDialogProps) => {
  const client = useQueryClient()
  const open = useMutation({
    mutationFn: () => requestFor<typeof datasetEndpoints.open>(`/api/v1/dataset/${id}/open`, { method: 'POST' }),
    onSuccess: async () => {
      showToast('success', t('closed.opened', { name }))
      await client.invalidateQueries({ queryKey: ['dataset', 'list'] })
      onOpened?.()
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      width={520}
      title={t('closed.openTitle', { name })}
      onClose={onClose}
      onSubmit={() => open.mutate()}
      footer={<DialogButtons action={t('closed.openAction')} isBusy={open.isPending} onCancel={onClose} />}
    >
      <p>{t('closed.openText', { why })}</p>
      <p>{t('closed.openHint')}</p>
      {open.isError && <ErrorBox title={t('closed.openFailed', { name, error: normaliseError(open.error).error })} />}
    </Dialog>
  )
}

/** What the editor of a closed dataset says above its tabs. */
export const ClosedBox = ({ why, onOpen }: { readonly why: string; readonly onOpen: (() => void) | undefined }) => (
  <ErrorBox isBrief level="warning" title={t('closed.title')} text={why}>
    {onOpen !== undefined && (
      <div>
        <Button onClick={onOpen}>{t('closed.open')}</Button>
      </div>
    )}
  </ErrorBox>
)
