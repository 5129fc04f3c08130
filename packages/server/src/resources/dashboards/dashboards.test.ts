import { datasetPerm, encodeRison } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRoleFor, addSampleDatabase, addSampleDataset } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let gamma: TestCall
let reader: TestCall
let openChart: number
let secretChart: number
const q = (value: unknown) => `?q=${encodeURIComponent(encodeRison(value))}`
const make = async (call: TestCall, body: object): Promise<number> => {
  const made = await call('POST', '/api/v1/dashboard/', body)
  expect(made.status, made.text).toBe(201)
  return made.body.id
}
const layout = (...charts: number[]) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ...Object.fromEntries(charts.map((chartId) => [`CHART-${chartId}`, { type: 'CHART', id: `CHART-${chartId}`, meta: { chartId, width: 4 } }])),
})
const chartsOn = async (id: number) => (await admin('GET', `/api/v1/dashboard/${id}`)).body.result.charts
const titlesOf = async (call: TestCall) =>
  (await call('GET', `/api/v1/dashboard/${q({ order_column: 'dashboard_title', order_direction: 'asc' })}`)).body.result.map(
    (row: { dashboard_title: string }) => row.dashboard_title,
  )

beforeAll(async () => {
  server = await openTestApp()
  const { deps } = server
  const database = { id: await addSampleDatabase(deps, 'shop'), name: 'shop' }
  const open = await addSampleDataset(deps, database, 'orders')
  const secret = await addSampleDataset(deps, database, 'salaries')
  await addRoleFor(deps, 'orders reader', 'datasource_access', datasetPerm({ database_name: 'shop', table_name: 'orders', id: open }))
  ;[admin, gamma, reader] = await Promise.all([server.as('admin'), server.as('gamma'), server.as('reader', 'Gamma', 'orders reader')])
  const chart = async (slice_name: string, datasource_id: number) =>
    (await admin('POST', '/api/v1/chart/', { slice_name, datasource_id, datasource_type: 'table', viz_type: 'table', params: '{"groupby":["region"]}' })).body
      .id
  openChart = await chart('open chart', open)
  secretChart = await chart('secret chart', secret)
})
afterAll(() => server.close())

test('EXP-7.19 a dashboard is read by id or slug; what it shows follows its layout', async () => {
  const id = await make(admin, { dashboard_title: 'Sales', slug: ' my sales! ', json_metadata: JSON.stringify({ positions: layout(openChart, 999999) }) })
  const byId = await admin('GET', `/api/v1/dashboard/${id}`)
  expect(byId.body.result).toMatchObject({
    id,
    slug: 'my-sales',
    url: '/superset/dashboard/my-sales/',
    charts: ['open chart'],
    published: false,
    roles: [],
    tags: [],
  })
  expect((await admin('GET', '/api/v1/dashboard/my-sales')).body).toEqual(byId.body)
  for (const missing of ['nope', '999999', '%00']) expect((await admin('GET', `/api/v1/dashboard/${missing}`)).status).toBe(404)
  const positions = layout(openChart, secretChart)
  const put = await admin('PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ color_scheme: 'x', positions }) })
  expect(put.body).toEqual({ id, last_modified_time: expect.any(Number), result: { json_metadata: JSON.stringify({ color_scheme: 'x', positions }) } })
  const after = (await admin('GET', `/api/v1/dashboard/${id}`)).body.result
  expect(after.charts).toEqual(['open chart', 'secret chart'])
  expect(JSON.parse(after.json_metadata)).toMatchObject({ color_scheme: 'x', cross_filters_enabled: true })
  expect(JSON.parse(after.json_metadata)).not.toHaveProperty('positions')
  expect(JSON.parse(after.position_json)[`CHART-${openChart}`].meta.uuid).toMatch(/^[0-9a-f-]{36}$/)
  const charts = (await admin('GET', `/api/v1/dashboard/${id}/charts`)).body.result
  expect(charts.map((chart: { form_data: { slice_id: number } }) => chart.form_data.slice_id)).toEqual([openChart, secretChart])
  const datasets = (await admin('GET', '/api/v1/dashboard/my-sales/datasets')).body.result
  expect(datasets.map((dataset: { table_name: string }) => dataset.table_name)).toEqual(['orders', 'salaries'])
  await admin('DELETE', `/api/v1/dashboard/${id}`)
})

test('a layout that is sent by itself says nothing about which charts are there', async () => {
  const id = await make(admin, { dashboard_title: 'by itself', position_json: JSON.stringify(layout(openChart)) })
  expect(await chartsOn(id)).toEqual([])
  await admin('PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions: layout(openChart) }) })
  await admin('PUT', `/api/v1/dashboard/${id}`, { position_json: JSON.stringify(layout()) })
  expect(await chartsOn(id)).toEqual(['open chart'])
  await admin('DELETE', `/api/v1/dashboard/${id}`)
})

test('EXP-7.20 EXP-7.21 a dashboard that cannot be saved says why', async () => {
  const id = await make(admin, { dashboard_title: 'taken', slug: 'taken' })
  const post = async (body: object) => {
    const { status, body: answer } = await admin('POST', '/api/v1/dashboard/', body)
    return [status, answer.message]
  }
  expect(await post({ slug: 'taken' })).toEqual([422, { slug: ['Must be unique'] }])
  expect(await post({ json_metadata: '{nope' })).toEqual([400, { json_metadata: ['JSON not valid'] }])
  expect(await post({ json_metadata: '{"colour":"red"}' })).toEqual([400, { json_metadata: [{ colour: ['Unknown field.'] }] }])
  expect(await post({ json_metadata: '{"refresh_frequency":"often"}' })).toEqual([400, { json_metadata: [{ refresh_frequency: ['Not a valid integer.'] }] }])
  expect(await post({ colour: 'red' })).toEqual([400, { colour: ['Unknown field.'] }])
  expect(await post({ json_metadata: 'null' })).toEqual([400, { json_metadata: [{ _schema: ['Invalid input type.'] }] }])
  const empty = { owners: null, roles: null, position_json: null, css: null, json_metadata: null, published: null }
  expect(await post(empty)).toEqual([400, Object.fromEntries(Object.keys(empty).map((field) => [field, ['Field may not be null.']]))])
  expect((await admin('PUT', `/api/v1/dashboard/${id}`, { ...empty, slug: '' })).body.result).toEqual({ ...empty, slug: '' })
  expect((await admin('PUT', `/api/v1/dashboard/${id}`, { slug: 'taken' })).body.result).toEqual({ slug: 'taken' })
  expect(await post({ owners: [999999], roles: [999999] })).toEqual([422, { owners: ['Owners are invalid'], roles: ['Some roles do not exist'] }])
  expect(await post({ dashboard_title: 'g'.repeat(501) })).toEqual([400, { dashboard_title: ['Length must be between 0 and 500.'] }])
  expect((await admin('PUT', `/api/v1/dashboard/${id}`, { slug: 'taken' })).status).toBe(200) // its own
  const race = await Promise.all([1, 2, 3].map(() => admin('POST', '/api/v1/dashboard/', { slug: 'race' })))
  expect(race.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
  await admin('DELETE', '/api/v1/dashboard/' + race.find(({ status }) => status === 201)?.body.id)
  expect((await admin('PUT', '/api/v1/dashboard/999999', { published: true })).status).toBe(404)
  expect((await admin('DELETE', `/api/v1/dashboard/${q([id])}`)).body).toEqual({ message: 'Deleted 1 dashboard' })
})

test('who sees a dashboard: owners, those with data of it once published, and its roles alone where it has some', async () => {
  const roleId = (await admin('GET', `/api/v1/dashboard/related/roles${q({ filter: 'orders' })}`)).body.result[0].value
  const draft = await make(admin, { dashboard_title: 'a draft', json_metadata: JSON.stringify({ positions: layout(openChart) }) })
  const published = await make(admin, { dashboard_title: 'b published', published: true, json_metadata: JSON.stringify({ positions: layout(openChart) }) })
  await make(admin, { dashboard_title: 'c secret', published: true, json_metadata: JSON.stringify({ positions: layout(secretChart) }) })
  const given = await make(admin, {
    dashboard_title: 'd given',
    published: true,
    roles: [roleId],
    json_metadata: JSON.stringify({ positions: layout(secretChart) }),
  })
  expect(await titlesOf(admin)).toEqual(['a draft', 'b published', 'c secret', 'd given'])
  expect(await titlesOf(gamma)).toEqual([])
  expect(await titlesOf(reader)).toEqual(['b published', 'd given'])
  expect((await reader('GET', `/api/v1/dashboard/${draft}`)).status).toBe(404)
  expect((await reader('GET', `/api/v1/dashboard/${published}/charts`)).status).toBe(200)
  expect((await reader('PUT', `/api/v1/dashboard/${published}`, { published: false })).body).toEqual({ message: 'Forbidden' })
  expect((await reader('PUT', `/api/v1/dashboard/${draft}`, { published: false })).status).toBe(404)
  expect((await reader('GET', `/api/v1/dashboard/${given}/datasets`)).body.result).toHaveLength(1) // opened by the role
  await admin('PUT', `/api/v1/dashboard/${published}`, { json_metadata: JSON.stringify({ positions: layout(openChart, secretChart) }) })
  const datasets = (await reader('GET', `/api/v1/dashboard/${published}/datasets`)).body.result
  expect(datasets.map((dataset: { table_name: string }) => dataset.table_name)).toEqual(['orders'])
})

test('nobody opens data to others by placing a chart of it that he cannot read', async () => {
  const id = await make(reader, { dashboard_title: 'e mine', published: true, json_metadata: JSON.stringify({ positions: layout(openChart, secretChart) }) })
  expect(await chartsOn(id)).toEqual(['open chart'])
  await reader('PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions: layout(secretChart, openChart) }) })
  expect(await chartsOn(id)).toEqual(['open chart'])
  await admin('PUT', `/api/v1/chart/${secretChart}`, { dashboards: [id] })
  await reader('PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions: layout(secretChart, openChart) }) })
  expect(await chartsOn(id)).toEqual(['open chart', 'secret chart']) // put there by one who may
  await reader('PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions: layout() }) })
  expect(await chartsOn(id)).toEqual([])
})

test('EXP-7.22 EXP-7.24 stars, filters and deleting several', async () => {
  const [a, b] = [
    await make(admin, { dashboard_title: 'z list 1', slug: 'z-1', certified_by: 'us' }),
    await make(admin, { dashboard_title: 'z list 2', published: true }),
  ]
  await admin('POST', `/api/v1/dashboard/${a}/favorites/`)
  expect((await admin('GET', `/api/v1/dashboard/favorite_status/${q([a, b])}`)).body.result).toEqual([
    { id: a, value: true },
    { id: b, value: false },
  ])
  const by = async (col: string, opr: string, value: unknown) =>
    (
      await admin(
        'GET',
        `/api/v1/dashboard/${q({
          filters: [
            { col: 'dashboard_title', opr: 'sw', value: 'z list' },
            { col, opr, value },
          ],
          columns: ['id', 'status'],
        })}`,
      )
    ).body.ids
  expect(await by('id', 'dashboard_is_favorite', true)).toEqual([a])
  expect(await by('id', 'dashboard_is_certified', false)).toEqual([b])
  expect(await by('dashboard_title', 'title_or_slug', 'Z-1')).toEqual([a])
  expect(await by('published', 'eq', true)).toEqual([b])
  expect(await by('published', 'neq', true)).toEqual([a])
  expect((await admin('DELETE', `/api/v1/dashboard/${q([a, b])}`)).body).toEqual({ message: 'Deleted 2 dashboards' })
  expect(await server.deps.db.selectFrom('favorites').selectAll().execute()).toEqual([])
})
