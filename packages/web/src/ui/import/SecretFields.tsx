import { t } from '../../words/words.ts'
import type { WordKey } from '../../words/words.ts'
import { Field } from '../Field.tsx'
import { PasswordInput, TextArea } from '../Input.tsx'
import { keyOfSecret, nameOfFile } from './import-needs.ts'
import type { NeededSecret, SecretKind, Secrets } from './import-needs.ts'

const secretWords: Readonly<Record<SecretKind, Extract<WordKey, 'import.password' | `import.tunnel${string}`>>> = {
  passwords: 'import.password',
  ssh_tunnel_passwords: 'import.tunnelPassword',
  ssh_tunnel_private_keys: 'import.tunnelKey',
  ssh_tunnel_private_key_passwords: 'import.tunnelKeyPassword',
}

export interface SecretFieldsProps {
  readonly needed: readonly NeededSecret[]
  readonly secrets: Secrets
  readonly isDisabled?: boolean
  readonly onChange: (secrets: Secrets) => void
}

/** A field for each secret that a bundle does not carry, named by the database it is for. */
export const SecretFields = ({ needed, secrets, isDisabled = false, onChange }: SecretFieldsProps) => (
  <>
    {needed.length > 0 && <p>{t('import.passwordsText')}</p>}
    {needed.map((secret, index) => {
      const key = keyOfSecret(secret)
      const change = (value: string): void => onChange({ ...secrets, [key]: value })
      return (
        <Field key={key} label={t(secretWords[secret.kind], { name: nameOfFile(secret.file) })} isRequired>
          {(ids) =>
            secret.kind === 'ssh_tunnel_private_keys' ? (
              <TextArea {...ids} rows={4} autoFocus={index === 0} disabled={isDisabled} spellCheck={false} value={secrets[key] ?? ''} onChange={change} />
            ) : (
              <PasswordInput {...ids} size="md" autoFocus={index === 0} disabled={isDisabled} autoComplete="off" value={secrets[key] ?? ''} onChange={change} />
            )
          }
        </Field>
      )
    })}
  </>
)
