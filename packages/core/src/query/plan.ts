import { ok, type Result } from '../result.ts'
import { readSourceStatement } from '../sql/read-fragment.ts'
import { wallClockIn } from '../time/calendar.ts'
import { readTimeRange, type TimeRange, type TimeRangeOptions } from '../time/time-range.ts'
import { isTimeZone } from '../time/wall-clock.ts'
import type { Expression, Predicate, Select, SelectItem, Source } from './ast.ts'
import type { Dialect } from './dialect.ts'
import { planColumn, planItems, planMetric, refuseMissingColumns } from './plan-columns.ts'
import { expressionOf, type PlanContext, readAskersFragment, readKeepersFragment, refuse, timeExpressionOf } from './plan-context.ts'
import { planFilters, timePredicates } from './plan-filters.ts'
import { ordersByMetric, planOrder } from './plan-order.ts'
import { planSeriesLimit } from './plan-series-limit.ts'
import { axisOf, labelOfColumn, labelOfMetric, type Query, timeAxisLabel } from './query.ts'
import { findColumn, isTemporalColumn, type QueryDataset, type QueryDatasetColumn } from './query-dataset.ts'
import { isTime, isWallTime } from './zone-times.ts'

/** Clauses of the rules that bind the asker: any clause of a group is enough, every group must hold. */
export type RowRuleClauses = readonly (readonly string[])[]

export interface PlanOptions {
  readonly mayHaveSubqueries?: boolean
  /** Columns whose filters a template has taken over. */
  readonly removedFilters?: readonly string[]
  /** Rows if the query names no limit, and rows at most. */
  readonly defaultRows?: number
  readonly maxRows?: number
  /** Bounds instead of those the query's own text means: a comparison run looks at another time. */
  readonly range?: TimeRange
  /** Bounds for choosing the largest series, where they differ from those of the rows. */
  readonly seriesRange?: TimeRange
}

export interface Plan {
  readonly select: Select
  /** The labels of the result, by position: the database may know them by shorter names. */
  readonly labels: readonly string[]
  /** Places of what is a time, whatever the database calls it; and of what is a time on the clocks of the zone, not a moment yet. */
  readonly times: readonly number[]
  readonly wallTimes: readonly number[]
  /** Bounds of the query as a whole, on the clocks of the zone, for the reply and for comparisons. */
  readonly range: TimeRange
  readonly appliedFilters: readonly string[]
  readonly rejectedFilters: readonly { readonly reason: string; readonly column: string }[]
}

/** The text whose bounds count for the whole query: its own, else the axis's filter, else the first time filter. */
export function timeRangeTextOf(query: Query): string | null {
  if (query.timeRange) return query.timeRange
  const temporal = query.filters.filter(({ op, val }) => op === 'TEMPORAL_RANGE' && typeof val === 'string')
  const axis = axisOf(query)
  const chosen = temporal.find(({ col }) => axis !== undefined && labelOfColumn(col) === labelOfColumn(axis)) ?? temporal[0]
  return (chosen?.val as string | undefined) ?? null
}

/**
 * A query on a dataset → a select tree. The rules of the asker are part of it from here on: whoever prints the tree prints them.
 */
export function planQuery(
  given: Query,
  dataset: QueryDataset,
  rules: RowRuleClauses,
  now: Date,
  givenZone: string,
  dialect: Dialect,
  options: PlanOptions = {},
): Result<Plan> {
  const zone = isTimeZone(givenZone) ? givenZone : 'UTC'
  const times: TimeRangeOptions = {
    now: wallClockIn(now, zone),
    relativeStart: given.relativeStart,
    relativeEnd: given.relativeEnd,
    timeShift: given.timeShift,
  }
  const text = timeRangeTextOf(given)
  const ownRange = text === null ? ok({ since: null, until: null }) : readTimeRange(text, times)
  if (!ownRange.ok) return ownRange
  const range = options.range ?? ownRange.value
  const removed = new Set(options.removedFilters)
  const query: Query = { ...given, granularity: timeColumnOf(given, dataset), filters: given.filters.filter(({ col }) => !removed.has(labelOfColumn(col))) }

  const context: PlanContext = {
    dataset,
    dialect,
    zone,
    mayHaveSubqueries: options.mayHaveSubqueries ?? false,
    spanOf: (column) => spanOf(column, query, range, options.seriesRange, times),
  }
  const missing = refuseMissingColumns(query, context)
  if (!missing.ok) return missing
  const source = planSource(dataset, dialect)
  if (!source.ok) return source
  const items = planSelectItems(query, context)
  if (!items.ok) return items
  const { time, columns, metrics } = items.value
  if (time.length + columns.length + metrics.length === 0) return refuse('Empty query?')

  const clauses = planClauses(query, rules, context)
  if (!clauses.ok) return clauses
  const filters = planFilters(query.filters, context, times, { source: source.value, rules: clauses.value.rules })
  if (!filters.ok) return filters
  const bounds = (within: TimeRange) => planTimeBounds(query, within, context)
  const outer = bounds(range)
  if (!outer.ok) return outer
  const inner = bounds(options.seriesRange ?? range)
  if (!inner.ok) return inner
  const common = [...filters.value.predicates, ...clauses.value.where, ...clauses.value.rules]

  const isGrouped = query.metrics !== null || ordersByMetric(query, context)
  const order = planOrder(query, context)
  if (!order.ok) return order
  const limited = planSeriesLimit(query, { columns, metrics, source: source.value, where: [...inner.value, ...common] }, context)
  if (!limited.ok) return limited
  const groups = [...time, ...limited.value.columns]
  const limit = Math.min(query.rowLimit || (options.defaultRows ?? 50_000), options.maxRows ?? 100_000)
  const select: Select = {
    items: [...groups, ...metrics],
    from: source.value,
    join: limited.value.join,
    where: [...outer.value, ...common],
    groupBy: isGrouped ? groups.map(({ expression }) => expression) : [],
    having: clauses.value.having,
    orderBy: order.value,
    limit,
    offset: query.rowOffset,
  }
  const whole = query.isRowCount ? countRows(select) : select
  return ok({
    select: whole,
    labels: whole.items.map(({ label }) => label),
    times: whole.items.flatMap(({ expression }, place) => (isTime(expression) ? [place] : [])),
    wallTimes: whole.items.flatMap(({ expression }, place) => (isWallTime(expression) ? [place] : [])),
    range,
    appliedFilters: [...filters.value.applied, ...timeExtras(query, true)],
    rejectedFilters: [
      ...filters.value.rejected.map((column) => ({ reason: 'not_in_datasource', column })),
      ...timeExtras(query, false).map((column) => ({ reason: 'no_temporal_column', column })),
    ],
  })
}

const day = 86_400_000

/**
 * The moments that the rows of a time column lie between, with room for the clocks of any zone. Where the query does not say, all of them;
 * the changes of clocks within are then many, but the statement is right for every row.
 */
function spanOf(
  column: string,
  { granularity, filters }: Query,
  range: TimeRange,
  seriesRange: TimeRange | undefined,
  times: TimeRangeOptions,
): { readonly from: number; readonly to: number } {
  const own = filters.flatMap(({ col, op, val }) => {
    if (op !== 'TEMPORAL_RANGE' || typeof val !== 'string' || labelOfColumn(col) !== column) return []
    const read = readTimeRange(val, times)
    return read.ok ? [read.value] : []
  })
  const bounds = [...own, ...(granularity === column ? [range] : [])]
  const [from, to] = [(wall: TimeRange) => wall.since?.getTime() ?? -Infinity, (wall: TimeRange) => wall.until?.getTime() ?? Infinity]
  // The largest series may be chosen among the rows of another time.
  const wider = seriesRange && bounds.length > 0 ? [seriesRange] : []
  return {
    from:
      Math.min(
        bounds.map(from).reduce((a, b) => Math.max(a, b), -Infinity),
        ...wider.map(from),
      ) -
      2 * day,
    to:
      Math.max(
        bounds.map(to).reduce((a, b) => Math.min(a, b), Infinity),
        ...wider.map(to),
      ) +
      2 * day,
  }
}

/** The time column of old queries: what they name if it is a time, else the dataset's main one. */
function timeColumnOf(query: Query, dataset: QueryDataset): string | null {
  if (!query.granularity && !query.isTimeseries) return null
  const named = query.granularity ? findColumn(dataset, query.granularity) : undefined
  if (named && isTemporalColumn(named)) return named.name
  const main = dataset.mainTimeColumn ? findColumn(dataset, dataset.mainTimeColumn) : undefined
  return main?.name ?? null
}

/** What a dashboard said about time, as far as this query could follow it. */
const timeExtras = (query: Query, wantsApplied: boolean): readonly string[] =>
  query.appliedTimeExtras.filter((name) => {
    const isApplied = query.granularity !== null || query.filters.some(({ op }) => op === 'TEMPORAL_RANGE') || axisOf(query) !== undefined
    return isApplied === wantsApplied && /^__(time_range|time_col|time_grain|granularity)$/.test(name)
  })

function planSource(dataset: QueryDataset, dialect: Dialect): Result<Source> {
  if (dataset.sql === null) return ok({ kind: 'table', schema: dialect.flags.schemas ? dataset.schema : null, name: dataset.table })
  const text = readSourceStatement(dataset.sql, { dialectId: dialect.id, placeholder: dialect.placeholder(1) })
  return text.ok ? ok({ kind: 'statement', text: text.value, alias: 'virtual_table' }) : text
}

interface PlannedItems {
  readonly time: readonly SelectItem[]
  readonly columns: readonly SelectItem[]
  readonly metrics: readonly SelectItem[]
}

function planSelectItems(query: Query, context: PlanContext): Result<PlannedItems> {
  const time = planTimeAxis(query, context)
  if (!time.ok) return time
  const columns = planItems(query.columns, labelOfColumn, (column) => planColumn(column, query, context))
  if (!columns.ok) return columns
  const metrics = planItems(query.metrics ?? [], labelOfMetric, (metric) => planMetric(metric, context))
  return metrics.ok ? ok({ time: time.value, columns: columns.value, metrics: metrics.value }) : metrics
}

function planTimeAxis(query: Query, context: PlanContext): Result<readonly SelectItem[]> {
  if (!query.isTimeseries) return ok([])
  const column = query.granularity === null ? undefined : findColumn(context.dataset, query.granularity)
  if (!column) return refuse('Datetime column not provided as part table configuration and is required by this type of chart')
  const expression = timeExpressionOf(column, query.timeGrain, context)
  return expression.ok ? ok([{ expression: expression.value, label: timeAxisLabel }]) : expression
}

function planTimeBounds(query: Query, range: TimeRange, context: PlanContext): Result<readonly Predicate[]> {
  if (query.granularity === null || (!range.since && !range.until)) return ok([])
  const { dataset } = context
  const names = new Set([query.granularity, ...(dataset.alwaysFiltersMainTime && dataset.mainTimeColumn ? [dataset.mainTimeColumn] : [])])
  const columns = [...names].map((name) => findColumn(dataset, name)).filter((column): column is QueryDatasetColumn => column !== undefined)
  const predicates: Predicate[] = []
  for (const column of columns) {
    const left: Result<Expression> = expressionOf(column, context)
    if (!left.ok) return left
    predicates.push(...timePredicates(left.value, range, column, context))
  }
  return ok(predicates)
}

/** Free clauses of the asker, the dataset's own condition for value lists, and the rules. What cannot be read is refused, never left out. */
function planClauses(
  query: Query,
  rules: RowRuleClauses,
  context: PlanContext,
): Result<{ readonly where: readonly Predicate[]; readonly having: readonly Predicate[]; readonly rules: readonly Predicate[] }> {
  const binding: Predicate[] = []
  const where: Predicate[] = []
  const having: Predicate[] = []
  for (const [clause, place] of [
    [query.where, where],
    [query.having, having],
  ] as const) {
    if (!clause?.trim()) continue
    const text = readAskersFragment(clause, context, 'clause')
    if (!text.ok) return text
    place.push({ kind: 'fragment', text: text.value })
  }
  if (query.appliesFetchValuesPredicate && context.dataset.fetchValuesPredicate) {
    const text = readKeepersFragment(context.dataset.fetchValuesPredicate, context)
    if (!text.ok) return text
    where.push({ kind: 'fragment', text: text.value })
  }
  for (const group of rules) {
    const parts: Predicate[] = []
    for (const clause of group) {
      const text = readKeepersFragment(clause, context)
      if (!text.ok) return refuse('A row rule of this dataset cannot be read, so its data stay closed')
      parts.push({ kind: 'fragment', text: text.value })
    }
    if (parts.length > 0) binding.push({ kind: 'or', parts })
  }
  return ok({ where, having, rules: binding })
}

const countRows = (select: Select): Select => ({
  items: [{ expression: { kind: 'count-rows' }, label: 'rowcount' }],
  from: { kind: 'select', select, alias: 'rowcount_qry' },
  where: [],
  groupBy: [],
  having: [],
  orderBy: [],
  limit: null,
  offset: 0,
})
