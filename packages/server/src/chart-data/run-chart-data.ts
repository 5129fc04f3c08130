import type { Problem, QueryContextDatasource, ResultType, WireQueryContext } from '@sightline/contract'
import { readQueryObject, type Caller, type Query, type RowRuleClauses } from '@sightline/core'
import type { LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { framesOf } from './frames-of.ts'
import { mustAskAsSaved } from './guest-payload.ts'
import { loadAnnotations, type AnnotationData } from './load-annotations.ts'
import { addTotals } from './contribution-totals.ts'
import { openSource, type OpenedSource } from './open-source.ts'
import { isReshaped } from './reshape/reshape.ts'
import { prepareQuery, runQuery, type PreparedQuery, type RanQuery } from './run-query.ts'

export interface ChartDataRequest {
  readonly caller: Caller
  readonly context: WireQueryContext
  readonly signal: AbortSignal
  /** Parameters of the address, for templates. */
  readonly urlParams?: Readonly<Record<string, string>>
  /** The form by whose chart type rows are reshaped, where it is not the context's own. */
  readonly form?: Readonly<Record<string, unknown>>
  /** Only what is in the cache is wanted. */
  readonly onlyKept?: boolean
}

/** What all queries of a context share. */
export interface Asking {
  readonly caller: Caller
  readonly formData: Readonly<Record<string, unknown>>
  readonly urlParams: Readonly<Record<string, string>>
  readonly now: Date
  readonly signal: AbortSignal
  readonly force: boolean
  readonly cacheTimeout: number
  /** Only what is in the cache is wanted. */
  readonly onlyKept?: boolean
  /** How many datasets are open around this one, in templates that name datasets. */
  readonly templateDepth?: number
}

export type ChartDataAnswer =
  | {
      readonly kind: 'rows'
      readonly resultType: ResultType
      readonly ran: RanQuery
      readonly loaded: LoadedDataset
      readonly cacheTimeout: number
      readonly annotations: AnnotationData
      /** The form by whose chart type the rows are reshaped; null: they stay as they are. */
      readonly form: Readonly<Record<string, unknown>> | null
    }
  | { readonly kind: 'statement'; readonly prepared: PreparedQuery }
  | { readonly kind: 'columns'; readonly loaded: LoadedDataset }
  | { readonly kind: 'grains'; readonly loaded: LoadedDataset }

/** Answers every query of a context, in order. Anything that a user can cause is thrown as a refusal: one failed query fails all. */
export async function runChartData(deps: Deps, request: ChartDataRequest): Promise<readonly ChartDataAnswer[]> {
  const { context, caller } = request
  const formData = context.form_data ?? {}
  await mustAskAsSaved(deps, caller, context)
  const sources = new Map<string, Promise<OpenedSource>>()
  const open = (source: QueryContextDatasource) => {
    const name = `${source.id}__${source.type ?? 'table'}`
    const opening = sources.get(name) ?? openSource(deps, caller, source, formData, request)
    sources.set(name, opening)
    return opening
  }
  await open(context.datasource)
  const queries: readonly Query[] = context.queries.map((wire) => {
    const query = readQueryObject(wire)
    if (!query.ok) throw new Refusal(400, query.problem.message)
    return query.value
  })
  const timeout = await cacheTimeoutOf(deps, context, formData, (await open(context.datasource)).loaded)
  const asking: Asking = {
    caller,
    formData,
    urlParams: { ...textsIn(formData['url_params']), ...request.urlParams },
    now: deps.now(),
    get signal() {
      return request.signal
    },
    force: context.force ?? false,
    cacheTimeout: timeout,
    onlyKept: request.onlyKept ?? false,
  }
  const shape = request.form ?? formData
  const form = context.result_type === 'post_processed' && isReshaped(shape) ? shape : null
  const answers = await Promise.all(
    queries.map(async (query, index) => {
      const { loaded, rules } = await open(context.queries[index]?.datasource ?? context.datasource)
      return answerQuery(deps, asking, query, query.resultType ?? context.result_type ?? 'full', loaded, rules)
    }),
  )
  const whole = addTotals(answers, formData)
  return form === null ? whole : whole.map((answer) => (answer.kind === 'rows' ? { ...answer, form } : answer))
}

async function answerQuery(
  deps: Deps,
  asking: Asking,
  given: Query,
  resultType: ResultType,
  loaded: LoadedDataset,
  rules: RowRuleClauses,
): Promise<ChartDataAnswer> {
  if (resultType === 'columns') return { kind: 'columns', loaded }
  if (resultType === 'timegrains') return { kind: 'grains', loaded }
  const query = resultType === 'samples' || resultType === 'drill_detail' ? asSamples(deps, given, resultType, loaded) : given
  const prepared = await prepareQuery(deps, asking, query, loaded, rules)
  if (!prepared.ok) throw refusalOf(prepared.problem)
  if (resultType === 'query') return { kind: 'statement', prepared: prepared.value }
  const ran = await runQuery(deps, asking, prepared.value, loaded)
  if (!ran.ok) throw refusalOf(ran.problem)
  const run = async (context: WireQueryContext) => framesOf(await runChartData(deps, { caller: asking.caller, context, signal: asking.signal }))
  const annotations = await loadAnnotations(deps, { caller: asking.caller, force: asking.force, run }, query.annotationLayers)
  return { kind: 'rows', resultType, ran: ran.value, loaded, cacheTimeout: asking.cacheTimeout, annotations, form: null }
}

/** Rows as they lie in the dataset; the details of a drawn point keep its times, plain samples do not. */
function asSamples(deps: Deps, query: Query, resultType: 'samples' | 'drill_detail', loaded: LoadedDataset): Query {
  const isDetail = resultType === 'drill_detail'
  return {
    ...query,
    columns: loaded.columns.map(({ column_name }) => column_name),
    metrics: null,
    orderBy: [],
    isTimeseries: false,
    seriesColumns: [],
    seriesLimit: 0,
    postProcessing: [],
    timeOffsets: [],
    granularity: isDetail ? query.granularity : null,
    timeRange: isDetail ? query.timeRange : null,
    rowLimit: query.rowLimit || deps.config.samplesRowLimit,
  }
}

const plainRefusals = new Set<Problem['code']>([
  'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR',
  'BACKEND_TIMEOUT_ERROR',
  'DATABASE_NOT_FOUND_ERROR',
  'GENERIC_BACKEND_ERROR',
])

/** Most failures of a query are told as one sentence; those that say who may do what, or that something took too long, keep their type. */
function refusalOf(problem: Problem): Refusal {
  if (plainRefusals.has(problem.code) && problem.status !== 400) return new Refusal(problem)
  // Rows that were to come from the cache alone.
  if (problem.status === 422) return new Refusal(422, problem.message)
  return new Refusal(400, `Error: ${problem.message}`)
}

async function cacheTimeoutOf(
  { db, config }: Deps,
  context: WireQueryContext,
  formData: Readonly<Record<string, unknown>>,
  { row, database }: LoadedDataset,
): Promise<number> {
  if (typeof context.custom_cache_timeout === 'number') return context.custom_cache_timeout
  const chartId = formData['slice_id']
  if (typeof chartId === 'number' && Number.isSafeInteger(chartId) && chartId > 0) {
    const chart = await db.selectFrom('charts').select('cache_timeout').where('id', '=', chartId).executeTakeFirst()
    if (typeof chart?.cache_timeout === 'number') return chart.cache_timeout
  }
  return row.cache_timeout ?? database.cache_timeout ?? config.cacheTimeoutSeconds
}

const textsIn = (given: unknown): Record<string, string> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
    ? Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {}
