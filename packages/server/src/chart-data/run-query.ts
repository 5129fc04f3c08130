import {
  applyPostProcessing,
  applyTimeOverrides,
  axisOf,
  emptyFrame,
  fail,
  ok,
  planQuery,
  printSelect,
  readMoments,
  readTimeRange,
  timeRangeTextOf,
  wallClockIn,
  type Dialect,
  type Frame,
  type Plan,
  type PlanOptions,
  type Query,
  type QueryDataset,
  type Result,
  type RowRuleClauses,
  type Statement,
  type Table,
} from '@sightline/core'
import type { LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import type { CachedFrame } from '../queries/queries.ts'
import { answerCallsFor } from '../templates/answer-call.ts'
import { guardSource } from './guard-source.ts'
import { queryDatasetOf } from './query-dataset-of.ts'
import { renderQuery } from './render-query.ts'
import type { Asking } from './run-chart-data.ts'
import { addComparison, planComparisons } from './time-comparison.ts'

/** The wire of PostgreSQL counts parameters in sixteen bits. */
const mostValues = 65_535

/** A query made ready: everything that decides about its rows is in the statement. */
export interface PreparedQuery {
  readonly query: Query
  readonly plan: Plan
  readonly statement: Statement
  readonly dataset: QueryDataset
  readonly dialect: Dialect
  readonly rules: RowRuleClauses
  readonly options: PlanOptions
  readonly appliedTemplateFilters: readonly string[]
  readonly cacheKeys: readonly unknown[]
}

export interface RanQuery extends PreparedQuery {
  readonly cached: CachedFrame
  /** The statements of comparisons, after the main one. */
  readonly otherStatements: readonly Statement[]
  /** The final rows; computed on first use, because a cached answer does not need them. */
  readonly table: () => Result<Table>
  /** Names the form of the rows among the attachments of the cached frame. */
  readonly shape: string
}

/** Renders, plans and prints. Nothing is run. */
export async function prepareQuery(deps: Deps, asking: Asking, given: Query, loaded: LoadedDataset, rules: RowRuleClauses): Promise<Result<PreparedQuery>> {
  const connector = await deps.queries.connectorOf(loaded.database.id)
  if (!connector.ok) return connector
  const { dialect } = connector.value
  const zone = deps.config.timeZone
  const source = queryDatasetOf(loaded)
  const overridden = applyTimeOverrides(given, asking.formData['x_axis'], source)
  const text = timeRangeTextOf(overridden)
  const now = asking.now
  const range =
    text === null
      ? ok({ since: null, until: null })
      : readTimeRange(text, { now: wallClockIn(now, zone), relativeStart: given.relativeStart, relativeEnd: given.relativeEnd, timeShift: given.timeShift })
  if (!range.ok) return range
  const rendered = await renderQuery(deps, overridden, source, rules, {
    caller: asking.caller,
    urlParams: { ...asking.urlParams, ...given.urlParams },
    templateParams: loaded.row.template_params,
    range: range.value,
    dialect,
    ask: (call, context) => {
      const place = { databaseId: loaded.database.id, dialect, schema: loaded.row.schema, signal: asking.signal, prepare: prepareQuery }
      return answerCallsFor(deps, asking.caller, { ...place, depth: asking.templateDepth ?? 0 }, context)(call)
    },
  })
  if (!rendered.ok) return rendered
  const options: PlanOptions = {
    mayHaveSubqueries: deps.config.featureFlags.ALLOW_ADHOC_SUBQUERY,
    removedFilters: rendered.value.removedFilters,
    defaultRows: deps.config.rowLimit,
    maxRows: deps.config.sqlMaxRow,
    range: range.value,
  }
  const guarded = await guardSource(deps, asking.caller, loaded, rendered.value, dialect)
  if (!guarded.ok) return guarded
  const dataset = guarded.value
  const query = await withoutFalseGrain(deps, asking, rendered.value.query, dataset, rendered.value.rules, loaded, dialect, options)
  const plan = planQuery(query, dataset, rendered.value.rules, now, zone, dialect, options)
  if (!plan.ok) return plan
  const statement = printSelect(plan.value.select, dialect)
  if (statement.params.length > mostValues)
    return fail({ code: 'GENERIC_COMMAND_ERROR', status: 400, message: `A query may have at most ${mostValues} filter values` })
  return ok({
    query,
    plan: plan.value,
    statement,
    dataset,
    dialect,
    rules: rendered.value.rules,
    options,
    appliedTemplateFilters: rendered.value.appliedFilters,
    cacheKeys: rendered.value.cacheKeys,
  })
}

/** Custom SQL as an axis may be no time at all; only the database knows. A grain for it then means nothing. */
async function withoutFalseGrain(
  deps: Deps,
  asking: Asking,
  query: Query,
  dataset: QueryDataset,
  rules: RowRuleClauses,
  { row, database }: LoadedDataset,
  dialect: Dialect,
  options: PlanOptions,
): Promise<Query> {
  const axis = axisOf(query)
  if (!axis?.timeGrain || dataset.columns.some(({ name }) => name === axis.sqlExpression)) return query
  const plain = { ...axis, timeGrain: null }
  const probe = planQuery(
    { ...query, columns: [plain], metrics: null, filters: [], orderBy: [], having: null, seriesLimit: 0, isTimeseries: false, isRowCount: false },
    dataset,
    rules,
    asking.now,
    deps.config.timeZone,
    dialect,
    options,
  )
  if (!probe.ok) return query
  const statement = printSelect(probe.value.select, dialect)
  const described = await deps.queries.cached(
    ['kind of axis', database.id, row.id, row.changed_on, statement],
    { timeoutSeconds: deps.config.cacheTimeoutSeconds, force: asking.force },
    async () => {
      const driver = await deps.queries.driverOf(database.id)
      if (!driver.ok) return driver
      const columns = await driver.value.describe(statement, { signal: asking.signal, schema: row.schema ?? undefined, readOnly: true })
      return columns.ok ? ok(emptyFrame(columns.value)) : columns
    },
  )
  if (!described.ok || described.value.frame.columns[0]?.kind === 'temporal') return query
  return { ...query, columns: query.columns.map((column) => (column === axis ? plain : column)) }
}

/** Runs a prepared query, or finds its rows in the cache. */
export async function runQuery(deps: Deps, asking: Asking, prepared: PreparedQuery, loaded: LoadedDataset): Promise<Result<RanQuery>> {
  const zone = deps.config.timeZone
  const run = (statement: Statement, plan: Plan) =>
    deps.queries.cached(
      // The rules stand in the statement already; they are named again so that no change of printing can ever merge two people's rows.
      ['chart data', loaded.database.id, loaded.row.id, loaded.row.changed_on, statement, plan.labels, prepared.rules, prepared.cacheKeys, zone],
      { timeoutSeconds: asking.cacheTimeout, force: asking.force },
      () =>
        deps.queries.run({
          databaseId: loaded.database.id,
          statement,
          schema: loaded.row.schema ?? undefined,
          readOnly: true,
          maxRows: deps.config.sqlMaxRow,
          timeoutSeconds: deps.config.webserverTimeoutSeconds,
          signal: asking.signal,
          userId: asking.caller.id,
        }),
    )
  const main = await run(prepared.statement, prepared.plan)
  if (!main.ok) return main
  const { query, plan, dataset, dialect } = prepared
  const comparisons = planComparisons(query, plan.range)
  if (!comparisons.ok) return comparisons
  const others: { readonly statement: Statement; readonly frame: () => Frame; readonly key: string }[] = []
  for (const comparison of comparisons.value) {
    const moved = planQuery(comparison.query, dataset, prepared.rules, asking.now, zone, dialect, {
      ...prepared.options,
      range: comparison.range,
      seriesRange: plan.range,
    })
    if (!moved.ok) return moved
    const statement = printSelect(moved.value.select, dialect)
    const cached = await run(statement, moved.value)
    if (!cached.ok) return cached
    others.push({ statement, key: cached.value.key, frame: () => named(cached.value.frame, moved.value, dataset) })
  }
  const table = (): Result<Table> => {
    let frame = named(main.value.frame, plan, dataset)
    for (const [at, comparison] of comparisons.value.entries()) {
      const joined = addComparison(frame, query, comparison, others[at]!.frame())
      if (!joined.ok) return joined
      frame = joined.value
    }
    return applyPostProcessing(frame, query.postProcessing)
  }
  return ok({
    ...prepared,
    cached: main.value,
    otherStatements: others.map(({ statement }) => statement),
    table,
    shape: JSON.stringify([query.postProcessing, query.timeOffsets, others.map(({ key }) => key)]),
  })
}

/** Labels by position; times that came as texts read; times moved by the dataset's offset. */
function named(raw: Frame, { labels, select }: Plan, { offsetHours }: QueryDataset): Frame {
  const times = select.items.flatMap(({ expression }, index) => (expression.kind === 'grain' || expression.kind === 'from-epoch' ? [index] : []))
  const frame = readMoments(raw, times)
  const columns = frame.columns.map((column, index) => ({ ...column, name: labels[index] ?? column.name }))
  if (offsetHours === 0) return { ...frame, columns }
  const moved = offsetHours * 3_600_000
  const values = frame.values.map((cells, index) =>
    columns[index]!.kind === 'temporal' ? cells.map((cell) => (typeof cell === 'number' ? cell + moved : cell)) : cells,
  )
  return { ...frame, columns, values }
}
