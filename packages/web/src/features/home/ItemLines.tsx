import { LayoutDashboard, SquareTerminal, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CertifiedBadge } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { VizGlyph } from '../../ui/VizGlyph.tsx'
import { t } from '../../words/words.ts'
import styles from './Home.module.css'
import type { RecentItem } from './recent.ts'

const KindGlyph = ({ item }: { readonly item: RecentItem }) =>
  item.kind === 'dashboard' ? (
    <LayoutDashboard size={14} aria-hidden />
  ) : item.kind === 'query' ? (
    <SquareTerminal size={14} aria-hidden />
  ) : (
    <VizGlyph vizType={item.vizType} />
  )

const kindName = (kind: RecentItem['kind']): string =>
  kind === 'dashboard' ? t('home.kindDashboard') : kind === 'query' ? t('home.kindQuery') : t('home.kindChart')

export interface RecentLinesProps {
  readonly items: readonly RecentItem[]
  /** What can be done to an item, at the end of its line. */
  readonly tools?: (item: RecentItem, index: number) => ReactNode
}

export const RecentLines = ({ items, tools }: RecentLinesProps) => (
  <ul className={styles.lines}>
    {items.map((item, index) => (
      <li key={item.key} className={styles.line}>
        <span className={styles.lineGlyph}>
          <KindGlyph item={item} />
        </span>
        <span className={styles.lineName}>
          <Link to={item.url}>{item.title}</Link>
          <CertifiedBadge by={item.certifiedBy} />
        </span>
        <span className={styles.lineKind}>{kindName(item.kind)}</span>
        <span className={styles.lineTime}>
          <TimeAgo at={item.at} />
        </span>
        {tools?.(item, index)}
      </li>
    ))}
  </ul>
)

export const FavouriteLines = ({ items }: { readonly items: readonly RecentItem[] }) => (
  <ul className={styles.lines}>
    {items.map((item) => (
      <li key={item.key} className={styles.line}>
        <span className={styles.star} aria-hidden>
          <Star size={14} />
        </span>
        <span className={styles.lineName}>
          <Link to={item.url}>{item.title}</Link>
          <CertifiedBadge by={item.certifiedBy} />
        </span>
        <span className={styles.bareGlyph} title={kindName(item.kind)}>
          <KindGlyph item={item} />
        </span>
      </li>
    ))}
  </ul>
)

export const WaitingLines = () => (
  <div className={styles.lines} role="status" aria-label={t('ui.loading')}>
    {Array.from({ length: 5 }, (_, index) => (
      <div key={index} className={styles.line}>
        <Skeleton width={`${45 + ((index * 13) % 30)}%`} />
      </div>
    ))}
  </div>
)
