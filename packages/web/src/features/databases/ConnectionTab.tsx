import { isFeatureOn } from '../../api/bootstrap.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { t } from '../../words/words.ts'
import { hasFields } from './connection-form.ts'
import styles from './Databases.module.css'
import { DisplayName } from './DisplayName.tsx'
import { isFileKind } from './file-address.ts'
import { ParameterFields } from './ParameterFields.tsx'
import { TunnelFields } from './TunnelFields.tsx'
import type { ConnectionEditor } from './use-connection-editor.ts'
import type { Kind } from './wire.ts'

/** Where the database is: its kind's own form, or one address. */
export const ConnectionTab = ({ kind, editor }: { readonly kind: Kind | undefined; readonly editor: ConnectionEditor }) => {
  const { form } = editor
  const mayTunnel = isFeatureOn('SSH_TUNNELING') && kind?.engine_information?.disable_ssh_tunneling !== true && !isFileKind(kind)
  return (
    <>
      {form.method === 'address' ? (
        <AddressFields kind={kind} editor={editor} />
      ) : isFileKind(kind) ? (
        <FileFields kind={kind} editor={editor} />
      ) : (
        <ParameterFields schema={kind?.parameters ?? {}} editor={editor} />
      )}
      {mayTunnel && <TunnelFields editor={editor} />}
      {hasFields(kind) && (
        <div className={styles.otherWay}>
          <Button kind="link" onClick={() => editor.change({ method: form.method === 'fields' ? 'address' : 'fields' })}>
            {form.method === 'fields' ? t('databases.useUri') : t('databases.useFields')}
          </Button>
        </div>
      )}
    </>
  )
}

const AddressFields = ({ kind, editor }: { readonly kind: Kind | undefined; readonly editor: ConnectionEditor }) => (
  <div className={styles.fields}>
    <DisplayName editor={editor} />
    <div className={styles.cell}>
      <Field
        label={t('databases.uri')}
        hint={t('databases.uriHint', { example: kind?.sqlalchemy_uri_placeholder ?? 'postgresql://user:password@host:port/dbname' })}
        error={editor.faults['sqlalchemy_uri']}
        isRequired
      >
        {(ids) => (
          <Input
            {...ids}
            size="md"
            maxLength={1024}
            autoComplete="off"
            spellCheck={false}
            value={editor.form.uri}
            onChange={(text) => editor.change({ uri: text }, 'sqlalchemy_uri')}
          />
        )}
      </Field>
    </div>
  </div>
)

const FileFields = ({ kind, editor }: { readonly kind: Kind | undefined; readonly editor: ConnectionEditor }) => (
  <div className={styles.fields}>
    <div className={styles.cell}>
      <Field label={t('databases.file')} hint={t('databases.fileHint')} error={editor.faults['file']} isRequired>
        {(ids) => (
          <Input
            {...ids}
            size="md"
            autoComplete="off"
            spellCheck={false}
            placeholder={kind?.engine === 'sqlite' ? 'sales.db' : 'sales.duckdb'}
            value={editor.form.file}
            onChange={(text) => editor.change({ file: text }, 'file')}
          />
        )}
      </Field>
    </div>
    <DisplayName editor={editor} />
  </div>
)
