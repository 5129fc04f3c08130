import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount, t } from '../words/words.ts'
import styles from './PageHeader.module.css'

export interface Crumb {
  readonly label: string
  readonly to: string
}

export const Breadcrumbs = ({ items }: { readonly items: readonly Crumb[] }) => (
  <nav aria-label={t('ui.breadcrumbs')}>
    <ol className={styles.crumbs}>
      {items.map((item) => (
        <li key={item.to}>
          <Link to={item.to}>{item.label}</Link>
          <ChevronRight size={14} aria-hidden />
        </li>
      ))}
    </ol>
  </nav>
)

export interface PageHeaderProps {
  readonly title: string
  readonly crumbs?: readonly Crumb[]
  readonly count?: number | undefined
  /** Badges right of the title. */
  readonly badges?: ReactNode
  readonly actions?: ReactNode
}

/** The title row under the top bar: where you are, what it is called, the page's actions. */
export const PageHeader = ({ title, crumbs, count, badges, actions }: PageHeaderProps) => (
  <header className={styles.head}>
    <div className={styles.name}>
      {crumbs !== undefined && <Breadcrumbs items={crumbs} />}
      <h1 className={styles.title}>{title}</h1>
      {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
      {badges}
    </div>
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </header>
)
