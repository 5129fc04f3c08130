import { expect, test } from 'vitest'
import { chartIdsIn, printLayout, saveMetadata, slugOf } from './metadata.ts'

test('saved metadata has every key readers rely on, and the layout apart', () => {
  const { json_metadata, positions } = saveMetadata(
    JSON.stringify({
      color_scheme: 'y',
      color_namespace: null,
      positions: { 'CHART-a': { type: 'CHART', meta: { chartId: 11 } } },
      filter_scopes: { 11: {}, 99: {} },
      default_filters: '{"99":{"a":[1]}}',
      show_native_filters: true,
    }),
  )
  expect(JSON.parse(json_metadata)).toEqual({
    color_scheme: 'y',
    filter_scopes: { 11: {} },
    default_filters: '{}',
    timed_refresh_immune_slices: [],
    expanded_slices: {},
    refresh_frequency: 0,
    label_colors: {},
    shared_label_colors: {},
    color_scheme_domain: [],
    cross_filters_enabled: true,
  })
  expect(chartIdsIn(positions ?? {})).toEqual([11])
})

test('a stored layout is sorted, compact and names charts by uuid', () => {
  const layout = { B: { type: 'CHART', meta: { width: 4, chartId: 11 } }, A: { type: 'ROW', meta: null } }
  expect(printLayout(layout, new Map([[11, 'u']]))).toBe('{"A":{"meta":null,"type":"ROW"},"B":{"meta":{"chartId":11,"uuid":"u","width":4},"type":"CHART"}}')
})

test('slugs are safe in addresses', () => {
  expect(slugOf(' golden life two! ')).toBe('golden-life-two')
  expect(slugOf('../é')).toBeNull()
  expect(slugOf(undefined)).toBeUndefined()
})
