import { getCachedChartData, getChartData, getTimeRange, postChartData, readDatasourceKey, warmUpChart, type WireQueryContext } from '@sightline/contract'
import { decodeRison, mayDo, mayReadDataset, printWallClock, readTimeRange, wallClockIn, type Caller } from '@sightline/core'
import type { FastifyReply } from 'fastify'
import { etagOf, isKnown } from '../../chart-data/etag-of.ts'
import { findContext, keepContexts } from '../../chart-data/kept-contexts.ts'
import { loadSavedContext } from '../../chart-data/load-saved-context.ts'
import { printAnswers } from '../../chart-data/print-answers.ts'
import { printArrow, printFiles } from '../../chart-data/print-files.ts'
import { readContextOfAddress, readQueryContextBody } from '../../chart-data/read-query-context.ts'
import { readFilters } from '../../chart-data/read-filters.ts'
import { runChartData, type ChartDataRequest } from '../../chart-data/run-chart-data.ts'
import { warmUp } from '../../chart-data/warm-up.ts'
import { zoneOfDataset } from '../../chart-data/zone-of-dataset.ts'
import { datasetFactsOf, loadDataset } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { isId } from '../../rest/ids.ts'
import { arrowType, wantsArrow } from '../../wire/print-rows.ts'
import { sendPieces } from '../../wire/send-pieces.ts'

const jsonType = 'application/json; charset=utf-8'

async function answer(deps: Deps, reply: FastifyReply, request: ChartDataRequest): Promise<FastifyReply> {
  const format = request.context.result_format ?? 'json'
  if (format !== 'json' && !mayDo(request.caller, 'can_csv', 'Superset')) throw new Refusal(403, 'Forbidden')
  const isArrow = format === 'json' && wantsArrow(reply.request.headers.accept)
  if (isArrow && request.context.queries.length > 1) throw new Refusal(400, 'Arrow carries the rows of one query: ask for each query in a request of its own')
  const answers = await runChartData(deps, request)
  await keepContexts(deps, request.context, answers)
  if (reply.request.method === 'GET') {
    const etag = etagOf(answers, isArrow ? arrowType : format)
    reply.headers({ etag, 'cache-control': 'private, no-cache' })
    if (isKnown(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  const signal = () => request.signal
  if (isArrow) return sendPieces(reply, arrowType, await printArrow(deps, answers, signal))
  if (format === 'json') return sendPieces(reply, jsonType, await printAnswers(deps, answers, signal))
  const file = await printFiles(deps, answers, format, signal)
  const stamp = deps.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')
  return sendPieces(reply.header('content-disposition', `attachment; filename=${stamp}.${file.extension}`), file.type, file.pieces)
}

const post = route(postChartData, async (deps, call) => {
  const context = readContextOfAddress(readQueryContextBody(call.body), call.request.query)
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

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === 'true' || text === '1'

const ofChart = route(getChartData, async (deps, call) => {
  const { params, query, caller, reply } = call
  const saved = await loadSavedContext(deps, caller, /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0)
  if (!saved.context) throw new Refusal(400, 'Chart has no query context saved. Please save the chart again.')
  const context: WireQueryContext = {
    ...saved.context,
    result_format: query.format ?? 'json',
    result_type: query.type ?? 'full',
    force: isTrue(query.force),
  }
  return answer(deps, reply, {
    caller,
    context,
    form: saved.form,
    get signal() {
      return call.signal
    },
  })
})

const warm = route(warmUpChart, async (deps, { body, caller, signal }) => {
  const { context } = await loadSavedContext(deps, caller, body.chart_id)
  return { result: [await warmUp(deps, caller, { id: body.chart_id, context: () => context, filters: readFilters(body.extra_filters) }, signal)] }
})

/** The answer to a question that was asked before, by the `cache_key` of its reply, as long as its rows are kept. Asked with the caller's own rights. */
const ofKey = route(getCachedChartData, async (deps, call) => {
  const context = await findContext(deps, call.params.cache_key)
  if (!context) throw new Refusal(404, 'Not found')
  return answer(deps, call.reply, {
    caller: call.caller,
    context,
    onlyKept: true,
    get signal() {
      return call.signal
    },
  })
})

const timeRange = route(getTimeRange, async (deps, { caller, query }) => {
  const now = wallClockIn(deps.now(), await zoneFor(deps, caller, query.datasource))
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

/** The zone of the dataset that an address names, if it is open to the caller. */
async function zoneFor(deps: Deps, caller: Caller, key: string | undefined): Promise<string> {
  const source = readDatasourceKey(key)
  const dataset = source && (source.type === 'table' || source.type === 'dataset') && isId(source.id) ? await loadDataset(deps, source.id) : undefined
  return dataset && mayReadDataset(caller, datasetFactsOf(dataset)) ? zoneOfDataset(deps, dataset) : deps.config.timeZone
}

function readQ(q: string | undefined): unknown {
  if (q === undefined) throw new Refusal(400, 'Unexpected time range: q is missing')
  const decoded = decodeRison(q)
  if (!decoded.ok) throw new Refusal(400, 'Unexpected time range: q cannot be read')
  return decoded.value
}

export const routes: readonly Route[] = [post, ofChart, ofKey, warm, timeRange]
