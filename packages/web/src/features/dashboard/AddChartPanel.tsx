import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { charts } from '@sightline/charts'
import { GripVertical, PanelRightClose, Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { bootstrap } from '../../api/bootstrap.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useTheme } from '../../ui/theme.ts'
import { t } from '../../words/words.ts'
import styles from './AddChartPanel.module.css'
import { useChartSearch, type ChartListRow } from './queries.ts'

export interface AddChartPanelProps {
  readonly dashboardId: number
  readonly shown: ReadonlySet<number>
  readonly onAdd: (chartId: number, name: string) => void
  readonly onClose: () => void
}

const mineKey = 'dashboard__editor_show_only_my_charts'

/** Charts to put on the dashboard: by drag, by click or by Enter. */
export const AddChartPanel = ({ dashboardId, shown, onAdd, onClose }: AddChartPanelProps) => {
  const [text, setText] = useState('')
  const [isMine, setIsMine] = useState(() => localStorage.getItem(mineKey) === 'true')
  const search = useChartSearch(useDeferredValue(text), isMine, bootstrap().user.userId)
  return (
    <aside className={styles.panel} aria-label={t('dashboard.addTitle')}>
      <header className={styles.head}>
        <h2>{t('dashboard.addTitle')}</h2>
        <IconButton label={t('dashboard.closePanel')} icon={<PanelRightClose size={16} />} onClick={onClose} />
      </header>
      <div className={styles.search}>
        <SearchInput label={t('dashboard.searchCharts')} value={text} onChange={setText} />
        <Checkbox
          label={t('dashboard.myCharts')}
          isChecked={isMine}
          onChange={(next) => {
            setIsMine(next)
            localStorage.setItem(mineKey, String(next))
          }}
        />
      </div>
      <div className={styles.list} aria-busy={search.isFetching}>
        {search.isPending && Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={44} />)}
        {search.error && <ErrorBox title={t('error.fallback')} text={normaliseError(search.error).error} onRetry={() => void search.refetch()} />}
        {search.data?.map((chart) => (
          <PanelChart key={chart.id} chart={chart} isShown={shown.has(chart.id)} onAdd={onAdd} />
        ))}
        {search.data?.length === 0 && <p className={styles.none}>{t('dashboard.noCharts')}</p>}
      </div>
      <div className={styles.new}>
        <ButtonLink to={links.newChart({ dashboard_id: dashboardId })} icon={<Plus size={14} />}>
          {t('dashboard.newChart')}
        </ButtonLink>
      </div>
      <footer className={styles.foot}>{t('dashboard.moveHint', { keys: '← → ↑ ↓' })}</footer>
    </aside>
  )
}

const PanelChart = ({ chart, isShown, onAdd }: { readonly chart: ChartListRow; readonly isShown: boolean; readonly onAdd: AddChartPanelProps['onAdd'] }) => {
  const row = useRef<HTMLButtonElement>(null)
  const [hasPicture, setHasPicture] = useState(Boolean(chart.thumbnail_url))
  const theme = useTheme()
  useEffect(() => {
    if (!row.current || isShown) return
    return draggable({ element: row.current, getInitialData: () => ({ kind: 'chart', chartId: chart.id, name: chart.slice_name }) })
  }, [chart.id, chart.slice_name, isShown])
  const kind = charts.find(({ id }) => id === chart.viz_type)?.name ?? chart.viz_type
  const about = [kind, chart.datasource_name_text].filter(Boolean).join(' · ')
  return (
    <button
      ref={row}
      type="button"
      className={styles.chart}
      disabled={isShown}
      title={t('dashboard.addChart', { name: chart.slice_name })}
      onClick={() => onAdd(chart.id, chart.slice_name)}
    >
      <span className={styles.picture}>
        {hasPicture && <img src={`${chart.thumbnail_url ?? ''}?theme=${theme}`} alt="" loading="lazy" draggable={false} onError={() => setHasPicture(false)} />}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{chart.slice_name}</span>
        <span className={styles.kind}>{about}</span>
      </span>
      {isShown ? <Badge>{t('dashboard.added')}</Badge> : <GripVertical size={14} className={styles.grip} aria-hidden />}
    </button>
  )
}
