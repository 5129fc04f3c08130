import { Skeleton } from '../ui/Skeleton.tsx'
import { t } from '../words/words.ts'
import styles from './BoardSkeleton.module.css'

/** Title row and two rows of cards, where they will be. */
export const BoardSkeleton = ({ hasTitle = true }: { readonly hasTitle?: boolean }) => (
  <div aria-busy="true" aria-label={t('ui.loading')} role="status">
    {hasTitle && (
      <div className={styles.head}>
        <Skeleton width={220} height={20} />
      </div>
    )}
    <div className={styles.board}>
      {[3, 3, 3, 3].map((span, index) => (
        <span key={index} style={{ gridColumn: `span ${String(span)}` }}>
          <Skeleton height={104} radius={6} />
        </span>
      ))}
      {[6, 6].map((span, index) => (
        <span key={index} style={{ gridColumn: `span ${String(span)}` }}>
          <Skeleton height={280} radius={6} />
        </span>
      ))}
    </div>
  </div>
)
