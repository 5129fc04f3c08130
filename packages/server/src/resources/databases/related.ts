import type { Deps } from '../../deps.ts'

/** What would break if the database went. */
export async function relatedToDatabase({ db }: Pick<Deps, 'db'>, id: number) {
  const charts = await db
    .selectFrom('charts')
    .innerJoin('datasets', (join) => join.onRef('datasets.id', '=', 'charts.datasource_id').on('charts.datasource_type', '=', 'table'))
    .select(['charts.id', 'charts.slice_name', 'charts.viz_type'])
    .where('datasets.database_id', '=', id)
    .orderBy('charts.id')
    .execute()
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['id', 'json_metadata', 'slug', 'dashboard_title as title'])
    .where('id', 'in', (inner) =>
      inner
        .selectFrom('dashboard_charts')
        .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
        .innerJoin('datasets', (join) => join.onRef('datasets.id', '=', 'charts.datasource_id').on('charts.datasource_type', '=', 'table'))
        .select('dashboard_charts.dashboard_id')
        .where('datasets.database_id', '=', id),
    )
    .orderBy('id')
    .execute()
  const tabs = await db.selectFrom('tab_states').select(['id', 'label', 'active']).where('database_id', '=', id).orderBy('id').execute()
  const counted = <T>(result: readonly T[]) => ({ count: result.length, result })
  return { charts: counted(charts), dashboards: counted(dashboards), sqllab_tab_states: counted(tabs) }
}
