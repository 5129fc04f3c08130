import type { Activity } from '@sightline/contract'
import { sql } from 'kysely'
import { sliceUrl } from '../../charts/form-data.ts'
import { dateOf, momentOf } from '../../moment.ts'
import { humanizeSince } from '../../rest/humanize.ts'
import { pageOf } from '../../rest/list.ts'
import { matches } from '../../rest/match.ts'
import { readQ, type Shape } from '../../rest/read-q.ts'
import type { Asked } from '../../rest/resource.ts'
import { anyOf } from '../../rest/rows.ts'
import { visibleCharts, visibleDashboards } from '../../rest/visible-data.ts'

const shape: Shape = {
  type: 'object',
  properties: {
    page: { type: 'integer' },
    page_size: { type: 'integer' },
    actions: { type: 'array', items: { type: 'string' } },
    distinct: { type: 'boolean' },
  },
}
interface ActivityQuery {
  readonly page?: number
  readonly page_size?: number
  readonly actions?: readonly string[]
  readonly distinct?: boolean
}

const yearMs = 365 * 86_400_000

/** Newest first; each dashboard and chart once, unless asked otherwise. What the caller may no longer see does not appear. */
export async function recentActivity(asked: Asked, q: string | undefined): Promise<{ result: Activity[] }> {
  const { deps, caller, now } = asked
  const query = readQ<ActivityQuery>(q, shape)
  if (caller.id === null) return { result: [] }
  const { size, page } = pageOf({}, query)
  const actions = query.actions && query.actions.length > 0 ? query.actions : ['mount_explorer', 'mount_dashboard']
  const isAction = anyOf(actions.map((action) => matches(deps.store, sql`logs.json`, `"event_name":${JSON.stringify(action)}`, 'contains')))
  const dashboard = visibleDashboards(caller, deps.config.featureFlags.DASHBOARD_RBAC)
  const chart = visibleCharts(caller)
  const since = momentOf(new Date(now.getTime() - yearMs))
  const source = sql`from logs
    left join dashboards on dashboards.id = logs.dashboard_id and dashboards.dashboard_title <> ''${dashboard ? sql` and (${dashboard})` : sql``}
    left join charts on charts.id = logs.slice_id and charts.slice_name <> ''${chart ? sql` and (${chart})` : sql``}
    where logs.action = 'log' and logs.user_id = ${caller.id} and logs.dttm > ${since} and (${isAction}) and (dashboards.id is not null or charts.id is not null)`
  const columns = sql`dashboards.id as dashboard_id, dashboards.slug, dashboards.dashboard_title, charts.id as chart_id, charts.slice_name`
  const isDistinct = query.distinct ?? true
  const { rows } = await sql<Found>`select ${columns}, ${isDistinct ? sql`max(logs.dttm)` : sql`logs.dttm`} as dttm ${source}
    ${isDistinct ? sql`group by dashboards.id, dashboards.slug, dashboards.dashboard_title, charts.id, charts.slice_name` : sql``}
    order by ${isDistinct ? sql`max(logs.dttm)` : sql`logs.dttm`} desc limit ${size} offset ${Math.min(page * (size ?? 1), 2 ** 31 - 1)}`.execute(deps.db)
  return { result: rows.map((row) => activityOf(row, now)) }
}

interface Found {
  readonly dashboard_id: number | null
  readonly slug: string | null
  readonly dashboard_title: string | null
  readonly chart_id: number | null
  readonly slice_name: string | null
  readonly dttm: string
}

/** A dashboard's event may name the chart it concerned; it is the dashboard that was opened. */
function activityOf(row: Found, now: Date): Activity {
  const isDashboard = row.dashboard_id !== null
  return {
    action: 'log',
    item_type: isDashboard ? 'dashboard' : 'slice',
    item_url: isDashboard ? `/superset/dashboard/${row.slug || row.dashboard_id}/` : sliceUrl(row.chart_id as number),
    item_title: (isDashboard ? row.dashboard_title : row.slice_name) ?? '',
    time: dateOf(row.dttm).getTime(),
    time_delta_humanized: humanizeSince(row.dttm, now),
  }
}
