import { expect, test } from 'vitest'
import { table } from './table.ts'

const ask = (form: object) => table.queries(table.form.parse({ viz_type: 'table', datasource: '1__table', groupby: ['region'], ...form }))
const orderOf = (form: object) => ask(form)[0]?.['orderby']

test('EXP-3.07 rows come by the metric chosen for it, else the largest of the first metric first', () => {
  expect(orderOf({ metrics: ['count', 'sum'] })).toEqual([['count', false]])
  expect(orderOf({ metrics: ['count'], order_desc: false })).toEqual([['count', false]])
  expect(orderOf({ metrics: ['count'], timeseries_limit_metric: 'sum', order_desc: false })).toEqual([['sum', true]])
  expect(orderOf({ metrics: ['count'], timeseries_limit_metric: ['sum'] })).toEqual([['sum', false]])
  expect(orderOf({ metrics: [], percent_metrics: ['count'] })).toEqual([])
  expect(orderOf({ metrics: [] })).toEqual([])
})
