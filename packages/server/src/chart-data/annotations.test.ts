import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../testing/sample-database.ts'
import { addRoleFor } from '../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let visits: number
let layer: number
const hour = 3_600_000
const start = Date.UTC(2026, 0, 1)

beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  const database = await addSampleDatabase(server)
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  layer = (await admin('POST', '/api/v1/annotation_layer/', { name: 'notes', descr: '' })).body.id
  for (const short_descr of ['strike', 'sale'])
    await admin('POST', `/api/v1/annotation_layer/${layer}/annotation/`, {
      short_descr,
      long_descr: '',
      start_dttm: '2020-01-01T00:00:00',
      end_dttm: '2020-01-02T00:00:00',
    })
  await addRoleFor(server.deps, 'visits only', 'datasource_access', `[sample].[visits](id:${visits})`)
})
afterAll(() => server.close())

const layerOf = (more: object) => ({ name: 'marks', show: true, showMarkers: false, annotationType: 'EVENT', ...more })
const ask = (layers: readonly object[], call = admin, more: object = {}) =>
  call('POST', '/api/v1/chart/data', {
    datasource: { id: visits, type: 'table' },
    queries: [{ metrics: ['count'], granularity: 'seen_at', time_range: '2026-01-01 : 2026-01-02', annotation_layers: layers }],
    ...more,
  })
const marks = async (layers: readonly object[], call = admin) => {
  const reply = await ask(layers, call)
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body.result[0].annotation_data
}
const axis = { columnType: 'BASE_AXIS', sqlExpression: 'seen_at', label: 'seen_at', expressionType: 'SQL', timeGrain: 'PT1H' }
const between = (val: string) => [{ col: 'seen_at', op: 'TEMPORAL_RANGE', val }]
async function save(query: object, datasource_id = visits, more: object = {}): Promise<number> {
  const query_context = JSON.stringify({ datasource: { id: datasource_id, type: 'table' }, queries: [query] })
  const made = await admin('POST', '/api/v1/chart/', {
    slice_name: 'source',
    viz_type: 'table',
    datasource_id,
    datasource_type: 'table',
    params: '{}',
    query_context,
    ...more,
  })
  return made.body.id
}
const hourly = { columns: [axis], metrics: ['count'], orderby: [['seen_at', true]], filters: between('2026-01-01 : 2026-01-01T03:00:00') }

test('EXP-7.03 annotations of a layer come whole, whatever the range of the chart and whether they are shown', async () => {
  const records = ['strike', 'sale'].map((short_descr) => ({
    start_dttm: Date.UTC(2020, 0, 1),
    end_dttm: Date.UTC(2020, 0, 2),
    short_descr,
    long_descr: '',
    json_metadata: null,
  }))
  const columns = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata']
  const layers = [
    layerOf({ name: 'events', sourceType: 'NATIVE', value: layer }),
    layerOf({ name: 'spans', sourceType: 'NATIVE', value: String(layer), annotationType: 'INTERVAL', show: false }),
    layerOf({ name: 'formula', sourceType: '', value: 'x * 2', annotationType: 'FORMULA' }),
  ]
  expect(await marks(layers)).toEqual({ events: { columns, records }, spans: { columns, records } })
})

test('EXP-7.03 the rows of another chart are records by column name, finished as that chart finishes them', async () => {
  const source = await save({ columns: ['id', 'seen_at', 'place'], orderby: [['id', true]], row_limit: 2 })
  expect(await marks([layerOf({ sourceType: 'table', value: source })])).toEqual({
    marks: {
      records: [
        { id: 0, seen_at: start, place: 'north' },
        { id: 1, seen_at: start + hour, place: 'south' },
      ],
    },
  })
  const pivot = { operation: 'pivot', options: { index: ['seen_at'], columns: [], aggregates: { count: { operator: 'mean' } } } }
  const line = await save({
    ...hourly,
    post_processing: [pivot, { operation: 'cum', options: { columns: { count: 'count' }, operator: 'sum' } }, { operation: 'flatten' }],
  })
  expect((await marks([layerOf({ sourceType: 'line', annotationType: 'TIME_SERIES', value: line })])).marks.records).toEqual([
    { seen_at: start, count: 1 },
    { seen_at: start + hour, count: 2 },
    { seen_at: start + 2 * hour, count: 3 },
  ])
})

test('a layer may put its own range, grain and shift in place of those of the chart', async () => {
  const value = await save(hourly)
  const over = async (overrides: object) => (await marks([layerOf({ sourceType: 'line', value, overrides })])).marks.records
  expect(await over({ time_range: null })).toHaveLength(3)
  expect(await over({ time_range: '2026-01-01T04:00:00 : 2026-01-01T06:00:00' })).toEqual([
    { seen_at: start + 4 * hour, count: 1 },
    { seen_at: start + 5 * hour, count: 1 },
  ])
  expect(await over({ time_grain_sqla: 'P1D' })).toEqual([{ seen_at: start, count: 3 }])
  expect(await over({ time_range: '2026-01-02 : 2026-01-02T02:00:00', time_shift: '1 day' })).toEqual([
    { seen_at: start + 24 * hour, count: 1 },
    { seen_at: start + 25 * hour, count: 1 },
  ])
  for (const overrides of [{ time_range: 'nonsense : x' }, { time_grain_sqla: 'P9D' }, { time_shift: 'soon' }, { granularity: 'nope' }])
    expect((await ask([layerOf({ sourceType: 'line', value, overrides })])).status).toBeLessThan(500)
})

test('a chart saved without its queries is asked by its form', async () => {
  const params = JSON.stringify({ viz_type: 'table', query_mode: 'raw', all_columns: ['id'], order_by_cols: ['["id", true]'], row_limit: 1 })
  const value = await save({}, visits, { query_context: null, params })
  expect((await marks([layerOf({ sourceType: 'table', value })])).marks.records).toEqual([{ id: 0 }])
  const old = JSON.stringify({ series: 'place', metrics: ['count'], where: "place = 'north'" })
  const older = await save({}, visits, { query_context: null, params: old, viz_type: 'para' })
  expect((await marks([layerOf({ sourceType: 'line', value: older })])).marks.records).toEqual([{ place: 'north', count: 10 }])
})

test('charts that annotate each other do not go round', async () => {
  const first = await save(hourly)
  const second = await save({ ...hourly, annotation_layers: [layerOf({ sourceType: 'line', value: first })] })
  const query_context = JSON.stringify({
    datasource: { id: visits, type: 'table' },
    queries: [{ ...hourly, annotation_layers: [layerOf({ sourceType: 'line', value: second })] }],
  })
  await admin('PUT', `/api/v1/chart/${first}`, { query_context })
  expect((await marks([layerOf({ sourceType: 'line', value: first })])).marks.records).toHaveLength(3)
})

test('what is not there is told', async () => {
  for (const value of [999_999, 'x', null, {}, -1, [1]]) {
    const [chart, native] = [await ask([layerOf({ sourceType: 'line', value })]), await ask([layerOf({ sourceType: 'NATIVE', value })])]
    expect([chart.status, chart.body.message, native.status]).toEqual([400, 'Error: The chart does not exist', 400])
  }
  for (const query_context of ['{', '[]', '{"queries":[]}', JSON.stringify({ datasource: { id: visits, type: 'table' }, queries: [] })]) {
    const value = await save({})
    await server.deps.db.updateTable('charts').set({ query_context }).where('id', '=', value).execute()
    const reply = await ask([layerOf({ sourceType: 'line', value })])
    expect([reply.status, reply.body.message]).toEqual([400, 'Error: The chart query context does not exist'])
  }
})

test('T7 T8 T13 annotations show nobody rows that are not theirs', async () => {
  const secrets = (await admin('POST', '/api/v1/dataset/', { database: 1, table_name: 'secrets', schema: 'other' })).body.id
  const [closed, open] = [await save({ columns: ['word'] }, secrets), await save({ columns: ['place'], metrics: [], orderby: [['place', true]] })]
  const ana = await server.as('ana', 'Gamma', 'visits only')
  expect((await marks([layerOf({ sourceType: 'table', value: closed })])).marks.records).toEqual([{ word: 'hidden' }])
  const refused = await ask([layerOf({ sourceType: 'table', value: closed })], ana)
  expect([refused.status, refused.text.includes('hidden')]).toEqual([400, false])
  // A saved context that reads another dataset than its chart: the reader's rights on that dataset count.
  await server.deps.db.updateTable('charts').set({ datasource_id: visits }).where('id', '=', closed).execute()
  expect((await ask([layerOf({ sourceType: 'table', value: closed })], ana)).status).toBe(403)
  const role = await server.deps.db.selectFrom('roles').select('id').where('name', '=', 'visits only').executeTakeFirstOrThrow()
  const both = [{ place: 'north' }, { place: 'south' }]
  expect((await marks([layerOf({ sourceType: 'table', value: open })], ana)).marks.records).toEqual(both)
  const rule = await admin('POST', '/api/v1/rowlevelsecurity/', {
    name: 'r',
    filter_type: 'Regular',
    clause: "place = 'north'",
    tables: [visits],
    roles: [role.id],
  })
  expect((await marks([layerOf({ sourceType: 'table', value: open })], ana)).marks.records).toEqual([both[0]])
  expect((await marks([layerOf({ sourceType: 'table', value: open })])).marks.records).toEqual(both)
  expect((await marks([layerOf({ sourceType: 'table', value: open })], ana)).marks.records).toEqual([both[0]])
  await admin('DELETE', `/api/v1/rowlevelsecurity/${rule.body.id}`)
})
