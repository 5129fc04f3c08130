import type { QueryFilter, WireQueryContext } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { runChartData } from './run-chart-data.ts'

export interface Warmed {
  readonly chart_id: number
  readonly viz_error: string | null
  readonly viz_status: string | null
}

/** Runs the saved queries of a chart anew. That they fail is an answer too: whoever warms many charts goes on with the next. */
export async function warmUp(
  deps: Deps,
  caller: Caller,
  chart: { readonly id: number; readonly context: () => WireQueryContext | null; readonly filters?: readonly QueryFilter[] },
  signal: AbortSignal,
): Promise<Warmed> {
  const failed = (viz_error: string): Warmed => ({ chart_id: chart.id, viz_error, viz_status: null })
  try {
    const saved = chart.context()
    if (!saved) return failed("Chart's query context does not exist")
    const more = chart.filters ?? []
    const queries = more.length === 0 ? saved.queries : saved.queries.map((query) => ({ ...query, filters: [...(query.filters ?? []), ...more] }))
    await runChartData(deps, { caller, signal, context: { ...saved, queries, form_data: { ...saved.form_data, slice_id: chart.id }, force: true } })
    return { chart_id: chart.id, viz_error: null, viz_status: 'success' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return failed(wordsOf(error))
  }
}

function wordsOf({ body, message }: Refusal): string {
  if ('problems' in body) return body.problems.map((problem) => problem.message).join(' ')
  return 'message' in body && typeof body.message === 'string' ? body.message : message
}
