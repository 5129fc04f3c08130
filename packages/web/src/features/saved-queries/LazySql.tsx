import { lazy, Suspense } from 'react'
import styles from './Queries.module.css'

/** The grammar comes after the list: the text is there at once, its colours a moment later. */
const SqlText = lazy(async () => ({ default: (await import('../../ui/SqlText.tsx')).SqlText }))

export const LazySql = ({ sql }: { readonly sql: string }) => (
  <Suspense fallback={<code className={styles.plainSql}>{sql}</code>}>
    <SqlText sql={sql} />
  </Suspense>
)
