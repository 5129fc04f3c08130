import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../api/client.ts'
import { saySaveFailure } from '../../api/say-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="md" kind="primary" type="submit" isBusy={save.isPending} isDisabled={name.trim() === ''}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <Field label={t('list.name')} isRequired>
        {(ids) => <Input {...ids} size="md" autoFocus maxLength={250} value={name} onChange={setName} />}
      </Field>
      <Field label={t('data.description')}>{(ids) => <TextArea {...ids} rows={3} value={text} onChange={setText} />}</Field>
      {save.isError && <ErrorBox title={saySaveFailure(save.error, t('data.chart'))} />}
    </Dialog>
  )
}
