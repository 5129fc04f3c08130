import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Mark } from './Mark.tsx'

/** Empty is a place: one picture, one sentence, one action. */
export const EmptyState = ({
  title,
  text,
  action,
  picture,
  isPageTitle = false,
}: {
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
  readonly picture?: ReactNode
  /** The sentence is the heading of the whole page. */
  readonly isPageTitle?: boolean
}) => (
  <div className={styles.place}>
    <span className={styles.picture}>{picture ?? <Mark size={28} />}</span>
    {isPageTitle ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
    {text !== undefined && <p className={styles.text}>{text}</p>}
    {action !== undefined && <div className={styles.action}>{action}</div>}
  </div>
)
