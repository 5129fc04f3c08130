import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight, GripVertical, Info, Plus, Sigma, X } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { kindOfColumn, labelOfColumn, labelOfMetric, marksOf, type Marks } from '../../controls/dataset.ts'
import { MarkGlyphs } from '../../controls/MarkGlyphs.tsx'
import type { DraggedItem } from '../../controls/widget.ts'
import { IconButton } from '../../ui/Button.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { KindGlyph } from '../../viz/KindGlyph.tsx'
import { formatCount, t, type WordKey } from '../../words/words.ts'
import { DatasetHead, type DatasetHeadProps } from './DatasetHead.tsx'
import styles from './DatasetPanel.module.css'
import { panelRows, type Folder, type PanelRow } from './panel-rows.ts'

export interface DatasetPanelProps extends DatasetHeadProps {
  readonly onAdd: (item: DraggedItem) => void
}

const lineHeight = 28
const headHeight = 32

const folderWords = {
  certified: 'explore.folderCertified',
  metrics: 'explore.folderOther',
  temporal: 'explore.folderTime',
  string: 'explore.folderText',
  numeric: 'explore.folderNumbers',
  boolean: 'explore.folderTruth',
} as const satisfies Readonly<Record<Folder, WordKey>>

/** What the dataset has: metrics and columns in their folders, to be dragged or clicked into a control. Only the lines in sight are drawn. */
export const DatasetPanel = ({ dataset, onAdd, ...head }: DatasetPanelProps) => {
  const [text, setText] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const scroller = useRef<HTMLDivElement>(null)
  const wanted = useDeferredValue(text)
  const rows = useMemo(() => panelRows(dataset, wanted, closed), [dataset, wanted, closed])
  // The virtualiser is read in the same render that draws with it; nothing is handed to memoised children.
  // oxlint-disable-next-line react/incompatible-library
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.type === 'section' ? headHeight : lineHeight),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  })
  // Lines of the same number may be of another height once something was folded.
  useEffect(() => lines.measure(), [lines, rows])
  const toggle = (key: string): void => setClosed((now) => new Set(now.has(key) ? [...now].filter((other) => other !== key) : [...now, key]))
  return (
    <aside className={styles.panel} aria-label={t('explore.dataset')}>
      <DatasetHead dataset={dataset} {...head} />
      {dataset.type === 'query' && <QueryNote onSave={head.onSaveQuery} />}
      <div className={styles.search}>
        <SearchInput label={t('explore.search')} value={text} onChange={setText} />
      </div>
      <div ref={scroller} className={styles.lists}>
        <ul className={styles.lines} style={{ height: lines.getTotalSize() }}>
          {lines.getVirtualItems().map(({ index, key, start, size }) => {
            const row = rows[index]
            return row === undefined ? null : (
              <li
                key={key}
                className={styles.line}
                style={{ height: size, transform: `translateY(${start}px)` }}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
              >
                <Line row={row} isSearching={wanted.trim() !== ''} onToggle={toggle} onAdd={onAdd} />
              </li>
            )
          })}
        </ul>
        {rows.length === 0 && <p className={styles.none}>{t('explore.noItems')}</p>}
      </div>
    </aside>
  )
}

interface LineProps {
  readonly row: PanelRow
  readonly isSearching: boolean
  readonly onToggle: (key: string) => void
  readonly onAdd: (item: DraggedItem) => void
}

const Line = ({ row, isSearching, onToggle, onAdd }: LineProps): ReactNode => {
  if (row.type === 'section' || row.type === 'folder')
    return (
      <button
        type="button"
        className={joinClasses(styles.listHead, row.type === 'folder' && styles.folder)}
        aria-expanded={row.isOpen}
        aria-disabled={isSearching || undefined}
        onClick={() => !isSearching && onToggle(row.key)}
      >
        {row.isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        {row.type === 'folder' ? t(folderWords[row.folder]) : t(row.key === 'metrics' ? 'explore.metrics' : 'explore.columns')}
        <span className={styles.count}>
          {row.type === 'folder' || row.shown === row.all ? formatCount(row.shown) : t('explore.showing', { shown: row.shown, all: row.all })}
        </span>
      </button>
    )
  if (row.type === 'metric') {
    const { metric } = row
    return (
      <Item
        item={{ kind: 'dataset-metric', name: metric.metric_name }}
        label={labelOfMetric(metric)}
        hint={hintOf(labelOfMetric(metric), metric.metric_name, metric.description, metric.expression)}
        glyph={<Sigma size={14} aria-hidden />}
        marks={marksOf(metric)}
        onAdd={onAdd}
      />
    )
  }
  const { column } = row
  return (
    <Item
      item={{ kind: 'dataset-column', name: column.column_name }}
      label={labelOfColumn(column)}
      hint={hintOf(labelOfColumn(column), column.column_name, column.type, column.description, column.expression)}
      glyph={<KindGlyph kind={kindOfColumn(column)} />}
      marks={marksOf(column)}
      onAdd={onAdd}
    />
  )
}

/** What is known beside the label, each on a line of its own. */
const hintOf = (label: string, ...texts: readonly (string | null | undefined)[]): string =>
  [label, ...texts.filter((text) => text && text !== label)].join('\n')

const Item = ({
  item,
  label,
  hint,
  glyph,
  marks,
  onAdd,
}: {
  readonly item: DraggedItem
  readonly label: string
  readonly hint: string
  readonly glyph: ReactNode
  readonly marks: Marks
  readonly onAdd: (item: DraggedItem) => void
}) => {
  const row = useRef<HTMLButtonElement>(null)
  const { kind, name } = item
  useEffect(() => {
    if (!row.current) return
    return draggable({ element: row.current, getInitialData: () => ({ kind, name }) })
  }, [kind, name])
  return (
    <button ref={row} type="button" className={styles.item} title={hint} aria-label={t('explore.addItem', { name: label })} onClick={() => onAdd(item)}>
      {glyph}
      <span className={styles.name}>{label}</span>
      <MarkGlyphs marks={marks} />
      <span className={styles.tools} aria-hidden>
        <Plus size={14} />
        <GripVertical size={14} />
      </span>
    </button>
  )
}

const noteKey = 'showInfobox'

/** A query has no metrics and no labels: a dataset made of it can. */
const QueryNote = ({ onSave }: { readonly onSave: () => void }) => {
  const [isShown, setIsShown] = useState(() => sessionStorage.getItem(noteKey) !== 'false')
  if (!isShown) return null
  return (
    <div className={styles.note} role="note">
      <Info size={14} aria-hidden />
      <p>
        <button type="button" className={styles.noteLink} onClick={onSave}>
          {t('explore.createDataset')}
        </button>{' '}
        {t('explore.createDatasetWhy')}
      </p>
      <IconButton
        size="xs"
        label={t('ui.dismiss')}
        icon={<X size={12} />}
        onClick={() => {
          sessionStorage.setItem(noteKey, 'false')
          setIsShown(false)
        }}
      />
    </div>
  )
}
