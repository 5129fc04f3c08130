import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../resources/all.ts'
import { addSampleDatabase } from '../testing/sample-database.ts'
import { openTestApp, type Method, type TestApp, type TestCall } from '../testing/test-app.ts'

/** Two embedded dashboards over one database; a guest has a token for the first. */
let server: TestApp
let admin: TestCall
let time = Date.now()
let visits: number
const board = { id: 0, uuid: '', chart: 0 }
const other = { id: 0, uuid: '', chart: 0 }
let token: string
const form = (datasource: number) => ({ viz_type: 'table', datasource: `${datasource}__table`, groupby: ['place'], metrics: ['count'] })

beforeAll(async () => {
  server = await openTestApp({ now: () => new Date(time) })
  admin = await server.as('admin')
  const database = await addSampleDatabase(server)
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  const sql = 'SELECT place, id FROM visits'
  const hidden = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'hidden', schema: 'main', sql })).body.id
  for (const [place, dataset] of [
    [board, visits],
    [other, hidden],
  ] as const) {
    const chart = { slice_name: 'c', viz_type: 'table', datasource_id: dataset, datasource_type: 'table', params: JSON.stringify(form(dataset)) }
    place.chart = (await admin('POST', '/api/v1/chart/', chart)).body.id
    const positions = { 'CHART-a': { type: 'CHART', id: 'CHART-a', meta: { chartId: place.chart } } }
    const filter = { id: 'NATIVE_FILTER-a', filterType: 'filter_select', targets: [{ datasetId: dataset, column: { name: 'place' } }] }
    const json_metadata = JSON.stringify({ positions, native_filter_configuration: [filter] })
    place.id = (await admin('POST', '/api/v1/dashboard/', { dashboard_title: 'd', json_metadata })).body.id
    place.uuid = (await admin('POST', `/api/v1/dashboard/${place.id}/embedded`, { allowed_domains: [] })).body.result.uuid
  }
  token = await tokenFor([])
})
afterAll(() => server.close())

const grant = (call: TestCall, resources: readonly unknown[], rls: readonly unknown[]) =>
  call('POST', '/api/v1/security/guest_token/', { user: { username: 'visitor' }, resources, rls })
const tokenFor = async (rls: readonly unknown[]): Promise<string> => {
  const made = await grant(admin, [{ type: 'dashboard', id: board.uuid }], rls)
  expect(made.status, made.text).toBe(200)
  return made.body.token
}
const asGuest =
  (with_ = token) =>
  (method: Method, path: string, body?: unknown) =>
    server.anonymous()(method, path, body, { 'x-guesttoken': with_ })
const ask = (query: object, more: object = {}, with_ = token, dataset = visits) =>
  asGuest(with_)('POST', '/api/v1/chart/data', {
    datasource: { id: dataset, type: 'table' },
    queries: [query],
    form_data: { ...form(dataset), slice_id: board.chart, dashboardId: board.id },
    ...more,
  })
const saved = { columns: ['place'], metrics: ['count'], orderby: [['place', true]] }

test('T14 a guest sees the dashboard of its token, and nothing of who made it', async () => {
  const guest = asGuest()
  const shown = await guest('GET', `/api/v1/dashboard/${board.id}`)
  expect([shown.status, shown.body.result.dashboard_title]).toEqual([200, 'd'])
  for (const key of ['owners', 'changed_by', 'changed_by_name']) expect(shown.body.result).not.toHaveProperty(key)
  expect((await guest('GET', `/api/v1/dashboard/${board.id}/charts`)).body.result).toHaveLength(1)
  const [dataset] = (await guest('GET', `/api/v1/dashboard/${board.id}/datasets`)).body.result
  expect(dataset).toMatchObject({ id: visits, columns: [{ column_name: 'place' }] })
  for (const key of ['database', 'owners', 'sql', 'select_star', 'perm']) expect(dataset).not.toHaveProperty(key)
  expect((await guest('GET', `/api/v1/embedded_dashboard/${board.uuid}`)).status).toBe(200)
  const link = await guest('POST', `/api/v1/dashboard/${board.id}/permalink`, { anchor: 'x' })
  expect((await guest('GET', `/api/v1/dashboard/permalink/${link.body.key}`)).body.state).toEqual({ anchor: 'x' })
  const rows = (await ask(saved)).body.result[0].data
  expect(rows.map((row: { place: string }) => row.place)).toEqual(expect.arrayContaining(['north', 'south']))
})

describe('T14 a token for one dashboard opens nothing else', () => {
  const open = routes.filter(({ endpoint }) => endpoint.isForGuests)
  test('of the endpoints that are open to guests, each refuses what is not theirs', async () => {
    const link = (await admin('POST', `/api/v1/dashboard/${other.id}/permalink`, {})).body.key
    const state = (await admin('POST', `/api/v1/dashboard/${other.id}/filter_state`, { value: '{}' })).body.key
    const calls: readonly (readonly [Method, string])[] = [
      ['GET', `/api/v1/dashboard/${other.id}`],
      ['GET', `/api/v1/dashboard/${other.id}/charts`],
      ['GET', `/api/v1/dashboard/${other.id}/datasets`],
      ['POST', `/api/v1/dashboard/${other.id}/permalink`],
      ['GET', `/api/v1/dashboard/permalink/${link}`],
      ['GET', `/api/v1/dashboard/${other.id}/filter_state/${state}`],
      ['GET', `/api/v1/dashboard/${board.id}/filter_state/${state}`],
      ['GET', `/api/v1/embedded_dashboard/${other.uuid}`],
    ]
    for (const [method, path] of calls) expect([path, (await asGuest()(method, path, method === 'POST' ? {} : undefined)).status]).toEqual([path, 404])
    // Chart data has tests of its own below; events only write to the log.
    expect(open.map(({ endpoint }) => endpoint.path).toSorted()).toEqual([
      '/api/v1/chart/data',
      '/api/v1/dashboard/:id',
      '/api/v1/dashboard/:id/charts',
      '/api/v1/dashboard/:id/datasets',
      '/api/v1/dashboard/:id/filter_state/:key',
      '/api/v1/dashboard/:id/permalink',
      '/api/v1/dashboard/permalink/:key',
      '/api/v1/embedded_dashboard/:uuid',
      '/superset/log/',
    ])
  })

  test('every other endpoint is closed to guests, whatever the Public role holds', async () => {
    const publicRole = await server.deps.db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow()
    const pairs = await server.deps.db.selectFrom('permissions').select('id').execute()
    await server.deps.db
      .insertInto('role_permissions')
      .values(pairs.map(({ id }) => ({ role_id: publicRole.id, permission_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const closed = routes.filter(({ endpoint }) => endpoint.access !== 'public' && !endpoint.isForGuests)
    expect(closed.length).toBeGreaterThan(100)
    for (const { endpoint } of closed) {
      const path = endpoint.path.replace(/:(\w+)/g, () => String(board.id)).replace('*', 'x')
      const reply = await asGuest()(endpoint.method, path, endpoint.method === 'GET' ? undefined : {})
      const isRefused = reply.status === 401 || reply.status === 403 || (reply.status === 302 && reply.headers['location'] === '/')
      expect([`${endpoint.method} ${path}`, reply.status, isRefused]).toEqual([`${endpoint.method} ${path}`, reply.status, true])
    }
    await server.deps.db.deleteFrom('role_permissions').where('role_id', '=', publicRole.id).execute()
  })
})

describe('T14 a guest asks for charts as they were saved', () => {
  const status = async (query: object, more: object = {}) => (await ask(query, more)).status
  const about = (more: object) => ({ form_data: { ...form(visits), slice_id: board.chart, dashboardId: board.id, ...more } })

  test('other columns, metrics, conditions and orders are refused', async () => {
    expect(await status(saved)).toBe(200)
    const refused = await ask({ ...saved, columns: ['id'] })
    expect([refused.status, refused.body.errors[0].message]).toEqual([403, 'Guest user cannot modify chart payload'])
    const sqlMetric = { expressionType: 'SQL', sqlExpression: 'max(id)', label: 'place' }
    const changes: readonly object[] = [
      { columns: ['place', { expressionType: 'SQL', sqlExpression: 'id', label: 'x' }] },
      { metrics: [sqlMetric] },
      { metrics: [{ expressionType: 'SIMPLE', aggregate: 'MAX', column: { column_name: 'id' }, label: 'x' }] },
      { orderby: [[sqlMetric, true]] },
      { orderby: [['id', true]] },
      { extras: { where: 'id > 1' } },
      { extras: { having: 'max(id) > 1' } },
      { filters: [{ col: 'id', op: '>', val: 1 }] },
      { series_columns: ['id'] },
      { granularity: 'id' },
      { annotation_layers: [{ name: 'a', annotationType: 'EVENT', sourceType: 'table', value: other.chart, show: true, showMarkers: false, style: 'solid' }] },
      { result_type: 'samples' },
    ]
    for (const change of changes) expect([change, await status({ ...saved, ...change })]).toEqual([change, 403])
    for (const result_type of ['samples', 'drill_detail', 'query', 'columns'])
      expect([result_type, await status(saved, { result_type })]).toEqual([result_type, 403])
    for (const result_format of ['csv', 'xlsx']) expect(await status(saved, { result_format })).toBe(403)
    expect(await status({ ...saved, filters: [{ col: 'place', op: 'IN', val: ['north'] }] })).toBe(200)
  })

  test('and only from the dashboard of the token, by a chart or filter that is on it', async () => {
    expect(await status(saved, about({ dashboardId: other.id }))).toBe(403)
    expect(await status(saved, about({ dashboardId: other.id, slice_id: other.chart }))).toBe(403)
    expect(await status(saved, about({ slice_id: other.chart }))).toBe(403)
    expect(await status(saved, about({ dashboardId: undefined }))).toBe(403)
    const options = { columns: ['place'], metrics: [] }
    const filter = { type: 'NATIVE_FILTER', native_filter_id: 'NATIVE_FILTER-a', slice_id: undefined }
    expect(await status(options, about(filter))).toBe(200)
    expect(await status({ columns: ['id'] }, about(filter))).toBe(403)
    expect(await status(options, about({ ...filter, native_filter_id: 'NATIVE_FILTER-b' }))).toBe(403)
    const range = ['MIN', 'MAX'].map((aggregate) => ({ aggregate, expressionType: 'SIMPLE', column: { column_name: 'place' }, label: aggregate }))
    expect(await status({ columns: [], metrics: range }, about(filter))).toBe(200)
  })
})

test('T14 rules of a token hold: for the dataset they name, or for all', async () => {
  const places = async (rls: readonly unknown[]) => {
    const reply = await ask(saved, {}, await tokenFor(rls))
    expect(reply.status, reply.text).toBe(200)
    return reply.body.result[0].data.map((row: { place: string }) => row.place)
  }
  expect(await places([{ clause: "place = 'north'" }])).toEqual(['north'])
  expect(await places([{ dataset: visits, clause: "place = 'south'" }])).toEqual(['south'])
  expect(await places([{ dataset: visits, clause: "place = 'south'" }, { clause: "place = 'north'" }])).toEqual([])
  expect(await places([{ dataset: visits + 1000, clause: "place = 'south'" }])).toContain('north')
  expect((await ask(saved, {}, await tokenFor([{ clause: '1 = 1) OR (1 = 1' }]))).status).not.toBe(200)
  expect((await ask(saved, {}, await tokenFor([{ clause: '1 = 1; DROP TABLE visits' }]))).status).not.toBe(200)
})

test('T14 EXP-6.07 a form may carry the token as a field, where guests may call at all, and nowhere else', async () => {
  const events = JSON.stringify([{ event_name: 'mount_dashboard' }])
  const log = (fields: Record<string, string>) =>
    server.anonymous()('POST', `/superset/log/?explode=events&dashboard_id=${board.id}`, new URLSearchParams(fields))
  expect((await log({ events, guest_token: token })).status).toBe(200)
  for (const wrong of ['', 'x', `${token}x`]) expect([wrong, (await log({ events, guest_token: wrong })).status]).toEqual([wrong, 401])
  expect((await log({ events })).status).toBe(401)
  const link = await server.anonymous()('POST', `/api/v1/dashboard/${board.id}/permalink`, new URLSearchParams({ guest_token: token }))
  expect(link.status).toBe(400) // known, but a link takes no form
  const copy = await server.anonymous()('POST', `/api/v1/dashboard/${board.id}/copy/`, new URLSearchParams({ guest_token: token, dashboard_title: 'x' }))
  expect([copy.status, copy.headers['location']]).toEqual([401, undefined])
  // Whoever is signed in stays who they are.
  const alpha = await server.as('alpha')
  expect((await alpha('POST', '/superset/log/', new URLSearchParams({ guest_token: token }))).status).toBe(200)
  await server.anonymous()('POST', `/superset/log/?explode=events&dashboard_id=${other.id}`, new URLSearchParams({ events, guest_token: token }))
  const written = () => server.deps.db.selectFrom('logs').select(['json', 'dashboard_id']).where('action', '=', 'log').execute()
  await expect.poll(async () => (await written()).length).toBe(3)
  expect(JSON.stringify(await written())).not.toContain(token)
  expect((await written()).map(({ dashboard_id }) => dashboard_id).toSorted()).toEqual([board.id, null, null])
})

test('T14 a token beside a session or a bearer token: the session first, then the guest', async () => {
  const about = async (headers: Record<string, string>) => server.anonymous()('GET', `/api/v1/dashboard/${board.id}`, undefined, headers)
  const login = { username: 'admin', password: 'a long test password', provider: 'db' }
  const { access_token } = (await server.anonymous()('POST', '/api/v1/security/login', login)).body
  const bearer = { authorization: `Bearer ${access_token}` }
  expect((await about({ ...bearer, 'x-guesttoken': token })).body.result).not.toHaveProperty('owners')
  expect((await about({ ...bearer, 'x-guesttoken': 'x' })).body.result).toHaveProperty('owners')
  expect((await admin('GET', `/api/v1/dashboard/${board.id}`, undefined, { 'x-guesttoken': token })).body.result).toHaveProperty('owners')
})

test('T14 a token ends with its time, with its dashboard, and counts only with its own signature', async () => {
  const works = async (with_: string) => (await asGuest(with_)('GET', `/api/v1/dashboard/${board.id}`)).status
  const short = await tokenFor([])
  expect(await works(short)).toBe(200)
  const [head, body, signature] = short.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  expect(claims).toMatchObject({ user: { username: 'visitor' }, type: 'guest', rls_rules: [], aud: expect.stringMatching(/^http/) })
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const widened = text({ ...claims, resources: [{ type: 'dashboard', id: other.uuid }] })
  const signed = (key: Uint8Array) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key)
  const forged = [
    `${text({ alg: 'none', typ: 'JWT' })}.${body}.`,
    `${text({ alg: 'none', typ: 'JWT' })}.${body}.${signature}`,
    `${text({ alg: 'RS256', typ: 'JWT' })}.${body}.${signature}`,
    `${head}.${widened}.${signature}`,
    await signed(new Uint8Array(32)),
    await signed(server.deps.secrets.signingKey), // the key of other tokens
    (await server.anonymous()('POST', '/api/v1/security/login', { username: 'admin', password: 'a long test password', provider: 'db' })).body.access_token,
    'x',
  ]
  for (const one of forged) expect([one, await works(one)]).toEqual([one, 401])
  // A guest's token is no bearer token.
  const bearer = await server.anonymous()('GET', `/api/v1/dashboard/${board.id}`, undefined, { authorization: `Bearer ${short}` })
  expect(bearer.status).toBe(401)
  time += 299_000
  expect(await works(short)).toBe(200)
  time += 2_000
  expect(await works(short)).toBe(401)
  const last = await tokenFor([])
  await admin('DELETE', `/api/v1/dashboard/${board.id}/embedded`)
  expect(await works(last)).toBe(404)
  expect((await ask(saved, {}, last)).status).toBe(403)
  // Embedded anew it is another one: tokens of before are not good again.
  await admin('POST', `/api/v1/dashboard/${board.id}/embedded`, { allowed_domains: [] })
  expect(await works(last)).toBe(404)
  await admin('DELETE', `/api/v1/dashboard/${board.id}/embedded`)
})

test('T14 tokens are granted by administrators, for what is embedded', async () => {
  const resources = [{ type: 'dashboard', id: other.uuid }]
  for (const name of ['alpha', 'gamma', 'sql_lab']) expect((await grant(await server.as(name), resources, [])).status).toBe(403)
  const refused = await grant(admin, [{ type: 'dashboard', id: 'nope' }], [])
  expect([refused.status, refused.body]).toEqual([400, { message: 'EmbeddedDashboard not found.' }])
  expect((await grant(admin, [...resources, { type: 'dashboard', id: board.uuid }], [])).status).toBe(400) // embedded no more
  const wrong = async (body: object) => (await admin('POST', '/api/v1/security/guest_token/', body)).body.message
  expect(await wrong({})).toEqual({ resources: ['Missing data for required field.'], rls: ['Missing data for required field.'] })
  expect(await wrong({ resources: [{ type: 'chart', id: '1' }], rls: [] })).toEqual({ resources: { 0: { type: ['Must be one of: dashboard.'] } } })
})
