import type { BodyOf, datasetEndpoints } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { readJson, readQueryContext } from '../../chart-data/read-query-context.ts'
import { runChartData } from '../../chart-data/run-chart-data.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'

interface Warmed {
  readonly chart_id: number
  readonly viz_error: string | null
  readonly viz_status: string | null
}

/** Runs every chart of a dataset anew, one after the other; a chart that fails does not stop the next. */
export async function warmUpDataset(
  deps: Deps,
  caller: Caller,
  { db_name, table_name, dashboard_id }: BodyOf<(typeof datasetEndpoints)['warmUp']>,
  signal: AbortSignal,
): Promise<Warmed[]> {
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
  for (const { id, query_context } of charts) warmed.push(await warmUp(deps, caller, id, query_context, signal))
  return warmed
}

async function warmUp(deps: Deps, caller: Caller, id: number, saved: string | null, signal: AbortSignal): Promise<Warmed> {
  if (!saved) return { chart_id: id, viz_error: "Chart's query context does not exist", viz_status: null }
  try {
    const context = readQueryContext(readJson(saved))
    await runChartData(deps, { caller, signal, context: { ...context, form_data: { ...context.form_data, slice_id: id }, force: true } })
    return { chart_id: id, viz_error: null, viz_status: 'success' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { chart_id: id, viz_error: wordsOf(error), viz_status: 'failed' }
  }
}

function wordsOf({ body, message }: Refusal): string {
  if ('problems' in body) return body.problems.map((problem) => problem.message).join(' ')
  return 'message' in body && typeof body.message === 'string' ? body.message : message
}
