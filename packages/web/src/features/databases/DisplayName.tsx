import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { t } from '../../words/words.ts'
import styles from './Databases.module.css'
import type { ConnectionEditor } from './use-connection-editor.ts'

export const DisplayName = ({ editor }: { readonly editor: ConnectionEditor }) => (
  <div className={styles.cell}>
    <Field label={t('databases.name')} hint={t('databases.nameHint')} error={editor.faults['database_name']} isRequired>
      {(ids) => (
        <Input
          {...ids}
          size="md"
          maxLength={250}
          autoComplete="off"
          value={editor.form.database_name}
          onChange={(text) => editor.change({ database_name: text }, 'database_name')}
        />
      )}
    </Field>
  </div>
)
