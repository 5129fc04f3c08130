import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let alpha: TestCall
let gamma: TestCall
let database: number
let visits: number

beforeAll(async () => {
  server = await openTestApp()
  database = await addSampleDatabase(server)
  ;[admin, alpha, gamma] = await Promise.all([server.as('admin'), server.as('alpha'), server.as('gamma')])
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
})
afterAll(() => server.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const send = (path: string, field: string, value: unknown, call = admin) =>
  call('POST', path, new URLSearchParams({ [field]: typeof value === 'string' ? value : JSON.stringify(value) }).toString(), form)
const save = (value: unknown, call = admin) => send('/datasource/save/', 'data', value, call)
const described = async () => (await admin('GET', `/datasource/get/table/${visits}/`)).body

describe('POST /datasource/save/', () => {
  test('a description that was read comes back as it was, with what was changed in it', async () => {
    const before = await described()
    const columns = [
      ...before.columns.filter(({ column_name }: { column_name: string }) => column_name !== 'weight'),
      { column_name: 'twice', expression: 'amount * 2', type: 'DOUBLE', groupby: true, filterable: true, is_dttm: false },
    ]
    const metrics = [...before.metrics, { metric_name: 'total', expression: 'SUM(amount)', d3format: '.2f' }]
    const reply = await save({ ...before, description: 'By hand', cache_timeout: 60, columns, metrics })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id: visits, description: 'By hand', cache_timeout: 60, column_formats: { total: '.2f' } })
    const after = await described()
    expect(after).toEqual(reply.body)
    const names = after.columns.map(({ column_name }: { column_name: string }) => column_name)
    expect([names.includes('weight'), names.includes('twice')]).toEqual([false, true])
    // A part that was there stays the same row, so that what names it by its id still finds it.
    expect(after.metrics[0]).toEqual(before.metrics[0])
    expect(after.columns[0]).toEqual(before.columns[0])
    expect(after.owners).toEqual(before.owners)
  })

  test('what the description says nothing about stays', async () => {
    const before = await described()
    expect((await save({ id: visits, type: 'table', description: 'Short' })).status).toBe(200)
    expect(await described()).toEqual({ ...before, description: 'Short' })
  })

  test('a column that comes twice is refused, and nothing changes', async () => {
    const before = await described()
    const reply = await save({ ...before, columns: [...before.columns, before.columns[0]] })
    expect([reply.status, reply.body]).toEqual([409, { error: 'Duplicate column name(s): id' }])
    expect(await described()).toEqual(before)
  })

  test('whoever does not own the dataset cannot, nor open other data with it', async () => {
    const before = await described()
    expect(await save({ ...before, description: 'Mine' }, alpha)).toMatchObject({ status: 403, body: { error: 'Changing this dataset is forbidden' } })
    expect((await save({ ...before, description: 'Mine' }, gamma)).status).toBe(403)
    expect(await described()).toEqual(before)
  })

  test('what cannot be read is told in the shape of this view', async () => {
    expect(await send('/datasource/save/', 'other', 'x')).toMatchObject({ status: 400, body: { error: 'Request missing data field.' } })
    expect(await save('no json')).toMatchObject({ status: 400, body: { error: 'data is not valid JSON.' } })
    expect(await save({ id: 99_999, type: 'table' })).toMatchObject({ status: 404, body: { error: 'Datasource does not exist' } })
    expect(await save({ id: visits, type: 'table', columns: 7 })).toMatchObject({ status: 400, body: { error: 'columns: Not a valid list.' } })
    expect((await save({ id: visits, type: 'table', columns: [{ column_name: { a: 1 } }] })).status).toBe(400)
    expect((await save({ id: visits, type: 'table', owners: [99_999] })).status).toBe(422)
  })
})

describe('GET /superset/warm_up_cache/', () => {
  const warm = (address: string, call = admin) => call('GET', `/superset/warm_up_cache/?${address}`)
  const query = { columns: ['place'], metrics: ['count'] }

  test('runs a chart, or those of a table', async () => {
    const query_context = JSON.stringify({ datasource: { id: visits, type: 'table' }, queries: [query] })
    const params = JSON.stringify({ viz_type: 'table' })
    const chart = { slice_name: 'warm', viz_type: 'table', datasource_id: visits, datasource_type: 'table', params, query_context }
    const { id } = (await admin('POST', '/api/v1/chart/', chart)).body
    expect((await warm(`slice_id=${id}`)).body).toEqual([{ slice_id: id, viz_error: null, viz_status: 'success' }])
    const asked = await admin('POST', '/api/v1/chart/data', { datasource: { id: visits, type: 'table' }, queries: [query] })
    expect(asked.body.result[0].is_cached).toBe(true)
    expect((await warm('table_name=visits&db_name=sample')).body).toEqual([{ slice_id: id, viz_error: null, viz_status: 'success' }])
  })

  test('says what is missing, and is for administrators', async () => {
    const malformed = 'Malformed request. slice_id or table_name and db_name arguments are expected'
    expect(await warm('')).toMatchObject({ status: 400, body: { error: malformed } })
    expect(await warm('slice_id=99999')).toMatchObject({ status: 404, body: { error: 'Chart 99999 not found' } })
    expect(await warm('table_name=x&db_name=sample')).toMatchObject({ status: 404, body: { error: "Table x wasn't found in the database sample" } })
    expect((await warm('slice_id=1', alpha)).status).toBe(403)
  })
})

test('POST /api/v1/query/ answers a bare list, with the rights of the caller', async () => {
  const context = { datasource: { id: visits, type: 'table' }, queries: [{ columns: [], metrics: ['count'] }] }
  const reply = await send('/api/v1/query/', 'query_context', context)
  expect(reply.body).toHaveLength(1)
  expect(reply.body[0]).toMatchObject({ data: [{ count: 20 }], rowcount: 1, status: 'success' })
  expect((await send('/api/v1/query/', 'query_context', context, gamma)).status).toBe(403)
  expect((await send('/api/v1/query/', 'other', 'x')).status).toBe(400)
  expect((await send('/api/v1/query/', 'query_context', 'no json')).status).toBe(400)
})

test('GET /api/v1/_openapi describes every call', async () => {
  const { paths } = (await gamma('GET', '/api/v1/_openapi')).body
  expect(Object.keys(paths['/api/v1/chart/']).sort()).toEqual(['delete', 'get', 'post'])
  expect(paths['/api/v1/_openapi']).toBeDefined()
  expect((await server.anonymous()('GET', '/api/v1/_openapi')).status).toBe(401)
})

test('addresses of old versions lead to where their pages are now', async () => {
  const led = async (path: string, headers = {}) => (await admin('GET', path, undefined, headers)).headers['location']
  expect(await led('/users/userinfo/')).toBe('/profile/')
  expect(await led('/resetmypassword/form')).toBe('/password/')
  expect(await led('/resetpassword/form?pk=3')).toBe('/users/list/')
  expect(await led('/r/12')).toBe('/')
  expect(await led('/swagger/v1')).toBe('/api/v1/_openapi')
})

test('T22 a change of language leads back to a page of this server only', async () => {
  const from = async (referer: string) => (await admin('GET', '/lang/de', undefined, { referer, host: 'data.example' })).headers['location']
  expect(await from('http://data.example/chart/list/?q=1')).toBe('/chart/list/?q=1')
  expect(await from('http://elsewhere.example/chart/list/')).toBe('/superset/welcome/')
  expect(await from('http://data.example//elsewhere.example/')).toBe('/superset/welcome/')
})
