import type { AlreadyExists, ReceivedUpload, UploadPlace } from '@sightline/contract'
import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { ApiFailure } from '../../api/failure.ts'
import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { printSize } from '../../ui/print-size.ts'
import { useGuardedClose } from '../../ui/use-guarded-close.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { t, tCount } from '../../words/words.ts'
import { GeneralFields } from './GeneralFields.tsx'
import type { TargetFaults, TargetForm } from './GeneralFields.tsx'
import { LoadUpload } from './LoadUpload.tsx'
import { PreviewGrid } from './PreviewGrid.tsx'
import { beginLoad, forgetUpload, usePreview } from './queries.ts'
import { changeReading, findReadFaults, loadOptions, newReadForm, previewOptions } from './read-form.ts'
import { ReadSections } from './ReadSections.tsx'
import styles from './Uploads.module.css'

export interface SettleUploadProps {
  readonly received: ReceivedUpload
  readonly places: readonly UploadPlace[]
  /** The file is no longer on the server; another can be chosen. */
  readonly onGone: () => void
  readonly onClose: () => void
}

const titleOf = (type: ReceivedUpload['type']): string =>
  type === 'csv' ? t('uploads.titleCsv') : type === 'excel' ? t('uploads.titleExcel') : t('uploads.titleColumnar')

/** The file is on the server: what is in it, how it is read, where it goes. */
export const SettleUpload = ({ received, places, onGone, onClose }: SettleUploadProps) => {
  const { type } = received
  const [target, setTarget] = useState<TargetForm>(() => ({
    database_id: (places.find((place) => place.is_default) ?? places[0])?.id,
    schema: undefined,
    table_name: received.table_name,
    already_exists: 'fail',
  }))
  const [targetFaults, setTargetFaults] = useState<TargetFaults>({})
  const [form, setForm] = useState(newReadForm)
  const [failure, setFailure] = useState<string>()
  const [isLoading, setIsLoading] = useState(false)

  const columnsFaults = findReadFaults(form, type, [])
  const preview = usePreview(received, useSettled(previewOptions(form, type), 250), Object.keys(columnsFaults).length === 0)
  const shown = preview.data ?? received
  const columns = shown.columns.map(({ name }) => name)
  const faults = findReadFaults(form, type, columns)
  // A file that cannot be read as it is may be read with other options, which are below.
  const problem = preview.isPlaceholderData || !('problem' in shown) ? null : received.problem
  const isReadable = !preview.isError && problem === null

  const begin = useMutation({
    mutationFn: () =>
      beginLoad(received.id, {
        database_id: target.database_id ?? 0,
        schema: target.schema ?? null,
        table_name: target.table_name.trim(),
        already_exists: target.already_exists satisfies AlreadyExists,
        options: loadOptions(form, type, columns),
      }),
    onSuccess: () => setIsLoading(true),
    onError: (cause) => {
      const found = readTargetFaults(cause)
      setTargetFaults(found)
      setFailure(Object.keys(found).length === 0 ? normaliseError(cause).error : undefined)
    },
  })
  const submit = (): void => {
    setFailure(undefined)
    const found: TargetFaults = {
      ...(target.database_id === undefined ? { database_id: t('uploads.databaseRequired') } : {}),
      ...(target.table_name.trim() === '' ? { table_name: t('uploads.tableRequired') } : {}),
    }
    setTargetFaults(found)
    if (Object.keys(found).length === 0 && Object.keys(faults).length === 0 && isReadable && !begin.isPending) begin.mutate()
  }
  const leave = (): void => {
    void forgetUpload(received.id)
    onClose()
  }
  const guard = useGuardedClose(true, { title: t('uploads.discardTitle'), text: t('uploads.discardText'), action: t('uploads.discard') }, leave)

  if (isLoading)
    return (
      <LoadUpload
        id={received.id}
        table={target.table_name.trim()}
        title={titleOf(type)}
        onFailed={(why) => {
          setFailure(why)
          setIsLoading(false)
        }}
        onStopped={onGone}
        onClose={onClose}
      />
    )
  const said = preview.error === null ? undefined : normaliseError(preview.error)
  return (
    <>
      <Dialog
        isOpen
        width={960}
        title={titleOf(type)}
        onClose={guard.close}
        onSubmit={submit}
        footerAside={
          <Button
            size="md"
            onClick={() => {
              void forgetUpload(received.id)
              onGone()
            }}
          >
            {t('uploads.another')}
          </Button>
        }
        footer={
          <DialogButtons
            action={t('uploads.upload')}
            isBusy={begin.isPending}
            isDisabled={!isReadable || Object.keys(faults).length > 0}
            onCancel={guard.close}
          />
        }
      >
        <div className={styles.fileLine}>
          <span className={styles.fileGlyph} aria-hidden>
            <FileSpreadsheet size={18} />
          </span>
          <span className={styles.fileName}>{received.name}</span>
          <span className={styles.hint}>
            {printSize(received.size)} · {tCount('uploads.columnCount', shown.columns.length)}
          </span>
        </div>
        {failure !== undefined && <ErrorBox title={t('uploads.failedLoad')} text={failure} />}
        <GeneralFields
          places={places}
          target={target}
          faults={targetFaults}
          onChange={(part) => {
            setTarget({ ...target, ...part })
            setTargetFaults(Object.fromEntries(Object.entries(targetFaults).filter(([name]) => !(name in part) && name !== 'already_exists')))
          }}
        />
        {said !== undefined ? (
          <ErrorBox title={t('uploads.failedPreview')} text={said.error} details={describeDetails(said)} />
        ) : (
          problem !== null && <ErrorBox isBrief title={t('uploads.failedPreview')} text={problem} />
        )}
        <PreviewGrid
          preview={shown}
          form={form}
          canRetype={type !== 'columnar'}
          isStale={preview.isPlaceholderData || preview.isFetching}
          fault={faults.columns}
          onChange={setForm}
        />
        <ReadSections type={type} preview={shown} form={form} faults={faults} onChange={(part) => setForm(changeReading(form, part))} />
      </Dialog>
      {guard.question}
    </>
  )
}

/** What the server says about a field of the target. */
const readTargetFaults = (cause: unknown): TargetFaults => {
  const { error } = normaliseError(cause)
  if (/^table already exists/i.test(error)) return { already_exists: error }
  const body = cause instanceof ApiFailure ? (cause.body as { message?: unknown } | null) : null
  const message = typeof body === 'object' && body !== null ? body.message : undefined
  return typeof message === 'object' && message !== null && 'table_name' in message ? { table_name: error } : {}
}
