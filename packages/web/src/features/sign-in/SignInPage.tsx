import { useSearchParams } from 'react-router'
import { bootstrap } from '../../api/bootstrap.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { t } from '../../words/words.ts'
import styles from './SignIn.module.css'

/** The token the server wrote into the page; the form works without any script of ours having run a request. */
const readToken = (): string => (document.getElementById('csrf_token') as HTMLInputElement | null)?.value ?? ''

export const SignInPage = () => {
  const [search] = useSearchParams()
  const next = search.get('next')
  const messages = bootstrap().common.flash_messages ?? []
  return (
    <div className={styles.place}>
      <title>{`${t('signIn.title')} · ${t('app.name')}`}</title>
      <form className={styles.card} method="post" action={next === null ? '/login/' : `/login/?next=${encodeURIComponent(next)}`}>
        <span className={styles.brand}>
          <Mark size={22} />
          {t('app.name')}
        </span>
        <div className={styles.head}>
          <h1 className={styles.title}>{t('signIn.title')}</h1>
          <p className={styles.text}>{t('signIn.hint')}</p>
        </div>
        {messages.map(([category, text]) => (
          <ErrorBox key={text} level={category === 'info' ? 'info' : category === 'warning' ? 'warning' : 'error'} title={text} isBrief />
        ))}
        <input type="hidden" name="csrf_token" defaultValue={readToken()} />
        <Field label={t('signIn.username')}>
          {(ids) => <Input {...ids} size="md" name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus required />}
        </Field>
        <Field label={t('signIn.password')}>{(ids) => <PasswordInput {...ids} size="md" name="password" autoComplete="current-password" required />}</Field>
        <Button size="md" kind="primary" type="submit">
          {t('signIn.submit')}
        </Button>
      </form>
    </div>
  )
}
