import { useState } from 'react'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { DialogButtons } from '../../../../ui/DialogButtons.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Input } from '../../../../ui/Input.tsx'
import { t } from '../../../../words/words.ts'
import { faultOfTableName } from '../table-name.ts'

export interface CreateAsDialogProps {
  readonly method: 'TABLE' | 'VIEW'
  /** Where the connection says such tables go, whatever schema is chosen. */
  readonly forcedSchema: string | null
  readonly schema: string | null
  readonly onCreate: (name: string) => void
  readonly onClose: () => void
}

/** Asks what the table or view is to be called that a query is made into. */
export const CreateAsDialog = ({ method, forcedSchema, schema, onCreate, onClose }: CreateAsDialogProps) => {
  const [name, setName] = useState('')
  const title = t(method === 'TABLE' ? 'sqlbar.createTable' : 'sqlbar.createView')
  const target = forcedSchema ?? schema
  const fault = faultOfTableName(name.trim())
  const canCreate = name.trim() !== '' && fault === undefined
  const hint = target === null ? t('sqlbar.createInDefault') : t(forcedSchema === null ? 'sqlbar.createIn' : 'sqlbar.createInForced', { schema: target })
  const create = (): void => {
    if (!canCreate) return
    onClose()
    onCreate(name.trim())
  }
  return (
    <Dialog
      isOpen
      title={title}
      width={480}
      onClose={onClose}
      onSubmit={create}
      footer={<DialogButtons action={t('sqlbar.create')} isDisabled={!canCreate} onCancel={onClose} />}
    >
      <Field label={t('sqlbar.createName')} hint={hint} error={fault} isRequired>
        {(ids) => (
          <Input
            {...ids}
            size="md"
            value={name}
            onChange={setName}
            spellCheck={false}
            autoComplete="off"
            placeholder={
              target === null ? t('sqlbar.createNamePlaceholderBare', { what: title }) : t('sqlbar.createNamePlaceholder', { what: title, schema: target })
            }
          />
        )}
      </Field>
    </Dialog>
  )
}
