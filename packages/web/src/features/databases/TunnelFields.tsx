import { useId } from 'react'
import { Switch } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, PasswordInput, TextArea } from '../../ui/Input.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { Segmented } from '../../ui/Tabs.tsx'
import { t } from '../../words/words.ts'
import type { TunnelForm } from './connection-form.ts'
import styles from './Databases.module.css'
import type { ConnectionEditor } from './use-connection-editor.ts'

/** The way through another machine: where it is, and how to sign in to it. */
export const TunnelFields = ({ editor }: { readonly editor: ConnectionEditor }) => {
  const hintId = useId()
  const { tunnel } = editor.form
  const set = (part: Partial<TunnelForm>): void => {
    const field = Object.keys(part)[0]
    editor.change({ tunnel: { ...tunnel, ...part } }, field === undefined ? undefined : `ssh.${field}`)
  }
  const text = (name: 'server_address' | 'server_port' | 'username', label: string, className: string | undefined, placeholder?: string) => (
    <div className={joinClasses(styles.cell, className)}>
      <Field label={label} error={editor.faults[`ssh.${name}`]} isRequired>
        {(ids) => (
          <Input
            {...ids}
            size="md"
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={tunnel[name]}
            onChange={(value) => set({ [name]: value })}
          />
        )}
      </Field>
    </div>
  )
  const secret = (name: 'password' | 'private_key_password', label: string, isRequired: boolean) => (
    <div className={styles.cell}>
      <Field label={label} error={editor.faults[`ssh.${name}`]} isRequired={isRequired}>
        {(ids) => <PasswordInput {...ids} size="md" autoComplete="new-password" value={tunnel[name]} onChange={(value) => set({ [name]: value })} />}
      </Field>
    </div>
  )
  return (
    <div className={styles.group}>
      <div className={styles.switchLine}>
        <Switch label={t('databases.ssh')} isOn={tunnel.isOn} onChange={(isOn) => set({ isOn })} aria-describedby={hintId} />
        <p id={hintId} className={styles.settingHint}>
          {t('databases.sshHint')}
        </p>
      </div>
      {tunnel.isOn && (
        <div className={joinClasses(styles.fields, styles.inset)}>
          {text('server_address', t('databases.sshHost'), styles.twoThirds, t('databases.sshHostExample'))}
          {text('server_port', t('databases.sshPort'), styles.third)}
          {text('username', t('databases.sshUsername'), undefined, t('databases.usernameExample'))}
          <div className={styles.login}>
            <span className={styles.loginLabel}>{t('databases.sshLogin')}</span>
            <Segmented
              label={t('databases.sshLogin')}
              value={tunnel.login}
              onChange={(login) => set({ login })}
              items={[
                { key: 'password', label: t('databases.sshByPassword') },
                { key: 'private_key', label: t('databases.sshByKey') },
              ]}
            />
          </div>
          {tunnel.login === 'password' ? (
            secret('password', t('databases.sshPassword'), true)
          ) : (
            <>
              <div className={styles.cell}>
                <Field label={t('databases.sshKey')} error={editor.faults['ssh.private_key']} isRequired>
                  {(ids) => (
                    <TextArea
                      {...ids}
                      rows={4}
                      spellCheck={false}
                      autoComplete="off"
                      className={styles.code}
                      placeholder={t('databases.sshKeyExample')}
                      value={tunnel.private_key}
                      onChange={(value) => set({ private_key: value })}
                    />
                  )}
                </Field>
              </div>
              {secret('private_key_password', t('databases.sshKeyPassword'), false)}
            </>
          )}
          <div className={styles.cell}>
            <Field label={t('databases.sshHostKey')} hint={t('databases.sshHostKeyHint')}>
              {(ids) => (
                <Input
                  {...ids}
                  size="md"
                  autoComplete="off"
                  spellCheck={false}
                  className={styles.code}
                  value={tunnel.server_host_key}
                  onChange={(value) => set({ server_host_key: value })}
                />
              )}
            </Field>
          </div>
        </div>
      )}
    </div>
  )
}
