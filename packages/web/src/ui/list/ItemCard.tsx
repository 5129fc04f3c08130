import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../join-classes.ts'
import styles from './Card.module.css'

export interface ItemCardProps {
  readonly name: string
  readonly to: string
  /** `false` where pictures are not wanted. */
  readonly thumbnail: ReactNode
  readonly badges?: ReactNode
  readonly subtitle?: ReactNode
  /** The star and the menu. */
  readonly tools?: ReactNode
  readonly people?: ReactNode
  readonly check?: ReactNode
  readonly isSelected?: boolean
}

/** A thing with its picture. The whole card is its link; the tools on it are their own. */
export const ItemCard = ({ name, to, thumbnail, badges, subtitle, tools, people, check, isSelected }: ItemCardProps) => (
  <article className={joinClasses(styles.card, isSelected && styles.selected)}>
    {thumbnail !== false && (
      <span className={styles.picture} aria-hidden>
        {thumbnail}
      </span>
    )}
    {check !== undefined && <span className={styles.check}>{check}</span>}
    <div className={styles.text}>
      <div className={styles.line}>
        <Link to={to} className={styles.name} title={name}>
          {name}
        </Link>
        {badges}
        {tools !== undefined && <span className={styles.tools}>{tools}</span>}
      </div>
      <div className={styles.line}>
        <span className={styles.subtitle}>{subtitle}</span>
        {people}
      </div>
    </div>
  </article>
)
