import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { normaliseError } from '../../../api/normalise-error.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { DataGrid, type GridColumn } from '../../../viz/DataGrid.tsx'
import { copyCell } from '../../../viz/grid/cell-text.ts'
import { formatCount, t, tCount } from '../../../words/words.ts'
import styles from '../SqlPage.module.css'
import { fetchResults } from '../lab/run-commands.ts'
import type { Run, RunRows } from '../state/model.ts'
import { isLimitReached, limitSource } from './limit-reached.ts'

const kinds = ['numeric', 'string', 'temporal', 'boolean'] as const

/** What became of a run. */
export const ResultPane = ({ run }: { readonly run: Run | undefined }) => {
  if (!run)
    return (
      <div className={styles.middle}>
        <EmptyState title={t('sqllab.idle')} />
      </div>
    )
  if (run.state === 'stopped')
    return (
      <div className={styles.pane}>
        <ErrorBox level="warning" title={t('sqllab.wasStopped')} text={secondsText((run.endDttm ?? run.startDttm) - run.startDttm)} />
      </div>
    )
  if (run.state === 'failed' || run.state === 'timed_out') {
    const { error, hints, stack } = normaliseError(run.errors.length > 0 ? { errors: run.errors } : (run.errorMessage ?? ''))
    return (
      <div className={styles.pane}>
        <ErrorBox title={t('sqllab.failed')} text={error} details={[...hints, ...(stack === undefined ? [] : [stack])].join('\n')} />
      </div>
    )
  }
  if (run.results !== null) return <Rows key={run.id} run={run} results={run.results} />
  if (run.state === 'success' && run.resultsKey !== null)
    return (
      <div className={styles.middle}>
        <Button onClick={() => void fetchResults(run.id)}>{t('sqllab.refetch')}</Button>
      </div>
    )
  if (run.state === 'success')
    return (
      <div className={styles.pane}>
        <ErrorBox level="info" title={t('sqllab.nothingStored')} />
      </div>
    )
  return (
    <div className={styles.middle} role="status">
      {run.progressText ?? t('sqllab.running')}
    </div>
  )
}

const secondsText = (ms: number): string => t('sqllab.seconds', { seconds: (ms / 1000).toFixed(ms < 10_000 ? 2 : 1) })

const Rows = ({ run, results }: { readonly run: Run; readonly results: RunRows }) => {
  const [search, setSearch] = useState('')
  const columns = useMemo<readonly GridColumn[]>(
    () => results.columns.map(({ name, kind }) => ({ key: name, label: name, kind: kinds[kind ?? 1] ?? 'string' })),
    [results.columns],
  )
  const rows = useMemo(() => Array.from({ length: results.length }, (_, row) => results.values.map((cells) => cells[row])), [results])
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
        <span>{secondsText((run.endDttm ?? Date.now()) - run.startDttm)}</span>
        <span aria-hidden>·</span>
        <span>{tCount('viz.rows', run.rows ?? results.length)}</span>
        {isLimitReached(run) && (
          <Tooltip text={t(`sqllab.limitedBy.${limitSource(run)}`, { count: formatCount(run.limit ?? results.length) })}>
            <span>
              <Badge tone="warning" icon={<TriangleAlert size={12} />}>
                {t('sqllab.limitReached')}
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
