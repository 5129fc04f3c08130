import { type Cell, type FrameColumn, frameFromRows } from '@sightline/core'

const columns: FrameColumn[] = [
  { name: 'week', kind: 'temporal', type: 'TIMESTAMP' },
  { name: 'revenue', kind: 'numeric', type: 'DOUBLE' },
  { name: 'revenue__52 weeks ago', kind: 'numeric', type: 'DOUBLE' },
]

/** Twenty-six weeks that grow with a few waves; last year is flatter. */
const rows = Array.from({ length: 26 }, (_, week): Cell[] => [
  Date.UTC(2026, 4, 4) + week * 7 * 86_400_000,
  Math.round(18_000 + week * 420 + 2_200 * Math.sin(week / 2.3) + (week % 5) * 260),
  Math.round(19_800 + week * 90 - 1_700 * Math.sin(week / 3.1) + (week % 4) * 180),
])

export const lineExample = {
  form: {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'week',
    time_grain_sqla: 'P1W',
    metrics: ['revenue'],
    groupby: [],
    time_compare: ['52 weeks ago'],
    comparison_type: 'values',
    currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
    x_axis_time_format: '%-d %b',
    truncateYAxis: true,
    y_axis_bounds: [null, null],
  },
  frames: [frameFromRows(columns, rows)],
}
