import { t } from '../words/words.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './Shell.module.css'

/** While the code of a page is on its way. */
export const PageSkeleton = () => (
  <div className={styles.waiting} role="status" aria-label={t('ui.loading')}>
    <Skeleton width={180} height={20} />
    <Skeleton height={32} />
    <Skeleton height={240} radius={6} />
  </div>
)
