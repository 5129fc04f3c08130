import { axisColumn, buildQuery, defaultOrder, grainOf, uniqueColumns, uniqueMetrics } from './base-query.ts'
import type { QueryObject } from './chart.ts'
import { columnLabel, listOf, metricLabel } from './labels.ts'
import { axisOf, type TimeSeriesForm } from './time-series-form.ts'

interface Step {
  readonly operation: string
  readonly options?: Readonly<Record<string, unknown>>
}

const separator = '__'

/** The shifts a form asks for, or none when they cannot be computed. */
export const offsetsOf = (form: TimeSeriesForm): readonly string[] => {
  const known = ['values', 'difference', 'percentage', 'ratio'].includes(String(form.comparison_type ?? ''))
  return known && listOf(form.metrics).length > 0 ? listOf(form.time_compare).map(String) : []
}

const whole = (value: unknown, otherwise: number): number => {
  const number = Number.parseInt(String(value), 10)
  return Number.isNaN(number) ? otherwise : number
}

const mean = { operator: 'mean' }

/** Shapes the rows into one column per series; the server runs these after the statement. */
function stepsOf(form: TimeSeriesForm, x: string, metrics: readonly string[], dimensions: readonly string[], shown: readonly string[]): Step[] {
  const offsets = offsetsOf(form)
  const shifted = metrics.flatMap((metric) => offsets.map((offset) => [metric, offset, `${metric}${separator}${offset}`] as const))
  const values = [...metrics, ...shifted.map(([, , name]) => name)]
  const same = Object.fromEntries(values.map((name) => [name, name]))
  const steps: Step[] = []
  if (x && metrics.length > 0) {
    const aggregates = Object.fromEntries(values.map((name) => [name, mean]))
    steps.push({ operation: 'pivot', options: { index: [x], columns: dimensions, aggregates, drop_missing_columns: form.show_empty_columns === false } })
  }
  if (form.rolling_type === 'cumsum') steps.push({ operation: 'cum', options: { operator: 'sum', columns: same } })
  else if (['mean', 'sum', 'std'].includes(String(form.rolling_type))) {
    const options = { rolling_type: form.rolling_type, window: whole(form.rolling_periods, 1), min_periods: whole(form.min_periods, 0), columns: same }
    steps.push({ operation: 'rolling', options })
  }
  if (shifted.length > 0 && form.comparison_type !== 'values') {
    const options = {
      source_columns: shifted.map(([metric]) => metric),
      compare_columns: shifted.map(([, , name]) => name),
      compare_type: form.comparison_type,
      drop_original_columns: true,
    }
    steps.push({ operation: 'compare', options })
  }
  if (form.resample_rule && form.resample_method) {
    const isZero = form.resample_method === 'zerofill'
    steps.push({
      operation: 'resample',
      options: { method: isZero ? 'asfreq' : form.resample_method, rule: form.resample_rule, fill_value: isZero ? 0 : null },
    })
  }
  const isDerived = shifted.length > 0 && form.comparison_type !== 'values'
  const [only] = shown
  if (shown.length === 1 && only !== undefined && dimensions.length > 0 && x && form.truncate_metric !== false && !isDerived) {
    const columns = { ...Object.fromEntries(shifted.filter(([metric]) => metric === only).map(([, offset, name]) => [name, offset])), [only]: null }
    steps.push({ operation: 'rename', options: { columns, level: 0, inplace: true } })
  }
  if (form.contributionMode) steps.push({ operation: 'contribution', options: { orientation: form.contributionMode } })
  const sort = form.x_axis_sort
  if (sort && dimensions.length === 0 && shown.length <= 1) {
    if (sort === x) steps.push({ operation: 'sort', options: { is_sort_index: true, ascending: form.x_axis_sort_asc !== false } })
    else if (metrics.includes(String(sort))) steps.push({ operation: 'sort', options: { by: sort, ascending: form.x_axis_sort_asc !== false } })
  }
  steps.push({ operation: 'flatten' })
  const periods = Number(form.forecastPeriods)
  if (form.forecastEnabled && Number.isInteger(periods)) {
    const seasons = {
      yearly_seasonality: form.forecastSeasonalityYearly,
      weekly_seasonality: form.forecastSeasonalityWeekly,
      daily_seasonality: form.forecastSeasonalityDaily,
    }
    const options = {
      time_grain: grainOf(form),
      periods,
      confidence_interval: Number(form.forecastInterval),
      index: x,
      ...Object.fromEntries(Object.entries(seasons).filter(([, value]) => value !== null && value !== undefined)),
    }
    steps.push({ operation: 'prophet', options })
  }
  return steps
}

/** One query for line, bar and their kin: x and the dimensions as columns, then one column per series. */
export function timeSeriesQueries(form: TimeSeriesForm): readonly QueryObject[] {
  const dimensions = uniqueColumns(listOf(form.groupby))
  const ownMetrics = uniqueMetrics(listOf(form.metrics))
  const axis = axisOf(form)
  if (ownMetrics.length === 0 || !axis) return []
  const x = columnLabel(axis)
  const ranking = form.timeseries_limit_metric
  // Sorting the axis by the metric that ranks the series needs that metric among the columns.
  const isSortedByRanking = Boolean(ranking) && form.x_axis_sort === metricLabel(ranking) && dimensions.length === 0
  const metrics = isSortedByRanking ? uniqueMetrics([...ownMetrics, ranking]) : ownMetrics
  const labels = metrics.map(metricLabel)
  const dimensionLabels = dimensions.map(columnLabel)
  const others = dimensions.filter((column) => columnLabel(column) !== x)
  const orderby = defaultOrder(form, metrics)
  const query = buildQuery(form, {
    columns: [axisColumn(axis, grainOf(form)), ...others],
    metrics,
    ...(orderby ? { orderby } : {}),
    hasGrain: true,
    rest: {
      series_columns: dimensions,
      time_offsets: offsetsOf(form),
      post_processing: stepsOf(form, x, labels, dimensionLabels, ownMetrics.map(metricLabel)),
    },
  })
  return [query]
}
