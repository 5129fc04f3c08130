import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase } from '../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

// T4, T9: whatever stands where something else is expected, in addresses, bodies and forms, is answered and never breaks the server.

let server: TestApp
let admin: TestCall
let visits: number
let query: number
let chart: number
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  const database = await addSampleDatabase(server)
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  query = (await admin('POST', '/api/v1/sqllab/execute/', { database_id: database, sql: 'SELECT * FROM visits', schema: 'main' })).body.query_id
  chart = (await admin('POST', '/api/v1/chart/', { slice_name: 'c', viz_type: 'table', datasource_id: visits, datasource_type: 'table' })).body.id
})
afterAll(() => server.close())

const runs = 60
const nasty = fc.constantFrom<unknown>(
  '',
  '0',
  '-1',
  '1',
  '1.5',
  '1e9',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  'undefined',
  '\u0000',
  "'; DROP TABLE visits; --",
  '{{ 7 * 7 }}',
  '{% raw %}',
  '[]',
  '{}',
  '__proto__',
  'place',
  'seen_at',
  'COUNT(*)',
  'Last week',
  'P1D',
  '\uD800',
  '💥'.repeat(50),
)
const thing: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1, 2 ** 31, 2 ** 53, -(2 ** 60), 1.5, [], {}, [[]], [null], [{}], { a: 1 }, { constructor: null }),
  fc.jsonValue({ maxDepth: 3 }),
)
const answered = async (call: () => ReturnType<TestCall>, told: unknown) => {
  const reply = await call()
  expect(reply.status, `${JSON.stringify(told)} → ${reply.text.slice(0, 300)}`).toBeLessThan(500)
}
/** Half a character cannot stand in an address. */
const sendable = (text: string): string => Buffer.from(text).toString()
const search = (record: Readonly<Record<string, unknown>>): string =>
  Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(sendable(typeof value === 'string' ? value : JSON.stringify(value)))}`)
    .join('&')
const some = (names: readonly string[]) => fc.record(Object.fromEntries(names.map((name) => [name, thing])), { requiredKeys: [] })
const json = { 'content-type': 'application/json' }

describe('T4 T9 no input breaks the explorer’s calls', () => {
  test('the address of its page', () =>
    fc.assert(
      fc.asyncProperty(some(['form_data_key', 'permalink_key', 'slice_id', 'datasource_id', 'datasource_type', 'form_data', 'x']), (given) =>
        answered(() => admin('GET', `/api/v1/explore/?${search(given)}`), given),
      ),
      { numRuns: runs },
    ))

  test('forms in the address, over a dataset and a chart', () =>
    fc.assert(
      fc.asyncProperty(
        some([
          'adhoc_filters',
          'extra_filters',
          'extra_form_data',
          'filters',
          'where',
          'having',
          'having_filters',
          'url_params',
          'viz_type',
          'slice_id',
          'datasource',
          'since',
          'until',
        ]),
        (form) => answered(() => admin('GET', `/api/v1/explore/?${search({ datasource_id: visits, slice_id: chart, form_data: JSON.stringify(form) })}`), form),
      ),
      { numRuns: runs },
    ))

  test('lasting links', () =>
    fc.assert(
      fc.asyncProperty(thing, some(['datasource', 'slice_id', 'viz_type']), thing, async (body, form, params) => {
        const state = { formData: { datasource: `${visits}__table`, ...form }, urlParams: params }
        for (const sent of [body, { formData: body }, state]) {
          const reply = await admin('POST', '/api/v1/explore/permalink', JSON.stringify(sent), json)
          expect(reply.status, reply.text).toBeLessThan(500)
          if (reply.status === 201) await answered(() => admin('GET', `/api/v1/explore/?permalink_key=${reply.body.key}`), sent)
        }
        await answered(() => admin('GET', `/api/v1/explore/permalink/${encodeURIComponent(sendable(String(body)))}`), body)
      }),
      { numRuns: runs },
    ))

  test('samples', () =>
    fc.assert(
      fc.asyncProperty(
        some(['page', 'per_page', 'force', 'datasource_type', 'datasource_id', 'x']),
        thing,
        some(['filters', 'granularity', 'time_range', 'extras', 'orderby']),
        async (address, body, rows) => {
          const own = search({ datasource_type: 'table', datasource_id: visits })
          await answered(
            () => admin('POST', `/datasource/samples?${search({ datasource_type: 'query', datasource_id: query, ...address })}`, JSON.stringify({}), json),
            address,
          )
          for (const sent of [body, rows]) await answered(() => admin('POST', `/datasource/samples?${own}`, JSON.stringify(sent), json), sent)
        },
      ),
      { numRuns: runs },
    ))

  test('filters of samples', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record(
            {
              col: fc.oneof(fc.constantFrom<unknown>('place', 'id', 'seen_at', 'is_new', 'day'), thing),
              op: fc.constantFrom('==', '!=', '>', 'IN', 'NOT IN', 'LIKE', 'ILIKE', 'IS NULL', 'IS TRUE', 'TEMPORAL_RANGE'),
              val: thing,
              grain: thing,
            },
            { requiredKeys: ['col', 'op'] },
          ),
          { maxLength: 3 },
        ),
        thing,
        (filters, where) =>
          answered(
            () =>
              admin(
                'POST',
                `/datasource/samples?${search({ datasource_type: 'table', datasource_id: visits })}`,
                JSON.stringify({ filters, extras: typeof where === 'string' ? { where } : {} }),
                json,
              ),
            { filters, where },
          ),
      ),
      { numRuns: runs },
    ))

  test('values, descriptions and kinds', () =>
    fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, thing, async (type, id, column, given) => {
        const part = (value: unknown) => encodeURIComponent(sendable(String(value)) || 'x')
        await answered(() => admin('GET', `/api/v1/datasource/${part(type)}/${part(id)}/column/${part(column)}/values/`), [type, id, column])
        await answered(() => admin('GET', `/api/v1/datasource/table/${visits}/column/${part(column)}/values/`), column)
        await answered(() => admin('GET', `/datasource/get/${part(type)}/${part(id)}/`), [type, id])
        await answered(() => admin('GET', `/superset/fetch_datasource_metadata?datasourceKey=${part(id)}__${part(type)}`), [type, id])
        await answered(() => admin('GET', `/api/v1/advanced_data_type/convert?q=${part(typeof given === 'string' ? given : JSON.stringify(given))}`), given)
        await answered(() => admin('GET', `/api/v1/form_data/?slice_id=${part(given)}`), given)
      }),
      { numRuns: runs },
    ))

  test('forms of older charts', () =>
    fc.assert(
      fc.asyncProperty(
        some([
          'viz_type',
          'groupby',
          'columns',
          'series',
          'metrics',
          'metric',
          'x',
          'size',
          'all_columns',
          'order_by_cols',
          'adhoc_filters',
          'filters',
          'where',
          'extra_filters',
          'extra_form_data',
          'granularity_sqla',
          'time_range',
          'time_grain_sqla',
          'row_limit',
          'limit',
          'order_desc',
          'slice_id',
          'annotation_layers',
          'url_params',
        ]),
        some(['query', 'results', 'samples', 'csv', 'force', 'form_data']),
        async (form, address) => {
          const sent = new URLSearchParams({ form_data: JSON.stringify({ datasource: `${visits}__table`, groupby: ['place'], metrics: ['count'], ...form }) })
          await answered(() => admin('POST', `/superset/explore_json/?${search(address)}`, sent), { form, address })
          for (const wish of ['query', 'results', 'samples', 'csv'])
            await answered(() => admin('POST', `/superset/explore_json/?${wish}=true`, sent), { form, wish })
          await answered(() => admin('POST', '/superset/explore_json/', JSON.stringify(form), json), form)
        },
      ),
      { numRuns: runs },
    ))

  test('annotation layers', () =>
    fc.assert(
      fc.asyncProperty(
        some(['name', 'show', 'showMarkers', 'value', 'annotationType', 'sourceType', 'overrides']),
        some(['time_range', 'time_grain_sqla', 'granularity', 'time_shift']),
        async (layer, overrides) => {
          const whole = { name: 'a', show: true, showMarkers: false, value: chart, sourceType: 'table' }
          for (const annotation_layers of [[layer], [{ ...whole, ...layer }], [{ ...whole, overrides }]])
            await answered(
              () => admin('POST', '/api/v1/chart/data', { datasource: { id: visits, type: 'table' }, queries: [{ metrics: ['count'], annotation_layers }] }),
              annotation_layers,
            )
        },
      ),
      { numRuns: runs },
    ))
})
