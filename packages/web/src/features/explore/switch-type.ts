import type { Chart } from '@sightline/charts'
import { controlsOf, type Form } from './state.ts'

/** Keys that mean the same in every chart and travel as they are. */
const shared = [
  'datasource',
  'slice_id',
  'granularity_sqla',
  'time_grain_sqla',
  'time_range',
  'adhoc_filters',
  'limit',
  'timeseries_limit_metric',
  'series_limit_metric',
  'order_desc',
  'row_limit',
  'x_axis',
  'rolling_type',
  'rolling_periods',
  'min_periods',
  'time_compare',
  'comparison_type',
  'resample_rule',
  'resample_method',
  'dashboardId',
  'color_scheme',
  'url_params',
]
const metricKeys = ['metric', 'metrics', 'metric_2', 'size', 'x', 'y', 'secondary_metric']
const columnKeys = ['groupby', 'columns', 'groupbyColumns', 'groupbyRows', 'entity', 'series', 'series_columns']

const asList = (value: unknown): unknown[] => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value])

/** Values of several controls in a row, each once. */
const collect = (form: Form, keys: readonly string[]): unknown[] => {
  const seen = new Set<string>()
  return Object.keys(form)
    .filter((key) => keys.includes(key))
    .flatMap((key) => asList(form[key]))
    .filter((value) => {
      const text = JSON.stringify(value)
      if (seen.has(text)) return false
      seen.add(text)
      return true
    })
}

/**
 * EXP-4.08 and EXP-4.09: a type that was shown before comes back as it was left; otherwise metrics, dimensions and everything that means the same
 * in both charts is carried over and the rest gets the new chart's defaults.
 */
export function switchType(from: Form, to: Chart, memory: readonly (readonly [string, Form])[]): Form {
  const remembered = memory.findLast(([type, form]) => type === to.id && form['datasource'] === from['datasource'])?.[1]
  if (remembered) return remembered
  const names = new Set(controlsOf(to).map(({ name }) => name))
  const next: Record<string, unknown> = { viz_type: to.id }
  for (const key of shared) if (key in from && (names.has(key) || key === 'datasource' || key === 'slice_id' || key === 'url_params')) next[key] = from[key]

  const metrics = collect(from, metricKeys)
  const columns = collect(from, columnKeys)
  for (const control of controlsOf(to)) {
    if (control.name in next) continue
    if (control.kind === 'metrics' && control.name === 'metrics') next[control.name] = metrics.splice(0)
    else if (control.kind === 'metric' && metricKeys.includes(control.name) && metrics.length > 0) next[control.name] = metrics.shift()
    else if (control.kind === 'columns' && columnKeys.includes(control.name)) next[control.name] = columns.splice(0)
    else if (control.kind === 'column' && columnKeys.includes(control.name) && columns.length > 0) next[control.name] = columns.shift()
  }
  const parsed = to.form.safeParse(next)
  return parsed.success ? (parsed.data as Form) : next
}
