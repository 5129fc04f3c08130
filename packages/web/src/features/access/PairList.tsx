import { useState } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { visibleRows } from '../../ui/select-options.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { t } from '../../words/words.ts'
import styles from './Access.module.css'
import type { PermissionPair } from './queries.ts'

const rowHeight = 30
const listHeight = 300

export interface PairListProps {
  readonly pairs: readonly PermissionPair[] | undefined
  readonly isLoading: boolean
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (id: number, isOn: boolean) => void
  readonly isLocked: boolean
}

/** Hundreds of pairs: searched, and drawn only where they are in sight. */
export const PairList = ({ pairs, isLoading, chosen, onToggle, isLocked }: PairListProps) => {
  const [text, setText] = useState('')
  const [isOnlyChosen, setIsOnlyChosen] = useState(false)
  const [scrollTop, setScrollTop] = useState(0)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (pairs ?? []).filter(
    (pair) => (!isOnlyChosen || chosen.has(pair.id)) && words.every((word) => `${pair.permission} ${pair.view}`.toLowerCase().includes(word)),
  )
  const rows = visibleRows(scrollTop, listHeight, rowHeight, found.length)
  return (
    <>
      <div className={styles.tools}>
        <SearchInput label={t('roles.searchPermissions')} value={text} onChange={setText} />
        <Checkbox label={t('roles.onlyChosen')} isChecked={isOnlyChosen} onChange={setIsOnlyChosen} />
      </div>
      <div
        className={styles.pairs}
        role="group"
        aria-label={t('roles.permissions')}
        aria-busy={isLoading}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        {isLoading ? (
          <div className={styles.waiting}>
            {Array.from({ length: 9 }, (_, index) => (
              <Skeleton key={index} width={`${40 + ((index * 17) % 40)}%`} />
            ))}
          </div>
        ) : found.length === 0 ? (
          <EmptyState title={t('ui.noMatches', { text })} />
        ) : (
          <>
            <div style={{ height: rows.from * rowHeight }} />
            {found.slice(rows.from, rows.to).map((pair) => (
              <div key={pair.id} className={styles.line}>
                <Checkbox
                  label={`${pair.permission} ${t('roles.on', { view: pair.view })}`}
                  isDisabled={isLocked}
                  isChecked={chosen.has(pair.id)}
                  onChange={(isOn) => onToggle(pair.id, isOn)}
                />
              </div>
            ))}
            <div style={{ height: (found.length - rows.to) * rowHeight }} />
          </>
        )}
      </div>
    </>
  )
}
