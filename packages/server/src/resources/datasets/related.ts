import type { Deps } from '../../deps.ts'

/** What would break if the dataset went: shown before it is deleted. */
export async function relatedToDataset({ db }: Pick<Deps, 'db'>, id: number) {
  const charts = await db
    .selectFrom('charts')
    .select(['id', 'slice_name', 'viz_type'])
    .where('datasource_id', '=', id)
    .where('datasource_type', '=', 'table')
    .orderBy('id')
    .execute()
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['id', 'json_metadata', 'slug', 'dashboard_title as title'])
    .where('id', 'in', (inner) =>
      inner
        .selectFrom('dashboard_charts')
        .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
        .select('dashboard_charts.dashboard_id')
        .where('charts.datasource_id', '=', id)
        .where('charts.datasource_type', '=', 'table'),
    )
    .orderBy('id')
    .execute()
  return { charts: { count: charts.length, result: charts }, dashboards: { count: dashboards.length, result: dashboards } }
}
