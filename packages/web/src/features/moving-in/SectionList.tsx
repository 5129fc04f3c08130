import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { Segmented } from '../../ui/Tabs.tsx'
import { formatCount, t, tCount } from '../../words/words.ts'
import styles from './Report.module.css'
import { countStates, findRows } from './report-rows.ts'
import type { ReportRow, Section, StateFilter } from './report-rows.ts'
import { RowLine } from './RowLine.tsx'

export interface SectionListProps {
  readonly section: Section
  readonly rows: readonly ReportRow[]
  readonly state: StateFilter | undefined
  readonly text: string
  readonly isAhead: boolean
  readonly onChange: (next: { readonly state?: StateFilter | undefined; readonly text?: string }) => void
}

/** Every object of a kind, with its state and what changed; only what is on the screen is drawn. */
export const SectionList = ({ section, rows, state, text, isAhead, onChange }: SectionListProps) => {
  const counts = useMemo(() => countStates(rows), [rows])
  const found = useMemo(() => findRows(rows, { state, text }), [rows, state, text])
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    // Boxes above the list come and go with the report and the width of the window.
    const measure = (): void => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  // The virtualiser is read in the same render that draws with it; nothing is handed to memoised children.
  // oxlint-disable-next-line react/incompatible-library
  const lines = useWindowVirtualizer({
    count: found.length,
    estimateSize: () => 56,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => found[index]?.key ?? index,
  })
  const name = t(`moving.section.${section}`)
  const about = section === 'charts' || section === 'datasets' ? t(`moving.head.about.${section}`) : undefined
  return (
    <section className={styles.list} aria-label={name}>
      <div className={styles.filters}>
        <h2 className={styles.title}>{name}</h2>
        {counts.length > 1 && (
          <Segmented<StateFilter | 'all'>
            label={t('moving.state')}
            value={state ?? 'all'}
            onChange={(next) => onChange({ state: next === 'all' ? undefined : next })}
            items={[
              { key: 'all', label: `${t('moving.state.all')} ${formatCount(rows.length)}` },
              ...counts.map(([key, count]) => ({ key, label: `${t(`moving.state.${key}`)} ${formatCount(count)}` })),
            ]}
          />
        )}
        <span className={styles.found} role="status">
          {(state !== undefined || text !== '') && tCount('list.found', found.length)}
        </span>
        <div className={styles.search}>
          <SearchInput label={t('moving.search')} value={text} onChange={(next) => onChange({ text: next })} />
        </div>
      </div>
      {rows.length === 0 ? (
        <div className={styles.nothing}>
          <EmptyState title={t('moving.noneOfSection')} />
        </div>
      ) : found.length === 0 ? (
        <div className={styles.nothing}>
          <EmptyState
            title={t('moving.none')}
            text={t('moving.noneText')}
            action={<Button onClick={() => onChange({ state: undefined, text: '' })}>{t('moving.clear')}</Button>}
          />
        </div>
      ) : (
        <div role="table" aria-label={name} className={about === undefined ? styles.threeColumns : undefined} aria-rowcount={found.length + 1}>
          <div role="row" aria-rowindex={1} className={joinClasses(styles.line, styles.head)}>
            <span role="columnheader">{t('moving.head.name')}</span>
            {about !== undefined && <span role="columnheader">{about}</span>}
            <span role="columnheader">{t('moving.head.state')}</span>
            <span role="columnheader">{t('moving.head.details')}</span>
          </div>
          <div ref={body} role="rowgroup" style={{ height: lines.getTotalSize(), position: 'relative' }}>
            {lines.getVirtualItems().map(({ index, key, start }) => {
              const row = found[index]
              return (
                row !== undefined && (
                  <div
                    key={key}
                    ref={lines.measureElement}
                    data-index={index}
                    role="row"
                    aria-rowindex={index + 2}
                    className={joinClasses(styles.line, styles.row)}
                    style={{ transform: `translateY(${start - top}px)` }}
                  >
                    <RowLine row={row} section={section} isAhead={isAhead} />
                  </div>
                )
              )
            })}
          </div>
        </div>
      )}
    </section>
  )
}
