import type { Kind } from '@sightline/core'
import { ChevronDown, ChevronRight, Copy, Eye, Key, RefreshCw, Table2 } from 'lucide-react'
import { useState } from 'react'
import { normaliseError } from '../../../api/normalise-error.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { KindGlyph } from '../../../viz/KindGlyph.tsx'
import { formatCount, t } from '../../../words/words.ts'
import { runTab } from '../lab/run-commands.ts'
import { useTable, useTables } from './queries.ts'
import styles from './TableBrowser.module.css'

const kindOfType = (type: string): Kind =>
  /bool/i.test(type) ? 'boolean' : /date|time/i.test(type) ? 'temporal' : /int|num|dec|float|double|real|serial|money/i.test(type) ? 'numeric' : 'string'

export interface TableBrowserProps {
  readonly databaseId: number
  readonly schema: string
  readonly onInsert: (name: string) => void
  readonly tabId: string
}

/** The tables of a schema; each opens to its columns. A name goes into the editor by click. */
export const TableBrowser = ({ databaseId, schema, tabId, onInsert }: TableBrowserProps) => {
  const [text, setText] = useState('')
  const tables = useTables(databaseId, schema)
  const found = tables.data?.filter(({ value }) => value.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <>
      <div className={styles.search}>
        <SearchInput label={t('sqllab.findTable')} value={text} onChange={setText} />
        <IconButton
          kind="default"
          label={t('sqllab.refreshTables')}
          icon={<RefreshCw size={14} />}
          isBusy={tables.isFetching}
          onClick={() => void tables.refetch()}
        />
      </div>
      <p className={styles.count}>
        <span>{t('sqllab.tables')}</span>
        {tables.data && <span>{formatCount(tables.data.length)}</span>}
      </p>
      <ul className={styles.list}>
        {tables.isPending && Array.from({ length: 8 }, (_, index) => <Skeleton key={index} height={20} width={`${String(50 + ((index * 17) % 40))}%`} />)}
        {tables.error && <ErrorBox title={t('sqllab.loadFailed')} text={normaliseError(tables.error).error} onRetry={() => void tables.refetch()} />}
        {found?.map(({ value }) => (
          <TableItem key={value} name={value} databaseId={databaseId} schema={schema} tabId={tabId} onInsert={onInsert} />
        ))}
        {found?.length === 0 && <li className={styles.none}>{t('sqllab.noTables')}</li>}
      </ul>
    </>
  )
}

const TableItem = ({ name, databaseId, schema, tabId, onInsert }: { readonly name: string } & TableBrowserProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li>
      <div className={styles.table}>
        <button type="button" className={styles.open} aria-expanded={isOpen} aria-label={t('sqllab.openTable', { name })} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          <Table2 size={14} aria-hidden />
          <span className={styles.name}>{name}</span>
        </button>
        <span className={styles.tools}>
          <IconButton
            size="xs"
            label={t('sqllab.selectStar', { name })}
            icon={<Eye size={14} />}
            onClick={() => runTab(tabId, { text: `SELECT *\nFROM ${quote(name)}\nLIMIT 100` })}
          />
        </span>
      </div>
      {isOpen && <TableColumns name={name} databaseId={databaseId} schema={schema} tabId={tabId} onInsert={onInsert} />}
    </li>
  )
}

const quote = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

const TableColumns = ({ name, databaseId, schema, onInsert }: { readonly name: string } & TableBrowserProps) => {
  const table = useTable(databaseId, schema, name)
  if (table.isPending) return <Skeleton height={72} />
  if (table.error) return <p className={styles.none}>{normaliseError(table.error).error}</p>
  const select = table.data.selectStar
  return (
    <ul className={styles.columns}>
      {table.data.columns.map((column) => (
        <li key={column.name}>
          <button type="button" className={styles.column} title={t('sqllab.insertName', { name: column.name })} onClick={() => onInsert(quote(column.name))}>
            <KindGlyph kind={kindOfType(column.type)} size={12} />
            <span className={styles.name}>{column.name}</span>
            {column.keys?.some(({ type }) => type === 'pk') && <Key size={12} className={styles.key} aria-hidden />}
            <span className={styles.type}>{column.type.toLowerCase()}</span>
          </button>
        </li>
      ))}
      {select !== undefined && (
        <li>
          <button type="button" className={styles.column} onClick={() => void copyText(select)}>
            <Copy size={12} aria-hidden />
            {t('sqllab.copySelect')}
          </button>
        </li>
      )}
    </ul>
  )
}
