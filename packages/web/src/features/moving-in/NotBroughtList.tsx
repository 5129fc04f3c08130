import { useVirtualizer } from '@tanstack/react-virtual'
import { TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { tCount } from '../../words/words.ts'
import type { FidelityReport } from './queries.ts'
import styles from './Report.module.css'
import { sayKind } from './say-kinds.ts'

/** What was at the source and is not here: it stands before everything else. */
export const NotBroughtList = ({ items }: { readonly items: FidelityReport['not_brought'] }) => {
  const scroller = useRef<HTMLDivElement>(null)
  // The virtualiser is read in the same render that draws with it; nothing is handed to memoised children.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({ count: items.length, getScrollElement: () => scroller.current, estimateSize: () => 40, overscan: 8 })
  const title = tCount('moving.notBrought', items.length)
  return (
    <section className={styles.notBrought} aria-label={title}>
      <h2 className={styles.notBroughtTitle}>
        <TriangleAlert size={16} aria-hidden />
        {title}
      </h2>
      {/* A list that scrolls is reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={scroller} className={styles.notBroughtRows} role="list" aria-label={title} tabIndex={0}>
        <div style={{ height: rows.getTotalSize(), position: 'relative' }} role="presentation">
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index]
            return (
              item !== undefined && (
                <div
                  key={key}
                  ref={rows.measureElement}
                  data-index={index}
                  role="listitem"
                  aria-setsize={items.length}
                  aria-posinset={index + 1}
                  className={styles.lost}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Badge tone="outline">{sayKind(item.kind)}</Badge>
                  <span className={styles.lostName}>{item.name}</span>
                  <span className={styles.lostWhy}>{item.why}</span>
                </div>
              )
            )
          })}
        </div>
      </div>
    </section>
  )
}
