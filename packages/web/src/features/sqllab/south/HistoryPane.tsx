import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { fetchOlderRuns } from '../lab/history-commands.ts'
import { useLab } from '../lab/store.ts'
import type { Run } from '../state/model.ts'
import { tabOf } from '../state/tabs.ts'
import { runsOfTab } from './history-runs.ts'
import { HistoryRow } from './HistoryRow.tsx'
import { ResultDialog } from './ResultDialog.tsx'
import styles from './South.module.css'
import { SqlDialog } from './SqlDialog.tsx'

const heads = ['state', 'started', 'duration', 'progress', 'rows', 'sql', 'results', 'actions'] as const

/** Every run of a tab, the newest first; older ones are asked for when the list is read to its end. */
export const HistoryPane = ({ tabId, onReplace }: { readonly tabId: string; readonly onReplace: (text: string) => void }) => {
  const allRuns = useLab((lab) => lab.sql.runs)
  const serverId = useLab((lab) => tabOf(lab.sql, tabId)?.serverId ?? null)
  const latestId = useLab((lab) => tabOf(lab.sql, tabId)?.latestQueryId ?? null)
  const runs = useMemo(() => runsOfTab(allRuns, { id: tabId, serverId }), [allRuns, tabId, serverId])
  const [shownSql, setShownSql] = useState<Run>()
  const [shownRows, setShownRows] = useState<string>()
  const scroller = useRef<HTMLDivElement>(null)
  // The virtualiser is read in the same render that draws with it; nothing is handed to memoised children.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    getItemKey: (index) => runs[index]?.id ?? index,
    overscan: 6,
  })
  const items = rows.getVirtualItems()
  useOlderRuns(tabId, (items.at(-1)?.index ?? 0) >= runs.length - 1)

  if (runs.length === 0)
    return (
      <div className={styles.middle}>
        <EmptyState title={t('sqllab.history.empty')} />
      </div>
    )
  return (
    // A list that scrolls is reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className={styles.history} role="table" aria-label={t('sqllab.history')} aria-rowcount={runs.length + 1} tabIndex={0}>
      <div role="row" aria-rowindex={1} className={styles.historyHead}>
        {heads.map((head) => (
          <span key={head} role="columnheader" className={head === 'rows' || head === 'duration' ? styles.end : undefined}>
            {t(`sqllab.history.${head}`)}
          </span>
        ))}
      </div>
      <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start, key }) => {
          const run = runs[index]
          return (
            run && (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                className={styles.historyRow}
                style={{ transform: `translateY(${String(start)}px)` }}
              >
                <HistoryRow
                  tabId={tabId}
                  run={run}
                  isLatest={run.id === latestId}
                  onShowSql={() => setShownSql(run)}
                  onShowRows={() => setShownRows(run.id)}
                  onReplace={onReplace}
                />
              </div>
            )
          )
        })}
      </div>
      {shownSql && <SqlDialog run={shownSql} onClose={() => setShownSql(undefined)} />}
      {shownRows !== undefined && <ResultDialog runId={shownRows} onClose={() => setShownRows(undefined)} />}
    </div>
  )
}

function useOlderRuns(tabId: string, isAtEnd: boolean): void {
  const [page, setPage] = useState(0)
  const [hasMore, setHasMore] = useState(true)
  const isAsking = useRef(false)
  useEffect(() => {
    if (!isAtEnd || !hasMore || isAsking.current) return
    isAsking.current = true
    fetchOlderRuns(tabId, page)
      .then((more) => {
        setHasMore(more)
        setPage(page + 1)
      })
      .catch(() => {
        setHasMore(false)
        showToast('danger', t('sqllab.history.olderFailed'))
      })
      .finally(() => (isAsking.current = false))
  }, [tabId, isAtEnd, hasMore, page])
}
