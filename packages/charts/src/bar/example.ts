import { type Cell, type FrameColumn, frameFromRows } from '@sightline/core'

const columns: FrameColumn[] = [
  { name: 'month', kind: 'temporal', type: 'TIMESTAMP' },
  { name: 'Cafés', kind: 'numeric', type: 'DOUBLE' },
  { name: 'Web shop', kind: 'numeric', type: 'DOUBLE' },
  { name: 'Wholesale', kind: 'numeric', type: 'DOUBLE' },
]

/** Eighteen months in three channels, with a quiet summer and a strong end of the year. */
const rows = Array.from({ length: 18 }, (_, month): Cell[] => {
  const season = 1 + 0.22 * Math.cos(((month % 12) / 12) * 2 * Math.PI)
  return [
    Date.UTC(2025, month, 1),
    Math.round(5_200 * season + month * 60),
    Math.round(14_500 * season + month * 310),
    Math.round(9_800 * season + (month % 3) * 420),
  ]
})

export const barExample = {
  form: {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'month',
    time_grain_sqla: 'P1M',
    metrics: ['revenue'],
    groupby: ['channel'],
    stack: 'Stack',
    currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
    x_axis_time_format: '%b %Y',
  },
  frames: [frameFromRows(columns, rows)],
}
