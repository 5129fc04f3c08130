import { FileArchive } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isAbort } from '../../api/failure.ts'
import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import type { ClientError } from '../../api/normalise-error.ts'
import { sendForm } from '../../api/send-form.ts'
import type { Sent } from '../../api/send-form.ts'
import { t } from '../../words/words.ts'
import type { WordKey } from '../../words/words.ts'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { ErrorBox } from '../ErrorBox.tsx'
import { Field } from '../Field.tsx'
import { Input, PasswordInput, TextArea } from '../Input.tsx'
import { showToast } from '../toasts.ts'
import { importForm, keyOfSecret, nameOfFile, readImportNeeds } from './import-needs.ts'
import type { ImportNeeds, SecretKind } from './import-needs.ts'
import { FileDrop } from './FileDrop.tsx'
import styles from './Import.module.css'

export interface ImportDialogProps {
  /** Where the bundle goes, `/api/v1/saved_query/import/`. */
  readonly path: string
  readonly title: string
  /** What is said when it is in. */
  readonly success: string
  readonly onClose: () => void
  readonly onDone: () => void
}

const secretWords: Readonly<Record<SecretKind, Extract<WordKey, 'import.password' | `import.tunnel${string}`>>> = {
  passwords: 'import.password',
  ssh_tunnel_passwords: 'import.tunnelPassword',
  ssh_tunnel_private_keys: 'import.tunnelKey',
  ssh_tunnel_private_key_passwords: 'import.tunnelKeyPassword',
}

const nothingNeeded: ImportNeeds = { secrets: [], needsOverwrite: false }

/** Takes a bundle in. Where the server asks for secrets or for a yes to overwriting, the dialog asks the person and sends the file again. */
export const ImportDialog = ({ path, title, success, onClose, onDone }: ImportDialogProps) => {
  const [file, setFile] = useState<File>()
  const [needs, setNeeds] = useState(nothingNeeded)
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({})
  const [word, setWord] = useState('')
  const [sent, setSent] = useState<Sent>()
  const [failure, setFailure] = useState<ClientError>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const isBusy = sent !== undefined
  const isConfirmed = !needs.needsOverwrite || word.trim() === t('import.overwriteWord')
  const hasSecrets = needs.secrets.every((secret) => (secrets[keyOfSecret(secret)] ?? '') !== '')
  const isReady = file !== undefined && isConfirmed && hasSecrets

  const choose = (next: File | undefined): void => {
    setFile(next)
    setNeeds(nothingNeeded)
    setSecrets({})
    setWord('')
    setFailure(undefined)
  }
  const send = async (): Promise<void> => {
    if (file === undefined || !isReady || isBusy) return
    const call = new AbortController()
    sending.current = call
    setFailure(undefined)
    setSent({ bytes: 0, total: file.size })
    const given = needs.secrets.map((secret) => ({ ...secret, value: secrets[keyOfSecret(secret)] ?? '' }))
    try {
      await sendForm(path, importForm(file, { secrets: given, overwrites: needs.needsOverwrite }), call.signal, setSent)
      showToast('success', success)
      onDone()
    } catch (cause) {
      if (isAbort(cause)) return
      const asked = readImportNeeds(cause)
      if (asked === undefined) setFailure(normaliseError(cause))
      // What was asked before and given stays given: the server checks one thing after the other.
      else
        setNeeds((before) => ({
          needsOverwrite: before.needsOverwrite || asked.needsOverwrite,
          secrets: [...new Map([...before.secrets, ...asked.secrets].map((secret) => [keyOfSecret(secret), secret])).values()],
        }))
    } finally {
      setSent(undefined)
    }
  }

  return (
    <Dialog
      isOpen
      width={520}
      title={title}
      onClose={onClose}
      onSubmit={() => void send()}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="md" kind={needs.needsOverwrite ? 'dangerFill' : 'primary'} type="submit" isDisabled={!isReady} isBusy={isBusy}>
            {t(needs.needsOverwrite ? 'import.overwrite' : 'import.action')}
          </Button>
        </>
      }
    >
      {file === undefined ? (
        <FileDrop onChoose={choose} />
      ) : (
        <div className={styles.chosen}>
          <FileArchive size={16} aria-hidden />
          <span className={styles.fileName} title={file.name}>
            {file.name}
          </span>
          <Button kind="link" isDisabled={isBusy} onClick={() => choose(undefined)}>
            {t('import.other')}
          </Button>
        </div>
      )}
      {needs.secrets.length > 0 && <p>{t('import.passwordsText')}</p>}
      {needs.secrets.map((secret, index) => {
        const key = keyOfSecret(secret)
        const label = t(secretWords[secret.kind], { name: nameOfFile(secret.file) })
        const change = (value: string): void => setSecrets((now) => ({ ...now, [key]: value }))
        return (
          <Field key={key} label={label} isRequired>
            {(ids) =>
              secret.kind === 'ssh_tunnel_private_keys' ? (
                <TextArea {...ids} rows={4} value={secrets[key] ?? ''} onChange={change} />
              ) : (
                <PasswordInput {...ids} size="md" autoFocus={index === 0} autoComplete="off" value={secrets[key] ?? ''} onChange={change} />
              )
            }
          </Field>
        )
      })}
      {needs.needsOverwrite && (
        <>
          <p>{t('import.overwriteText')}</p>
          <Field label={t('ui.typeToConfirm', { word: t('import.overwriteWord') })}>
            {(ids) => <Input {...ids} size="md" autoFocus={needs.secrets.length === 0} autoComplete="off" value={word} onChange={setWord} />}
          </Field>
        </>
      )}
      {sent !== undefined && file !== undefined && <SendProgress sent={sent} name={file.name} />}
      {failure !== undefined && <ErrorBox title={t('import.failed')} text={failure.error} details={describeDetails(failure)} />}
    </Dialog>
  )
}

/** How far the file has come; once it is there the server reads it, and nobody knows how long. */
const SendProgress = ({ sent, name }: { readonly sent: Sent; readonly name: string }) => {
  const isSent = sent.total > 0 && sent.bytes >= sent.total
  const text = t(isSent ? 'import.reading' : 'import.sending', { name })
  return (
    <div className={styles.progress} role="status">
      <span>{text}</span>
      <progress aria-label={text} className={styles.bar} {...(isSent ? {} : { value: sent.bytes, max: sent.total })} />
    </div>
  )
}
