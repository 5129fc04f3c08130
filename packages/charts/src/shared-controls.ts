import { numberFormatChoices, timeFormatChoices } from '@sightline/core'
import type { Control } from './chart.ts'
import { colorSchemes } from './palette.ts'

type Form = Readonly<Record<string, unknown>>
type Options = NonNullable<Control['options']>

export const numbers = (...values: number[]): Options => values.map((value) => [value, String(value)] as const)

export const isOn =
  (name: string) =>
  (form: Form): boolean =>
    form[name] === true

/** Panels are data: these are the controls that several charts have in common. */
export const adhocFilters: Control = { kind: 'adhoc-filters', name: 'adhoc_filters', label: 'Filters' }
export const metric: Control = { kind: 'metric', name: 'metric', label: 'Metric', help: 'The one measure shown', required: true }
export const metrics: Control = { kind: 'metrics', name: 'metrics', label: 'Metrics', help: 'One or several measures', multiple: true, required: true }
export const dimensions: Control = { kind: 'columns', name: 'groupby', label: 'Dimensions', help: 'Columns to split by', multiple: true }
export const timeGrain: Control = { kind: 'time-grain', name: 'time_grain_sqla', label: 'Time Grain', help: 'Size of one time bucket', placeholder: 'None' }
export const rowLimit: Control = {
  kind: 'row-limit',
  name: 'row_limit',
  label: 'Row limit',
  help: 'Most rows fetched',
  freeForm: true,
  options: numbers(10, 50, 100, 250, 500, 1000, 5000, 10000, 50000),
}
export const sortMetric: Control = { kind: 'metric', name: 'timeseries_limit_metric', label: 'Sort by', help: 'Measure that ranks series or rows' }
export const sortDescending: Control = {
  kind: 'checkbox',
  name: 'order_desc',
  label: 'Sort Descending',
  visible: (form) => Boolean(form['timeseries_limit_metric']),
}
export const colorScheme: Control = {
  kind: 'color-scheme',
  name: 'color_scheme',
  label: 'Color Scheme',
  renderTrigger: true,
  options: colorSchemes.filter(({ kind }) => kind === 'categorical').map(({ id, label }) => [id, label] as const),
}
export const currency: Control = { kind: 'currency', name: 'currency_format', label: 'Currency format', renderTrigger: true }

export const numberFormat = (name: string, label: string): Control => ({
  kind: 'number-format',
  name,
  label,
  help: 'D3 format syntax',
  freeForm: true,
  renderTrigger: true,
  options: numberFormatChoices,
})
export const timeFormat = (name: string, label: string): Control => ({
  kind: 'time-format',
  name,
  label,
  help: 'D3 time format syntax',
  freeForm: true,
  renderTrigger: true,
  options: timeFormatChoices,
})
export const checkbox = (name: string, label: string, more: Partial<Control> = {}): Control => ({ kind: 'checkbox', name, label, renderTrigger: true, ...more })
export const select = (name: string, label: string, options: Options, more: Partial<Control> = {}): Control => ({
  kind: 'select',
  name,
  label,
  options,
  renderTrigger: true,
  ...more,
})

export const legendControls: readonly Control[] = [
  checkbox('show_legend', 'Show legend', { heading: 'Legend' }),
  select(
    'legendType',
    'Type',
    [
      ['scroll', 'Scroll'],
      ['plain', 'Plain'],
    ],
    { visible: isOn('show_legend') },
  ),
  select(
    'legendOrientation',
    'Orientation',
    [
      ['top', 'Top'],
      ['bottom', 'Bottom'],
      ['left', 'Left'],
      ['right', 'Right'],
    ],
    { visible: isOn('show_legend') },
  ),
  { kind: 'number', name: 'legendMargin', label: 'Margin', help: 'Room kept for the legend', renderTrigger: true, visible: isOn('show_legend') },
]
