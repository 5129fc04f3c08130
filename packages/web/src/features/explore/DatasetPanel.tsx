import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ChevronDown, ChevronRight, Database, GripVertical, PanelLeftClose, Plus, Sigma, SquareTerminal } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { may } from '../../api/bootstrap.ts'
import { kindOfColumn, labelOfColumn, labelOfMetric, type Dataset } from '../../controls/dataset.ts'
import type { DraggedItem } from '../../controls/widget.ts'
import { links } from '../../links.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { KindGlyph } from '../../viz/KindGlyph.tsx'
import { t } from '../../words/words.ts'
import styles from './DatasetPanel.module.css'

const firstShown = 50

export interface DatasetPanelProps {
  readonly dataset: Dataset
  readonly onAdd: (item: DraggedItem) => void
  readonly onHide: () => void
}

/** What the dataset has: metrics and columns, to be dragged or clicked into a control. */
export const DatasetPanel = ({ dataset, onAdd, onHide }: DatasetPanelProps) => {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text).trim().toLowerCase()
  const fits = (...texts: readonly (string | null | undefined)[]): boolean => texts.some((one) => one?.toLowerCase().includes(wanted))
  const metrics = dataset.metrics.filter(({ metric_name: name, verbose_name: verbose, expression }) => fits(name, verbose, expression))
  const columns = dataset.columns
    .filter(({ column_name: name, verbose_name: verbose, description }) => fits(name, verbose, description))
    .toSorted((one, other) => Number(kindOfColumn(other) === 'temporal') - Number(kindOfColumn(one) === 'temporal'))
  return (
    <aside className={styles.panel} aria-label={t('explore.dataset')}>
      <header className={styles.head}>
        <Database size={14} aria-hidden />
        <h2 className={styles.title} title={dataset.table_name.length > 25 ? dataset.table_name : undefined}>
          {dataset.table_name}
        </h2>
        {may('menu_access', 'SQL Lab') && (
          <ButtonLink
            kind="quiet"
            to={links.sql({
              dbid: dataset.database.id,
              sql: dataset.sql || `SELECT *\nFROM ${dataset.table_name}\nLIMIT 100`,
              ...(dataset.schema ? { schema: dataset.schema } : {}),
            })}
            icon={<SquareTerminal size={14} aria-label={t('explore.openInSql')} />}
          />
        )}
        <IconButton label={t('explore.hideDataset')} icon={<PanelLeftClose size={16} />} onClick={onHide} />
      </header>
      <div className={styles.search}>
        <SearchInput label={t('explore.search')} value={text} onChange={setText} />
      </div>
      <div className={styles.lists}>
        <ItemList label={t('explore.metrics')} all={dataset.metrics.length} shown={metrics.length}>
          {metrics.map((metric) => (
            <Item
              key={metric.metric_name}
              item={{ kind: 'dataset-metric', name: metric.metric_name }}
              label={labelOfMetric(metric)}
              hint={metric.expression}
              glyph={<Sigma size={14} aria-hidden />}
              onAdd={onAdd}
            />
          ))}
        </ItemList>
        <ItemList label={t('explore.columns')} all={dataset.columns.length} shown={columns.length}>
          {columns.map((column) => (
            <Item
              key={column.column_name}
              item={{ kind: 'dataset-column', name: column.column_name }}
              label={labelOfColumn(column)}
              hint={column.type ?? ''}
              glyph={<KindGlyph kind={kindOfColumn(column)} />}
              onAdd={onAdd}
            />
          ))}
        </ItemList>
        {metrics.length + columns.length === 0 && <p className={styles.none}>{t('explore.noItems')}</p>}
      </div>
    </aside>
  )
}

const ItemList = ({
  label,
  all,
  shown,
  children,
}: {
  readonly label: string
  readonly all: number
  readonly shown: number
  readonly children: readonly ReactNode[]
}) => {
  const [isOpen, setIsOpen] = useState(true)
  const [isWhole, setIsWhole] = useState(false)
  if (shown === 0) return null
  return (
    <section>
      <button type="button" className={styles.listHead} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        {label}
        <span className={styles.count}>{shown === all ? all : t('explore.showing', { shown, all })}</span>
      </button>
      {isOpen && <ul>{isWhole ? children : children.slice(0, firstShown)}</ul>}
      {isOpen && !isWhole && shown > firstShown && (
        <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
          {t('explore.showAll', { count: shown })}
        </button>
      )}
    </section>
  )
}

const Item = ({
  item,
  label,
  hint,
  glyph,
  onAdd,
}: {
  readonly item: DraggedItem
  readonly label: string
  readonly hint: string
  readonly glyph: ReactNode
  readonly onAdd: (item: DraggedItem) => void
}) => {
  const row = useRef<HTMLButtonElement>(null)
  const { kind, name } = item
  useEffect(() => {
    if (!row.current) return
    return draggable({ element: row.current, getInitialData: () => ({ kind, name }) })
  }, [kind, name])
  return (
    <li>
      <button ref={row} type="button" className={styles.item} title={hint} aria-label={t('explore.addItem', { name: label })} onClick={() => onAdd(item)}>
        {glyph}
        <span className={styles.name}>{label}</span>
        <span className={styles.tools} aria-hidden>
          <Plus size={14} />
          <GripVertical size={14} />
        </span>
      </button>
    </li>
  )
}
