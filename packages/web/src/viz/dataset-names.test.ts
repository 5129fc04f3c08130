import { expect, test } from 'vitest'
import { namesOf } from './dataset-names.ts'

test('metrics bring their currency, as an object or as the stored text; one that cannot be read is left out', () => {
  const { currencies } = namesOf({
    currency_formats: { revenue: { symbol: 'EUR', symbolPosition: 'prefix' }, cost: '{"symbol":"GBP","symbolPosition":"suffix"}', odd: {} },
  })
  expect(currencies).toEqual({ revenue: { symbol: 'EUR', symbolPosition: 'prefix' }, cost: { symbol: 'GBP', symbolPosition: 'suffix' } })
})

test('a metric keeps its shown name when a column without one is called the same', () => {
  const { verboseNames } = namesOf({
    verbose_map: { revenue: 'revenue', region: 'Region' },
    metrics: [
      { metric_name: 'revenue', verbose_name: 'Revenue' },
      { metric_name: 'count', verbose_name: null },
    ],
  })
  expect(verboseNames).toEqual({ revenue: 'Revenue', region: 'Region' })
})

test('a dataset that is not known yet gives no names', () => {
  expect(namesOf(undefined)).toEqual({ verboseNames: {}, formats: {}, currencies: {} })
})
