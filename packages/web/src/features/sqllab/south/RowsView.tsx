import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { confNumber, may } from '../../../api/bootstrap.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { DataGrid, type GridColumn } from '../../../viz/DataGrid.tsx'
import { cellsOf } from '../../../viz/grid/cells-of.ts'
import { copyRows } from '../../../viz/grid/copy-rows.ts'
import { useElapsed } from '../../../viz/use-elapsed.ts'
import { formatCount, t, tCount } from '../../../words/words.ts'
import { CursorPlace } from '../editor/CursorPlace.tsx'
import { useLab } from '../lab/store.ts'
import { isInFlight, type Run, type RunColumn, type RunRows } from '../state/model.ts'
import { DownloadMenu } from './DownloadMenu.tsx'
import { ResultUses } from './ResultUses.tsx'
import { isLimitReached, limitSource } from './limit-reached.ts'
import { labelOfStatus, labelTones, secondsText } from './run-labels.ts'
import styles from './South.module.css'
import { SqlDialog } from './SqlDialog.tsx'

const kinds = ['numeric', 'string', 'temporal', 'boolean'] as const
const nested = /json|struct|map|list|array|\[\d*\]$|^row\b|tuple|variant|^object|union/i
const filterMs = 250

const columnOf = ({ name, kind, type }: RunColumn): GridColumn => ({
  key: name,
  label: name,
  kind: kinds[kind ?? 1] ?? 'string',
  type: type ?? undefined,
  isNested: kind === 1 && type !== null && nested.test(type),
})

/** The rows of a run, also while more of them arrive. A look at a table has neither chart nor file. */
export const RowsView = ({ run, results, isLook }: { readonly run: Run; readonly results: RunRows; readonly isLook: boolean }) => {
  const [search, setSearch] = useState('')
  const settled = useSettled(search, filterMs)
  const columns = useMemo(() => results.columns.map(columnOf), [results.columns])
  const cellAt = useMemo(() => cellsOf(results.values), [results.values])
  const database = useLab((lab) => lab.databases[run.dbId]?.database_name ?? '')
  const copyAll = (): void => void copyRows({ columns, from: 0, cellAt, rowAt: (row) => row, top: 0, bottom: results.length - 1 })
  return (
    <div className={styles.rows}>
      <div className={styles.statusLine}>
        <RunState run={run} shown={results.length} isLook={isLook} />
        <SqlPreview run={run} />
        <SearchInput label={t('sqllab.filterRows')} value={search} onChange={setSearch} className={styles.filter} />
        {!isLook && run.state === 'success' && <ResultUses run={run} results={results} />}
        {!isLook && may('can_export_csv', 'SQLLab') && run.state === 'success' && <DownloadMenu runId={run.id} />}
        <IconButton kind="default" label={t('sqllab.copyRows')} icon={<Copy size={14} />} onClick={copyAll} isDisabled={results.length === 0} />
      </div>
      <div className={styles.grid}>
        <DataGrid
          label={t('sqllab.resultGrid')}
          columns={columns}
          rowCount={results.length}
          cellAt={cellAt}
          search={settled}
          emptyText={results.isComplete ? t('sqllab.noData') : t('sqllab.running')}
          statusEnd={
            <>
              <span>{run.schema ? t('sqllab.place', { database, schema: run.schema }) : database}</span>
              <CursorPlace />
            </>
          }
        />
      </div>
    </div>
  )
}

/** State, time, how many rows, and whether there would have been more. */
const RunState = ({ run, shown, isLook }: { readonly run: Run; readonly shown: number; readonly isLook: boolean }) => {
  const isRunning = isInFlight(run.state)
  const elapsed = useElapsed(isRunning ? run.startDttm : undefined)
  const label = labelOfStatus(run.state)
  const rows = isRunning ? shown : (run.rows ?? shown)
  const source = limitSource(run, confNumber('DEFAULT_SQLLAB_LIMIT', 1000))
  // What the statement itself asked for is no news where nothing more can be had.
  const isLimited = isLimitReached(run) && (source !== 'query' || (!isLook && may('can_export_csv', 'SQLLab')))
  return (
    <span className={styles.state} role="status">
      <Badge tone={labelTones[label]} icon={label === 'success' && <Check size={12} />}>
        {t(`sqllab.state.${label}`)}
      </Badge>
      <span>{secondsText(isRunning ? elapsed : (run.endDttm ?? run.startDttm) - run.startDttm)}</span>
      <span aria-hidden>·</span>
      <span>{tCount(isRunning ? 'sqllab.rowsSoFar' : 'sqllab.rowsReturned', rows)}</span>
      {isLimited && !isRunning && (
        <Tooltip text={t(`sqllab.limitedBy.${source}`, { count: formatCount(rows) })}>
          {/* Reached by keyboard too, for the sentence beside it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <span tabIndex={0} className={styles.limit}>
            <Badge tone="warning" icon={<TriangleAlert size={12} />}>
              {t('sqllab.limitReached')}
            </Badge>
          </span>
        </Tooltip>
      )}
    </span>
  )
}

const SqlPreview = ({ run }: { readonly run: Run }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.preview} title={t('sqllab.showSql')} onClick={() => setIsOpen(true)}>
        <span className="visually-hidden">{t('sqllab.showSql')}</span>
        {(run.executedSql ?? run.sql).replaceAll(/\s+/g, ' ').slice(0, 300)}
      </button>
      {isOpen && <SqlDialog run={run} onClose={() => setIsOpen(false)} />}
    </>
  )
}
