import { useEffect, useState } from 'react'
import { Spinner } from '../ui/Spinner.tsx'
import { t } from '../words/words.ts'
import styles from './ChartHost.module.css'
import { useElapsed } from './use-elapsed.ts'

/** When something has run for a second, how long it has run. Its place is kept, so nothing moves. */
export const Elapsed = ({ isRunning }: { readonly isRunning: boolean }) => {
  const [startedAt, setStartedAt] = useState<number>()
  useEffect(() => setStartedAt(isRunning ? Date.now() : undefined), [isRunning])
  const elapsed = useElapsed(startedAt)
  if (!isRunning || elapsed < 1000) return null
  return (
    <span className={styles.elapsed}>
      <Spinner size={12} />
      {t('viz.elapsed', { seconds: (elapsed / 1000).toFixed(1) })}
    </span>
  )
}
