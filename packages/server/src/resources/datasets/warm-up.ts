import type { BodyOf, datasetEndpoints, QueryFilter } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { readFilters } from '../../chart-data/read-filters.ts'
import { readJson, readQueryContext } from '../../chart-data/read-query-context.ts'
import { warmUp, type Warmed } from '../../chart-data/warm-up.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'

type Asked = BodyOf<(typeof datasetEndpoints)['warmUp']>

/** Runs every chart of a dataset anew, one after the other; a chart that fails does not stop the next. */
export async function warmUpDataset(deps: Deps, caller: Caller, asked: Asked, signal: AbortSignal): Promise<Warmed[]> {
  const { db_name, table_name, dashboard_id } = asked
  const filters: readonly QueryFilter[] = readFilters(asked.extra_filters)
  const datasets = await deps.db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select('datasets.id')
    .where('databases.database_name', '=', db_name)
    .where('datasets.table_name', '=', table_name)
    .execute()
  if (datasets.length === 0) throw new Refusal(404, 'Not found')
  const charts = await deps.db
    .selectFrom('charts')
    .select(['id', 'query_context'])
    .where('datasource_type', '=', 'table')
    .where(
      'datasource_id',
      'in',
      datasets.map(({ id }) => id),
    )
    .$if(typeof dashboard_id === 'number', (query) =>
      query.where('id', 'in', (inner) =>
        inner
          .selectFrom('dashboard_charts')
          .select('chart_id')
          .where('dashboard_id', '=', dashboard_id as number),
      ),
    )
    .orderBy('id')
    .execute()
  const warmed: Warmed[] = []
  for (const { id, query_context: saved } of charts)
    warmed.push(await warmUp(deps, caller, { id, filters, context: () => (saved ? readQueryContext(readJson(saved)) : null) }, signal))
  return warmed
}
