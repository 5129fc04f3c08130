import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { normaliseError } from '../../../api/normalise-error.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { formatCount, t } from '../../../words/words.ts'
import { refreshTables, useTables } from './queries.ts'
import styles from './SchemaBar.module.css'
import { TableTree } from './TableTree.tsx'
import { useTreeRows } from './use-tree-rows.ts'

export interface TableBrowserProps {
  readonly dbId: number
  readonly schema: string
  readonly tabId: string
  readonly onInsert: (name: string) => void
}

/** The tables of a schema: searched, counted, and each to be unfolded. */
export const TableBrowser = ({ dbId, schema, tabId, onInsert }: TableBrowserProps) => {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const shownText = useDeferredValue(text)
  const [isRefreshing, setIsRefreshing] = useState(false)
  const tables = useTables(dbId, schema)
  const tree = useTreeRows({ dbId, schema, tabId, tables: tables.data, text: shownText })
  useEffect(() => {
    if (tables.isError) showToast('danger', t('sqlside.tablesFailed'))
  }, [tables.isError])

  const refresh = async (): Promise<void> => {
    setIsRefreshing(true)
    try {
      await refreshTables(client, dbId, schema)
      showToast('success', t('sqlside.tablesRefreshed'))
    } catch {
      showToast('danger', t('sqlside.tablesFailed'))
    } finally {
      setIsRefreshing(false)
    }
  }

  const all = tables.data?.length ?? 0
  const isSearching = shownText.trim() !== ''
  return (
    <>
      <div className={styles.searchBox}>
        <SearchInput label={t('sqlside.find')} value={text} onChange={setText} />
        <p className={styles.count}>
          <span>{t('sqllab.tables')}</span>
          <span className={styles.countEnd}>
            <span aria-live="polite">
              {tables.data && (isSearching ? t('sqlside.found', { found: formatCount(tree.found), all: formatCount(all) }) : formatCount(all))}
            </span>
            <IconButton
              size="xs"
              label={t('sqlside.refreshTables')}
              icon={<RefreshCw size={12} />}
              isBusy={isRefreshing || tables.isFetching}
              onClick={() => void refresh()}
            />
          </span>
        </p>
      </div>
      {tables.isPending && (
        <div className={styles.rest} role="status" aria-busy aria-label={t('ui.loading')}>
          {Array.from({ length: 10 }, (_, index) => (
            <div key={index} className={styles.bone}>
              <Skeleton height={12} width={`${String(40 + ((index * 17) % 45))}%`} />
            </div>
          ))}
        </div>
      )}
      {tables.error && (
        <div className={styles.rest}>
          <ErrorBox title={t('sqlside.tablesFailed')} text={normaliseError(tables.error).error} onRetry={() => void tables.refetch()} />
        </div>
      )}
      {tables.data &&
        (tree.rows.length === 0 ? (
          <p className={styles.note}>{isSearching ? t('sqlside.noMatches', { text: shownText.trim() }) : t('sqlside.noTables')}</p>
        ) : (
          <TableTree tree={tree} tabId={tabId} onInsert={onInsert} />
        ))}
    </>
  )
}
