import {
  addUnits,
  axisOf,
  fail,
  joinComparison,
  labelOfColumn,
  labelOfMetric,
  momentAt,
  ok,
  readTimeDelta,
  timeAxisLabel,
  wallClock,
  type Frame,
  type Query,
  type Result,
  type TimeRange,
  type Unit,
} from '@sightline/core'

export interface Comparison {
  readonly offset: string
  readonly query: Query
  readonly range: TimeRange
}

const refuse = (message: string) => fail({ code: 'GENERIC_COMMAND_ERROR' as const, status: 400, message })

/** The queries that a comparison with other times needs: the same question about moved bounds. */
export function planComparisons(query: Query, range: TimeRange): Result<readonly Comparison[]> {
  const comparisons: Comparison[] = []
  for (const offset of query.timeOffsets) {
    if (!range.since || !range.until) return refuse('An enclosed time range (both start and end) must be specified when using a Time Comparison.')
    const delta = readTimeDelta(offset)
    if (!delta.ok || !/ago|later/i.test(offset)) return refuse(`Time delta is ambiguous. Please specify [${offset} ago] or [${offset} later].`)
    const axis = axisOf(query)
    if (!axis && !query.isTimeseries) return refuse('A time column must be specified when using a Time Comparison.')
    if (!grainOf(query)) return refuse('Time Grain must be specified when using Time Shift.')
    const move = (date: Date) => addUnits(date, delta.value.amount, delta.value.unit)
    const column = axis ? axis.sqlExpression : query.granularity
    comparisons.push({
      offset,
      range: { since: move(range.since), until: move(range.until) },
      query: {
        ...query,
        granularity: query.granularity ?? column,
        filters: query.filters.filter(({ col, op }) => op !== 'TEMPORAL_RANGE' || !axis || labelOfColumn(col) !== labelOfColumn(axis)),
        timeOffsets: [],
        postProcessing: [],
      },
    })
  }
  return ok(comparisons)
}

const grainOf = (query: Query): string | null => axisOf(query)?.timeGrain ?? query.timeGrain

/** Months and years are those of the calendar on the wall. */
const mover =
  (amount: number, unit: Unit, zone: string) =>
  (date: Date): Date =>
    zone === 'UTC' ? addUnits(date, amount, unit) : new Date(momentAt(addUnits(new Date(wallClock(date.getTime(), zone)), amount, unit).getTime(), zone))

/** Adds the metrics of another time beside those of the main one. */
export function addComparison(main: Frame, query: Query, offset: string, other: Frame, zone: string): Result<Frame> {
  const delta = readTimeDelta(offset)
  if (!delta.ok) return delta
  const axis = query.isTimeseries ? timeAxisLabel : labelOfColumn(axisOf(query)!)
  return ok(
    joinComparison(main, other, {
      axis,
      metrics: (query.metrics ?? []).map(labelOfMetric),
      dimensions: query.columns.map(labelOfColumn).filter((label) => label !== axis),
      grain: grainOf(query),
      suffix: `__${offset}`,
      back: mover(-delta.value.amount, delta.value.unit, zone),
      zone,
    }),
  )
}
