import type { Block } from '@sightline/core'
import { chartIdOf } from '@sightline/core'
import { BarChart3, Ellipsis, Maximize2, Minimize2, Pencil, RefreshCw, Table2, Trash2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { links } from '../links.ts'
import { IconButton } from '../ui/Button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { Menu, type MenuEntry } from '../ui/Menu.tsx'
import { ChartFailure } from '../viz/ChartFailure.tsx'
import { ChartHost } from '../viz/ChartHost.tsx'
import { Elapsed } from '../viz/Elapsed.tsx'
import type { OwnState } from '../viz/own-state.ts'
import { useChartData } from '../viz/use-chart-data.ts'
import { t } from '../words/words.ts'
import { useBoard } from './board-context.ts'
import styles from './ChartCard.module.css'
import type { BoardChart } from './queries.ts'
import { useNearViewport } from './use-near-viewport.ts'

/** A chart on a dashboard. At rest only its name; on hover or focus what can be done with it, in a place that is kept for it. */
export const ChartCard = ({ block }: { readonly block: Block }) => {
  const { charts, nameOf } = useBoard()
  const chart = charts.get(chartIdOf(block) ?? -1)
  if (chart) return <LoadedCard name={nameOf(block.id)} blockId={block.id} chart={chart} />
  return (
    <section className={styles.card} aria-label={nameOf(block.id)}>
      <CardHead name={nameOf(block.id)} />
      <div className={styles.body}>
        <ChartFailure title={t('dashboard.noDefinition')} text={t('dashboard.noDefinitionHint')} />
      </div>
    </section>
  )
}

const CardHead = ({ name, children }: { readonly name: string; readonly children?: React.ReactNode }) => (
  <header className={styles.head}>
    <h2 className={styles.name} title={name}>
      {name}
    </h2>
    {children}
  </header>
)

const LoadedCard = ({ name, blockId, chart }: { readonly name: string; readonly blockId: string; readonly chart: BoardChart }) => {
  const { dashboardId, datasets, urlParams, chartActions, editing, refreshes } = useBoard()
  const card = useRef<HTMLElement>(null)
  const isNear = useNearViewport(card)
  const [isTable, setIsTable] = useState(false)
  const [isFull, setIsFull] = useState(false)
  const [ownState, setOwnState] = useState<OwnState>()
  const form = useMemo(
    () => ({ ...chart.form, dashboardId, url_params: urlParams, ...(ownState ? { ownState } : {}) }),
    [chart.form, dashboardId, urlParams, ownState],
  )
  const answer = useChartData(form, isNear)
  const { refresh } = answer
  const seen = useRef(refreshes)
  useEffect(() => {
    if (seen.current === refreshes) return
    seen.current = refreshes
    if (isNear) refresh()
  }, [refreshes, isNear, refresh])

  // In full size the card stands in the top layer: above the bars of the page, whatever holds it.
  useLayoutEffect(() => {
    if (isFull) card.current?.showPopover()
  }, [isFull])
  useEffect(() => {
    if (!isFull) return
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setIsFull(false)
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [isFull])

  const cachedAt = answer.data?.replies[0]?.cached_dttm
  const items: MenuEntry[] = [
    ...(answer.data ? [{ group: cachedAt ? t('card.cached', { when: whenText(cachedAt) }) : t('card.fetched', { when: t('dashboard.now') }) }] : []),
    { key: 'refresh', label: t('card.forceRefresh'), icon: <RefreshCw size={14} />, onSelect: refresh, isDisabled: answer.isFetching },
    ...(chartActions === 'all' ? [{ key: 'edit', label: t('card.editChart'), icon: <Pencil size={14} />, to: links.explore({ slice_id: chart.id }) }] : []),
    {
      key: 'table',
      label: isTable ? t('card.viewChart') : t('card.viewTable'),
      icon: isTable ? <BarChart3 size={14} /> : <Table2 size={14} />,
      onSelect: () => setIsTable(!isTable),
    },
    ...(editing
      ? ([
          'divider',
          { key: 'remove', label: t('dashboard.remove'), icon: <Trash2 size={14} />, isDanger: true, onSelect: () => editing.remove(blockId) },
        ] as const)
      : []),
  ]

  return (
    <section ref={card} popover={isFull ? 'manual' : undefined} className={joinClasses(styles.card, isFull && styles.full)} aria-label={name}>
      <CardHead name={name}>
        <span className={styles.status}>
          <Elapsed isRunning={answer.isFetching} />
        </span>
        {chartActions !== 'none' && (
          <span className={styles.actions}>
            <IconButton size="xs" label={t('card.refresh', { name })} icon={<RefreshCw size={14} />} onClick={refresh} isDisabled={answer.isFetching} />
            <IconButton
              size="xs"
              label={isFull ? t('card.leaveFullscreen') : t('card.fullscreen', { name })}
              icon={isFull ? <Minimize2 size={14} /> : <Maximize2 size={14} />}
              onClick={() => setIsFull(!isFull)}
            />
            <Menu
              label={t('card.menu', { name })}
              align="end"
              items={items}
              trigger={(props) => <IconButton {...props} size="xs" label={t('card.menu', { name })} icon={<Ellipsis size={14} />} />}
            />
          </span>
        )}
      </CardHead>
      <div className={styles.body}>
        {/* Without the names and formats of its dataset a chart would be drawn twice, the second time in another width. */}
        <ChartHost
          name={name}
          form={form}
          answer={datasets ? answer : { ...answer, data: undefined, isFetching: true, isStopped: false }}
          dataset={chart.dataset ?? datasets?.get(String(chart.form['datasource']))}
          isTable={isTable}
          onOwnState={setOwnState}
        />
      </div>
    </section>
  )
}

/** The server writes moments without a zone in UTC. */
const whenText = (moment: string): string => {
  const date = new Date(/Z|[+-]\d\d:?\d\d$/.test(moment) ? moment : `${moment}Z`)
  return Number.isNaN(date.getTime()) ? moment : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
