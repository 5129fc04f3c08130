import { links } from '../../links.ts'
import { t } from '../../words/words.ts'

export type RecentTab = 'Viewed' | 'Edited' | 'Created'

export interface RecentItem {
  readonly key: string
  readonly kind: 'chart' | 'dashboard' | 'query'
  readonly title: string
  readonly url: string
  /** As the wire has it: milliseconds or a moment's text. */
  readonly at: number | string | null
  readonly vizType?: string | null
  readonly certifiedBy?: string | null
}

export interface ActivityRow {
  readonly item_type: string
  readonly item_url: string | null
  readonly item_title: string | null
  readonly time: number
}

export interface ChartBrief {
  readonly id: number
  readonly slice_name: string | null
  readonly viz_type: string | null
  readonly changed_on_utc: string | null
  readonly certified_by?: string | null
}

export interface DashboardBrief {
  readonly id: number
  readonly slug: string | null
  readonly dashboard_title: string | null
  readonly changed_on_utc: string | null
  readonly certified_by?: string | null
}

export interface QueryBrief {
  readonly id: number
  readonly label: string | null
  readonly changed_on: string | null
}

const titleOf = (text: string | null): string => (text === null || text === '' ? t('home.untitled') : text)

/** What was looked at; things without an address are dropped. */
export const fromActivity = (rows: readonly ActivityRow[]): readonly RecentItem[] =>
  rows.flatMap((row) =>
    row.item_url
      ? [
          {
            key: row.item_url,
            kind: row.item_type === 'dashboard' ? 'dashboard' : 'chart',
            title: titleOf(row.item_title),
            url: row.item_url,
            at: row.time,
          } as const,
        ]
      : [],
  )

export const fromChart = (row: ChartBrief): RecentItem => ({
  key: `chart-${row.id}`,
  kind: 'chart',
  title: titleOf(row.slice_name),
  url: links.explore({ slice_id: row.id }),
  at: row.changed_on_utc,
  vizType: row.viz_type,
  certifiedBy: row.certified_by ?? null,
})

export const fromDashboard = (row: DashboardBrief): RecentItem => ({
  key: `dashboard-${row.id}`,
  kind: 'dashboard',
  title: titleOf(row.dashboard_title),
  url: links.dashboard(row.slug ?? row.id),
  at: row.changed_on_utc,
  certifiedBy: row.certified_by ?? null,
})

export const fromQuery = (row: QueryBrief): RecentItem => ({
  key: `query-${row.id}`,
  kind: 'query',
  title: titleOf(row.label),
  url: links.sql({ savedQueryId: row.id }),
  at: row.changed_on,
})

const mostEach = 3

/** The first three of each kind: the edited lists. */
export const mixKinds = (charts: readonly ChartBrief[], dashboards: readonly DashboardBrief[], queries: readonly QueryBrief[] = []): readonly RecentItem[] => [
  ...dashboards.slice(0, mostEach).map(fromDashboard),
  ...charts.slice(0, mostEach).map(fromChart),
  ...queries.slice(0, mostEach).map(fromQuery),
]

/** The remembered tab if there is one, else what was viewed, else what was created. */
export const firstTab = (remembered: string | null, hasViewed: boolean): RecentTab =>
  remembered === 'Viewed' || remembered === 'Edited' || remembered === 'Created' ? remembered : hasViewed ? 'Viewed' : 'Created'

/** The part of the day, for the greeting. */
export const greetingKey = (hour: number): 'home.morning' | 'home.afternoon' | 'home.evening' =>
  hour < 12 && hour >= 4 ? 'home.morning' : hour < 18 && hour >= 12 ? 'home.afternoon' : 'home.evening'
