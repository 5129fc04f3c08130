import type { ImportReply } from '@sightline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isAbort } from '../../api/failure.ts'
import { sendForm } from '../../api/send-form.ts'
import type { Sent } from '../../api/send-form.ts'
import { bundleResources } from '../../import-door.ts'
import type { BundleResource } from '../../import-door.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { ChosenBundle } from '../../ui/import/ChosenBundle.tsx'
import { FileDrop } from '../../ui/import/FileDrop.tsx'
import { hasEverySecret, importForm, joinNeeds, nothingNeeded, readImportNeeds } from '../../ui/import/import-needs.ts'
import type { Secrets } from '../../ui/import/import-needs.ts'
import { ImportFailure } from '../../ui/import/ImportFailure.tsx'
import { sayContent } from '../../ui/import/say-content.ts'
import { SecretFields } from '../../ui/import/SecretFields.tsx'
import { SendProgress } from '../../ui/import/SendProgress.tsx'
import { Input } from '../../ui/Input.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useGuardedClose } from '../../ui/use-guarded-close.tsx'
import { t } from '../../words/words.ts'
import styles from './Imports.module.css'

export interface ImportDialogProps {
  readonly resource: BundleResource
  /** Dropped before the dialog opened. */
  readonly file: File | undefined
  readonly onClose: () => void
}

interface Result {
  readonly content: string | undefined
  readonly notes: readonly string[]
}

/** Takes a bundle in. Where the server asks for secrets or for a yes to overwriting, the dialog asks the person and sends the file again. */
export const ImportDialog = ({ resource, file: dropped, onClose }: ImportDialogProps) => {
  const [file, setFile] = useState(dropped)
  const [needs, setNeeds] = useState(nothingNeeded)
  const [secrets, setSecrets] = useState<Secrets>({})
  const [word, setWord] = useState('')
  const [sent, setSent] = useState<Sent>()
  const [failure, setFailure] = useState<unknown>()
  const [result, setResult] = useState<Result>()
  const sending = useRef<AbortController>(undefined)
  const client = useQueryClient()
  useEffect(() => () => sending.current?.abort(), [])

  const isBusy = sent !== undefined
  const isConfirmed = !needs.needsOverwrite || word.trim() === t('import.overwriteWord')
  const isReady = file !== undefined && isConfirmed && hasEverySecret(needs, secrets)
  const guard = useGuardedClose(
    result === undefined && (isBusy || Object.values(secrets).some((secret) => secret !== '')),
    { title: t('import.discardTitle'), text: t('import.discardText'), action: t('import.discard') },
    onClose,
  )

  const choose = (next: File | undefined): void => {
    setFile(next)
    setNeeds(nothingNeeded)
    setSecrets({})
    setWord('')
    setFailure(undefined)
  }
  // A bundle brings more than its own kind along: every list may have changed.
  const reload = (): void => bundleResources.forEach((one) => void client.invalidateQueries({ queryKey: [one] }))
  const send = async (): Promise<void> => {
    if (file === undefined || !isReady || isBusy) return
    const call = new AbortController()
    sending.current = call
    setFailure(undefined)
    setSent({ bytes: 0, total: file.size })
    try {
      const reply = await sendForm<ImportReply>(`/api/v1/${resource}/import/`, importForm(file, needs, secrets), call.signal, setSent)
      reload()
      const notes = reply.notes ?? []
      if (notes.length > 0) return setResult({ content: await sayContent(file).catch(() => undefined), notes })
      showToast('success', t(`import.done.${resource}`))
      onClose()
    } catch (cause) {
      // Nobody knows whether it was in time.
      if (isAbort(cause)) return reload()
      const asked = readImportNeeds(cause)
      if (asked === undefined) setFailure(cause)
      else setNeeds((before) => joinNeeds(before, asked))
    } finally {
      setSent(undefined)
    }
  }

  if (result !== undefined)
    return (
      <Dialog
        isOpen
        width={560}
        title={t(`bundle.import.${resource}`)}
        onClose={onClose}
        footer={
          <Button size="md" kind="primary" data-autofocus onClick={onClose}>
            {t('import.close')}
          </Button>
        }
      >
        <div role="status" className={styles.done}>
          <CircleCheck size={20} aria-hidden />
          <div>
            <p className={styles.doneTitle}>{t(`import.done.${resource}`)}</p>
            {result.content !== undefined && <p className={styles.doneText}>{result.content}</p>}
          </div>
        </div>
        <ErrorBox level="warning" title={t('import.notes')} details={result.notes.join('\n')} hidesDetails>
          <ul className={styles.notes}>
            {result.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </ErrorBox>
      </Dialog>
    )

  return (
    <>
      <Dialog
        isOpen
        width={560}
        title={t(`bundle.import.${resource}`)}
        onClose={guard.close}
        onSubmit={() => void send()}
        footer={
          <>
            <Button size="md" onClick={isBusy ? () => sending.current?.abort() : guard.close}>
              {t(isBusy ? 'import.stop' : 'ui.cancel')}
            </Button>
            <Button size="md" kind={needs.needsOverwrite ? 'dangerFill' : 'primary'} type="submit" isDisabled={!isReady} isBusy={isBusy}>
              {t(needs.needsOverwrite ? 'import.overwrite' : 'import.action')}
            </Button>
          </>
        }
      >
        {file === undefined ? <FileDrop onChoose={choose} /> : <ChosenBundle file={file} isBusy={isBusy} onOther={() => choose(undefined)} />}
        <SecretFields needed={needs.secrets} secrets={secrets} isDisabled={isBusy} onChange={setSecrets} />
        {needs.needsOverwrite && (
          <>
            <p>{t('import.overwriteText')}</p>
            <Field label={t('ui.typeToConfirm', { word: t('import.overwriteWord') })}>
              {(ids) => (
                <Input {...ids} size="md" autoFocus={needs.secrets.length === 0} disabled={isBusy} autoComplete="off" value={word} onChange={setWord} />
              )}
            </Field>
          </>
        )}
        {sent !== undefined && file !== undefined && <SendProgress sent={sent} name={file.name} />}
        {failure !== undefined && <ImportFailure cause={failure} what={t(`import.what.${resource}`)} />}
      </Dialog>
      {guard.question}
    </>
  )
}
