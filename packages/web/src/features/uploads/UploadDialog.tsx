import type { ReceivedUpload } from '@sightline/contract'
import { useEffect, useRef, useState } from 'react'
import { isAbort } from '../../api/failure.ts'
import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import type { Sent } from '../../api/send-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { printSize } from '../../ui/print-size.ts'
import { Progress } from '../../ui/Progress.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useGuardedClose } from '../../ui/use-guarded-close.tsx'
import { t } from '../../words/words.ts'
import { DropZone } from './DropZone.tsx'
import { chooseFiles } from './files.ts'
import type { ChosenFiles, Extensions } from './files.ts'
import { forgetUpload, sendFiles, usePlaces } from './queries.ts'
import { SettleUpload } from './SettleUpload.tsx'

export interface UploadDialogProps {
  /** Dropped or chosen before the dialog opened. */
  readonly files: readonly File[]
  readonly onClose: () => void
}

/** Choose a file, send it, look at what is in it, load it. */
export const UploadDialog = ({ files, onClose }: UploadDialogProps) => {
  const places = usePlaces()
  if (places.data === undefined || places.data.result.length === 0) {
    const said = places.error === null ? undefined : normaliseError(places.error)
    return (
      <Dialog isOpen title={t('uploads.title')} onClose={onClose}>
        {places.data !== undefined ? (
          <ErrorBox isBrief level="warning" title={t('uploads.noPlaces')} text={t('uploads.noPlacesText')} />
        ) : said === undefined ? (
          <div role="status" aria-label={t('ui.loading')}>
            <Skeleton width="100%" height={180} />
          </div>
        ) : (
          <ErrorBox title={t('uploads.failedPlaces')} text={said.error} details={describeDetails(said)} onRetry={() => void places.refetch()} />
        )}
      </Dialog>
    )
  }
  return (
    <UploadSteps files={files} extensions={places.data.extensions as Extensions} limitMb={places.data.limit_mb} places={places.data.result} onClose={onClose} />
  )
}

interface UploadStepsProps extends UploadDialogProps {
  readonly extensions: Extensions
  readonly limitMb: number
  readonly places: Parameters<typeof SettleUpload>[0]['places']
}

const UploadSteps = ({ files, extensions, limitMb, places, onClose }: UploadStepsProps) => {
  const [given] = useState(() => (files.length === 0 ? undefined : chooseFiles(files, extensions, limitMb)))
  const [chosen, setChosen] = useState<ChosenFiles | undefined>(given !== undefined && 'chosen' in given ? given.chosen : undefined)
  const [fault, setFault] = useState(given !== undefined && 'fault' in given ? given.fault : undefined)
  const [received, setReceived] = useState<ReceivedUpload>()

  const choose = (next: readonly File[]): void => {
    const choice = chooseFiles(next, extensions, limitMb)
    setFault('fault' in choice ? choice.fault : undefined)
    if ('chosen' in choice) setChosen(choice.chosen)
  }
  const startAgain = (): void => {
    setReceived(undefined)
    setChosen(undefined)
    setFault(undefined)
  }

  if (chosen !== undefined && received !== undefined)
    return <SettleUpload key={received.id} received={received} places={places} onGone={startAgain} onClose={onClose} />
  if (chosen !== undefined) return <SendFiles chosen={chosen} onReceived={setReceived} onAnother={startAgain} onClose={onClose} />
  return (
    <Dialog isOpen title={t('uploads.title')} onClose={onClose}>
      <DropZone extensions={extensions} limitMb={limitMb} fault={fault} onChoose={choose} />
    </Dialog>
  )
}

interface SendFilesProps {
  readonly chosen: ChosenFiles
  readonly onReceived: (received: ReceivedUpload) => void
  readonly onAnother: () => void
  readonly onClose: () => void
}

/** Sends while it is shown; leaving it ends the sending. */
const SendFiles = ({ chosen, onReceived, onAnother, onClose }: SendFilesProps) => {
  const total = chosen.files.reduce((sum, file) => sum + file.size, 0)
  const [sent, setSent] = useState<Sent>({ bytes: 0, total })
  const [failure, setFailure] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const received = useRef(onReceived)
  useEffect(() => {
    received.current = onReceived
  })
  useEffect(() => {
    const controller = new AbortController()
    sendFiles(chosen.files, controller.signal, setSent).then(
      // The dialog may be gone by the time the answer is there: then nobody would ever use the file.
      (upload) => (controller.signal.aborted ? void forgetUpload(upload.id) : received.current(upload)),
      (cause: unknown) => {
        if (!isAbort(cause)) setFailure(cause)
      },
    )
    return () => controller.abort()
  }, [chosen, attempt])

  const guard = useGuardedClose(
    failure === undefined,
    { title: t('uploads.discardTitle'), text: t('uploads.discardText'), action: t('uploads.discard') },
    onClose,
  )
  const said = failure === undefined ? undefined : normaliseError(failure)
  // The server has it and cannot make anything of it: sending it again would not help.
  const isRefused = said?.status === 400 || said?.status === 422
  const sendAgain = (): void => {
    setFailure(undefined)
    setSent({ bytes: 0, total })
    setAttempt(attempt + 1)
  }
  const name = chosen.files.map((file) => file.name).join(', ')
  const isSent = sent.total > 0 && sent.bytes >= sent.total
  return (
    <>
      <Dialog
        isOpen
        title={t('uploads.title')}
        onClose={guard.close}
        footer={
          <Button size="md" onClick={onAnother} data-autofocus>
            {failure === undefined ? t('ui.cancel') : t('uploads.another')}
          </Button>
        }
      >
        {said === undefined ? (
          <Progress
            title={isSent ? t('uploads.reading') : t('uploads.sending', { name })}
            share={isSent ? undefined : sent.bytes / (sent.total || 1)}
            text={t('uploads.sent', { sent: printSize(sent.bytes), total: printSize(sent.total) })}
          />
        ) : (
          <ErrorBox
            title={isRefused ? t('uploads.failedRead') : t('uploads.failedSend')}
            text={said.error}
            details={describeDetails(said)}
            {...(isRefused ? {} : { onRetry: sendAgain })}
          />
        )}
      </Dialog>
      {guard.question}
    </>
  )
}
