export interface ExampleChart {
  readonly name: string
  readonly dataset: string
  readonly description?: string
  readonly form: Readonly<Record<string, unknown>> & { readonly viz_type: string }
}

const during = (column: string, range: string) => ({
  clause: 'WHERE',
  subject: column,
  operator: 'TEMPORAL_RANGE',
  operatorId: 'TEMPORAL_RANGE',
  comparator: range,
  expressionType: 'SIMPLE',
})

/** Ends are fixed like the data: a first look must not find an empty month. */
const lastYear = '2025-10-01 : 2026-10-01'
/** Whole weeks, so that no line ends in half of one. */
const lastWeeks = '2025-09-29 : 2026-09-28'
const all = 'No filter'

const orders = { adhoc_filters: [during('ordered_at', lastYear)] }
const visits = { adhoc_filters: [during('started_at', lastWeeks)] }
const tickets = { adhoc_filters: [during('opened_at', all)] }
const readings = { adhoc_filters: [during('read_at', '2025-06-02 : 2026-09-28')] }
const flights = { adhoc_filters: [during('departs_at', lastWeeks)] }
const budgets = { adhoc_filters: [during('month', '2026-01-01 : 2026-10-01')] }

/** Saved charts over the example datasets. Names are unique: the dashboard refers to them. */
export const exampleCharts: readonly ExampleChart[] = [
  {
    name: 'Revenue in twelve months',
    dataset: 'orders',
    form: {
      viz_type: 'big_number_total',
      metric: 'revenue',
      subheader: 'October 2025 to September 2026',
      header_font_size: 0.4,
      subheader_font_size: 0.15,
      ...orders,
    },
  },
  {
    name: 'Orders in twelve months',
    dataset: 'orders',
    form: { viz_type: 'big_number_total', metric: 'orders', subheader: 'orders of all channels', ...orders },
  },
  { name: 'Average basket', dataset: 'orders', form: { viz_type: 'big_number_total', metric: 'basket', subheader: 'per order, after discounts', ...orders } },
  { name: 'Return rate', dataset: 'orders', form: { viz_type: 'big_number_total', metric: 'return_rate', subheader: 'of orders come back', ...orders } },
  {
    name: 'Weekly revenue',
    dataset: 'orders',
    description: 'The strike of carriers in June 2026 and the day without a shop in February can be seen.',
    form: {
      viz_type: 'echarts_timeseries_line',
      x_axis: 'ordered_at',
      time_grain_sqla: 'P1W',
      metrics: ['revenue'],
      groupby: [],
      time_compare: ['52 weeks ago'],
      comparison_type: 'values',
      row_limit: 10000,
      truncateYAxis: true,
      y_axis_bounds: [null, null],
      x_axis_time_format: '%b %Y',
      adhoc_filters: [during('ordered_at', lastWeeks)],
    },
  },
  {
    name: 'Revenue by channel',
    dataset: 'orders',
    form: {
      viz_type: 'pie',
      groupby: ['channel'],
      metric: 'revenue',
      row_limit: 100,
      sort_by_metric: true,
      donut: true,
      innerRadius: 45,
      label_type: 'key_percent',
      show_total: true,
      ...orders,
    },
  },
  {
    name: 'Revenue by region',
    dataset: 'orders',
    form: {
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'ordered_at',
      time_grain_sqla: 'P1M',
      metrics: ['revenue'],
      groupby: ['region'],
      stack: 'Stack',
      row_limit: 10000,
      x_axis_time_format: '%b %Y',
      adhoc_filters: [during('ordered_at', '2025-04-01 : 2026-10-01')],
    },
  },
  {
    name: 'Best sellers',
    dataset: 'orders',
    form: {
      viz_type: 'table',
      query_mode: 'aggregate',
      groupby: ['product', 'category'],
      metrics: ['revenue', 'orders', 'margin', 'return_rate'],
      timeseries_limit_metric: 'revenue',
      order_desc: true,
      row_limit: 10,
      column_config: { orders: { showCellBars: false }, margin: { showCellBars: false }, return_rate: { showCellBars: false } },
      ...orders,
    },
  },
  {
    name: 'Days to delivery',
    dataset: 'orders',
    form: {
      viz_type: 'echarts_timeseries_line',
      x_axis: 'ordered_at',
      time_grain_sqla: 'P1W',
      metrics: ['delivery_days'],
      groupby: [],
      row_limit: 10000,
      area: true,
      adhoc_filters: [during('ordered_at', '2024-01-01 : 2026-09-28')],
    },
  },
  {
    name: 'Orders by city',
    dataset: 'orders',
    form: {
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'city',
      metrics: ['orders'],
      groupby: [],
      x_axis_sort: 'orders',
      x_axis_sort_asc: false,
      orientation: 'horizontal',
      show_value: true,
      row_limit: 12,
      ...orders,
    },
  },
  {
    name: 'Visits by device',
    dataset: 'web_sessions',
    form: {
      viz_type: 'echarts_timeseries_line',
      x_axis: 'started_at',
      time_grain_sqla: 'P1W',
      metrics: ['visits'],
      groupby: ['device'],
      stack: 'Stack',
      area: true,
      opacity: 0.5,
      row_limit: 10000,
      ...visits,
    },
  },
  {
    name: 'Conversion by source',
    dataset: 'web_sessions',
    form: {
      viz_type: 'table',
      query_mode: 'aggregate',
      groupby: ['source'],
      metrics: ['visits', 'purchases', 'conversion', 'bounce_rate'],
      timeseries_limit_metric: 'conversion',
      order_desc: true,
      show_totals: true,
      row_limit: 100,
      ...visits,
    },
  },
  {
    name: 'Questions by topic',
    dataset: 'support_tickets',
    description: 'The flood of March 2025 and the strike of June 2026 stand out.',
    form: {
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'opened_at',
      time_grain_sqla: 'P1M',
      metrics: ['tickets'],
      groupby: ['topic'],
      stack: 'Stack',
      row_limit: 10000,
      ...tickets,
    },
  },
  {
    name: 'Support by team',
    dataset: 'support_tickets',
    form: {
      viz_type: 'table',
      query_mode: 'aggregate',
      groupby: ['team', 'channel'],
      metrics: ['tickets', 'reply_time', 'solution_time', 'mood'],
      row_limit: 100,
      ...tickets,
    },
  },
  {
    name: 'Energy by kind of building',
    dataset: 'meter_readings',
    form: {
      viz_type: 'echarts_timeseries_line',
      x_axis: 'read_at',
      time_grain_sqla: 'P1W',
      metrics: ['energy'],
      groupby: ['kind'],
      row_limit: 10000,
      ...readings,
    },
  },
  {
    name: 'Energy by city',
    dataset: 'meter_readings',
    form: {
      viz_type: 'pie',
      groupby: ['city'],
      metric: 'energy',
      row_limit: 100,
      sort_by_metric: true,
      label_type: 'key_percent',
      show_legend: false,
      ...readings,
    },
  },
  {
    name: 'Delay by carrier',
    dataset: 'flights',
    form: {
      viz_type: 'echarts_timeseries_line',
      x_axis: 'departs_at',
      time_grain_sqla: 'P1W',
      metrics: ['average_delay'],
      groupby: ['carrier'],
      row_limit: 10000,
      y_axis_title: 'Minutes',
      y_axis_title_margin: 30,
      ...flights,
    },
  },
  {
    name: 'Busiest routes',
    dataset: 'flights',
    form: {
      viz_type: 'table',
      query_mode: 'aggregate',
      groupby: ['origin', 'destination'],
      metrics: ['flights', 'travellers', 'load', 'average_delay', 'cancelled'],
      timeseries_limit_metric: 'flights',
      order_desc: true,
      row_limit: 50,
      page_length: 20,
      include_search: true,
      ...flights,
    },
  },
  {
    name: 'Plan and spending',
    dataset: 'budgets',
    form: {
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'division',
      metrics: ['planned', 'spent'],
      groupby: [],
      x_axis_sort_series: 'sum',
      x_axis_sort_series_ascending: false,
      sort_series_type: 'name',
      sort_series_ascending: true,
      row_limit: 100,
      ...budgets,
    },
  },
  {
    name: 'Teams over plan',
    dataset: 'budgets',
    form: {
      viz_type: 'table',
      query_mode: 'aggregate',
      groupby: ['division', 'department', 'team'],
      metrics: ['planned', 'spent', 'overspent'],
      timeseries_limit_metric: 'overspent',
      order_desc: true,
      row_limit: 20,
      conditional_formatting: [{ column: 'overspent', operator: '>', targetValue: 0.02, colorScheme: '#EFA1AA' }],
      ...budgets,
    },
  },
]
