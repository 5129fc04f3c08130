import { type FrameColumn, frameFromRows } from '@sightline/core'

const columns: FrameColumn[] = [
  { name: 'product', kind: 'string', type: 'VARCHAR' },
  { name: 'family', kind: 'string', type: 'VARCHAR' },
  { name: 'revenue', kind: 'numeric', type: 'DOUBLE' },
  { name: 'orders', kind: 'numeric', type: 'BIGINT' },
  { name: 'change', kind: 'numeric', type: 'DOUBLE' },
]

export const tableExample = {
  form: {
    viz_type: 'table',
    query_mode: 'aggregate',
    groupby: ['product', 'family'],
    metrics: ['revenue', 'orders', 'change'],
    show_totals: true,
    column_config: {
      revenue: { currencyFormat: { symbol: 'EUR', symbolPosition: 'prefix' } },
      orders: { d3NumberFormat: ',d', showCellBars: false },
      change: { d3NumberFormat: '+.1%' },
    },
  },
  frames: [
    frameFromRows(columns, [
      ['Highland breakfast', 'Black tea', 61_800, 1984, 0.124],
      ['House espresso', 'Coffee', 58_200, 2310, 0.081],
      ['Sencha spring', 'Green tea', 44_900, 1102, 0.21],
      ['Filter no. 4', 'Coffee', 39_100, 1640, -0.026],
      ['Lakeside oolong', 'Oolong', 31_400, 688, 0.049],
      ['Harbour blend', 'Black tea', 27_700, 1015, 0.012],
      ['Decaf evening', 'Coffee', 19_300, 742, -0.068],
      ['Mint garden', 'Herbal', 14_600, 611, 0.033],
    ]),
    frameFromRows(columns.slice(2), [[297_000, 10_092, 0.061]]),
  ],
}
