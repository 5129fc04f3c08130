import { useState } from 'react'
import { normaliseError } from '../../../api/normalise-error.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, TextArea } from '../../../ui/Input.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { createSavedQuery } from '../lab/calls.ts'
import { edit } from '../lab/tab-commands.ts'
import type { Tab } from '../state/model.ts'

export const SaveQueryDialog = ({ tab, onClose }: { readonly tab: Tab; readonly onClose: () => void }) => {
  const [label, setLabel] = useState(tab.name)
  const [description, setDescription] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (): Promise<void> => {
    if (label.trim() === '') return
    setIsSaving(true)
    try {
      const { sql, dbId: db_id, schema, templateParams: template_parameters } = tab
      const remoteId = await createSavedQuery({ label: label.trim(), description, sql, db_id, schema, template_parameters })
      edit(tab.id, { remoteId, name: label.trim() })
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
