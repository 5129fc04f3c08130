import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../api/client.ts'
import { saySaveFailure } from '../../api/say-failure.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { t } from '../../words/words.ts'
import type { ChartRow } from './row.ts'

/** Name and description of a chart, without opening it. */
export const RenameDialog = ({ chart, onClose }: { readonly chart: ChartRow; readonly onClose: () => void }) => {
  const [name, setName] = useState(chart.slice_name ?? '')
  const [text, setText] = useState(chart.description ?? '')
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => request(`/api/v1/chart/${chart.id}`, { method: 'PUT', body: { slice_name: name.trim(), description: text.trim() === '' ? null : text } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['chart'] })
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      width={480}
      title={t('charts.rename')}
      onClose={onClose}
      onSubmit={() => {
        if (name.trim() !== '') save.mutate()
      }}
      footer={<DialogButtons action={t('ui.save')} isBusy={save.isPending} isDisabled={name.trim() === ''} onCancel={onClose} />}
    >
      <Field label={t('list.name')} isRequired>
        {(ids) => <Input {...ids} size="md" autoFocus maxLength={250} value={name} onChange={setName} />}
      </Field>
      <Field label={t('data.description')}>{(ids) => <TextArea {...ids} rows={3} value={text} onChange={setText} />}</Field>
      {save.isError && <ErrorBox title={saySaveFailure(save.error, t('data.chart'))} />}
    </Dialog>
  )
}
