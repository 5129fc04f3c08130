import { useQuery } from '@tanstack/react-query'
import { ArrowRight, LayoutDashboard, Plus, Search, Table2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { bootstrap } from '../api/bootstrap.ts'
import { listRows } from '../api/resources.ts'
import { links } from '../links.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { VizGlyph } from '../ui/VizGlyph.tsx'
import { t } from '../words/words.ts'
import styles from './CommandPalette.module.css'
import { findEntries, fixedEntries } from './palette-entries.ts'
import type { PaletteEntry } from './palette-entries.ts'

const typingPauseMs = 200
const mostEach = 6

/** Charts, dashboards and datasets whose name holds the text: three list calls at once. What one may not list is left out. */
const searchServer = async (text: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> => {
  const newest = { order_column: 'changed_on_delta_humanized', order_direction: 'desc', page: 0, page_size: mostEach } as const
  const [dashboards, charts, datasets] = await Promise.allSettled([
    listRows<{ id: number; slug: string | null; dashboard_title: string | null }>(
      'dashboard',
      { ...newest, columns: ['id', 'slug', 'dashboard_title'], filters: [{ col: 'dashboard_title', opr: 'title_or_slug', value: text }] },
      signal,
    ),
    listRows<{ id: number; slice_name: string | null; viz_type: string | null }>(
      'chart',
      { ...newest, columns: ['id', 'slice_name', 'viz_type'], filters: [{ col: 'slice_name', opr: 'chart_all_text', value: text }] },
      signal,
    ),
    listRows<{ id: number; table_name: string }>(
      'dataset',
      { ...newest, columns: ['id', 'table_name'], filters: [{ col: 'table_name', opr: 'ct', value: text }] },
      signal,
    ),
  ])
  return [
    ...(dashboards.status === 'fulfilled'
      ? dashboards.value.result.map((row): PaletteEntry => ({
          key: `dashboard-${row.id}`,
          group: 'dashboards',
          label: row.dashboard_title ?? '',
          to: links.dashboard(row.slug ?? row.id),
        }))
      : []),
    ...(charts.status === 'fulfilled'
      ? charts.value.result.map((row): PaletteEntry => ({
          key: `chart-${row.id}`,
          group: 'charts',
          label: row.slice_name ?? '',
          to: links.explore({ slice_id: row.id }),
          vizType: row.viz_type,
        }))
      : []),
    ...(datasets.status === 'fulfilled'
      ? datasets.value.result.map((row): PaletteEntry => ({
          key: `dataset-${row.id}`,
          group: 'datasets',
          label: row.table_name,
          to: links.explore({ datasource_type: 'table', datasource_id: row.id }),
        }))
      : []),
  ]
}

const Glyph = ({ entry }: { readonly entry: PaletteEntry }) => {
  if (entry.group === 'charts') return <VizGlyph vizType={entry.vizType} />
  if (entry.group === 'dashboards') return <LayoutDashboard size={14} aria-hidden />
  if (entry.group === 'datasets') return <Table2 size={14} aria-hidden />
  return entry.group === 'make' ? <Plus size={14} aria-hidden /> : <ArrowRight size={14} aria-hidden />
}

/** Ctrl/⌘ K: type, move, go. */
export const CommandPalette = ({ onClose }: { readonly onClose: () => void }) => {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [active, setActive] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const navigate = useNavigate()
  const [fixed] = useState(() => fixedEntries(bootstrap()))

  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const found = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => searchServer(asked, signal),
    enabled: asked !== '',
    placeholderData: (previous) => previous,
  })
  const entries = findEntries(fixed, asked === '' || text.trim() === '' ? [] : (found.data ?? []), text)
  const at = Math.min(active, entries.length - 1)

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const go = (entry: PaletteEntry | undefined, isNewTab: boolean): void => {
    if (entry === undefined) return
    onClose()
    if (isNewTab) window.open(entry.to, '_blank', 'noopener')
    else if (entry.isFullLoad) location.assign(entry.to)
    else void navigate(entry.to)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setActive(Math.min(at + 1, entries.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(at - 1, 0))
    else if (event.key === 'Enter') go(entries[at], event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      aria-label={t('palette.title')}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.search}>
        {found.isFetching ? <Spinner size={16} /> : <Search size={16} aria-hidden />}
        <input
          className={styles.input}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          placeholder={t('shell.searchHint')}
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries[at] === undefined ? undefined : `${listId}-${at}`}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
      </div>
      <div ref={list} id={listId} role="listbox" aria-label={t('palette.title')} className={styles.list}>
        {entries.map((entry, index) => (
          <div key={entry.key} role="presentation">
            {entry.group !== entries[index - 1]?.group && (
              <div role="presentation" className={styles.group}>
                {t(`palette.${entry.group}`)}
              </div>
            )}
            <div
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              className={styles.entry}
              onPointerMove={() => setActive(index)}
              onClick={(event) => go(entry, event.ctrlKey || event.metaKey)}
            >
              <Glyph entry={entry} />
              <span className={styles.label}>{entry.label}</span>
            </div>
          </div>
        ))}
        {entries.length === 0 && (
          <p className={styles.note}>{found.isFetching || asked !== text.trim() ? t('palette.searching') : t('palette.none', { text: text.trim() })}</p>
        )}
      </div>
      <div className={styles.foot} aria-hidden>
        <span>
          <kbd className={styles.key}>↑</kbd>
          <kbd className={styles.key}>↓</kbd>
          {t('palette.move')}
        </span>
        <span>
          <kbd className={styles.key}>↵</kbd>
          {t('palette.open')}
        </span>
        <span>
          <kbd className={styles.key}>Esc</kbd>
          {t('palette.close')}
        </span>
      </div>
    </dialog>
  )
}
