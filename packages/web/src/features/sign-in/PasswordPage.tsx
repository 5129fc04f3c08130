import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { bootstrap } from '../../api/bootstrap.ts'
import { request } from '../../api/client.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/Input.tsx'
import { t } from '../../words/words.ts'
import { findFaults } from './password-rules.ts'
import styles from './SignIn.module.css'

/** Sets the password of whoever is signed in. After the one-time link there is no old one to ask for, and it can be put off. */
export const PasswordPage = () => {
  const { user } = bootstrap()
  const hasPassword = user.hasPassword === true
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const faults = wasSent ? findFaults(password, repeat) : {}
  const save = useMutation({
    mutationFn: () => request('/api/v1/me/', { method: 'PUT', body: { password, ...(hasPassword ? { current_password: current } : {}) } }),
    // The old session ended with the old password; a full load takes the new one up.
    onSuccess: () => location.assign(links.home()),
  })
  return (
    <div className={styles.place}>
      <title>{`${t('password.title')} · ${t('app.name')}`}</title>
      <form
        className={styles.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setWasSent(true)
          if (Object.keys(findFaults(password, repeat)).length === 0) save.mutate()
        }}
      >
        <div className={styles.head}>
          <h1 className={styles.title}>{hasPassword ? t('password.changeTitle') : t('password.title')}</h1>
          <p className={styles.text}>{hasPassword ? t('password.changeText') : t('password.text')}</p>
        </div>
        <input type="text" name="username" autoComplete="username" defaultValue={user.username} hidden readOnly />
        {hasPassword && (
          <Field label={t('password.current')}>
            {(ids) => <PasswordInput {...ids} size="md" autoFocus autoComplete="current-password" value={current} onChange={setCurrent} />}
          </Field>
        )}
        <Field label={t('password.new')} error={faults.password}>
          {(ids) => <PasswordInput {...ids} size="md" autoFocus={!hasPassword} autoComplete="new-password" value={password} onChange={setPassword} />}
        </Field>
        <Field label={t('password.repeat')} error={faults.repeat}>
          {(ids) => <PasswordInput {...ids} size="md" autoComplete="new-password" value={repeat} onChange={setRepeat} />}
        </Field>
        {save.isError && <ErrorBox title={normaliseError(save.error).error} isBrief />}
        <div className={styles.actions}>
          <Button size="md" kind="primary" type="submit" isBusy={save.isPending} className={styles.wide}>
            {t('password.submit')}
          </Button>
          <ButtonLink size="md" to={links.home()}>
            {hasPassword ? t('ui.cancel') : t('password.later')}
          </ButtonLink>
        </div>
      </form>
    </div>
  )
}
