import { describeIssues, samplesBody, samplesQuery, type SamplesBody, type WireQueryContext, type WireQueryObject } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { framesOf } from '../../chart-data/frames-of.ts'
import { printOne } from '../../chart-data/print-one.ts'
import { runChartData } from '../../chart-data/run-chart-data.ts'
import type { Deps } from '../../deps.ts'
import { asViewError, viewError } from './view-error.ts'

const counting = [{ expressionType: 'SQL' as const, sqlExpression: 'COUNT(*)', label: 'COUNT(*)' }]

/** One page of rows as they lie in a data source, and how many there are in all. With a body: the rows behind a point of a chart. */
export async function loadSamples(deps: Deps, caller: Caller, address: unknown, body: unknown, signal: AbortSignal): Promise<Uint8Array> {
  const most = deps.config.samplesRowLimit
  const asked = samplesQuery(most).safeParse(address)
  if (!asked.success) throw viewError(400, describeIssues(asked.error.issues))
  if (body === undefined) throw viewError(415, 'Did not attempt to load JSON data because the request Content-Type was not "application/json".')
  const payload = samplesBody.safeParse(body ?? {})
  if (!payload.success) throw viewError(400, describeIssues(payload.error.issues))
  const { datasource_id: id, datasource_type: type, page = 1, per_page: perPage = most, force = false } = asked.data
  const isDetail = Object.keys(payload.data).length > 0
  const offset = page <= 1 ? 0 : Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
  const rows = rowsOf(payload.data)
  const context: WireQueryContext = {
    datasource: { id, type },
    force,
    queries: [
      { ...rows, result_type: isDetail ? 'drill_detail' : 'samples', row_limit: perPage, row_offset: offset },
      { ...(isDetail ? rows : {}), metrics: counting },
    ],
  }
  try {
    const [shown, counted] = await runChartData(deps, { caller, context, signal })
    const total = framesOf([counted!])[0]!.values[0]?.[0]
    return await printOne(deps, shown!, { page, per_page: perPage, total_count: Number(total ?? 0) }, signal)
  } catch (error) {
    throw asViewError(error)
  }
}

/** Nothing is grouped here, so there is nothing that a condition on groups could mean. */
function rowsOf({ filters, granularity, time_range, extras }: SamplesBody): WireQueryObject {
  return { filters, granularity, time_range, extras: extras ? { ...extras, having: undefined } : undefined }
}
