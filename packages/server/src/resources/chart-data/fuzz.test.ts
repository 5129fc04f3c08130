import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let visits: number
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  const database = await addSampleDatabase(server)
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
})
afterAll(() => server.close())

const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  2 ** 53,
  '',
  'place',
  'count',
  '__proto__',
  'constructor',
  "'; DROP TABLE visits; --",
  '{{ 1/0 }}',
  '\u0000',
  '\ud800',
  'x'.repeat(20_000),
  {},
  { __proto__: null, constructor: { prototype: 1 } },
  [],
  [null],
  [[[[[[[[[[]]]]]]]]]],
  { label: 'a', sqlExpression: 'place', expressionType: 'SQL' },
  { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' } },
]
const anything = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...strange) }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) })

const fields = [
  'datasource',
  'result_type',
  'columns',
  'groupby',
  'metrics',
  'filters',
  'granularity',
  'granularity_sqla',
  'time_range',
  'time_shift',
  'since',
  'until',
  'is_timeseries',
  'series_columns',
  'series_limit',
  'series_limit_metric',
  'timeseries_limit',
  'timeseries_limit_metric',
  'row_limit',
  'row_offset',
  'orderby',
  'order_desc',
  'extras',
  'applied_time_extras',
  'apply_fetch_values_predicate',
  'annotation_layers',
  'post_processing',
  'time_offsets',
  'url_params',
  'custom_params',
  'custom_form_data',
  'is_rowcount',
  'where',
  'having',
] as const
const listed = (value: unknown) => fc.oneof(fc.constant(value), fc.constant([value]), fc.constant([value, value]))
const anyField = anything.chain(listed)
const anyQuery = fc
  .tuple(fc.subarray([...fields], { minLength: 1, maxLength: 4 }), fc.array(anyField, { minLength: 4, maxLength: 4 }))
  .map(([names, values]) => ({ columns: ['place'], metrics: ['count'], ...Object.fromEntries(names.map((name, at) => [name, values[at]])) }))

const known = new Set([200, 400, 403, 404, 413, 422])
/** The table is still there, with all its rows. */
const isWhole = async () =>
  (await admin('POST', '/api/v1/chart/data', { datasource: { id: visits, type: 'table' }, queries: [{ metrics: ['count'] }], force: true })).body.result[0]
    .data[0].count === 20

test('T4 no value of any field of a query is a 500', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const reply = await admin('POST', '/api/v1/chart/data', { datasource: { id: visits, type: 'table' }, queries: [query] })
      expect(known, `${reply.status} ${reply.text.slice(0, 300)} for ${JSON.stringify(query).slice(0, 500)}`).toContain(reply.status)
    }),
    { numRuns: 250 },
  )
  expect(await isWhole()).toBe(true)
})

test('T4 nor of the context, its steps, filters and annotation layers, nor of the forms that rows are reshaped by', async () => {
  const steps =
    'aggregate boxplot compare contribution cum diff flatten geodetic_parse geohash_decode geohash_encode pivot prophet rename resample rolling select sort'
  const options =
    'columns index aggregates groupby operator periods rule method fill_value window rolling_type by ascending source_columns compare_columns metrics whisker_type percentiles level drop_levels orientation time_grain confidence_interval'
  const anyStep = fc
    .tuple(fc.constantFrom(...steps.split(' ')), fc.subarray(options.split(' '), { maxLength: 5 }), fc.array(anything, { minLength: 5, maxLength: 5 }))
    .map(([operation, names, values]) => ({ operation, options: Object.fromEntries(names.map((name, at) => [name, values[at]])) }))
  const form = fc.record({
    viz_type: fc.constantFrom('pivot_table_v2', 'table'),
    groupbyRows: anything,
    groupbyColumns: anything,
    metrics: fc.oneof(fc.constant(['count']), anything),
    aggregateFunction: fc.oneof(fc.constantFrom('Sum', 'Count'), anything),
    column_config: anything,
    x_axis: anything,
    slice_id: anything,
    dashboardId: anything,
    url_params: anything,
    percent_metric_calculation: fc.constantFrom('all_records', undefined),
  })
  const context = fc.record({
    datasource: fc.oneof({ weight: 5, arbitrary: fc.constant('own') }, anything),
    force: anything,
    form_data: fc.oneof({ weight: 3, arbitrary: form }, anything),
    result_type: fc.constantFrom('full', 'post_processed', 'results', 'samples', 'drill_detail'),
    result_format: fc.constantFrom('json', 'csv', 'xlsx'),
    custom_cache_timeout: fc.oneof(fc.constant(undefined), anything),
    step: anyStep,
    filter: fc.record({ col: anything, op: fc.constantFrom('==', 'IN', 'LIKE', 'TEMPORAL_RANGE', 'IS NULL', '>='), val: anything }),
    layer: fc.record({
      name: fc.string(),
      show: fc.boolean(),
      showMarkers: fc.boolean(),
      value: anything,
      sourceType: fc.constantFrom('NATIVE', 'line', 'table', ''),
    }),
  })
  await fc.assert(
    fc.asyncProperty(context, async ({ step, filter, layer, datasource, ...rest }) => {
      const query = { columns: ['place'], metrics: ['count'], post_processing: [step], filters: [filter], annotation_layers: [layer] }
      const source = datasource === 'own' ? { id: visits, type: 'table' } : datasource
      for (const queries of [[query], [{ ...query, filters: [], annotation_layers: [] }]]) {
        const reply = await admin('POST', '/api/v1/chart/data', { ...rest, datasource: source, queries })
        expect(known, `${reply.status} ${reply.text.slice(0, 300)} for ${JSON.stringify({ rest, queries }).slice(0, 700)}`).toContain(reply.status)
      }
    }),
    { numRuns: 150 },
  )
  expect(await isWhole()).toBe(true)
})

test('T9 texts of a request that are no SQL never become any', async () => {
  const poison = `x"'\`]);DROP TABLE visits;--`
  const shown = async (query: object) =>
    (await admin('POST', '/api/v1/chart/data', { datasource: { id: visits, type: 'table' }, queries: [query], result_type: 'query' })).body
  const places: readonly object[] = [
    { columns: ['place'], metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: poison }] },
    { columns: [{ label: poison, sqlExpression: 'place', expressionType: 'SQL' }], metrics: ['count'] },
    { columns: ['place'], metrics: ['count'], filters: [{ col: 'place', op: '==', val: poison }] },
    { columns: ['place'], metrics: ['count'], filters: [{ col: 'place', op: 'IN', val: [poison] }] },
    { columns: ['place'], metrics: ['count'], filters: [{ col: 'place', op: 'LIKE', val: poison }] },
    { columns: ['place'], metrics: ['count'], granularity: 'seen_at', time_range: poison },
  ]
  for (const place of places) {
    const sql: string = (await shown(place)).result[0].query
    // Outside of quotes nothing of it is left.
    const bare = sql.replaceAll(/'(?:[^']|'')*'/g, '').replaceAll(/"(?:[^"]|"")*"/g, '')
    expect(bare).not.toMatch(/DROP|;|--/)
  }
  const refused: readonly object[] = [
    { columns: [poison], metrics: ['count'] },
    { columns: ['place'], metrics: [poison] },
    { columns: ['place'], metrics: [{ expressionType: 'SIMPLE', aggregate: poison, column: { column_name: 'amount' } }] },
    { columns: ['place'], metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: poison } }] },
    { columns: ['place'], metrics: ['count'], orderby: [[poison, true]] },
    { columns: ['place'], metrics: ['count'], series_columns: [poison], series_limit: 2 },
    { columns: ['place'], metrics: ['count'], series_columns: ['place'], series_limit: 2, series_limit_metric: poison },
    { columns: [{ columnType: 'BASE_AXIS', sqlExpression: 'seen_at', label: 'a', timeGrain: poison }], metrics: ['count'] },
    { columns: ['place'], metrics: ['count'], extras: { time_grain_sqla: poison } },
    { columns: ['place'], metrics: ['count'], extras: { where: poison } },
    { columns: ['place'], metrics: ['count'], extras: { having: poison } },
    { columns: ['place'], metrics: ['count'], row_limit: poison },
    { columns: ['place'], metrics: ['count'], row_offset: '1; DROP TABLE visits' },
  ]
  for (const query of refused) {
    const reply = await admin('POST', '/api/v1/chart/data', { datasource: { id: visits, type: 'table' }, queries: [query] })
    expect([query, reply.status]).toEqual([query, expect.toSatisfy((status: number) => status === 400 || status === 403)])
  }
  expect(await isWhole()).toBe(true)
})
