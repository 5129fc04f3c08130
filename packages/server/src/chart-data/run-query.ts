import {
  applyTimeOverrides,
  axisOf,
  emptyFrame,
  fail,
  ok,
  planQuery,
  printSelect,
  readTimeRange,
  timeRangeTextOf,
  wallClockIn,
  type Dialect,
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
import type { KeptRows } from '../queries/kept-rows.ts'
import type { CachedFrame, CacheOptions } from '../queries/queries.ts'
import { answerCallsFor } from '../templates/answer-call.ts'
import { computeTable } from './finish/compute-table.ts'
import type { FinishOrder, SourceRows } from './finish/finish-order.ts'
import { guardQuery, guardSource } from './guard-source.ts'
import { queryDatasetOf } from './query-dataset-of.ts'
import { renderQuery } from './render-query.ts'
import type { Asking } from './run-chart-data.ts'
import { planComparisons } from './time-comparison.ts'
import { zoneOfDataset } from './zone-of-dataset.ts'

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
  /** Whose days and hours count. */
  readonly zone: string
}

export interface RanQuery extends PreparedQuery {
  readonly cached: CachedFrame
  /** The statements of comparisons, after the main one. */
  readonly otherStatements: readonly Statement[]
  /** What turns the rows of the database into those of the answer. */
  readonly sources: Pick<FinishOrder, 'main' | 'comparisons' | 'query' | 'zone'>
  /** Names the rows of the answer among the attachments of the cached ones. */
  readonly shape: string
  /** The final rows as cells, for readers in this process. */
  readonly table: () => Result<Table>
}

/** Renders, plans and prints. Nothing is run. */
export async function prepareQuery(deps: Deps, asking: Asking, given: Query, loaded: LoadedDataset, rules: RowRuleClauses): Promise<Result<PreparedQuery>> {
  const connector = await deps.queries.connectorOf(loaded.database.id)
  if (!connector.ok) return connector
  const { dialect } = connector.value
  const zone = zoneOfDataset(deps, loaded)
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
      const place = { databaseId: loaded.database.id, dialect, schema: loaded.row.schema, zone, signal: asking.signal, prepare: prepareQuery }
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
  const guardedQuery = await guardQuery(deps, asking.caller, loaded, rendered.value, dialect)
  if (!guardedQuery.ok) return guardedQuery
  const dataset = guarded.value
  const query = await withoutFalseGrain(deps, asking, guardedQuery.value, dataset, rendered.value.rules, loaded, dialect, zone, options)
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
    zone,
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
  zone: string,
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
    zone,
    dialect,
    options,
  )
  if (!probe.ok) return query
  const statement = printSelect(probe.value.select, dialect)
  const described = await deps.queries.cached(
    ['kind of axis', database.id, database.changed_on, row.id, row.changed_on, statement],
    cacheOptionsOf(asking, { timeoutSeconds: deps.config.cacheTimeoutSeconds, onlyKept: false }),
    async (signal) => {
      const driver = await deps.queries.driverOf(database.id)
      if (!driver.ok) return driver
      const columns = await driver.value.describe(statement, { signal, schema: row.schema ?? undefined, readOnly: true })
      return columns.ok ? ok(emptyFrame(columns.value)) : columns
    },
  )
  if (!described.ok || described.value.frame.columns[0]?.kind === 'temporal') return query
  return { ...query, columns: query.columns.map((column) => (column === axis ? plain : column)) }
}

/** The signal is made when something has to be computed: an answer from the cache has nothing to stop. */
const cacheOptionsOf = (asking: Asking, more: Pick<CacheOptions, 'timeoutSeconds' | 'onlyKept'>): CacheOptions => ({
  ...more,
  force: asking.force,
  get signal() {
    return asking.signal
  },
})

/** Runs a prepared query, or finds its rows in the cache. */
export async function runQuery(deps: Deps, asking: Asking, prepared: PreparedQuery, loaded: LoadedDataset): Promise<Result<RanQuery>> {
  const { query, plan, dataset, dialect, zone } = prepared
  const { row, database } = loaded
  const run = (statement: Statement, { labels }: Plan) =>
    deps.queries.cached(
      // The rules stand in the statement already; they are named again so that no change of printing can ever merge two people's rows.
      ['chart data', database.id, database.changed_on, row.id, row.changed_on, statement, labels, prepared.rules, prepared.cacheKeys, zone],
      cacheOptionsOf(asking, { timeoutSeconds: asking.cacheTimeout, onlyKept: asking.onlyKept ?? false }),
      (signal) =>
        deps.queries.read({
          databaseId: database.id,
          statement,
          schema: row.schema ?? undefined,
          readOnly: true,
          maxRows: deps.config.sqlMaxRow,
          timeoutSeconds: deps.config.webserverTimeoutSeconds,
          signal,
          userId: asking.caller.id,
        }),
    )
  const planned = planComparisons(query, plan.range)
  if (!planned.ok) return planned
  const main = await run(prepared.statement, plan)
  if (!main.ok) return main
  const others: { readonly statement: Statement; readonly offset: string; readonly source: SourceRows; readonly stamp: string }[] = []
  for (const comparison of planned.value) {
    const moved = planQuery(comparison.query, dataset, prepared.rules, asking.now, zone, dialect, {
      ...prepared.options,
      range: comparison.range,
      seriesRange: plan.range,
    })
    if (!moved.ok) return moved
    const statement = printSelect(moved.value.select, dialect)
    const cached = await run(statement, moved.value)
    if (!cached.ok) return cached
    others.push({ statement, offset: comparison.offset, source: sourceOf(cached.value.rows, moved.value, dataset), stamp: cached.value.stamp })
  }
  const sources = {
    main: sourceOf(main.value.rows, plan, dataset),
    comparisons: others.map(({ offset, source }) => ({ offset, source })),
    query,
    zone,
  }
  return ok({
    ...prepared,
    cached: main.value,
    otherStatements: others.map(({ statement }) => statement),
    sources,
    shape: JSON.stringify([query.postProcessing, query.timeOffsets, others.map(({ stamp }) => stamp)]),
    table: () => computeTable(sources),
  })
}

const sourceOf = (rows: KeptRows, { labels, times, wallTimes }: Plan, { offsetHours }: QueryDataset): SourceRows => ({
  rows,
  labels,
  times,
  wallTimes,
  offsetHours,
})
