import { FileArchive, Server } from 'lucide-react'
import { Field } from '../../ui/Field.tsx'
import { ChosenBundle } from '../../ui/import/ChosenBundle.tsx'
import { FileDrop } from '../../ui/import/FileDrop.tsx'
import { SecretFields } from '../../ui/import/SecretFields.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { RadioDot, Radios } from '../../ui/Radios.tsx'
import { t } from '../../words/words.ts'
import { changeDraft, changeSource, useDraft } from './draft.ts'
import type { MoveDraft, Provider, Way } from './draft.ts'
import styles from './MovingIn.module.css'

const ways: readonly { readonly way: Way; readonly glyph: typeof Server }[] = [
  { way: 'bundle', glyph: FileArchive },
  { way: 'server', glyph: Server },
]

const WayCards = ({ way, isBusy }: { readonly way: Way; readonly isBusy: boolean }) => (
  <div role="radiogroup" aria-label={t('moving.from')} className={styles.ways}>
    {ways.map(({ way: one, glyph: Glyph }) => (
      <label key={one} className={styles.way} data-chosen={one === way}>
        <Glyph size={20} aria-hidden />
        <span className={styles.wayWords}>
          <span className={styles.wayName}>{t(`moving.way.${one}`)}</span>
          <span className={styles.quiet}>{t(`moving.way.${one}Text`)}</span>
        </span>
        <RadioDot name="way" isChecked={one === way} isDisabled={isBusy} label={t(`moving.way.${one}`)} onChoose={() => changeSource({ way: one })} />
      </label>
    ))}
  </div>
)

const AccountFields = ({ draft, isBusy }: { readonly draft: MoveDraft; readonly isBusy: boolean }) => (
  <>
    <Field label={t('moving.address')} isRequired>
      {(ids) => (
        <Input
          {...ids}
          size="md"
          type="url"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          disabled={isBusy}
          placeholder={t('moving.addressExample')}
          value={draft.address}
          onChange={(address) => changeSource({ address })}
        />
      )}
    </Field>
    <div className={styles.pair}>
      <Field label={t('moving.username')} isRequired>
        {(ids) => (
          <Input
            {...ids}
            size="md"
            autoComplete="off"
            spellCheck={false}
            disabled={isBusy}
            value={draft.username}
            onChange={(username) => changeDraft({ username })}
          />
        )}
      </Field>
      <Field label={t('moving.password')} isRequired>
        {(ids) => (
          <PasswordInput {...ids} size="md" autoComplete="off" disabled={isBusy} value={draft.password} onChange={(password) => changeDraft({ password })} />
        )}
      </Field>
    </div>
    <p className={styles.quiet}>{t('moving.passwordHint')}</p>
    <div className={styles.provider}>
      <span className={styles.label} aria-hidden>
        {t('moving.provider')}
      </span>
      <Radios<Provider>
        label={t('moving.provider')}
        value={draft.provider}
        isDisabled={isBusy}
        onChange={(provider) => changeDraft({ provider })}
        options={[
          { value: 'db', label: t('moving.provider.db') },
          { value: 'ldap', label: t('moving.provider.ldap') },
        ]}
      />
    </div>
  </>
)

/** Where a move comes from: a file, or a server with an account; and the secrets that were asked for. */
export const SourceForm = ({ isBusy }: { readonly isBusy: boolean }) => {
  const draft = useDraft()
  return (
    <div className={styles.form}>
      <WayCards way={draft.way} isBusy={isBusy} />
      {draft.way === 'server' ? (
        <AccountFields draft={draft} isBusy={isBusy} />
      ) : draft.file === undefined ? (
        <FileDrop onChoose={(file) => changeSource({ file })} />
      ) : (
        <ChosenBundle file={draft.file} isBusy={isBusy} onOther={() => changeSource({ file: undefined })} />
      )}
      <SecretFields needed={draft.needs.secrets} secrets={draft.secrets} isDisabled={isBusy} onChange={(secrets) => changeDraft({ secrets })} />
    </div>
  )
}
