import { datasetPerm } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRoleFor, addSampleDatabase, addSampleDataset } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let reader: TestCall
let other: TestCall
let gamma: TestCall
let openChart: number
let secretChart: number
/** Published, with both charts. */
let board: number
/** A draft of the administrator. */
let draft: number

const layout = (...charts: number[]) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ...Object.fromEntries(charts.map((chartId) => [`CHART-${chartId}`, { type: 'CHART', id: `CHART-${chartId}`, meta: { chartId, width: 4 } }])),
})
const at = (id: number | string, rest = '') => `/api/v1/dashboard/${id}${rest}`
const read = async (id: number) => (await admin('GET', at(id))).body.result
const chartsOn = async (id: number): Promise<{ id: number; slice_name: string; form_data: { slice_id: number } }[]> =>
  (await admin('GET', at(id, '/charts'))).body.result

beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_FEATURE_DASHBOARD_RBAC: 'false' } })
  const { deps } = server
  const database = { id: await addSampleDatabase(deps, 'shop'), name: 'shop' }
  const [open, secret] = [await addSampleDataset(deps, database, 'orders'), await addSampleDataset(deps, database, 'salaries')]
  await addRoleFor(deps, 'orders reader', 'datasource_access', datasetPerm({ database_name: 'shop', table_name: 'orders', id: open }))
  admin = await server.as('admin')
  reader = await server.as('reader', 'Gamma', 'orders reader')
  other = await server.as('other', 'Gamma', 'orders reader')
  gamma = await server.as('gamma')
  const chart = async (slice_name: string, datasource_id: number) => {
    const query_context = JSON.stringify({ datasource: { id: datasource_id, type: 'table' }, queries: [], form_data: { slice_id: 1 } })
    const body = { slice_name, datasource_id, datasource_type: 'table', viz_type: 'table', params: '{"groupby":["region"]}', query_context }
    return (await admin('POST', '/api/v1/chart/', body)).body.id
  }
  openChart = await chart('open chart', open)
  secretChart = await chart('secret chart', secret)
  const metadata = {
    native_filter_configuration: [{ id: 'NATIVE_FILTER-a' }],
    color_scheme: 'old',
    color_namespace: 'x',
    positions: layout(openChart, secretChart),
  }
  const made = { dashboard_title: 'board', slug: 'board', published: true, certified_by: 'us', json_metadata: JSON.stringify(metadata) }
  board = (await admin('POST', '/api/v1/dashboard/', made)).body.id
  draft = (await admin('POST', '/api/v1/dashboard/', { dashboard_title: 'draft' })).body.id
})
afterAll(() => server.close())

test('DSH-7.06 DSH-7.23 a copy with the same charts: its metadata begins with what the original stored', async () => {
  const sent = { color_scheme: 'new', native_filter_configuration: [], refresh_frequency: 30, positions: layout(openChart, secretChart) }
  const made = await admin('POST', at(board, '/copy/'), { dashboard_title: 'copy', css: '.a{}', duplicate_slices: false, json_metadata: JSON.stringify(sent) })
  expect([made.status, made.body]).toEqual([200, { result: { id: expect.any(Number), last_modified_time: expect.any(Number) } }])
  const copy = await read(made.body.result.id)
  expect(copy).toMatchObject({
    dashboard_title: 'copy',
    css: '.a{}',
    slug: null,
    published: false,
    certified_by: null,
    roles: [],
    owners: [{ first_name: 'Admin' }],
  })
  const metadata = JSON.parse(copy.json_metadata)
  expect(metadata).toMatchObject({
    color_scheme: 'new',
    refresh_frequency: 30,
    native_filter_configuration: [{ id: 'NATIVE_FILTER-a' }],
    default_filters: '{}',
  })
  expect(metadata).not.toHaveProperty('positions')
  expect(metadata).not.toHaveProperty('color_namespace')
  expect((await chartsOn(copy.id)).map(({ id }) => id)).toEqual([openChart, secretChart])
  expect(JSON.parse(copy.position_json)[`CHART-${openChart}`].meta.uuid).toMatch(/^[0-9a-f-]{36}$/)
  // Without a layout the charts stay, without metadata or a title it is refused.
  const bare = await admin('POST', at('board', '/copy/'), { dashboard_title: 'bare', json_metadata: '{}' })
  expect((await chartsOn(bare.body.result.id)).map(({ id }) => id)).toEqual([openChart, secretChart])
  const refused = async (body: object) => (await admin('POST', at(board, '/copy/'), body)).body.message
  expect(await refused({ dashboard_title: 'x' })).toEqual({ json_metadata: ['Missing data for required field.'] })
  expect(await refused({ json_metadata: '{}' })).toEqual({ dashboard_title: ['Missing data for required field.'] })
  expect(await refused({ dashboard_title: 'x', json_metadata: '{nope' })).toEqual({ json_metadata: ['JSON not valid'] })
  expect(await refused({ dashboard_title: 'x', json_metadata: '{}', duplicate_slices: true })).toHaveProperty('json_metadata')
  expect((await admin('POST', at(999999, '/copy/'), { dashboard_title: 'x', json_metadata: '{}' })).status).toBe(404)
})

test('DSH-7.06 a copy with copies of its charts: layout and older filter scopes follow them', async () => {
  const sent = {
    filter_scopes: { [openChart]: { region: { scope: ['ROOT_ID'], immune: [secretChart, 999] } }, 999: {} },
    default_filters: JSON.stringify({ [openChart]: { region: ['a'] } }),
    positions: layout(openChart, secretChart),
  }
  const { body } = await admin('POST', at(board, '/copy/'), { dashboard_title: 'twins', duplicate_slices: true, json_metadata: JSON.stringify(sent) })
  const [first, second] = await chartsOn(body.result.id)
  expect([first?.slice_name, second?.slice_name]).toEqual(['open chart', 'secret chart'])
  expect([openChart, secretChart]).not.toContain(first?.id)
  const copy = await read(body.result.id)
  expect(JSON.parse(copy.position_json)[`CHART-${openChart}`].meta.chartId).toBe(first?.id)
  expect(JSON.parse(copy.json_metadata).filter_scopes).toEqual({ [first!.id]: { region: { scope: ['ROOT_ID'], immune: [second!.id] } } })
  const chart = (await admin('GET', `/api/v1/chart/${first!.id}`)).body.result
  expect(chart.owners).toMatchObject([{ first_name: 'Admin' }])
  expect(JSON.parse(chart.query_context).form_data.slice_id).toBe(first!.id)
})

test('T12 a copy takes over no chart whose data its maker may not read', async () => {
  for (const duplicate_slices of [false, true]) {
    const body = { dashboard_title: 'taken', duplicate_slices, json_metadata: JSON.stringify({ positions: layout(openChart, secretChart) }) }
    const made = await reader('POST', at(board, '/copy/'), body)
    expect(made.status, made.text).toBe(200)
    expect((await chartsOn(made.body.result.id)).map(({ slice_name }) => slice_name)).toEqual(['open chart'])
  }
  const bare = await reader('POST', at(board, '/copy/'), { dashboard_title: 'taken', json_metadata: '{}' })
  expect((await chartsOn(bare.body.result.id)).map(({ slice_name }) => slice_name)).toEqual(['open chart'])
  expect((await reader('POST', at(draft, '/copy/'), { dashboard_title: 'taken', json_metadata: '{}' })).status).toBe(404)
})

test('DSH-7.13 a link to a dashboard keeps its state, for those who see the dashboard', async () => {
  const state = { urlParams: [['a', 'b c']], dataMask: { f: { id: 'f' } }, activeTabs: ['TAB-1'], anchor: 'CHART-1' }
  const made = await reader('POST', at('board', '/permalink'), state)
  expect(made.status).toBe(201)
  const { key } = made.body
  expect(made.body.url).toMatch(new RegExp(`^http://[^/]+/superset/dashboard/p/${key}/$`))
  expect((await reader('POST', at(board, '/permalink'), state)).body.key).toBe(key)
  expect((await other('POST', at(board, '/permalink'), state)).body.key).not.toBe(key)
  const kept = await other('GET', `/api/v1/dashboard/permalink/${key}`)
  expect(kept.body).toEqual({ dashboardId: expect.stringMatching(/^[0-9a-f-]{36}$/), state })
  expect((await admin('GET', at(kept.body.dashboardId))).body.result.id).toBe(board)
  const opened = await reader('GET', `/superset/dashboard/p/${key}/`)
  expect([opened.status, opened.headers['location']]).toEqual([302, `/superset/dashboard/${kept.body.dashboardId}?permalink_key=${key}&a=b+c#CHART-1`])
  expect((await gamma('GET', `/api/v1/dashboard/permalink/${key}`)).status).toBe(404)
  expect((await reader('GET', '/api/v1/dashboard/permalink/nosuchkey')).status).toBe(404)
  expect((await reader('GET', '/superset/dashboard/p/nosuchkey/')).body).toEqual({ error: 'permalink state not found' })
  expect((await reader('POST', at(draft, '/permalink'), {})).status).toBe(404)
  const wrong = await reader('POST', at(board, '/permalink'), { urlParams: 'x', activeTabs: 5 })
  expect([wrong.status, wrong.body.message]).toEqual([400, "{'activeTabs': ['Not a valid list.'], 'urlParams': ['Not a valid list.']}"])
  const split = await reader('POST', at(board, '/permalink'), { anchor: 'a\r\nx: y' })
  expect((await reader('GET', `/superset/dashboard/p/${split.body.key}/`)).headers['location']).toMatch(/#a%0D%0Ax%3A%20y$/)
})

test('DSH-3.07 filter values are kept per tab: one key, changed only by who made it', async () => {
  const value = JSON.stringify({ f: { id: 'f', extraFormData: {}, filterState: { value: ['a'] }, ownState: {} } })
  const { key } = (await reader('POST', at(board, '/filter_state?tab_id=3'), { value })).body
  expect((await reader('POST', at(board, '/filter_state?tab_id=3'), { value: '{}' })).body.key).toBe(key)
  expect((await reader('POST', at(board, '/filter_state?tab_id=4'), { value })).body.key).not.toBe(key)
  const place = at(board, `/filter_state/${key}`)
  expect((await reader('PUT', `${place}?tab_id=3`, { value })).body).toEqual({ key })
  expect((await other('GET', place)).body).toEqual({ value })
  for (const [method, body] of [
    ['PUT', { value: '{}' }],
    ['DELETE', undefined],
  ] as const) {
    const refused = await other(method, `${place}?tab_id=3`, body)
    expect([refused.status, refused.body.message]).toEqual([403, "You don't have permission to modify the value."])
  }
  expect((await gamma('GET', place)).status).toBe(404)
  expect((await admin('GET', at(draft, `/filter_state/${key}`))).status).toBe(404) // not of this dashboard
  expect((await reader('POST', at(board, '/filter_state'), { value: '{nope' })).body).toEqual({ message: { value: ['JSON not valid'] } })
  expect((await reader('DELETE', place)).body).toEqual({ message: 'Deleted successfully' })
  expect((await reader('GET', place)).status).toBe(404)
})

test('DSH-3.08 DSH-7.09 DSH-7.10 DSH-7.11 DSH-7.12 filter sets belong to a dashboard or to a person', async () => {
  const sets = at(board, '/filtersets')
  const json_metadata = '{"nativeFilters":{"a":{}},"dataMask":{}}'
  const shared = { name: 'all', owner_type: 'Dashboard', owner_id: board, json_metadata }
  const made = await admin('POST', sets, shared)
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      name: 'all',
      description: null,
      owner_type: 'Dashboard',
      owner_id: board,
      dashboard_id: board,
      params: { nativeFilters: { a: {} }, dataMask: {} },
    },
  ])
  const readerId = await server.userId('reader')
  const own = (await reader('POST', sets, { name: 'mine', owner_type: 'User', owner_id: readerId, json_metadata })).body
  const listed = async (call: TestCall) => (await call('GET', sets)).body.result.map((row: { name: string }) => row.name)
  expect(await listed(admin)).toEqual(['all', 'mine'])
  expect(await listed(reader)).toEqual(['mine'])
  expect(await listed(other)).toEqual([])
  expect((await reader('POST', sets, { ...shared, name: 'x' })).status).toBe(403)
  expect((await other('POST', sets, { name: 'x', owner_type: 'User', owner_id: readerId, json_metadata })).status).toBe(403)
  const refused = async (body: object, method: 'POST' | 'PUT' = 'POST', path = sets) => {
    const { status, body: answer } = await admin(method, path, body)
    return [status, answer.message]
  }
  expect(await refused({ ...shared, name: 'x', json_metadata: '{nope' })).toEqual([400, { _schema: ['failed to parse json_metadata to json'] }])
  expect(await refused({ ...shared, name: 'x', json_metadata: '{}' })).toEqual([400, { _schema: ['failed to parse json_metadata to json'] }])
  expect(await refused({ name: 'x', owner_type: 'User', json_metadata })).toEqual([400, { _schema: ['owner_id is mandatory when owner_type is User'] }])
  expect(await refused({ ...shared, name: 'x', owner_id: board + 1 })).toEqual([400, expect.anything()])
  expect(await refused(shared)).toEqual([422, { name: ['Must be unique'] }])
  expect(await refused({ name: 'all' }, 'PUT', `${sets}/${own.id}`)).toEqual([422, { name: ['Must be unique'] }])
  expect((await admin('GET', at(999999, '/filtersets'))).body).toEqual({ message: "dashboard '999999' not found" })
  expect((await other('PUT', `${sets}/${own.id}`, { name: 'stolen' })).status).toBe(403)
  expect((await reader('PUT', `${sets}/${own.id}`, { owner_type: 'Dashboard' })).status).toBe(403)
  expect((await reader('PUT', `${sets}/${own.id}`, { name: 'mine too' })).body).toMatchObject({ name: 'mine too', params: { nativeFilters: { a: {} } } })
  expect((await admin('PUT', `${sets}/${own.id}`, { owner_type: 'Dashboard' })).body).toMatchObject({ owner_type: 'Dashboard', owner_id: board })
  expect((await admin('DELETE', at(draft, `/filtersets/${own.id}`))).status).toBe(403)
  expect((await admin('DELETE', `${sets}/${own.id}`)).body).toEqual({ id: board })
  expect((await admin('DELETE', `${sets}/${own.id}`)).status).toBe(200)
})

test('where a dashboard is embedded is for administrators to say; changing it keeps the uuid', async () => {
  const place = at('board', '/embedded')
  const none = await admin('GET', place)
  expect([none.status, none.body]).toEqual([404, {}])
  const made = await admin('POST', place, { allowed_domains: ['https://a.example', '*.b.example'] })
  const { uuid } = made.body.result
  expect(made.body.result).toMatchObject({
    dashboard_id: String(board),
    allowed_domains: ['https://a.example', '*.b.example'],
    changed_by: { username: 'admin' },
  })
  expect((await admin('PUT', place, { allowed_domains: [] })).body.result).toMatchObject({ uuid, allowed_domains: [] })
  expect((await reader('GET', `/api/v1/embedded_dashboard/${uuid}`)).body.result.uuid).toBe(uuid)
  for (const wrong of [{}, { allowed_domains: 'x' }, { allowed_domains: ['https://a.example; script-src *'] }, { allowed_domains: [], x: 1 }])
    expect((await admin('POST', place, wrong)).status).toBe(400)
  for (const [method, body] of [
    ['POST', { allowed_domains: [] }],
    ['PUT', { allowed_domains: [] }],
    ['DELETE', undefined],
  ] as const)
    expect((await reader(method, place, body)).status).toBe(403)
  expect((await admin('DELETE', place)).body).toEqual({ message: 'OK' })
  expect((await admin('GET', `/api/v1/embedded_dashboard/${uuid}`)).status).toBe(404)
  expect((await admin('GET', '/api/v1/embedded_dashboard/%00')).status).toBe(404)
})
