import { Download, X } from 'lucide-react'
import { useState } from 'react'
import { isAbort } from '../../../api/failure.ts'
import { normaliseError } from '../../../api/normalise-error.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { exportRows, type ExportFormat } from '../lab/export-rows.ts'
import { sizeText } from './run-labels.ts'
import styles from './South.module.css'

/** All rows of a run as a file. While it is being made it says how far it is and can be called off. */
export const DownloadMenu = ({ runId }: { readonly runId: string }) => {
  const [making, setMaking] = useState<{ readonly bytes: number; readonly controller: AbortController }>()
  const start = async (format: ExportFormat): Promise<void> => {
    const controller = new AbortController()
    setMaking({ bytes: 0, controller })
    try {
      const file = await exportRows(runId, format, controller.signal, (bytes) => setMaking({ bytes, controller }))
      showToast('success', t('sqllab.exportDone', { file }))
    } catch (cause) {
      if (isAbort(cause) || controller.signal.aborted) showToast('info', t('sqllab.exportCancelled'))
      else showToast('danger', t('sqllab.exportFailedWhy', { error: normaliseError(cause).error }))
    } finally {
      setMaking(undefined)
    }
  }
  if (making)
    return (
      <span className={styles.exporting}>
        <Spinner size={14} />
        <span role="status">{t('sqllab.exporting', { size: sizeText(making.bytes) })}</span>
        <IconButton size="xs" label={t('sqllab.cancelExport')} icon={<X size={12} />} onClick={() => making.controller.abort()} />
      </span>
    )
  return (
    <Menu
      label={t('sqllab.download')}
      align="end"
      items={[
        { key: 'csv', label: t('sqllab.downloadCsv'), onSelect: () => void start('csv') },
        { key: 'xlsx', label: t('sqllab.downloadXlsx'), onSelect: () => void start('xlsx') },
      ]}
      trigger={(props) => <IconButton kind="default" label={t('sqllab.download')} icon={<Download size={14} />} {...props} />}
    />
  )
}
