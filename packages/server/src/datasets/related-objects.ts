import type { Deps } from '../deps.ts'

export const counted = <Thing>(result: readonly Thing[]) => ({ count: result.length, result })

/** The charts over one dataset, or over any dataset of a database, and the dashboards they are on: what would break if it went. */
export async function relatedObjects({ db }: Pick<Deps, 'db'>, column: 'datasets.id' | 'datasets.database_id', id: number) {
  const over = db
    .selectFrom('charts')
    .innerJoin('datasets', (join) => join.onRef('datasets.id', '=', 'charts.datasource_id').on('charts.datasource_type', '=', 'table'))
    .where(column, '=', id)
  const charts = await over.select(['charts.id', 'charts.slice_name', 'charts.viz_type']).orderBy('charts.id').execute()
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['id', 'json_metadata', 'slug', 'dashboard_title as title'])
    .where('id', 'in', over.innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id').select('dashboard_charts.dashboard_id'))
    .orderBy('id')
    .execute()
  return { charts: counted(charts), dashboards: counted(dashboards) }
}
