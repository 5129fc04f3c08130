import type { Picture } from '@sightline/charts'
import styles from './drawers.module.css'

type EmptyPicture = Extract<Picture, { kind: 'empty' }>

/** Nothing to draw is a place too: what happened and what to do. */
export const EmptyDrawer = ({ picture }: { readonly picture: EmptyPicture }) => (
  <div className={styles.empty}>
    <svg width="68" height="36" viewBox="0 0 68 36" aria-hidden className={styles.emptyPicture}>
      <path d="M2 32.5h64" className={styles.emptyLine} />
      <path d="M12 32v-9M24 32V19M36 32v-6M52 32V10" className={styles.emptyDash} />
      <circle cx="52" cy="6" r="3" className={styles.emptyDot} />
    </svg>
    <p className={styles.emptyTitle}>{picture.title}</p>
    <p className={styles.emptyHint}>{picture.hint}</p>
  </div>
)
