import { useState } from 'react'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { DialogButtons } from '../../../../ui/DialogButtons.tsx'
import { ErrorBox } from '../../../../ui/ErrorBox.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Input, TextArea } from '../../../../ui/Input.tsx'
import { t } from '../../../../words/words.ts'
import { scheduleTab } from '../../lab/save-commands.ts'
import { faultsOf, firstValues, scheduleInfo, type ScheduleForm } from './schedule-form.ts'
import { ScheduleFields } from './ScheduleFields.tsx'

/** Keeps the query with the times an operator's form asks for; another program runs it then. */
export const ScheduleDialog = ({
  tabId,
  name,
  form,
  onClose,
}: {
  readonly tabId: string
  readonly name: string
  readonly form: ScheduleForm
  readonly onClose: () => void
}) => {
  const [label, setLabel] = useState(name)
  const [description, setDescription] = useState('')
  const [values, setValues] = useState(() => firstValues(form, new Date()))
  const [isTried, setIsTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const faults = faultsOf(form, values)
  const send = async (): Promise<void> => {
    setIsTried(true)
    if (label.trim() === '' || Object.keys(faults).length > 0) return
    setIsBusy(true)
    const refusal = await scheduleTab(tabId, { label: label.trim(), description, info: scheduleInfo(form, values) })
    setIsBusy(false)
    setFailure(refusal)
    if (refusal === undefined) onClose()
  }
  return (
    <Dialog
      isOpen
      title={t('sqlbar.scheduleTitle')}
      width={620}
      onClose={onClose}
      onSubmit={() => void send()}
      footer={<DialogButtons action={t('sqlbar.submit')} isBusy={isBusy} isDisabled={label.trim() === ''} onCancel={onClose} />}
    >
      {failure !== undefined && <ErrorBox title={t('sqlbar.scheduleFailed')} text={failure} />}
      <Field label={t('sqlbar.scheduleLabel')} isRequired>
        {(ids) => <Input {...ids} size="md" value={label} onChange={setLabel} placeholder={t('sqlbar.scheduleLabelPlaceholder')} maxLength={256} />}
      </Field>
      <Field label={t('sqlbar.scheduleDescription')}>
        {(ids) => <TextArea {...ids} value={description} onChange={setDescription} placeholder={t('sqlbar.scheduleDescriptionPlaceholder')} />}
      </Field>
      {form.title !== undefined && <h3>{form.title}</h3>}
      {form.description !== undefined && <p>{form.description}</p>}
      <ScheduleFields
        fields={form.fields}
        values={values}
        faults={isTried ? faults : {}}
        onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
      />
    </Dialog>
  )
}
