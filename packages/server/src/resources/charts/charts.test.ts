import { datasetPerm, encodeRison } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRoleFor, addSampleDatabase, addSampleDataset } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let alpha: TestCall
let gamma: TestCall
let reader: TestCall
let open: number
let secret: number
const q = (value: unknown) => `?q=${encodeURIComponent(encodeRison(value))}`
const makeChart = async (call: TestCall, slice_name: string, datasource_id: number, more: object = {}) => {
  const made = await call('POST', '/api/v1/chart/', { slice_name, viz_type: 'table', datasource_id, datasource_type: 'table', params: '{"a":1}', ...more })
  expect(made.status, made.text).toBe(201)
  return made.body.id as number
}
const namesOf = async (call: TestCall, filters: unknown[] = [], more: object = {}) => {
  const reply = await call(
    'GET',
    `/api/v1/chart/${q({ columns: ['slice_name'], keys: ['none'], order_column: 'slice_name', order_direction: 'asc', filters, ...more })}`,
  )
  expect(reply.status, reply.text).toBe(200)
  return reply.body.result.map((row: { slice_name: string }) => row.slice_name)
}

beforeAll(async () => {
  server = await openTestApp()
  const { deps } = server
  const database = { id: await addSampleDatabase(deps, 'shop'), name: 'shop' }
  open = await addSampleDataset(deps, database, 'orders')
  secret = await addSampleDataset(deps, database, 'salaries')
  await addRoleFor(deps, 'orders reader', 'datasource_access', datasetPerm({ database_name: 'shop', table_name: 'orders', id: open }))
  ;[admin, alpha, gamma, reader] = await Promise.all([
    server.as('admin'),
    server.as('alpha'),
    server.as('gamma'),
    server.as('reader', 'Gamma', 'orders reader'),
  ])
})
afterAll(() => server.close())

test('EXP-7.06 EXP-7.20 EXP-7.21 EXP-7.22 a chart is made, read, changed and removed', async () => {
  const id = await makeChart(admin, 'life', open, { description: '**bold** <b>', cache_timeout: 60 })
  const list = await admin('GET', `/api/v1/chart/${q({ filters: [{ col: 'slice_name', opr: 'eq', value: 'life' }] })}`)
  expect(list.body.result[0]).toMatchObject({
    datasource_name_text: 'public.orders',
    datasource_url: `/explore/?datasource_type=table&datasource_id=${open}`,
    description_markeddown: '<p><strong>bold</strong> &lt;b&gt;</p>',
    form_data: { a: 1, slice_id: id, viz_type: 'table', datasource: `${open}__table`, cache_timeout: 60 },
    slice_url: `/explore/?slice_id=${id}&form_data=%7B%22slice_id%22%3A%20${id}%7D`,
    thumbnail_url: expect.stringMatching(new RegExp(`^/api/v1/chart/${id}/thumbnail/[0-9a-f]+/$`)),
    table: { table_name: 'orders', default_endpoint: null },
    owners: [{ first_name: 'Admin', last_name: 'Person', id: await server.userId('admin') }],
    dashboards: [],
    tags: [],
    changed_on_dttm: expect.any(Number),
    changed_on_utc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+0000$/),
  })
  const before = list.body.result[0].thumbnail_url
  expect((await admin('PUT', `/api/v1/chart/${id}`, { params: '{"a":2}', description: null })).body).toEqual({
    id,
    result: { params: '{"a":2}', description: null },
  })
  const after = await admin('GET', `/api/v1/chart/${id}`)
  expect(after.body.result).toMatchObject({ params: '{"a":2}', description: null, cache_timeout: 60, query_context: null })
  expect(after.body.result.thumbnail_url).not.toBe(before)
  expect((await admin('DELETE', `/api/v1/chart/${id}`)).body).toEqual({ message: 'OK' })
  expect((await admin('GET', `/api/v1/chart/${id}`)).status).toBe(404)
})

test('EXP-7.20 what is wrong with a chart is said field by field', async () => {
  const post = (body: object) => admin('POST', '/api/v1/chart/', body)
  const wrong = await post({ slice_name: 5, datasource_id: 'x', datasource_type: 'cube', cache_timeout: 'long', owners: 'me', params: '{' })
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    {
      slice_name: ['Not a valid string.'],
      datasource_id: ['Not a valid integer.'],
      datasource_type: ['Must be one of: sl_table, table, dataset, query, saved_query, view.'],
      cache_timeout: ['Not a valid integer.'],
      owners: ['Not a valid list.'],
      params: ['JSON not valid'],
    },
  ])
  const chart = { slice_name: 'x', datasource_id: open, datasource_type: 'table' }
  expect((await post({ ...chart, owners: [1, 'x'] })).body.message).toEqual({ owners: { 1: ['Not a valid integer.'] } })
  expect((await post({ ...chart, datasource_id: 999999, owners: [999999], dashboards: [999999] })).body.message).toEqual({
    datasource_id: ['Datasource does not exist'],
    owners: ['Owners are invalid'],
    dashboards: ['Dashboards do not exist'],
  })
  expect((await post({ ...chart, datasource_type: 'query' })).body.message).toEqual({ datasource_type: ['Datasource type is invalid'] })
  expect((await post({ ...chart, datasource_id: 2 ** 40 })).status).toBe(400)
  expect((await post({ ...chart, slice_name: null })).body.message).toEqual({ slice_name: ['Field may not be null.'] })
  // Numbers may come as texts: scripts of the reference interface send ids so.
  const made = await post({ ...chart, datasource_id: String(open), cache_timeout: '30', owners: ['1'] })
  expect([made.status, made.body.result]).toEqual([201, { ...chart, cache_timeout: 30, owners: [1] }])
  expect(await admin('PUT', `/api/v1/chart/${made.body.id}`, { datasource_id: open })).toMatchObject({
    status: 422,
    body: { message: { datasource_type: ['Datasource type is required when datasource_id is given'] } },
  })
  expect((await admin('PUT', `/api/v1/chart/${made.body.id}`, { slice_name: null })).body.result).toEqual({ slice_name: null })
  expect((await admin('DELETE', `/api/v1/chart/${made.body.id}`)).status).toBe(200)
})

test('Gamma sees charts of data it was given, and no others', async () => {
  await makeChart(admin, 'orders chart', open)
  const hidden = await makeChart(admin, 'salaries chart', secret)
  expect(await namesOf(gamma)).toEqual([])
  expect(await namesOf(reader)).toEqual(['orders chart'])
  expect(await namesOf(alpha)).toEqual(['orders chart', 'salaries chart'])
  for (const [method, body] of [['GET'], ['PUT', { description: 'x' }], ['DELETE']] as const) {
    expect((await reader(method, `/api/v1/chart/${hidden}`, body)).body).toEqual({ message: 'Not found' })
  }
  expect((await reader('POST', `/api/v1/chart/${hidden}/favorites/`)).status).toBe(404)
  expect((await reader('DELETE', `/api/v1/chart/${q([hidden])}`)).status).toBe(404)
  expect((await reader('POST', '/api/v1/chart/', { slice_name: 'x', datasource_id: secret, datasource_type: 'table' })).body).toEqual({ message: 'Forbidden' })
  const own = await makeChart(reader, 'of reader', open)
  expect((await reader('PUT', `/api/v1/chart/${own}`, { datasource_id: secret, datasource_type: 'table' })).status).toBe(403)
})

test('EXP-6.06 only owners and administrators change or delete a chart; owners follow the rules', async () => {
  const [alphaId, readerId, adminId] = await Promise.all([server.userId('alpha'), server.userId('reader'), server.userId('admin')])
  const id = await makeChart(alpha, 'owned', open)
  expect((await reader('PUT', `/api/v1/chart/${id}`, { description: 'mine' })).body).toEqual({ message: 'Forbidden' })
  expect((await reader('DELETE', `/api/v1/chart/${id}`)).status).toBe(403)
  expect((await reader('DELETE', `/api/v1/chart/${q([id])}`)).status).toBe(403)
  const ownersOf = async () => (await admin('GET', `/api/v1/chart/${id}`)).body.result.owners.map((owner: { id: number }) => owner.id)
  expect(await ownersOf()).toEqual([alphaId])
  await alpha('PUT', `/api/v1/chart/${id}`, { owners: [readerId] })
  expect(await ownersOf()).toEqual([alphaId, readerId].toSorted((a, b) => a - b)) // nobody drops himself
  await alpha('PUT', `/api/v1/chart/${id}`, { description: 'kept' })
  expect(await ownersOf()).toHaveLength(2)
  await admin('PUT', `/api/v1/chart/${id}`, { owners: [readerId] })
  expect(await ownersOf()).toEqual([readerId])
  expect((await alpha('PUT', `/api/v1/chart/${id}`, { description: 'x' })).status).toBe(403)
  expect((await alpha('PUT', `/api/v1/chart/${id}`, { query_context: '{}', query_context_generation: true })).status).toBe(200) // the first one
  expect((await alpha('PUT', `/api/v1/chart/${id}`, { query_context: '{"x":1}', query_context_generation: true })).status).toBe(403)
  expect(
    await namesOf(admin, [
      { col: 'owners', opr: 'rel_m_m', value: readerId },
      { col: 'slice_name', opr: 'eq', value: 'owned' },
    ]),
  ).toEqual(['owned'])
  expect(
    await namesOf(admin, [
      { col: 'owners', opr: 'rel_m_m', value: adminId },
      { col: 'slice_name', opr: 'eq', value: 'owned' },
    ]),
  ).toEqual([])
  expect((await admin('DELETE', `/api/v1/chart/${id}`)).status).toBe(200)
})

test('DSH-7.19 EXP-7.15 EXP-7.24 stars are the caller’s own', async () => {
  const [a, b] = [await makeChart(admin, 'star a', open), await makeChart(admin, 'star b', open)]
  const status = async (call: TestCall) => (await call('GET', `/api/v1/chart/favorite_status/${q([a, b])}`)).body
  expect((await admin('POST', `/api/v1/chart/${a}/favorites/`)).body).toEqual({ result: 'OK' })
  expect((await admin('POST', `/api/v1/chart/${a}/favorites/`)).status).toBe(200)
  expect(await status(admin)).toEqual({
    result: [
      { id: a, value: true },
      { id: b, value: false },
    ],
  })
  expect(await status(alpha)).toEqual({
    result: [
      { id: a, value: false },
      { id: b, value: false },
    ],
  })
  expect(await status(gamma)).toEqual({ message: 'Not found' })
  // Every id that was asked for is answered as long as one of them can be seen.
  expect((await admin('GET', `/api/v1/chart/favorite_status/${q([999999, a])}`)).body.result).toEqual([
    { id: 999999, value: false },
    { id: a, value: true },
  ])
  const stars = [{ col: 'slice_name', opr: 'sw', value: 'star' }]
  expect(await namesOf(admin, [...stars, { col: 'id', opr: 'chart_is_favorite', value: true }])).toEqual(['star a'])
  expect(await namesOf(admin, [...stars, { col: 'id', opr: 'chart_is_favorite', value: false }])).toEqual(['star b'])
  expect(await namesOf(admin, [...stars, { col: 'id', opr: 'chart_is_favorite', value: 'maybe' }])).toEqual(['star a', 'star b'])
  expect((await admin('DELETE', `/api/v1/chart/${a}/favorites/`)).body).toEqual({ result: 'OK' })
  expect((await status(admin)).result[0].value).toBe(false)
  expect((await admin('POST', '/api/v1/chart/999999/favorites/')).status).toBe(404)
})

test('EXP-7.26 the homepage asks for the newest five by changer, owner or creator', async () => {
  const me = await server.userId('alpha')
  const all: number[] = []
  for (const name of ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']) all.push(await makeChart(alpha, name, open))
  await alpha('PUT', `/api/v1/chart/${all[0]}`, { description: 'newest now' })
  for (const col of ['changed_by', 'created_by'] as const) {
    const reply = await alpha(
      'GET',
      `/api/v1/chart/${q({ filters: [{ col, opr: 'rel_o_m', value: me }], order_column: 'changed_on_delta_humanized', order_direction: 'desc', page: 0, page_size: 5 })}`,
    )
    expect(reply.body.result.map((row: { slice_name: string }) => row.slice_name)).toEqual(['h1', 'h6', 'h5', 'h4', 'h3'])
    expect(reply.body.count).toBeGreaterThanOrEqual(6)
  }
  expect(await namesOf(alpha, [{ col: 'created_by', opr: 'chart_created_by_me', value: 'me' }])).toEqual(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
})

test('EXP-7.18 the charts’ own filters', async () => {
  await makeChart(admin, 'Näher 10%', open, { certified_by: 'us', description: 'about ships', viz_type: 'pie' })
  const by = (col: string, opr: string, value: unknown) =>
    namesOf(admin, [
      { col: 'slice_name', opr: 'eq', value: 'Näher 10%' },
      { col, opr, value },
    ])
  const found = ['Näher 10%']
  expect(await by('slice_name', 'chart_all_text', 'SHIPS')).toEqual(found)
  expect(await by('slice_name', 'chart_all_text', 'orders')).toEqual(found)
  expect(await by('slice_name', 'chart_all_text', 'salaries')).toEqual([])
  expect(await by('slice_name', 'chart_all_text', '%%')).toEqual([])
  expect(await by('id', 'chart_is_certified', true)).toEqual(found)
  expect(await by('id', 'chart_is_certified', false)).toEqual([])
  expect(await by('datasource_id', 'eq', open)).toEqual(found)
  expect(await by('datasource_id', 'gt', 99999999999)).toEqual([])
  expect(await by('datasource_id', 'lt', 99999999999)).toEqual(found)
  expect(await by('viz_type', 'in', ['pie', 'bar'])).toEqual(found)
  expect(await by('created_by', 'chart_has_created_by', true)).toEqual(found)
  // A relation is asked by an id; one that nobody has says nothing.
  expect(await by('owners', 'rel_m_m', 1)).toEqual(found)
  expect(await by('owners', 'rel_m_m', await server.userId('gamma'))).toEqual([])
  expect(await by('owners', 'rel_m_m', 999_999)).toEqual(found)
  expect(await by('tags', 'chart_tags', 'finance')).toEqual([])
  await admin('POST', '/api/v1/tag/', {
    name: 'my finance',
    objects_to_tag: [['chart', (await admin('GET', `/api/v1/chart/${q({ filters: [{ col: 'viz_type', opr: 'eq', value: 'pie' }] })}`)).body.ids[0]]],
  })
  expect(await by('tags', 'chart_tags', 'FINANCE')).toEqual(found)
})

test('a chart with a report on it is not deleted', async () => {
  const id = await makeChart(admin, 'reported', open)
  const moment = '2026-01-01T00:00:00.000000'
  await server.deps.db
    .insertInto('reports')
    .values({
      type: 'Report',
      name: 'weekly',
      crontab: '0 9 * * *',
      creation_method: 'charts',
      timezone: 'UTC',
      report_format: 'PNG',
      chart_id: id,
      last_state: 'Not triggered',
      validator_config_json: '{}',
      log_retention: 90,
      grace_period: 1,
      working_timeout: 1,
      extra_json: '{}',
      active: true,
      force_screenshot: false,
      created_on: moment,
      changed_on: moment,
    } as never)
    .execute()
  expect((await admin('DELETE', `/api/v1/chart/${id}`)).body).toEqual({ message: 'There are associated alerts or reports: weekly' })
  expect((await admin('DELETE', `/api/v1/chart/${q([id])}`)).status).toBe(422)
})
