import { describeDetails, normaliseError } from '../../../api/normalise-error.ts'
import type { Dataset } from '../../../controls/dataset.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { t } from '../../../words/words.ts'
import styles from './Edit.module.css'
import { EditDataset } from './EditDataset.tsx'
import { useStored } from './queries.ts'

export interface EditDatasetDialogProps {
  readonly id: number
  readonly onSaved?: ((dataset: Dataset) => void) | undefined
  readonly onClose: () => void
}

/** Edit Dataset; says so while it is being read, and if it cannot be. */
export const EditDatasetDialog = ({ id, onSaved, onClose }: EditDatasetDialogProps) => {
  const stored = useStored(id)
  if (stored.data !== undefined) return <EditDataset stored={stored.data} onSaved={onSaved} onClose={onClose} />
  const said = stored.error === null ? undefined : normaliseError(stored.error)
  return (
    <Dialog isOpen width={960} height={900} title={t('editDataset.titleWaiting')} onClose={onClose}>
      {said === undefined ? (
        <div className={styles.waiting} role="status" aria-label={t('ui.loading')}>
          {[100, 60, 40, 100, 100, 100].map((width, index) => (
            <Skeleton key={index} width={`${width}%`} height={index === 0 ? 48 : 28} />
          ))}
        </div>
      ) : (
        <ErrorBox
          title={t('error.fetchingInfo', { what: t('data.dataset'), error: said.error })}
          details={describeDetails(said)}
          onRetry={() => void stored.refetch()}
        />
      )}
    </Dialog>
  )
}
