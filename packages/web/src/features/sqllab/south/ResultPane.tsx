import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { normaliseError } from '../../api/normalise-error.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { DataGrid, type GridColumn } from '../../viz/DataGrid.tsx'
import { copyCell } from '../../viz/grid/cell-text.ts'
import { formatCount, t, tCount } from '../../words/words.ts'
import styles from './SqlPage.module.css'
import { isLimitReached, limitSource, type RunResult, type RunState } from './state.ts'

const kinds = ['numeric', 'string', 'temporal', 'boolean'] as const

/** What became of the last run. */
export const ResultPane = ({ run }: { readonly run: RunState }) => {
  switch (run.state) {
    case 'idle':
      return (
        <div className={styles.middle}>
          <EmptyState title={t('sqllab.idle')} />
        </div>
      )
    case 'running':
      return (
        <div className={styles.middle} role="status">
          {t('sqllab.running')}
        </div>
      )
    case 'stopped':
      return (
        <div className={styles.pane}>
          <ErrorBox level="warning" title={t('sqllab.wasStopped')} text={secondsText(run.elapsedMs)} />
        </div>
      )
    case 'failed': {
      const { error, hints, stack } = normaliseError(run.failure)
      return (
        <div className={styles.pane}>
          <ErrorBox title={t('sqllab.failed')} text={error} details={[...hints, ...(stack === undefined ? [] : [stack])].join('\n')} />
        </div>
      )
    }
    case 'success':
      return <Rows key={run.clientId} result={run.result} />
  }
}

const secondsText = (ms: number): string => t('sqllab.seconds', { seconds: (ms / 1000).toFixed(ms < 10_000 ? 2 : 1) })

const Rows = ({ result }: { readonly result: RunResult }) => {
  const [search, setSearch] = useState('')
  const columns = useMemo<readonly GridColumn[]>(
    () =>
      result.columns.map((column) => ({
        key: column.column_name,
        label: column.column_name,
        kind: column.is_dttm ? 'temporal' : (kinds[column.type_generic ?? 1] ?? 'string'),
      })),
    [result],
  )
  const rows = useMemo(() => result.data.map((row) => columns.map(({ key }) => row[key])), [result, columns])
  const copyAll = (): void => {
    const lines = [
      columns.map(({ key }) => copyCell(key, 'string')).join('\t'),
      ...rows.map((row) => row.map((value, index) => copyCell(value, columns[index]!.kind)).join('\t')),
    ]
    void copyText(lines.join('\n'))
  }
  return (
    <div className={styles.rows}>
      <div className={styles.status}>
        <Badge tone="success" icon={<Check size={12} />}>
          {t('sqllab.success')}
        </Badge>
        <span>{secondsText(result.endedAt - result.startedAt)}</span>
        <span aria-hidden>·</span>
        <span>{tCount('viz.rows', result.rows)}</span>
        {isLimitReached(result) && (
          <Tooltip text={t(`sqllab.limitedBy.${limitSource(result)}`, { count: formatCount(result.limit ?? result.rows) })}>
            <span>
              <Badge tone="warning" icon={<TriangleAlert size={12} />}>
                {t('sqllab.limitReached')}
              </Badge>
            </span>
          </Tooltip>
        )}
        {result.isDisplayCut && (
          <Tooltip text={t('sqllab.displayCutHint', { count: formatCount(rows.length) })}>
            <span>
              <Badge tone="warning" icon={<TriangleAlert size={12} />}>
                {t('sqllab.displayCut', { count: formatCount(rows.length) })}
              </Badge>
            </span>
          </Tooltip>
        )}
        <span className={styles.rest} />
        <SearchInput label={t('sqllab.filterRows')} value={search} onChange={setSearch} className={styles.filter} />
        <Button icon={<Copy size={14} />} onClick={copyAll} isDisabled={rows.length === 0}>
          {t('sqllab.copyRows')}
        </Button>
      </div>
      {columns.length === 0 ? (
        <div className={styles.pane}>
          <ErrorBox level="info" title={t('sqllab.noData')} />
        </div>
      ) : (
        <div className={styles.grid}>
          <DataGrid label={t('sqllab.resultGrid')} columns={columns} rows={rows} search={search} />
        </div>
      )}
    </div>
  )
}
