import { t } from '../../../words/words.ts'
import { useLab } from '../lab/store.ts'
import styles from '../SqlPage.module.css'
import { tabOf } from '../state/tabs.ts'
import { ResultPane } from './ResultPane.tsx'

/** Below the editor: the rows of the last run. */
export const SouthPane = ({ tabId }: { readonly tabId: string }) => {
  const runId = useLab((lab) => tabOf(lab.sql, tabId)?.latestQueryId ?? null)
  const run = useLab((lab) => (runId === null ? undefined : lab.sql.runs[runId]))
  return (
    <section className={styles.results} aria-label={t('sqllab.results')}>
      <ResultPane run={run} />
    </section>
  )
}
