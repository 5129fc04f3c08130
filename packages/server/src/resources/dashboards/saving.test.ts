import { encodeRison } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let alpha: TestCall
let dataset: number
const charts: number[] = []
const q = (value: unknown) => `?q=${encodeURIComponent(encodeRison(value))}`
const list = '/api/v1/dashboard/'
const read = async (id: number) => (await admin('GET', `${list}${id}`)).body.result
const make = async (body: object, call = admin): Promise<number> => (await call('POST', list, body)).body.id

beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  alpha = await server.as('alpha')
  const database = await addSampleDatabase(server)
  dataset = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  for (const slice_name of ['one', 'two']) {
    const params = JSON.stringify({ viz_type: 'table', groupby: ['place'] })
    charts.push((await admin('POST', '/api/v1/chart/', { slice_name, viz_type: 'table', datasource_id: dataset, datasource_type: 'table', params })).body.id)
  }
})
afterAll(() => server.close())

const positions = () => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a'], parents: ['ROOT_ID'] },
  'ROW-a': { type: 'ROW', id: 'ROW-a', children: ['CHART-a', 'MARKDOWN-a'], parents: ['ROOT_ID', 'GRID_ID'], meta: { background: 'BACKGROUND_TRANSPARENT' } },
  'CHART-a': {
    type: 'CHART',
    id: 'CHART-a',
    children: [],
    parents: ['ROOT_ID', 'GRID_ID', 'ROW-a'],
    meta: { width: 4, height: 50, chartId: charts[0], sliceName: 'one' },
  },
  'MARKDOWN-a': { type: 'MARKDOWN', id: 'MARKDOWN-a', children: [], parents: ['ROOT_ID', 'GRID_ID', 'ROW-a'], meta: { width: 4, height: 50, code: '# hi' } },
  'HEADER-a': { type: 'HEADER', id: 'HEADER-a', children: [], meta: { text: 'a', headerSize: 'MEDIUM_HEADER', background: 'BACKGROUND_WHITE' } },
})
const filter = {
  id: 'NATIVE_FILTER-a',
  name: 'Place',
  description: 'where',
  type: 'NATIVE_FILTER',
  filterType: 'filter_select',
  targets: [{ datasetId: 1, column: { name: 'place' } }],
  adhoc_filters: [],
  time_range: 'No filter',
  granularity_sqla: 'at',
  controlValues: { multiSelect: true },
  requiredFirst: true,
  defaultDataMask: { id: 'NATIVE_FILTER-a', extraFormData: {}, filterState: {}, ownState: {} },
  cascadeParentIds: [],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  sortMetric: 'count',
  chartsInScope: [1],
  tabsInScope: [],
}
const divider = { id: 'NATIVE_FILTER_DIVIDER-a', type: 'DIVIDER', title: 'Time', description: 'below', scope: { rootPath: ['ROOT_ID'], excluded: [] } }
const metadata = () => ({
  color_namespace: 'sales',
  color_scheme: 'supersetColors',
  color_scheme_domain: ['#1FA8C9'],
  expanded_slices: { [charts[0]!]: true },
  label_colors: { Italy: '#ff0000' },
  shared_label_colors: { France: '#1FA8C9' },
  refresh_frequency: 30,
  timed_refresh_immune_slices: [charts[0]],
  cross_filters_enabled: false,
  default_filters: '{}',
  filter_scopes: { [charts[0]!]: { place: { scope: ['ROOT_ID'], immune: [] } } },
  chart_configuration: { [charts[0]!]: { id: charts[0], crossFilters: { scope: 'global', chartsInScope: [] } } },
  global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: charts },
  native_filter_configuration: [filter, divider],
  stagger_time: 5000,
  stagger_refresh: true,
  filter_bar_orientation: 'HORIZONTAL',
})

test('DSH-7.01 DSH-7.02 DSH-3.01 DSH-7.23 a dashboard is made of whatever is known of it, and read with everything', async () => {
  const made = await alpha('POST', list, { dashboard_title: 'made', slug: ' my made! ', certified_by: 'us', certification_details: 'checked', css: '.a{}' })
  expect([made.status, made.body.result]).toEqual([201, expect.objectContaining({ dashboard_title: 'made', slug: 'my-made' })])
  expect((await admin('GET', `${list}my-made`)).body.result).toMatchObject({
    id: made.body.id,
    dashboard_title: 'made',
    slug: 'my-made',
    css: '.a{}',
    owners: [{ first_name: 'Alpha' }],
    roles: [],
    certified_by: 'us',
    certification_details: 'checked',
    published: false,
    json_metadata: null,
    position_json: null,
    changed_on: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    changed_by_name: 'Alpha Person',
  })
  expect((await alpha('POST', list, {})).status).toBe(201)
})

test('DSH-7.03 publishing changes that alone, and only for owners', async () => {
  const id = await make({ dashboard_title: 'draft', css: '.a{}' })
  const put = await admin('PUT', `${list}${id}`, { published: true })
  expect(put.body).toEqual({ id, result: { published: true }, last_modified_time: expect.any(Number) })
  expect(await read(id)).toMatchObject({ published: true, dashboard_title: 'draft', css: '.a{}' })
  expect((await alpha('PUT', `${list}${id}`, { published: false })).status).toBe(404) // no chart of it is there to see
})

test('DSH-7.04 DSH-3.02 DSH-3.05 DSH-3.06 DSH-3.10 a whole save: the layout moves to its own place, charts follow it, nothing else is lost', async () => {
  const id = await make({
    dashboard_title: 'old',
    json_metadata: JSON.stringify({ positions: { 'CHART-b': { type: 'CHART', id: 'CHART-b', meta: { chartId: charts[1] } } } }),
  })
  const sent = {
    certified_by: 'us',
    certification_details: '',
    css: '.b{}',
    dashboard_title: 'new',
    slug: 'whole',
    owners: [await server.userId('alpha')],
    roles: [],
    json_metadata: JSON.stringify({ ...metadata(), positions: positions(), show_native_filters: true }),
  }
  const put = await admin('PUT', `${list}${id}`, sent)
  expect(put.body).toEqual({ id, result: sent, last_modified_time: expect.any(Number) }) // as it was sent
  const stored = await read(id)
  expect(stored).toMatchObject({ dashboard_title: 'new', slug: 'whole', css: '.b{}', owners: [{ first_name: 'Alpha' }], charts: ['one'] })
  expect(put.body.last_modified_time).toBe(Math.floor(Date.parse(`${stored.changed_on}Z`) / 1000))
  expect(JSON.parse(stored.json_metadata)).toEqual(metadata())
  const layout = JSON.parse(stored.position_json)
  expect(stored.position_json).toBe(JSON.stringify(layout)) // compact
  expect(Object.keys(layout)).toEqual(Object.keys(layout).toSorted())
  const { uuid, ...meta } = layout['CHART-a'].meta
  expect(uuid).toMatch(/^[0-9a-f-]{36}$/)
  expect({ ...layout, 'CHART-a': { ...layout['CHART-a'], meta } }).toEqual(positions())
  const [slice] = (await admin('GET', `${list}${id}/charts`)).body.result
  expect(slice).toMatchObject({
    id: charts[0],
    slice_name: 'one',
    slice_url: expect.stringContaining(`slice_id=${charts[0]}`),
    description: null,
    changed_on: expect.any(String),
    form_data: { slice_id: charts[0], viz_type: 'table', datasource: `${dataset}__table`, groupby: ['place'] },
  })
})

test('DSH-7.05 saving the metadata replaces the whole document and fills in what every reader relies on', async () => {
  const id = await make({ dashboard_title: 'meta', json_metadata: JSON.stringify({ ...metadata(), positions: positions() }) })
  const before = await read(id)
  const json_metadata = JSON.stringify({ filter_bar_orientation: 'VERTICAL', color_namespace: null, color_scheme: 'other' })
  const put = await admin('PUT', `${list}${id}`, { json_metadata })
  expect(put.body.result).toEqual({ json_metadata })
  const after = await read(id)
  expect(JSON.parse(after.json_metadata)).toEqual({
    filter_bar_orientation: 'VERTICAL',
    color_scheme: 'other',
    timed_refresh_immune_slices: [],
    expanded_slices: {},
    refresh_frequency: 0,
    label_colors: {},
    shared_label_colors: {},
    color_scheme_domain: [],
    cross_filters_enabled: true,
  })
  expect([after.position_json, after.charts]).toEqual([before.position_json, before.charts])
  // Older filters of charts that left the layout leave with them.
  const scopes = { [charts[0]!]: { place: { scope: ['ROOT_ID'], immune: [charts[1], 999] } }, [charts[1]!]: { place: {} } }
  const older = { positions: positions(), filter_scopes: scopes, default_filters: JSON.stringify({ [charts[0]!]: { place: ['a'] }, 999: {} }) }
  await admin('PUT', `${list}${id}`, { json_metadata: JSON.stringify(older) })
  const kept = JSON.parse((await read(id)).json_metadata)
  expect(kept.filter_scopes).toEqual({ [charts[0]!]: { place: { scope: ['ROOT_ID'], immune: [] } } })
  expect(JSON.parse(kept.default_filters)).toEqual({ [charts[0]!]: { place: ['a'] } })
})

test('DSH-3.03 what one may do with dashboards is told with the roles', async () => {
  const mine = (await (await server.as('gamma'))('GET', '/api/v1/me/roles/')).body.result.roles['Gamma']
  for (const pair of [
    ['can_write', 'Dashboard'],
    ['can_share_dashboard', 'Superset'],
    ['can_share_chart', 'Superset'],
    ['can_explore', 'Superset'],
    ['can_csv', 'Superset'],
  ])
    expect(mine).toContainEqual(pair)
})

test('DSH-7.07 DSH-7.08 a star is the caller’s own, and is put and taken twice without harm', async () => {
  const [a, b] = [await make({ dashboard_title: 'a' }, alpha), await make({ dashboard_title: 'b' }, alpha)]
  const stars = async (call: TestCall) => (await call('GET', `${list}favorite_status/${q([a, b])}`)).body.result.map((row: { value: boolean }) => row.value)
  for (const method of ['POST', 'DELETE'] as const) {
    for (let time = 0; time < 2; time++) expect((await alpha(method, `${list}${a}/favorites/`)).body).toEqual({ result: 'OK' })
    expect(await stars(alpha)).toEqual([method === 'POST', false])
    expect(await stars(admin)).toEqual([false, false])
  }
  expect((await alpha('POST', `${list}999999/favorites/`)).status).toBe(404)
})

test('DSH-7.21 a deleted dashboard takes its filter sets and its embedding along, and leaves its charts', async () => {
  const id = await make({ dashboard_title: 'gone', json_metadata: JSON.stringify({ positions: positions() }) })
  await admin('POST', `${list}${id}/embedded`, { allowed_domains: [] })
  await admin('POST', `${list}${id}/filtersets`, { name: 'gone', owner_type: 'Dashboard', json_metadata: '{"nativeFilters":{}}' })
  const report = { type: 'Report', name: 'kept', crontab: '0 9 * * 1', dashboard: id }
  const reportId = (await admin('POST', '/api/v1/report/', report)).body.id
  const refused = await admin('DELETE', `${list}${id}`)
  expect([refused.status, refused.body.message]).toEqual([422, 'There are associated alerts or reports: kept'])
  await admin('DELETE', `/api/v1/report/${reportId}`)
  expect((await admin('DELETE', `${list}${id}`)).body).toEqual({ message: 'OK' })
  for (const table of ['embedded_dashboards', 'filter_sets', 'dashboard_charts'] as const)
    expect(await server.deps.db.selectFrom(table).select('dashboard_id').where('dashboard_id', '=', id).execute()).toEqual([])
  expect((await admin('GET', `/api/v1/chart/${charts[0]}`)).status).toBe(200)
  expect((await admin('DELETE', `${list}${id}`)).status).toBe(404)
})

test('DSH-7.22 the homepage asks for the newest five by changer, owner or creator', async () => {
  const bee = await server.as('bee', 'Alpha')
  const me = await server.userId('bee')
  const all: number[] = []
  for (const dashboard_title of ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']) all.push(await make({ dashboard_title }, bee))
  await bee('PUT', `${list}${all[0]}`, { css: '' })
  for (const [col, opr] of [
    ['changed_by', 'rel_o_m'],
    ['created_by', 'rel_o_m'],
    ['owners', 'rel_m_m'],
  ] as const) {
    const asked = { filters: [{ col, opr, value: me }], order_column: 'changed_on_delta_humanized', order_direction: 'desc', page: 0, page_size: 5 }
    const { result, count } = (await bee('GET', `${list}${q(asked)}`)).body
    expect(result.map((row: { dashboard_title: string }) => row.dashboard_title)).toEqual(['h1', 'h6', 'h5', 'h4', 'h3'])
    expect(count).toBe(6)
  }
})

test('DSH-7.18 saved charts are picked by text, type and owner; a page has at most a hundred', async () => {
  const owner = await server.userId('admin')
  const filters = [
    { col: 'slice_name', opr: 'chart_all_text', value: 'ON' },
    { col: 'viz_type', opr: 'neq', value: 'filter_box' },
    { col: 'owners', opr: 'rel_m_m', value: owner },
  ]
  const columns = ['id', 'slice_name', 'viz_type', 'params', 'datasource_id', 'thumbnail_url', 'changed_on_utc', 'owners.id', 'created_by.id']
  const found = await admin('GET', `/api/v1/chart/${q({ filters, columns, page: 0, page_size: 200, order_column: 'slice_name', order_direction: 'asc' })}`)
  expect(found.body.result).toMatchObject([{ id: charts[0], slice_name: 'one', owners: [{ id: owner }] }])
})

test('DSH-7.20 a chart of a dashboard asks for its data by what the address says', async () => {
  const id = await make({ dashboard_title: 'asks', json_metadata: JSON.stringify({ positions: positions() }) })
  const address = `/api/v1/chart/data?form_data=${encodeURIComponent(JSON.stringify({ slice_id: charts[0] }))}&dashboard_id=${id}&force=true`
  const body = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['place'], metrics: ['count'], orderby: [['place', true]] }] }
  const reply = await admin('POST', address, body)
  expect([reply.status, reply.body.result[0].is_cached ?? false]).toEqual([200, false])
  expect(reply.body.result[0].data.map((row: { place: string }) => row.place)).toContain('north')
})
