import { useEffect } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { t } from '../../../words/words.ts'
import { putAwayResults } from '../lab/history-commands.ts'
import { fetchResults } from '../lab/run-commands.ts'
import { readLab, useLab } from '../lab/store.ts'
import { ResultPane } from './ResultPane.tsx'
import styles from './South.module.css'

/** Kept rows of an earlier run. What was loaded for the look is put away after it. */
export const ResultDialog = ({ runId, onClose }: { readonly runId: string; readonly onClose: () => void }) => {
  const run = useLab((lab) => lab.sql.runs[runId])
  useEffect(() => {
    if (readLab().sql.runs[runId]?.results !== null) return undefined
    void fetchResults(runId)
    return () => putAwayResults(runId)
  }, [runId])
  return (
    <Dialog isOpen onClose={onClose} title={t('sqllab.dataPreview')} width={1100}>
      <div className={styles.kept}>
        <ResultPane run={run} />
      </div>
    </Dialog>
  )
}
