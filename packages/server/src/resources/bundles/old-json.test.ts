import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeIn } from '../../testing/bundles.ts'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  await addSampleDatabase(server)
})
afterAll(() => server.close())

const moment = { __datetime__: '2019-05-01T10:00:00' }
const slice = (id: number, form: object) => ({
  __Slice__: {
    id,
    slice_name: `Old ${id}`,
    viz_type: 'table',
    datasource_type: 'table',
    datasource_name: 'main.visits',
    cache_timeout: null,
    changed_on: moment,
    params: JSON.stringify({ ...form, remote_id: id, datasource_name: 'visits', schema: 'main', database_name: 'sample' }),
  },
})
const file = (database = 'sample') => ({
  dashboards: [
    {
      __Dashboard__: {
        id: 9,
        dashboard_title: 'Old board',
        slug: 'old-board',
        css: '',
        created_on: moment,
        json_metadata: JSON.stringify({ remote_id: 9, timed_refresh_immune_slices: [31], expanded_slices: { 32: true } }),
        position_json: JSON.stringify({
          DASHBOARD_VERSION_KEY: 'v2',
          ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
          GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['CHART-a', 'CHART-b'] },
          'CHART-a': { type: 'CHART', id: 'CHART-a', children: [], meta: { chartId: 31, width: 4, height: 50 } },
          'CHART-b': { type: 'CHART', id: 'CHART-b', children: [], meta: { chartId: 32, width: 4, height: 50 } },
        }),
        slices: [slice(31, { query_mode: 'raw', all_columns: ['place'] }), slice(32, { metrics: ['count'] })],
      },
    },
  ],
  datasources: [
    {
      __SqlaTable__: {
        id: 4,
        table_name: 'visits',
        schema: 'main',
        main_dttm_col: 'seen_at',
        offset: 0,
        params: JSON.stringify({ remote_id: 4, database_name: database }),
        columns: [{ __TableColumn__: { id: 1, column_name: 'place', type: 'VARCHAR', groupby: true, changed_on: moment } }],
        metrics: [{ __SqlMetric__: { id: 2, metric_name: 'count', expression: 'COUNT(*)', changed_on: moment } }],
      },
    },
  ],
})
const send = (content: unknown, fields = {}) => takeIn(admin, 'dashboard', Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), fields)

test('T31 a dashboard of the time before bundles, one file of JSON, comes in with its charts and its dataset', async () => {
  expect((await send(file())).body).toEqual({ message: 'OK' })
  const { result } = (await admin('GET', '/api/v1/dashboard/old-board')).body
  expect(result.charts.toSorted()).toEqual(['Old 31', 'Old 32'])
  const charts = await server.deps.db.selectFrom('charts').selectAll().orderBy('slice_name').execute()
  expect(JSON.parse(result.json_metadata)).toMatchObject({ timed_refresh_immune_slices: [charts[0]!.id], expanded_slices: { [charts[1]!.id]: true } })
  expect(JSON.parse(charts[0]!.params!)).toMatchObject({ query_mode: 'raw', all_columns: ['place'] })
  const data = await admin('POST', '/api/v1/chart/data', {
    datasource: { id: charts[0]!.datasource_id, type: 'table' },
    queries: [{ columns: ['place'], metrics: ['count'] }],
  })
  expect([data.status, data.body.result[0].rowcount]).toEqual([200, 2])
})

test('T31 the same file again finds what it made', async () => {
  expect((await send(file())).body.errors[0].extra['dashboards/1.yaml']).toBe('Dashboard already exists and `overwrite=true` was not passed')
  expect((await send(file(), { overwrite: 'true' })).body).toEqual({ message: 'OK' })
  expect(await server.deps.db.selectFrom('charts').select('id').execute()).toHaveLength(2)
  expect(await server.deps.db.selectFrom('datasets').select('id').execute()).toHaveLength(1)
})

test('T31 a database that is not here is told, and a file that is something else is no archive', async () => {
  const elsewhere = await send(JSON.parse(JSON.stringify(file('nowhere')).replaceAll('"visits"', '"trips"')))
  expect([elsewhere.status, elsewhere.body.errors[0].extra['datasets/1.yaml']]).toEqual([422, { database_uuid: ['The bundle has no such database.'] }])
  for (const text of ['{', '{}', '{"dashboards": 7}', 'hello', '[]', '']) expect((await send(text)).body.errors[0].message, text).toBe('Not a ZIP file')
  for (const rows of [[null], [{ __Dashboard__: null }], [{ __Dashboard__: { slices: [{ __Slice__: { params: '{' } }], position_json: '[]' } }]])
    expect((await send({ dashboards: rows, datasources: rows })).status).toBeLessThan(500)
})
