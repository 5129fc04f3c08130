import { useState } from 'react'
import { Spinner } from '../ui/Spinner.tsx'
import { t } from '../words/words.ts'
import styles from './ChartHost.module.css'
import { useElapsed } from './use-elapsed.ts'

/** When something has run for a second, how long it has run. */
export const Elapsed = ({ isRunning }: { readonly isRunning: boolean }) => (isRunning ? <Running /> : null)

const Running = () => {
  const [startedAt] = useState(() => Date.now())
  const elapsed = useElapsed(startedAt)
  if (elapsed < 1000) return null
  return (
    <span className={styles.elapsed}>
      <Spinner size={12} />
      {t('viz.elapsed', { seconds: (elapsed / 1000).toFixed(1) })}
    </span>
  )
}
