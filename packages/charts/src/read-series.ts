import { type Cell, type Frame, type Kind, numberFrom } from '@sightline/core'
import { extentOf } from './conditional-formatting.ts'
import { cellLabel, columnLabel, entryOf, listOf, metricLabel, safeText } from './labels.ts'
import { axisOf, type TimeSeriesForm } from './time-series-form.ts'
import { offsetsOf } from './time-series-query.ts'

export interface Series {
  /** The frame's column name: what colours and cross-filters refer to. */
  readonly key: string
  /** As shown. */
  readonly name: string
  readonly values: readonly (number | null)[]
  /** Set for the values of an earlier period. */
  readonly isEarlier: boolean
}

export interface SeriesTable {
  readonly x: { readonly label: string; readonly kind: Kind; readonly cells: readonly Cell[] }
  readonly series: readonly Series[]
}

const derived = /^(difference|percentage|ratio)__/

/** The shown name of a flat column: verbose names for metrics, words for shifts. */
function nameOf(
  key: string,
  metrics: readonly string[],
  offsets: readonly string[],
  verbose: Readonly<Record<string, string>>,
  hasDimensions: boolean,
): string {
  const shownMetric = (metric: string): string => entryOf(verbose, metric) || metric
  // Longer metric names first: one may begin like another.
  const ordered = [...metrics].toSorted((a, b) => b.length - a.length)
  const tail = (text: string): string => (text.startsWith(', ') ? text : '')
  if (derived.test(key)) {
    for (const metric of ordered) {
      for (const offset of offsets) {
        const start = `${key.split('__')[0]}__${metric}__${metric}__${offset}`
        if (!key.startsWith(start)) continue
        const parts = [metrics.length > 1 || !hasDimensions ? shownMetric(metric) : '', offsets.length > 1 || !hasDimensions ? offset : '']
        return `${parts.filter(Boolean).join(', ')}${tail(key.slice(start.length))}`.replace(/^, /, '')
      }
    }
  }
  for (const metric of ordered) {
    for (const offset of offsets) {
      const start = `${metric}__${offset}`
      if (key.startsWith(start)) return `${metrics.length > 1 ? `${shownMetric(metric)}, ` : ''}${offset}${tail(key.slice(start.length))}`
    }
  }
  for (const metric of ordered) {
    if (key === metric) return shownMetric(metric)
    if (key.startsWith(`${metric}, `)) return `${shownMetric(metric)}${key.slice(metric.length)}`
  }
  return key
}

const isOfEarlierPeriod = (key: string, offsets: readonly string[]): boolean =>
  !derived.test(key) &&
  offsets.some((offset) => key === offset || key.startsWith(`${offset}, `) || key.endsWith(`__${offset}`) || key.includes(`__${offset}, `))

const measures: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  min: (values) => extentOf(values).low,
  max: (values) => extentOf(values).high,
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length),
}

const present = (values: readonly (number | null)[]): number[] => values.filter((value): value is number => value !== null)

/** Sorts without changing what has no order: equal ones stay as they came. */
function sortBy<Item>(
  items: readonly Item[],
  measure: string,
  ascending: boolean,
  nameOfItem: (item: Item) => string,
  valuesOfItem: (item: Item) => readonly number[],
): Item[] {
  const sign = ascending ? 1 : -1
  const compute = measures[measure]
  if (!compute) return items.toSorted((a, b) => sign * nameOfItem(a).localeCompare(nameOfItem(b)))
  const weights = new Map(items.map((item) => [item, compute(valuesOfItem(item))]))
  return items.toSorted((a, b) => sign * ((weights.get(a) ?? 0) - (weights.get(b) ?? 0)))
}

/** Splits a frame of flattened columns into its axis and its series, in the order the form asks for. */
export function readSeries(form: TimeSeriesForm, frame: Frame, verbose: Readonly<Record<string, string>>): SeriesTable {
  const wanted = columnLabel(axisOf(form))
  const found = frame.columns.findIndex(({ name }) => name === wanted)
  const xIndex = found < 0 ? 0 : found
  const column = frame.columns[xIndex]
  const metrics = listOf(form.metrics).map(metricLabel)
  const offsets = offsetsOf(form)
  const ranking = form.timeseries_limit_metric ? metricLabel(form.timeseries_limit_metric) : undefined
  const hasDimensions = listOf(form.groupby).length > 0
  const all = frame.columns.flatMap(({ name }, index): Series[] => {
    // The metric that only sorts the axis is not a series of its own.
    if (index === xIndex || (name === ranking && !metrics.includes(name) && metrics.length > 0 && !hasDimensions)) return []
    const values = (frame.values[index] ?? []).map((cell) => {
      const number = cell === null ? undefined : numberFrom(cell)
      // An axis cannot be divided into steps beyond what a double can count in.
      if (number === undefined || !(Math.abs(number) < 1e150)) return null
      return Math.abs(number) < 1e-150 ? 0 : number
    })
    return [{ key: name, name: safeText(nameOf(name, metrics, offsets, verbose, hasDimensions)), values, isEarlier: isOfEarlierPeriod(name, offsets) }]
  })
  const series = sortBy(
    all,
    form.sort_series_type,
    form.sort_series_ascending,
    ({ name }) => name,
    ({ values }) => present(values),
  )
  const x = { label: entryOf(verbose, wanted) || wanted || column?.name || '', kind: column?.kind ?? 'string', cells: frame.values[xIndex] ?? [] }
  const isCategorical = x.kind === 'string' || x.kind === 'boolean' || (x.kind === 'numeric' && form.xAxisForceCategorical)
  const isSorted = isCategorical && (hasDimensions || series.length > 1) && (form.x_axis_sort_series !== 'name' || !form.x_axis_sort_series_ascending)
  if (!isSorted) return { x, series }
  const rows = sortBy(
    x.cells.map((_, index) => index),
    form.x_axis_sort_series,
    form.x_axis_sort_series_ascending,
    (index) => cellLabel(x.cells[index]),
    (index) => present(series.map(({ values }) => values[index] ?? null)),
  )
  return {
    x: { ...x, cells: rows.map((index) => x.cells[index] ?? null) },
    series: series.map((one) => ({ ...one, values: rows.map((index) => one.values[index] ?? null) })),
  }
}
