import type { datasetEndpoints } from '@sightline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { requestFor } from '../../../api/client.ts'
import { normaliseError } from '../../../api/normalise-error.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogButtons } from '../../../ui/DialogButtons.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'

/** A copy of a dataset made of SQL, with its columns and metrics, under a name of its own. */
export const DuplicateDialog = ({ id, base, onClose }: { readonly id: number; readonly base: string; readonly onClose: () => void }) => {
  const [typed, setTyped] = useState(t('datasets.copyName', { name: base }))
  const client = useQueryClient()
  const name = typed.trim()
  const duplicate = useMutation({
    mutationFn: () =>
      requestFor<typeof datasetEndpoints.duplicate>('/api/v1/dataset/duplicate', { method: 'POST', body: { base_model_id: id, table_name: name } }),
    onSuccess: async () => {
      showToast('success', t('datasets.duplicated', { name, base }))
      await client.invalidateQueries({ queryKey: ['dataset'] })
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      width={460}
      title={t('datasets.duplicateTitle')}
      onClose={onClose}
      onSubmit={() => {
        if (name !== '' && !duplicate.isPending) duplicate.mutate()
      }}
      footer={<DialogButtons action={t('datasets.duplicateAction')} isBusy={duplicate.isPending} isDisabled={name === ''} onCancel={onClose} />}
    >
      <Field label={t('datasets.duplicateName')} isRequired>
        {(ids) => <Input {...ids} size="md" autoFocus maxLength={250} autoComplete="off" value={typed} onChange={setTyped} />}
      </Field>
      {duplicate.isError && <ErrorBox title={t('datasets.duplicateFailed')} text={normaliseError(duplicate.error).error} />}
    </Dialog>
  )
}
