import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { TextArea } from '../../../../ui/Input.tsx'
import { t } from '../../../../words/words.ts'
import { edit } from '../../lab/tab-commands.ts'
import type { Tab } from '../../state/model.ts'
import { readParameters } from '../template-parameters.ts'
import styles from '../toolbar.module.css'

/** Values for the names in a templated query. Like the query itself they are kept from the first letter on, whole or half written. */
export const ParametersDialog = ({ tab, onClose }: { readonly tab: Tab; readonly onClose: () => void }) => {
  const { fault } = readParameters(tab.templateParams)
  return (
    <Dialog
      isOpen
      title={t('sqlbar.parametersTitle')}
      width={620}
      onClose={onClose}
      footer={
        <Button size="md" kind="primary" onClick={onClose}>
          {t('sqlbar.done')}
        </Button>
      }
    >
      <p className={styles.note}>{t('sqlbar.parametersText', { example: '{"my_table": "foo"}', use: 'SELECT * FROM {{ my_table }}' })}</p>
      <Field
        label={t('sqlbar.parametersField')}
        hint={t('sqlbar.parametersKept')}
        error={fault === undefined ? undefined : `${t('sqlbar.invalidJson')}: ${fault}`}
      >
        {(ids) => (
          <TextArea
            {...ids}
            data-autofocus
            className={styles.json}
            spellCheck={false}
            rows={12}
            placeholder={'{\n  "my_table": "foo"\n}'}
            value={tab.templateParams ?? ''}
            onChange={(text) => edit(tab.id, { templateParams: text === '' ? null : text })}
          />
        )}
      </Field>
    </Dialog>
  )
}
