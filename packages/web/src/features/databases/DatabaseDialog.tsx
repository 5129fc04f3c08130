import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { t } from '../../words/words.ts'
import { ConnectSteps } from './ConnectSteps.tsx'
import styles from './Databases.module.css'
import { EditConnection } from './EditConnection.tsx'
import { useConnection, useKinds } from './queries.ts'

export interface DatabaseDialogProps {
  /** Given: an existing connection is changed. */
  readonly id?: number | undefined
  readonly onClose: () => void
}

/** Connects a database or changes one; says so while it gathers what it needs for that, and if it cannot. */
export const DatabaseDialog = ({ id, onClose }: DatabaseDialogProps) => {
  const kinds = useKinds()
  const stored = useConnection(id)
  if (kinds.data !== undefined && id === undefined) return <ConnectSteps kinds={kinds.data} onClose={onClose} />
  if (kinds.data !== undefined && stored.data !== undefined)
    return <EditConnection stored={stored.data} kind={kinds.data.find((kind) => kind.engine === stored.data.backend)} onClose={onClose} />
  const failure = kinds.error ?? stored.error
  const said = failure === null ? undefined : normaliseError(failure)
  return (
    <Dialog isOpen width={640} title={id === undefined ? t('databases.connectTitle') : t('databases.editTitle')} onClose={onClose}>
      {said === undefined ? (
        <div className={styles.waiting} role="status" aria-label={t('ui.loading')}>
          {[40, 100, 30, 100, 36, 100].map((width, index) => (
            <Skeleton key={index} width={`${width}%`} height={index % 2 === 0 ? 12 : 32} />
          ))}
        </div>
      ) : (
        <ErrorBox
          title={kinds.error === null ? t('error.fetchingInfo', { what: t('data.database'), error: said.error }) : t('databases.loadKinds')}
          text={kinds.error === null ? undefined : said.error}
          details={describeDetails(said)}
          onRetry={() => {
            if (kinds.isError) void kinds.refetch()
            if (stored.isError) void stored.refetch()
          }}
        />
      )}
    </Dialog>
  )
}
