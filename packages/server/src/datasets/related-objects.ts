import type { Caller } from '@sightline/core'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { visibleCharts, visibleDashboards } from '../rest/visible-data.ts'

export const counted = <Thing>(result: readonly Thing[], count = result.length) => ({ count, result })
const everything = sql<boolean>`1 = 1`

/**
 * The charts over one dataset, or over any dataset of a database, and the dashboards they are on: what would break if it went. All are
 * counted; those that the caller may see are named.
 */
export async function relatedObjects({ db, config }: Pick<Deps, 'db' | 'config'>, caller: Caller, column: 'datasets.id' | 'datasets.database_id', id: number) {
  const over = db
    .selectFrom('charts')
    .innerJoin('datasets', (join) => join.onRef('datasets.id', '=', 'charts.datasource_id').on('charts.datasource_type', '=', 'table'))
    .where(column, '=', id)
  const shown = db
    .selectFrom('dashboards')
    .where('dashboards.id', 'in', over.innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id').select('dashboard_charts.dashboard_id'))
  const seenCharts = (visibleCharts(caller) ?? everything) as typeof everything
  const seenDashboards = (visibleDashboards(caller, config.featureFlags.DASHBOARD_RBAC) ?? everything) as typeof everything
  const [charts, dashboards, chartCount, dashboardCount] = await Promise.all([
    over.where(seenCharts).select(['charts.id', 'charts.slice_name', 'charts.viz_type']).orderBy('charts.id').execute(),
    shown.where(seenDashboards).select(['id', 'json_metadata', 'slug', 'dashboard_title as title']).orderBy('id').execute(),
    over.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow(),
    shown.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow(),
  ])
  return { charts: counted(charts, Number(chartCount.n)), dashboards: counted(dashboards, Number(dashboardCount.n)) }
}
