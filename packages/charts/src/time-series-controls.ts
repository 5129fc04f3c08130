import type { Control, ControlSection } from './chart.ts'
import {
  adhocFilters,
  checkbox,
  currency,
  dimensions,
  isOn,
  metrics,
  numberFormat,
  numbers,
  rowLimit,
  select,
  sortDescending,
  sortMetric,
  timeFormat,
  timeGrain,
} from './shared-controls.ts'

const measures = [
  ['name', 'Category name'],
  ['sum', 'Total value'],
  ['min', 'Minimum value'],
  ['max', 'Maximum value'],
  ['avg', 'Average value'],
] as const

const words = (...texts: string[]) => texts.map((text) => [text, text] as const)

type Visible = NonNullable<Control['visible']>

const hasSeveralSeries = (form: Readonly<Record<string, unknown>>): boolean =>
  [form['groupby'], form['metrics']].some((value, index) => Array.isArray(value) && value.length > index)

/** Sorting an axis makes sense only where its order is not given by time or number. */
const isFreeAxis: Visible = (form, kindOf) => {
  const kind = kindOf?.(form['x_axis'])
  return (
    Boolean(form['x_axis']) && (kind === undefined || kind === 'string' || kind === 'boolean' || (kind === 'numeric' && form['xAxisForceCategorical'] === true))
  )
}
const isTimeAxis: Visible = (form, kindOf) =>
  Boolean(form['x_axis']) && (typeof form['x_axis'] === 'object' || !kindOf || kindOf(form['x_axis']) === 'temporal')
const isRolling: Visible = (form) => ['mean', 'sum', 'std'].includes(String(form['rolling_type']))

export const querySection: ControlSection = {
  label: 'Query',
  tab: 'data',
  expanded: true,
  controls: [
    { kind: 'x-axis', name: 'x_axis', label: 'X-axis', help: 'Column on the x axis', required: true },
    { ...timeGrain, visible: isTimeAxis },
    checkbox('xAxisForceCategorical', 'Force categorical', {
      help: 'Take x values as categories',
      visible: (form, kindOf) => !kindOf || kindOf(form['x_axis']) === 'numeric',
    }),
    { kind: 'x-axis-sort', name: 'x_axis_sort', label: 'X-Axis Sort By', visible: (form, kindOf) => isFreeAxis(form, kindOf) && !hasSeveralSeries(form) },
    {
      kind: 'checkbox',
      name: 'x_axis_sort_asc',
      label: 'X-Axis Sort Ascending',
      visible: (form, kindOf) => isFreeAxis(form, kindOf) && !hasSeveralSeries(form),
    },
    select('x_axis_sort_series', 'X-Axis Sort By', measures, { visible: (form, kindOf) => isFreeAxis(form, kindOf) && hasSeveralSeries(form) }),
    checkbox('x_axis_sort_series_ascending', 'X-Axis Sort Ascending', { visible: (form, kindOf) => isFreeAxis(form, kindOf) && hasSeveralSeries(form) }),
    metrics,
    dimensions,
    select(
      'contributionMode',
      'Contribution Mode',
      [
        [null, 'None'],
        ['row', 'Row'],
        ['column', 'Series'],
      ],
      { renderTrigger: false, help: 'Show shares instead of values' },
    ),
    adhocFilters,
    select('limit', 'Series limit', numbers(5, 10, 25, 50, 100, 500), { freeForm: true, renderTrigger: false, help: 'Most series fetched' }),
    sortMetric,
    sortDescending,
    rowLimit,
    { kind: 'checkbox', name: 'truncate_metric', label: 'Truncate Metric', help: 'Leave the metric out of series names' },
    { kind: 'checkbox', name: 'show_empty_columns', label: 'Show empty columns' },
  ],
}

export const analyticsSection: ControlSection = {
  label: 'Advanced analytics',
  tab: 'data',
  expanded: false,
  controls: [
    select('rolling_type', 'Rolling function', [[null, 'None'], ...words('mean', 'sum', 'std', 'cumsum')], { renderTrigger: false, heading: 'Rolling window' }),
    { kind: 'number', name: 'rolling_periods', label: 'Periods', visible: isRolling },
    { kind: 'number', name: 'min_periods', label: 'Min periods', visible: isRolling },
    select(
      'time_compare',
      'Time shift',
      words(
        '1 day ago',
        '1 week ago',
        '28 days ago',
        '30 days ago',
        '52 weeks ago',
        '1 year ago',
        '104 weeks ago',
        '2 years ago',
        '156 weeks ago',
        '3 years ago',
      ),
      { renderTrigger: false, multiple: true, freeForm: true, heading: 'Time comparison', help: 'Earlier periods to lay over, in words' },
    ),
    select(
      'comparison_type',
      'Calculation type',
      [
        ['values', 'Actual values'],
        ['difference', 'Difference'],
        ['percentage', 'Percentage change'],
        ['ratio', 'Ratio'],
      ],
      { renderTrigger: false },
    ),
    select(
      'resample_rule',
      'Rule',
      [
        ['1T', '1 minutely frequency'],
        ['1H', '1 hourly frequency'],
        ['1D', '1 calendar day frequency'],
        ['7D', '7 calendar day frequency'],
        ['1MS', '1 month start frequency'],
        ['1M', '1 month end frequency'],
        ['1AS', '1 year start frequency'],
        ['1A', '1 year end frequency'],
      ],
      { renderTrigger: false, freeForm: true, heading: 'Resample' },
    ),
    select(
      'resample_method',
      'Fill method',
      [
        ['asfreq', 'Null imputation'],
        ['zerofill', 'Zero imputation'],
        ['linear', 'Linear interpolation'],
        ['ffill', 'Forward values'],
        ['bfill', 'Backward values'],
        ['median', 'Median values'],
        ['mean', 'Mean values'],
        ['sum', 'Sum values'],
      ],
      { renderTrigger: false },
    ),
  ],
}

const margins = numbers(15, 30, 50, 75, 100, 125, 150, 200)

export const titleSection: ControlSection = {
  label: 'Chart Title',
  tab: 'customize',
  expanded: true,
  controls: [
    { kind: 'text', name: 'x_axis_title', label: 'X Axis Title', renderTrigger: true, heading: 'X Axis' },
    select('x_axis_title_margin', 'X Axis Title Margin', margins, { freeForm: true }),
    { kind: 'text', name: 'y_axis_title', label: 'Y Axis Title', renderTrigger: true, heading: 'Y Axis' },
    select('y_axis_title_margin', 'Y Axis Title Margin', margins, { freeForm: true }),
    select('y_axis_title_position', 'Y Axis Title Position', words('Left', 'Top')),
  ],
}

export const orderControls: readonly Control[] = [
  select('sort_series_type', 'Sort Series By', measures, { heading: 'Series Order' }),
  checkbox('sort_series_ascending', 'Sort Series Ascending'),
]

const isStackedWithValues = (form: Readonly<Record<string, unknown>>): boolean => form['show_value'] === true && Boolean(form['stack'])

export const valueControls: readonly Control[] = [
  checkbox('show_value', 'Show Value'),
  select('stack', 'Stacked Style', [[null, 'None'], ...words('Stack', 'Stream')]),
  checkbox('only_total', 'Only Total', { help: 'Only show the total on the stack', visible: isStackedWithValues }),
  {
    kind: 'number',
    name: 'percentage_threshold',
    label: 'Percentage threshold',
    help: 'Minimum threshold in percentage points for showing labels.',
    renderTrigger: true,
    visible: (form) => isStackedWithValues(form) && form['only_total'] === false,
  },
]

export const xAxisControls: readonly Control[] = [
  { ...timeFormat('x_axis_time_format', 'Time format'), heading: 'X Axis', visible: isTimeAxis },
  select(
    'xAxisLabelRotation',
    'Rotate x axis label',
    [
      [0, '0°'],
      [45, '45°'],
      [90, '90°'],
    ],
    { freeForm: true },
  ),
  checkbox('truncateXAxis', 'Truncate X Axis'),
  { kind: 'bounds', name: 'xAxisBounds', label: 'X Axis Bounds', renderTrigger: true, visible: isOn('truncateXAxis') },
]

export const tooltipControls: readonly Control[] = [
  checkbox('rich_tooltip', 'Rich tooltip', { heading: 'Tooltip', help: 'List every series at that point' }),
  checkbox('tooltipSortByMetric', 'Tooltip sort by metric', { visible: isOn('rich_tooltip') }),
  timeFormat('tooltipTimeFormat', 'Tooltip time format'),
]

export const yAxisControls: readonly Control[] = [
  { ...numberFormat('y_axis_format', 'Y Axis Format'), heading: 'Y Axis' },
  currency,
  checkbox('logAxis', 'Logarithmic y-axis'),
  checkbox('minorSplitLine', 'Minor Split Line'),
  checkbox('truncateYAxis', 'Truncate Y Axis', { help: 'The axis need not start at zero' }),
  { kind: 'bounds', name: 'y_axis_bounds', label: 'Y Axis Bounds', renderTrigger: true, visible: isOn('truncateYAxis') },
]
