import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { t } from '../../../words/words.ts'
import styles from './Edit.module.css'

export interface ItemHead {
  readonly key: string
  readonly label: ReactNode
  /** A CSS track: how wide the cells below are. */
  readonly width: string
  readonly isCentred?: boolean
}

export interface ItemRowsProps<Item extends { readonly key: string }> {
  readonly label: string
  readonly heads: readonly ItemHead[]
  readonly items: readonly Item[]
  readonly nameOf: (item: Item) => string
  /** One cell per head. */
  readonly cellsOf: (item: Item) => readonly ReactNode[]
  readonly moreOf: (item: Item) => ReactNode
  readonly open: ReadonlySet<string>
  readonly onToggle: (key: string) => void
  /** A row that was just added: it is scrolled to and its first field is ready to be typed into. */
  readonly fresh: string | undefined
  readonly nothing: string
}

const rowHeight = 41
const openHeight = 360

/** A table of things to edit; each can be opened for the rest of its fields. Only the rows in sight are drawn. */
export const ItemRows = <Item extends { readonly key: string }>(props: ItemRowsProps<Item>) => {
  const { label, heads, items, nameOf, cellsOf, moreOf, open, onToggle, fresh, nothing } = props
  const scroller = useRef<HTMLDivElement>(null)
  // The virtualiser is read in the same render that draws with it; nothing is handed to memoised children.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (open.has(items[index]?.key ?? '') ? openHeight : rowHeight),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 6,
    scrollPaddingStart: 33,
  })
  useEffect(() => {
    if (fresh === undefined) return
    scroller.current?.scrollTo({ top: 0 })
    // The row is drawn once the list has been scrolled to it.
    const frame = requestAnimationFrame(() => {
      const input = scroller.current?.querySelector<HTMLInputElement>(`[data-key="${CSS.escape(fresh)}"] input`)
      input?.focus()
      input?.select()
    })
    return () => cancelAnimationFrame(frame)
  }, [fresh])
  const tracks: CSSProperties = { gridTemplateColumns: `28px ${heads.map(({ width }) => width).join(' ')}` }
  return (
    <div ref={scroller} className={styles.table}>
      <div className={styles.inner} role="table" aria-label={label} aria-rowcount={items.length + 1}>
        <div role="rowgroup" className={styles.head} style={tracks}>
          <div role="row" style={{ display: 'contents' }} aria-rowindex={1}>
            <span role="columnheader">
              <span className="visually-hidden">{t('ui.more')}</span>
            </span>
            {heads.map((head) => (
              <span key={head.key} role="columnheader" className={joinClasses(styles.text, head.isCentred && styles.centred)}>
                {head.label}
              </span>
            ))}
          </div>
        </div>
        <div className={styles.body} role="presentation" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index]
            if (item === undefined) return null
            const isOpen = open.has(item.key)
            const name = nameOf(item)
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                data-key={item.key}
                role="rowgroup"
                className={joinClasses(styles.item, isOpen && styles.isOpen)}
                style={{ transform: `translateY(${start}px)` }}
              >
                <div role="row" aria-label={name} aria-rowindex={index + 2} className={styles.row} style={tracks}>
                  <div role="cell" className={styles.cell}>
                    <IconButton
                      label={t('editDataset.more', { name })}
                      isTooltipHidden
                      icon={isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
                      aria-expanded={isOpen}
                      onClick={() => onToggle(item.key)}
                    />
                  </div>
                  {cellsOf(item).map((cell, at) => (
                    <div key={heads[at]?.key} role="cell" className={styles.cell}>
                      {cell}
                    </div>
                  ))}
                </div>
                {isOpen && (
                  <div role="row" aria-label={t('editDataset.more', { name })}>
                    <div role="cell" className={styles.more}>
                      {moreOf(item)}
                    </div>
                  </div>
                )}
              </div>
            )
          })}
        </div>
        {items.length === 0 && <p className={styles.nothing}>{nothing}</p>}
      </div>
    </div>
  )
}
