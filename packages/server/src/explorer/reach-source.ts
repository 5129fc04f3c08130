import { mayReadChart, mayReadDataset, type Caller } from '@sightline/core'
import type { Selectable } from 'kysely'
import { datasetFactsOf, loadDataset } from '../datasets/load-dataset.ts'
import type { Charts } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { isId } from '../rest/ids.ts'
import { findQuery, mayReadQuery } from '../sqllab/query-source.ts'

export type ChartRow = Selectable<Charts>

/** The data and the chart that a form is about must be open to whoever keeps, shares or reads it. */
export async function mustReach(deps: Deps, caller: Caller, id: number, type: string, chartId: number | null): Promise<void> {
  if (type === 'query') {
    const query = await findQuery(deps, id)
    if (!query) throw new Refusal(404, 'Not found')
    if (!mayReadQuery(caller, query)) throw new Refusal(403, 'Forbidden')
  } else {
    const dataset = isId(id) ? await loadDataset(deps, id) : undefined
    if (!dataset) throw new Refusal(404, 'Not found')
    if (!mayReadDataset(caller, datasetFactsOf(dataset))) throw new Refusal(403, 'Forbidden')
  }
  if (chartId === null || chartId === 0) return
  const chart = await findChart(deps, chartId)
  if (!chart) throw new Refusal(404, 'Not found')
  if (!(await mayReadChartRow(deps, caller, chart))) throw new Refusal(403, 'Forbidden')
}

export const findChart = async ({ db }: Pick<Deps, 'db'>, id: number): Promise<ChartRow | undefined> =>
  isId(id) ? db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirst() : undefined

export async function mayReadChartRow(deps: Pick<Deps, 'db'>, caller: Caller, chart: ChartRow): Promise<boolean> {
  const owners = await deps.db.selectFrom('chart_owners').select('user_id').where('chart_id', '=', chart.id).execute()
  const dataset = chart.datasource_type === 'table' ? await loadDataset(deps, chart.datasource_id) : undefined
  return mayReadChart(caller, { ownerIds: owners.map(({ user_id }) => user_id), dataset: dataset ? datasetFactsOf(dataset) : null })
}
