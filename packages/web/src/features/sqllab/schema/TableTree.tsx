import { useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../../../words/words.ts'
import { writtenName } from '../editor/quote-name.ts'
import { useLab } from '../lab/store.ts'
import { closeTable } from '../lab/table-commands.ts'
import { ColumnRow } from './ColumnRow.tsx'
import { shortType } from './describe-type.ts'
import { ProfilePopover, type ProfileTarget } from './ProfilePopover.tsx'
import styles from './SchemaBar.module.css'
import { TableDialog, type TableDialogTarget } from './TableDialog.tsx'
import { TableFoot } from './TableFoot.tsx'
import { TableHead } from './TableHead.tsx'
import { toggleTable } from './table-tools.ts'
import { FailedRow, LoadingRow, PartitionRow } from './TableNotes.tsx'
import { findTyped, moveIn, rowHeight, type TreeRow } from './tree-rows.ts'
import type { Tree } from './use-tree-rows.ts'

export interface TableTreeProps {
  readonly tree: Tree
  readonly tabId: string
  readonly onInsert: (text: string) => void
}

/** Letters typed within this time belong together. */
const typingMs = 700

/** Tables and their columns as a tree of which only what is in sight is drawn. */
export const TableTree = ({ tree, tabId, onInsert }: TableTreeProps) => {
  const { rows } = tree
  const databases = useLab((lab) => lab.databases)
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [activeKey, setActiveKey] = useState<string>()
  const [profile, setProfile] = useState<ProfileTarget | null>(null)
  const [dialog, setDialog] = useState<TableDialogTarget | null>(null)
  const typed = useRef({ text: '', at: 0 })
  const wantsFocus = useRef(false)
  const found = rows.findIndex(({ key }) => key === activeKey)
  const active = Math.max(0, found)

  // The virtualiser is read in the same render that draws with it; nothing is handed to memoised children.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight(rows[index]!),
    getItemKey: (index) => rows[index]!.key,
    overscan: 12,
    // The row that has the focus stays in the page wherever the list is scrolled to.
    rangeExtractor: (range: Range) => {
      const from = Math.max(0, range.startIndex - range.overscan)
      const to = Math.min(range.count - 1, range.endIndex + range.overscan)
      const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
      return active < from ? [active, ...shown] : active > to && active < range.count ? [...shown, active] : shown
    },
  })
  // Heights follow from what a row is, so they are known anew whenever the rows change.
  useEffect(() => virtual.measure(), [rows, virtual])

  // A table that was open when the page was left is brought into sight once.
  const firstOpen = rows.findIndex((row) => row.kind === 'table' && row.opened?.expanded === true)
  const isPlaced = useRef(false)
  useEffect(() => {
    if (isPlaced.current) return
    isPlaced.current = true
    if (firstOpen > 0) virtual.scrollToIndex(firstOpen, { align: 'auto' })
  }, [firstOpen, virtual])

  const focusRow = (index: number): void => scroller.current?.querySelector<HTMLElement>(`[data-row="${String(index)}"]`)?.focus({ preventScroll: true })
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    focusRow(active)
  })

  const goTo = (index: number): void => {
    const row = rows[index]
    if (!row) return
    virtual.scrollToIndex(index, { align: 'auto' })
    // A row that is the active one already is drawn, and nothing would be drawn anew to move the focus after.
    if (row.key === activeKey) return focusRow(index)
    wantsFocus.current = true
    setActiveKey(row.key)
  }

  const backendOf = (row: TreeRow): string => databases[row.kind === 'table' ? row.dbId : row.table.dbId]?.backend ?? ''
  const insert = (row: TreeRow): void => onInsert(writtenName(row.kind === 'table' ? row.name : (row.column?.name ?? ''), backendOf(row)))

  const remove = (row: TreeRow, index: number): void => {
    if (row.kind !== 'table' || !row.opened) return
    void closeTable(row.opened.id)
    goTo(index)
  }

  const act = (row: TreeRow): void => {
    if (row.kind === 'table') toggleTable(tabId, row)
    else if (row.kind === 'column') insert(row)
    else if (row.kind === 'foot') tree.count(row.table.opened!.id)
    else if (row.kind === 'failed') tree.reload(row.table.opened!.id)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[active]
    const isOnRow = (event.target as HTMLElement).getAttribute('role') === 'treeitem'
    if (!row || !isOnRow || event.ctrlKey || event.metaKey || event.altKey) return
    const next = moveIn(rows, active, event.key)
    if (next !== undefined) goTo(next)
    else if (event.key === 'ArrowRight' && row.kind === 'table') {
      if (!row.opened?.expanded) toggleTable(tabId, row)
    } else if (event.key === 'ArrowLeft' && row.kind === 'table') {
      if (row.opened?.expanded) toggleTable(tabId, row)
    } else if (event.key === 'Enter' || (event.key === ' ' && typed.current.text === '')) act(row)
    else if (event.key === 'Delete') remove(row, active)
    else if (event.key.length === 1) {
      const isSame = event.timeStamp - typed.current.at < typingMs
      typed.current = { text: (isSame ? typed.current.text : '') + event.key, at: event.timeStamp }
      const place = findTyped(rows, active, typed.current.text)
      if (place !== undefined) goTo(place)
    } else return
    event.preventDefault()
  }

  const contentOf = (row: TreeRow, index: number) => {
    switch (row.kind) {
      case 'table':
        return (
          <TableHead
            row={row}
            tabId={tabId}
            isActive={index === active}
            isSorted={row.opened !== undefined && tree.sorted.has(row.opened.id)}
            onInsert={() => insert(row)}
            onSort={() => row.opened && tree.toggleSort(row.opened.id)}
            onCount={() => row.opened && tree.count(row.opened.id)}
            onReload={() => row.opened && tree.reload(row.opened.id)}
            onRemove={() => remove(row, index)}
            onShow={(what) => setDialog({ what, row })}
          />
        )
      case 'column':
        return (
          <ColumnRow
            column={row.column!}
            isActive={index === active}
            onProfile={(anchor) => setProfile({ place: row.table, column: row.column!, anchor: { current: anchor } })}
          />
        )
      case 'partition':
        return <PartitionRow row={row} isActive={index === active} />
      case 'foot':
        return (
          <TableFoot
            row={row}
            isActive={index === active}
            count={tree.counts.get(row.table.opened!.id)}
            onCount={() => tree.count(row.table.opened!.id)}
            onStop={() => tree.stopCounting(row.table.opened!.id)}
          />
        )
      case 'failed':
        return <FailedRow isActive={index === active} onRetry={() => tree.reload(row.table.opened!.id)} />
      case 'loading':
        return <LoadingRow />
    }
  }

  return (
    <>
      <div ref={scroller} className={styles.tree} role="tree" aria-label={t('sqllab.tables')} onKeyDown={onKeyDown}>
        <div role="presentation" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key, size }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <div
                key={key}
                id={`${id}-${String(index)}`}
                data-row={index}
                role="treeitem"
                tabIndex={index === active ? 0 : -1}
                aria-level={row.level}
                aria-posinset={row.position}
                aria-setsize={row.size}
                aria-expanded={row.kind === 'table' ? row.opened?.expanded === true : undefined}
                aria-selected={index === active}
                aria-label={labelOf(row)}
                className={row.kind === 'table' ? styles.table : row.kind === 'column' ? styles.column : styles.line}
                data-kept={row.kind === 'table' && row.opened !== undefined}
                style={{ height: size, transform: `translateY(${String(start)}px)` }}
                onFocus={(event) => {
                  if (event.target === event.currentTarget && row.key !== activeKey) setActiveKey(row.key)
                }}
                onClick={(event) => {
                  // Buttons inside the row, and dialogs drawn from it, have their own ways.
                  if ((event.target as HTMLElement).closest('button, a, dialog, [popover]') || !event.currentTarget.contains(event.target as Node)) return
                  setActiveKey(row.key)
                  if (row.kind === 'table' || row.kind === 'column') act(row)
                }}
              >
                {contentOf(row, index)}
              </div>
            )
          })}
        </div>
      </div>
      <ProfilePopover target={profile} onClose={() => setProfile(null)} />
      <TableDialog target={dialog} onClose={() => setDialog(null)} />
    </>
  )
}

function labelOf(row: TreeRow): string | undefined {
  if (row.kind === 'table') return row.isView ? `${row.label} ${t('sqlside.view')}` : row.label
  if (row.kind !== 'column') return undefined
  const { name, longType, type, keys } = row.column!
  const marks = [...new Set((keys ?? []).map((key) => t(`sqlside.key.${key.type}`)))]
  // First what can be read on the screen, as it stands there.
  return [`${name} ${shortType(longType ?? type)}`, ...marks].join(', ')
}
