import { frameFromRows } from '@sightline/core'

export const bigNumberExample = {
  form: {
    viz_type: 'big_number_total',
    metric: 'revenue',
    subheader: 'revenue in the last 26 weeks',
    currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
  },
  frames: [frameFromRows([{ name: 'revenue', kind: 'numeric', type: 'DOUBLE' }], [[620_418.5]])],
}
