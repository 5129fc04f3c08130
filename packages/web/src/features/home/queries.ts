import { encodeRison } from '@sightline/core'
import { useQuery } from '@tanstack/react-query'
import { bootstrap, may } from '../../api/bootstrap.ts'
import { request } from '../../api/client.ts'
import { listRows } from '../../api/resources.ts'
import type { Filter, ListQuestion } from '../../api/resources.ts'
import type { Person } from '../../ui/avatar.ts'
import { readLastTab } from './last-tab.ts'
import { firstTab, fromActivity, fromChart, fromDashboard, mixKinds } from './recent.ts'
import type { ActivityRow, ChartBrief, DashboardBrief, QueryBrief, RecentItem, RecentTab } from './recent.ts'
import { readKept } from './remember.ts'

export type CardTab = 'Favorite' | 'Mine' | 'Other'

/** Cards of one kind on the home page. */
const cardCount = 5

export interface DashboardCard extends DashboardBrief {
  readonly owners?: readonly Person[]
  readonly certification_details: string | null
  readonly changed_on_delta_humanized: string
  readonly thumbnail_url: string | null
}

export interface ChartCard extends ChartBrief {
  readonly owners?: readonly Person[]
  readonly certification_details: string | null
  readonly changed_on_delta_humanized: string
  readonly thumbnail_url: string | null
}

const me = (): number => bootstrap().user.userId ?? 0

export const lastTab = () => readLastTab(bootstrap().common.conf?.['WELCOME_PAGE_LAST_TAB'])

const filtersOf = (kind: 'chart' | 'dashboard', tab: CardTab): readonly Filter[] => {
  if (tab === 'Favorite') return [{ col: 'id', opr: `${kind}_is_favorite`, value: true }]
  return tab === 'Mine' ? [{ col: 'owners', opr: 'rel_m_m', value: me() }] : lastTab().filters
}

const newest = { order_column: 'changed_on_delta_humanized', order_direction: 'desc', page: 0 } as const

const chartColumns = [
  'id',
  'slice_name',
  'viz_type',
  'changed_on_utc',
  'changed_on_delta_humanized',
  'certified_by',
  'certification_details',
  'thumbnail_url',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
]
const dashboardColumns = [
  'id',
  'slug',
  'dashboard_title',
  'changed_on_utc',
  'changed_on_delta_humanized',
  'certified_by',
  'certification_details',
  'thumbnail_url',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
]

/** What the cards of one kind under a tab are asked for with. */
export const cardQuestion = (kind: 'chart' | 'dashboard', tab: CardTab): ListQuestion => ({ ...newest, filters: filtersOf(kind, tab), page_size: cardCount })

const askCharts = (filters: readonly Filter[], count: number, signal: AbortSignal) =>
  listRows<ChartCard>('chart', { ...newest, columns: chartColumns, filters, page_size: count }, signal)
const askDashboards = (filters: readonly Filter[], count: number, signal: AbortSignal) =>
  listRows<DashboardCard>('dashboard', { ...newest, columns: dashboardColumns, filters, page_size: count }, signal)
const askQueries = (count: number, signal: AbortSignal) =>
  listRows<QueryBrief>(
    'saved_query',
    { ...newest, columns: ['id', 'label', 'changed_on'], filters: [{ col: 'created_by', opr: 'rel_o_m', value: me() }], page_size: count },
    signal,
  )

export const useDashboardCards = (tab: CardTab) =>
  useQuery({
    queryKey: ['dashboard', 'home', tab],
    queryFn: async ({ signal }) =>
      (await listRows<DashboardCard>('dashboard', { ...cardQuestion('dashboard', tab), columns: dashboardColumns }, signal)).result,
  })

export const useChartCards = (tab: CardTab) =>
  useQuery({
    queryKey: ['chart', 'home', tab],
    queryFn: async ({ signal }) => (await listRows<ChartCard>('chart', { ...cardQuestion('chart', tab), columns: chartColumns }, signal)).result,
  })

export const useSavedQueries = () =>
  useQuery({
    queryKey: ['saved_query', 'home'],
    queryFn: async ({ signal }) => (await askQueries(cardCount, signal)).result,
    enabled: may('can_read', 'SavedQuery'),
  })

const readViewed = async (signal: AbortSignal): Promise<readonly RecentItem[]> =>
  fromActivity(
    (await request<{ result: readonly ActivityRow[] }>('/api/v1/log/recent_activity/', { query: { q: encodeRison({ page: 0, page_size: 6 }) }, signal }))
      .result,
  )

const readEdited = async (signal: AbortSignal): Promise<readonly RecentItem[]> => {
  const mine: readonly Filter[] = [{ col: 'changed_by', opr: 'rel_o_m', value: me() }]
  const [charts, dashboards] = await Promise.all([askCharts(mine, 3, signal), askDashboards(mine, 3, signal)])
  return mixKinds(charts.result, dashboards.result)
}

const readCreated = async (signal: AbortSignal): Promise<readonly RecentItem[]> => {
  const mine: readonly Filter[] = [{ col: 'created_by', opr: 'rel_o_m', value: me() }]
  const [charts, dashboards, queries] = await Promise.all([
    askCharts(mine, 3, signal),
    askDashboards(mine, 3, signal),
    may('can_read', 'SavedQuery') ? askQueries(3, signal) : { result: [] },
  ])
  return mixKinds(charts.result, dashboards.result, queries.result)
}

const readers = { Viewed: readViewed, Edited: readEdited, Created: readCreated } as const

export const useRecent = (tab: RecentTab) => useQuery({ queryKey: ['recent', tab], queryFn: ({ signal }) => readers[tab](signal), staleTime: 0 })

export const recentTabKey = 'homepage_activity_filter'

/** The tab recent work opens on, and how much it has to show. */
export const useFirstRecent = (): { readonly tab: RecentTab; readonly isPending: boolean; readonly count: number } => {
  const viewed = useRecent('Viewed')
  const tab = firstTab(readKept(recentTabKey), viewed.isPending || (viewed.data?.length ?? 0) > 0)
  const first = useRecent(tab)
  return { tab, isPending: first.isPending, count: first.data?.length ?? 0 }
}

export const useFavouriteItems = () =>
  useQuery({
    queryKey: ['favourite-items'],
    queryFn: async ({ signal }) => {
      const [charts, dashboards] = await Promise.all([
        askCharts(filtersOf('chart', 'Favorite'), 6, signal),
        askDashboards(filtersOf('dashboard', 'Favorite'), 6, signal),
      ])
      return [...dashboards.result.map(fromDashboard), ...charts.result.map(fromChart)].slice(0, 6)
    },
    staleTime: 0,
  })
