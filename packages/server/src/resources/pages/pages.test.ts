import { pageEndpoints, shellEndpoints, type Bootstrap } from '@sightline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase, addSampleDataset } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
const bootstrapIn = (page: string): Bootstrap => JSON.parse(decode(/data-bootstrap="([^"]*)"/.exec(page)![1]!)) as Bootstrap
const html = { accept: 'text/html' }

test('every front-end address answers the page with a token and the caller', async () => {
  const call = await server.as('admin')
  for (const { path } of [...shellEndpoints, pageEndpoints.welcome]) {
    const page = await call('GET', path.replaceAll(/:[A-Za-z]+/g, '1'), undefined, html)
    expect([path, page.status, page.headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
    expect(page.text).toMatch(/<input[^>]*name="csrf_token"[^>]*value="[^"_]+/)
    expect(bootstrapIn(page.text).user.username).toBe('admin')
  }
})

test('the bootstrap carries settings, flags, menu and the pairs of each role', async () => {
  const { user, common } = bootstrapIn((await (await server.as('gamma'))('GET', '/superset/welcome/', undefined, html)).text)
  expect(user.roles['Gamma']).toContainEqual(['can_read', 'Chart'])
  expect(user.permissions).toEqual({ database_access: [], datasource_access: [] })
  expect(common.conf).toMatchObject({ SQL_MAX_ROW: 100_000, DEFAULT_VIZ_TYPE: 'table' })
  expect(common.feature_flags).toMatchObject({ DASHBOARD_RBAC: true, KV_STORE: false })
  expect(common.menu_data.navbar_right.user_is_anonymous).toBe(false)
})

test('T20 names of people cannot break out of the page', async () => {
  const name = `"><script>alert(1)</script>'&amp;`
  const call = await server.as('hostile', 'Gamma')
  await server.deps.db.updateTable('users').set({ first_name: name }).where('username', '=', 'hostile').execute()
  const page = await call('GET', '/superset/welcome/', undefined, html)
  expect(page.text).not.toContain('<script>alert')
  expect(bootstrapIn(page.text).user.firstName).toBe(name)
})

test('somebody who may not open a page is told after a redirect', async () => {
  const visitor = server.anonymous()
  expect((await visitor('GET', '/chart/list/?x=1', undefined, html)).headers['location']).toBe('/login/?next=%2Fchart%2Flist%2F%3Fx%3D1')
  const login = await visitor('GET', '/login/', undefined, html)
  expect(bootstrapIn(login.text).common.flash_messages).toEqual([['danger', 'Access is Denied']])
  expect(bootstrapIn((await visitor('GET', '/login/', undefined, html)).text).common.flash_messages).toEqual([])
  expect((await (await server.as('gamma'))('GET', '/users/list/', undefined, html)).headers['location']).toBe('/')
})

test('a wrong password leads back to the form, with a message and the address it was for', async () => {
  const call = server.anonymous()
  const token = /name="csrf_token"[^>]*value="([^"]*)"/.exec((await call('GET', '/login/')).text)![1]!
  const reply = await call('POST', '/login/?next=/chart/list/', new URLSearchParams({ username: 'gamma', password: 'wrong', csrf_token: token }))
  expect(reply).toMatchObject({ status: 302, headers: { location: '/login/?next=%2Fchart%2Flist%2F' } })
  expect(bootstrapIn((await call('GET', '/login/')).text).common.flash_messages).toEqual([['warning', 'Invalid login. Please try again.']])
})

async function anyDataset(): Promise<number> {
  const database = { id: await addSampleDatabase(server.deps, 'shown'), name: 'shown' }
  return addSampleDataset(server.deps, database, 'shown')
}

test('old addresses lead to the new ones and keep what they carried', async () => {
  const call = await server.as('admin')
  const location = async (path: string) => (await call('GET', path, undefined, html)).headers['location']
  expect(await location('/')).toBe('/superset/welcome/')
  expect(await location('/login/')).toBe('/')
  expect(await location('/login/?next=%2Fchart%2Flist%2F')).toBe('/chart/list/')
  expect(await location('/login/?next=%2F%2Fevil.test')).toBe('/superset/welcome/')
  const chart = (await call('POST', '/api/v1/chart/', { slice_name: 'c', viz_type: 'table', datasource_id: await anyDataset(), datasource_type: 'table' })).body
    .id
  expect(await location(`/superset/slice/${chart}/?standalone=1`)).toBe(`/explore/?form_data=%7B%22slice_id%22%3A%20${chart}%7D&standalone=1`)
  for (const id of ['999999', 'x'])
    expect(await call('GET', `/superset/slice/${id}/`)).toMatchObject({ status: 404, body: { errors: [{ error_type: 'GENERIC_BACKEND_ERROR' }] } })
  expect(await location('/superset/explore/table/3/')).toBe('/explore/?datasource_type=table&datasource_id=3')
  expect(await location('/superset/sqllab/?dbid=1')).toBe('/sqllab?dbid=1')
})

test('SQL-2.01 EXP-7.05 the SQL editor opens with a query that was sent to it as a form, with the token', async () => {
  const call = await server.as('sql_lab')
  const form = { sql: 'SELECT 1', dbId: '1' }
  const page = await call('POST', '/sqllab/', new URLSearchParams({ ...form, csrf_token: call.csrf! }), { ...html, 'x-csrftoken': '' })
  expect(bootstrapIn(page.text)).toMatchObject({ requested_query: form })
  const old = await call('POST', '/superset/sqllab/', new URLSearchParams({ ...form, csrf_token: call.csrf! }), { ...html, 'x-csrftoken': '' })
  expect(bootstrapIn(old.text)).toMatchObject({ requested_query: form })
  expect((await call('POST', '/sqllab/', new URLSearchParams(form), { ...html, 'x-csrftoken': '' })).headers['location']).toBe('/login/')
  expect((await (await server.as('gamma'))('POST', '/sqllab/', new URLSearchParams(form))).status).toBe(403)
})

test('a new dashboard is made for the caller and opened for editing', async () => {
  const call = await server.as('gamma')
  const to = String((await call('GET', '/dashboard/new', undefined, html)).headers['location'])
  const id = Number(/^\/superset\/dashboard\/(\d+)\/\?edit=true$/.exec(to)![1])
  const { db } = server.deps
  expect(await db.selectFrom('dashboards').select(['dashboard_title', 'published']).where('id', '=', id).executeTakeFirst()).toEqual({
    dashboard_title: '[ untitled dashboard ]',
    published: false,
  })
  expect(await db.selectFrom('dashboard_owners').select('user_id').where('dashboard_id', '=', id).execute()).toEqual([
    { user_id: await server.userId('gamma') },
  ])
})

test('T25 nothing outside the built pages is served', async () => {
  const call = server.anonymous()
  for (const path of [
    '/static/../package.json',
    '/static/%2e%2e/package.json',
    '/static/..%2f..%2fserver%2fpackage.json',
    '/static/%2fetc%2fpasswd',
    '/static/..%5c..%5cpackage.json',
    '/static/%252e%252e/package.json',
    '/static/index.html',
    '/static/types/.tsbuildinfo',
    '/static/',
  ]) {
    const reply = await call('GET', path)
    expect([path, [400, 403, 404].includes(reply.status)]).toEqual([path, true])
  }
})

test('health is OK only when the server is ready', async () => {
  const { readiness } = server.deps
  for (const path of ['/health', '/healthcheck', '/ping']) {
    readiness.isReady = false
    expect((await server.anonymous()('GET', path)).status).toBe(503)
    readiness.isReady = true
    expect(await server.anonymous()('GET', path)).toMatchObject({ status: 200, text: 'OK' })
  }
})

test('SQL-9.08 the page learns from the configuration how long to wait for an answer', async () => {
  const patient = await openTestApp({ env: { SIGHTLINE_WEBSERVER_TIMEOUT: '7' } })
  try {
    const page = await (await patient.as('admin'))('GET', '/superset/welcome/', undefined, html)
    expect(bootstrapIn(page.text).common.conf.SUPERSET_WEBSERVER_TIMEOUT).toBe(7)
  } finally {
    await patient.close()
  }
})
