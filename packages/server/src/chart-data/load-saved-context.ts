import type { WireQueryContext } from '@sightline/contract'
import { mayReadChart, type Caller } from '@sightline/core'
import { fullNameOf, loadDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { readJson, readQueryContext } from './read-query-context.ts'

export interface SavedContext {
  /** null: the chart was saved without one. */
  readonly context: WireQueryContext | null
  /** The chart's own form. */
  readonly form: Readonly<Record<string, unknown>>
}

/** The saved query context of a chart; whoever may not see the chart is told that there is none. */
export async function loadSavedContext(deps: Deps, caller: Caller, id: number): Promise<SavedContext> {
  const chart = await deps.db.selectFrom('charts').select(['id', 'query_context', 'params', 'datasource_id']).where('id', '=', id).executeTakeFirst()
  if (!chart) throw new Refusal(404, 'Not found')
  const dataset = await loadDataset(deps, chart.datasource_id)
  const owners = await deps.db.selectFrom('chart_owners').select('user_id').where('chart_id', '=', id).execute()
  const facts = dataset && {
    name: fullNameOf(dataset.row),
    perm: dataset.row.perm,
    schemaPerm: dataset.row.schema_perm,
    database: dataset.database,
    ownerIds: dataset.ownerIds,
  }
  if (!mayReadChart(caller, { ownerIds: owners.map(({ user_id }) => user_id), dataset: facts ?? null })) throw new Refusal(404, 'Not found')
  const form = readForm(chart.params)
  if (!chart.query_context) return { context: null, form }
  const context = readQueryContext(readJson(chart.query_context))
  return { context: { ...context, form_data: { ...context.form_data, slice_id: chart.id } }, form }
}

function readForm(params: string | null): Readonly<Record<string, unknown>> {
  try {
    const form: unknown = JSON.parse(params ?? '{}')
    return typeof form === 'object' && form !== null && !Array.isArray(form) ? (form as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
