import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useGuardedClose } from '../../ui/use-guarded-close.tsx'
import { formatCount, t, tCount } from '../../words/words.ts'
import { forgetUpload, readState } from './queries.ts'

export interface LoadUploadProps {
  readonly id: string
  readonly table: string
  readonly title: string
  readonly onFailed: (why: string) => void
  readonly onStopped: () => void
  readonly onClose: () => void
}

/** The file is read once to count its rows before the first one is written. */
const sayProgress = (rows: number, total: number | null): string => {
  if (total !== null) return t('uploads.rowsOf', { rows: formatCount(rows), total: formatCount(total) })
  return rows === 0 ? t('uploads.reading') : tCount('uploads.rowsSoFar', rows)
}

/** Watches the loading; ends on the new dataset, or back at the settings with the reason. */
export const LoadUpload = ({ id, table, title, onFailed, onStopped, onClose }: LoadUploadProps) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isStopping, setIsStopping] = useState(false)
  const state = useQuery({
    queryKey: ['upload', 'state', id],
    queryFn: ({ signal }) => readState(id, signal),
    refetchInterval: 400,
    gcTime: 0,
    enabled: !isStopping,
  })
  const { data } = state
  useEffect(() => {
    if (data === undefined || isStopping) return
    if (data.status === 'failed') onFailed(data.error ?? t('error.unknown'))
    if (data.status === 'stopped') onStopped()
    if (data.status !== 'success') return
    showToast('success', t('uploads.imported'))
    for (const key of ['dataset', 'database']) void client.invalidateQueries({ queryKey: [key] })
    void forgetUpload(id)
    onClose()
    void navigate(data.dataset_id === null ? links.datasets() : links.explore({ datasource_type: 'table', datasource_id: data.dataset_id }))
    // The callbacks of the dialog around are new on each of its renders; only a new state counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])

  const stop = (): void => {
    setIsStopping(true)
    void forgetUpload(id).then(() => {
      showToast('info', t('uploads.stopped'))
      onStopped()
    })
  }
  const guard = useGuardedClose(true, { title: t('uploads.discardTitle'), text: t('uploads.discardText'), action: t('uploads.discard') }, () => {
    void forgetUpload(id)
    onClose()
  })
  const rows = data?.rows ?? 0
  const total = data?.total_rows ?? null
  return (
    <>
      <Dialog
        isOpen
        title={title}
        onClose={guard.close}
        footer={
          <Button size="md" isBusy={isStopping} onClick={stop} data-autofocus>
            {t('uploads.stop')}
          </Button>
        }
      >
        <Progress
          title={t('uploads.loading', { table })}
          share={total === null || total === 0 ? undefined : rows / total}
          text={sayProgress(rows, total)}
          hint={t('uploads.loadingHint')}
        />
        {state.isError && <ErrorBox isBrief level="warning" title={normaliseError(state.error).error} />}
      </Dialog>
      {guard.question}
    </>
  )
}
