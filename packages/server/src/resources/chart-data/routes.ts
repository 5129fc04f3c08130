import { getCachedChartData, getChartData, getTimeRange, postChartData, warmUpChart, type WireQueryContext } from '@sightline/contract'
import { decodeRison, mayDo, mayReadChart, printWallClock, readTimeRange, wallClockIn, type Caller } from '@sightline/core'
import type { FastifyReply } from 'fastify'
import { printAnswers } from '../../chart-data/print-answers.ts'
import { printArrow } from '../../chart-data/print-arrow.ts'
import { printFiles } from '../../chart-data/print-files.ts'
import { readJson, readQueryContext, readQueryContextBody } from '../../chart-data/read-query-context.ts'
import { runChartData, type ChartDataRequest } from '../../chart-data/run-chart-data.ts'
import { fullNameOf, loadDataset } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { arrowType, wantsArrow } from '../../wire/print-rows.ts'
import { sendPieces } from '../../wire/send-pieces.ts'

async function answer(deps: Deps, reply: FastifyReply, request: ChartDataRequest): Promise<FastifyReply> {
  const format = request.context.result_format ?? 'json'
  if (format !== 'json' && !mayDo(request.caller, 'can_csv', 'Superset')) throw new Refusal(403, 'Forbidden')
  const isArrow = format === 'json' && wantsArrow(reply.request.headers.accept)
  if (isArrow && request.context.queries.length > 1) throw new Refusal(400, 'Arrow carries the rows of one query: ask for each query in a request of its own')
  const answers = await runChartData(deps, request)
  if (isArrow) return sendPieces(reply, arrowType, printArrow(answers))
  if (format === 'json') return reply.type('application/json; charset=utf-8').send(await printAnswers(deps, answers))
  const file = await printFiles(answers, format)
  const stamp = deps.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')
  return reply.type(file.type).header('content-disposition', `attachment; filename=${stamp}.${file.extension}`).send(file.bytes)
}

const post = route(postChartData, async (deps, call) => {
  const context = readQueryContextBody(call.body)
  return answer(deps, call.reply, {
    caller: call.caller,
    context,
    // Made when a query runs: an answer from the cache has nothing to stop.
    get signal() {
      return call.signal
    },
    urlParams: textsOf(call.request.query),
  })
})

const textsOf = (query: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** The saved query context of a chart; whoever may not see the chart is told that there is none. */
async function loadSavedContext(deps: Deps, caller: Caller, id: number): Promise<WireQueryContext> {
  const chart = await deps.db.selectFrom('charts').select(['id', 'query_context', 'datasource_id']).where('id', '=', id).executeTakeFirst()
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
  if (!chart.query_context) throw new Refusal(400, 'Chart has no query context saved. Please save the chart again.')
  const context = readQueryContext(readJson(chart.query_context))
  return { ...context, form_data: { ...context.form_data, slice_id: chart.id } }
}

const ofChart = route(getChartData, async (deps, { params, query, caller, signal, reply }) => {
  const saved = await loadSavedContext(deps, caller, /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0)
  const context: WireQueryContext = {
    ...saved,
    ...(query.format ? { result_format: query.format } : {}),
    ...(query.type ? { result_type: query.type } : {}),
    force: query.force === 'true' || query.force === '1',
  }
  return answer(deps, reply, { caller, signal, context })
})

const warmUp = route(warmUpChart, async (deps, { body, caller, signal }) => {
  const saved = await loadSavedContext(deps, caller, body.chart_id)
  try {
    await runChartData(deps, { caller, signal, context: { ...saved, force: true } })
    return { result: [{ chart_id: body.chart_id, viz_error: null, viz_status: 'success' }] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const said = 'message' in error.body ? String(error.body.message as string) : error.message
    return { result: [{ chart_id: body.chart_id, viz_error: said, viz_status: 'failed' }] }
  }
})

/** Keys are handed out only by queries that run in the background; every query of this server answers at once. */
const ofKey = route(getCachedChartData, async () => {
  throw new Refusal(404, 'Not found')
})

const timeRange = route(getTimeRange, async (deps, { query }) => {
  const now = wallClockIn(deps.now(), deps.config.timeZone)
  const describe = (text: string, shift?: string) => {
    const range = readTimeRange(text, { now, timeShift: shift })
    if (!range.ok) throw new Refusal(400, `Unexpected time range: ${range.problem.message}`)
    const print = (date: Date | null) => (date ? printWallClock(date) : '')
    return { since: print(range.value.since), until: print(range.value.until), timeRange: text, ...(shift === undefined ? {} : { shift }) }
  }
  const wanted = readQ(query.q)
  if (typeof wanted === 'string') return { result: describe(wanted) }
  if (!Array.isArray(wanted)) throw new Refusal(400, 'Unexpected time range: q must be a text')
  return {
    result: wanted.map((item: unknown) => {
      const { timeRange: text, shift } = (typeof item === 'object' && item !== null ? item : { timeRange: item }) as { timeRange?: unknown; shift?: unknown }
      if (typeof text !== 'string') throw new Refusal(400, 'Unexpected time range: q must be a text')
      return describe(text, typeof shift === 'string' ? shift : undefined)
    }),
  }
})

function readQ(q: string | undefined): unknown {
  if (q === undefined) throw new Refusal(400, 'Unexpected time range: q is missing')
  const decoded = decodeRison(q)
  if (!decoded.ok) throw new Refusal(400, 'Unexpected time range: q cannot be read')
  return decoded.value
}

export const routes: readonly Route[] = [post, ofChart, ofKey, warmUp, timeRange]
