import { useState } from 'react'
import { normaliseError } from '../../api/normalise-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import { saveQuery } from './queries.ts'

export const SaveQueryDialog = ({
  sql,
  databaseId,
  schema,
  onClose,
}: {
  readonly sql: string
  readonly databaseId: number
  readonly schema: string | undefined
  readonly onClose: () => void
}) => {
  const [label, setLabel] = useState('')
  const [description, setDescription] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (): Promise<void> => {
    if (label.trim() === '') return
    setIsSaving(true)
    try {
      await saveQuery({ label: label.trim(), description, sql, db_id: databaseId, schema: schema ?? null })
      showToast('success', t('sqllab.saved'))
      onClose()
    } catch (cause) {
      setFailure(normaliseError(cause).error)
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      isOpen
      title={t('sqllab.saveTitle')}
      width={480}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="md" kind="primary" type="submit" isBusy={isSaving} isDisabled={label.trim() === ''}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      {failure !== undefined && <ErrorBox title={t('error.fallback')} text={failure} />}
      <Field label={t('sqllab.saveName')} isRequired>
        {(ids) => <Input {...ids} size="md" value={label} onChange={setLabel} maxLength={256} />}
      </Field>
      <Field label={t('sqllab.saveDescription')}>{(ids) => <TextArea {...ids} value={description} onChange={setDescription} />}</Field>
    </Dialog>
  )
}
