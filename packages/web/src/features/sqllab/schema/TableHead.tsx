import { useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, ChevronDown, ChevronRight, Copy, Ellipsis, Eye, Table2, TableProperties } from 'lucide-react'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { WarningMark } from '../../../ui/WarningMark.tsx'
import { t, tCount } from '../../../words/words.ts'
import { useLab } from '../lab/store.ts'
import { describeMark } from './describe-table.ts'
import { extraQuery, tableQuery } from './queries.ts'
import styles from './SchemaBar.module.css'
import { copySelect, previewRows } from './table-tools.ts'
import type { TableTreeRow } from './tree-rows.ts'

export interface TableHeadProps {
  readonly row: TableTreeRow
  readonly tabId: string
  readonly isActive: boolean
  readonly isSorted: boolean
  readonly onInsert: () => void
  readonly onSort: () => void
  readonly onCount: () => void
  readonly onReload: () => void
  readonly onRemove: () => void
  readonly onShow: (what: 'keys' | 'view') => void
}

/** The row of a table: its name, marks, and what can be done with it. */
export const TableHead = ({ row, tabId, isActive, ...props }: TableHeadProps) => {
  const client = useQueryClient()
  const mayPreview = useLab((lab) => lab.databases[row.dbId]?.disable_data_preview !== true)
  const isOpen = row.opened?.expanded === true
  const { certified, warning } = describeMark(row.mark)
  // Only the row that has the focus is a stop of the Tab key.
  const tabIndex = isActive ? 0 : -1
  return (
    <>
      {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
      {row.isView ? <TableProperties size={14} aria-hidden className={styles.viewGlyph} /> : <Table2 size={14} aria-hidden />}
      <span className={styles.name} title={row.label}>
        {row.label}
      </span>
      {/* The space is for readers: without it both words are one. */} {row.isView && <span className={styles.viewWord}>{t('sqlside.view')}</span>}
      {certified !== undefined && (
        <Tooltip text={certified}>
          <BadgeCheck size={14} className={styles.certified} role="img" aria-label={certified} />
        </Tooltip>
      )}
      {warning !== undefined && <WarningMark text={warning} />}
      <span className={styles.tools}>
        {mayPreview && (
          <IconButton
            size="xs"
            tabIndex={tabIndex}
            label={t('sqlside.preview', { name: row.name })}
            icon={<Eye size={14} />}
            onClick={() => void previewRows(client, tabId, row)}
          />
        )}
        <IconButton size="xs" tabIndex={tabIndex} label={t('sqlside.copySelect')} icon={<Copy size={14} />} onClick={() => void copySelect(client, row)} />
        <Menu
          label={t('sqlside.more', { name: row.name })}
          align="end"
          items={menuOf(row, props, {
            keys: client.getQueryData(tableQuery(row.dbId, row.schema, row.name).queryKey)?.indexes?.length,
            hasView: client.getQueryData(extraQuery(row).queryKey)?.view !== undefined,
          })}
          trigger={(trigger) => (
            <IconButton {...trigger} size="xs" tabIndex={tabIndex} label={t('sqlside.more', { name: row.name })} icon={<Ellipsis size={14} />} />
          )}
        />
      </span>
    </>
  )
}

function menuOf(
  row: TableTreeRow,
  props: Omit<TableHeadProps, 'row' | 'tabId' | 'isActive'>,
  known: { readonly keys: number | undefined; readonly hasView: boolean },
): readonly MenuEntry[] {
  const insert: MenuEntry = { key: 'insert', label: t('sqlside.insertTable'), onSelect: props.onInsert }
  if (!row.opened) return [insert]
  const ofOpen: readonly MenuEntry[] = row.opened.expanded
    ? [
        { key: 'count', label: t('sqlside.count'), onSelect: props.onCount },
        { key: 'sort', label: t(props.isSorted ? 'sqlside.unsort' : 'sqlside.sort'), onSelect: props.onSort },
        ...(known.keys ? [{ key: 'keys', label: tCount('sqlside.keys', known.keys), onSelect: () => props.onShow('keys') }] : []),
        ...(known.hasView ? [{ key: 'view', label: t('sqlside.viewText'), onSelect: () => props.onShow('view') }] : []),
        { key: 'reload', label: t('sqlside.refreshTable'), onSelect: props.onReload },
      ]
    : []
  return [insert, ...ofOpen, 'divider', { key: 'remove', label: t('sqlside.remove'), shortcut: 'Del', onSelect: props.onRemove }]
}
