import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { t } from '../../../words/words.ts'
import styles from './Edit.module.css'
import type { SyncSummary } from './sync-columns.ts'
import type { Sync } from './use-sync.ts'

/** One sentence for each kind of change that there was. */
export const describeSync = ({ added, changed, removed }: SyncSummary): readonly string[] => [
  ...(changed.length > 0 ? [t('editDataset.changed', { names: changed.join(', ') })] : []),
  ...(removed.length > 0 ? [t('editDataset.removed', { names: removed.join(', ') })] : []),
  ...(added.length > 0 ? [t('editDataset.added', { names: added.join(', ') })] : []),
]

/** What a sync changed, until it is read. */
export const SyncReport = ({ sync: { summary, failure, dismiss } }: { readonly sync: Sync }) => {
  if (failure !== undefined) return <ErrorBox className={styles.report} title={t('editDataset.syncFailed')} text={failure} onClose={dismiss} isBrief />
  if (summary === undefined) return null
  const sentences = describeSync(summary)
  return (
    <ErrorBox className={styles.report} level="info" isBrief title={t('editDataset.synced')} onClose={dismiss}>
      {(sentences.length === 0 ? [t('editDataset.syncSame')] : sentences).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ErrorBox>
  )
}
