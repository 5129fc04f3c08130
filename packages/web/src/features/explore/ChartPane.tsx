import { ChevronDown, ChevronUp, TriangleAlert, Zap } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { normaliseError } from '../../api/normalise-error.ts'
import type { Dataset } from '../../controls/dataset.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Splitter } from '../../ui/Splitter.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { frameOf } from '../../viz/chart-data.ts'
import { ChartHost } from '../../viz/ChartHost.tsx'
import { Elapsed } from '../../viz/Elapsed.tsx'
import { FrameGrid } from '../../viz/FrameGrid.tsx'
import type { OwnState } from '../../viz/own-state.ts'
import type { ChartAnswer } from '../../viz/use-chart-data.ts'
import { t, tCount } from '../../words/words.ts'
import styles from './ChartPane.module.css'
import { useSamples } from './queries.ts'
import { judgeRowCount } from './row-count.ts'
import type { Form } from './state.ts'

export interface ChartPaneProps {
  readonly name: string
  /** What is drawn; undefined before the first run. */
  readonly drawn: Form | undefined
  readonly answer: ChartAnswer
  readonly dataset: Dataset
  readonly isStale: boolean
  readonly mayRun: boolean
  readonly onRun: () => void
  readonly onOwnState: (state: OwnState) => void
}

const openKey = 'is_datapanel_open'

/** The chart, what is known about its rows, and the rows. */
export const ChartPane = (props: ChartPaneProps) => {
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(openKey) === 'true')
  const toggle = (): void => {
    localStorage.setItem(openKey, String(!isOpen))
    setIsOpen(!isOpen)
  }
  // The drawer stands elsewhere in the page once it is open: which rows it shows is remembered here.
  const [tab, setTab] = useState('results-0')
  const drawer = <RowsDrawer {...props} isOpen={isOpen} onToggle={toggle} tab={tab} onTab={setTab} />
  return (
    <div className={styles.pane}>
      {isOpen ? (
        <Splitter
          direction="column"
          sized="second"
          initialSize={260}
          least={120}
          storageKey="chart_split_sizes"
          first={<Picture {...props} />}
          second={drawer}
        />
      ) : (
        <>
          <Picture {...props} />
          {drawer}
        </>
      )}
    </div>
  )
}

const Picture = ({ name, drawn, answer, dataset, isStale, mayRun, onRun, onOwnState }: ChartPaneProps) => (
  <div className={styles.picture}>
    <div className={styles.pills}>
      <Pills answer={answer} drawn={drawn} />
      <span className={styles.rest} />
      <Elapsed isRunning={answer.isFetching} />
      {isStale && drawn && !answer.isFetching && <span className={styles.stale}>{t('explore.stale')}</span>}
    </div>
    <div className={styles.chart}>
      {drawn ? (
        <ChartHost name={name} form={drawn} answer={answer} dataset={dataset} onOwnState={onOwnState} />
      ) : (
        <div className={styles.waiting}>
          {mayRun ? (
            <EmptyState title={t('explore.ready')} text={t('explore.readyHint')} action={<Button onClick={onRun}>{t('explore.create')}</Button>} />
          ) : (
            <EmptyState title={t('explore.needsValues')} text={t('explore.needsValuesHint')} />
          )}
        </div>
      )}
    </div>
  </div>
)

const Pills = ({ answer, drawn }: { readonly answer: ChartAnswer; readonly drawn: Form | undefined }): ReactNode => {
  const reply = answer.data?.replies[0]
  if (!reply || !answer.data || !drawn || answer.isOld) return null
  const count = judgeRowCount(reply.rowcount ?? reply.data.length, drawn['row_limit'])
  return (
    <>
      <Badge tone={count.isDanger ? 'danger' : 'neutral'} icon={count.isAtLimit ? <TriangleAlert size={12} /> : undefined}>
        {count.isAtLimit ? `${tCount('viz.rows', count.rows)} · ${t('explore.limitReached')}` : tCount('viz.rows', count.rows)}
      </Badge>
      <Badge tone="success">{t('viz.elapsed', { seconds: (answer.data.tookMs / 1000).toFixed(2) })}</Badge>
      {reply.is_cached && reply.cached_dttm && (
        <button type="button" className={styles.cached} title={t('explore.cachedHint')} onClick={answer.refresh}>
          <Badge icon={<Zap size={12} />}>{t('explore.cached', { ago: agoText(reply.cached_dttm) })}</Badge>
        </button>
      )}
    </>
  )
}

const agoText = (moment: string): string => {
  const then = new Date(/Z|[+-]\d\d:?\d\d$/.test(moment) ? moment : `${moment}Z`).getTime()
  const minutes = Math.round((Date.now() - then) / 60_000)
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (minutes < 60) return words.format(-minutes, 'minute')
  return minutes < 60 * 36 ? words.format(-Math.round(minutes / 60), 'hour') : words.format(-Math.round(minutes / 1440), 'day')
}

interface RowsDrawerProps extends ChartPaneProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly tab: string
  readonly onTab: (tab: string) => void
}

const RowsDrawer = ({ answer, drawn, dataset, name, isOpen, onToggle, tab, onTab }: RowsDrawerProps) => {
  const [search, setSearch] = useState('')
  const frames = drawn ? (answer.data?.frames ?? []) : []
  const samples = useSamples(dataset, isOpen && tab === 'samples')
  const items = [
    ...(frames.length === 0 ? [''] : frames).map((_, index) => ({
      key: `results-${String(index)}`,
      label: index === 0 ? t('explore.results') : `${t('explore.results')} ${String(index + 1)}`,
    })),
    { key: 'samples', label: t('explore.samples') },
  ]
  const frame = frames[Number(tab.split('-')[1])]
  const sampleFrame = samples.data && frameOf(samples.data)
  return (
    <section className={styles.drawer} aria-label={t('explore.results')}>
      <header className={styles.drawerHead}>
        <Tabs
          label={t('explore.results')}
          items={items}
          value={items.some(({ key }) => key === tab) ? tab : 'results-0'}
          onChange={(next) => {
            onTab(next)
            if (!isOpen) onToggle()
          }}
        />
        <span className={styles.rest} />
        {isOpen && <SearchInput label={t('ui.search')} value={search} onChange={setSearch} className={styles.search} />}
        <IconButton
          label={isOpen ? t('explore.closeResults') : t('explore.openResults')}
          icon={isOpen ? <ChevronDown size={16} /> : <ChevronUp size={16} />}
          onClick={onToggle}
        />
      </header>
      {isOpen && (
        <div className={styles.rows}>
          {tab === 'samples' ? (
            samples.error ? (
              <ErrorBox title={t('error.fallback')} text={normaliseError(samples.error).error} onRetry={() => void samples.refetch()} />
            ) : sampleFrame ? (
              <FrameGrid label={t('explore.samples')} frame={sampleFrame} search={search} />
            ) : (
              <Skeleton height={120} />
            )
          ) : frame ? (
            <FrameGrid label={t('viz.tableTwin', { name })} frame={frame} search={search} />
          ) : (
            <p className={styles.none}>{t('grid.noRows')}</p>
          )}
        </div>
      )}
    </section>
  )
}
