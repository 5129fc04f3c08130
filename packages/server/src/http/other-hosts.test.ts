import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

const domains = 'bi.example.org, charts-1.example.org:8443'
let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_WEBSERVER_DOMAINS: domains, SIGHTLINE_COOKIE_DOMAIN: 'example.org' } })
})
afterAll(() => server.close())

const path = '/api/v1/chart/data'
const body = { datasource: { id: 1, type: 'table' }, queries: [] }
const preflight = (origin: string, url = path, on = server) =>
  on.app.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-csrftoken' } })

test('SQL-9.07 pages learn the host names of the configuration and may call them; the sign-in holds for all of them', async () => {
  const admin = await server.as('admin')
  const page = await admin('GET', '/superset/welcome/', undefined, { accept: 'text/html' })
  expect(page.text).toContain('&quot;SUPERSET_WEBSERVER_DOMAINS&quot;:[&quot;bi.example.org&quot;,&quot;charts-1.example.org:8443&quot;]')
  expect(page.headers['content-security-policy']).toContain("connect-src 'self' bi.example.org charts-1.example.org:8443;")
  const fresh = await server.app.inject({ method: 'GET', url: '/login/', headers: { accept: 'text/html' } })
  expect(fresh.headers['set-cookie']).toMatch(/session=.*Domain=example\.org/)
})

test('SQL-9.07 a listed host may ask for chart data with cookies, and reads its refusals too', async () => {
  const admin = await server.as('admin')
  const origin = 'https://bi.example.org'
  expect(await preflight(origin)).toMatchObject({
    statusCode: 204,
    headers: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' },
  })
  const asked = await admin('POST', path, body, { origin })
  expect(asked).toMatchObject({ status: 404, headers: { 'access-control-allow-origin': origin, vary: expect.stringContaining('Origin') } })
  expect((await server.anonymous()('POST', path, body, { origin })).status).toBe(401)
})

test('T22 SQL-9.07 no other origin may, no other call, and by default none at all', async () => {
  const admin = await server.as('admin')
  for (const origin of ['https://evil.example', 'https://bi.example.org.evil.example', 'https://charts-1.example.org', 'null', 'not an address']) {
    expect((await preflight(origin)).headers['access-control-allow-origin'], origin).toBeUndefined()
    expect((await admin('POST', path, body, { origin })).headers['access-control-allow-origin'], origin).toBeUndefined()
  }
  for (const url of ['/api/v1/dataset/', '/api/v1/chart/1', '/api/v1/sqllab/execute/', '/api/v1/chart/data/abc'])
    expect((await preflight('https://bi.example.org', url)).headers['access-control-allow-origin'], url).toBeUndefined()
  const plain = await openTestApp()
  try {
    expect((await preflight('https://bi.example.org', path, plain)).headers['access-control-allow-origin']).toBeUndefined()
    const page = await (await plain.as('admin'))('GET', '/superset/welcome/', undefined, { accept: 'text/html' })
    expect(page.text).toContain('&quot;SUPERSET_WEBSERVER_DOMAINS&quot;:null')
    expect(page.headers['content-security-policy']).toContain("connect-src 'self';")
  } finally {
    await plain.close()
  }
})

test('a host that is none is refused at the start', () => {
  for (const bad of ['https://bi.example.org', '*', 'a b', "x; script-src 'unsafe-inline'", 'a/b'])
    expect(() => loadConfig({ SIGHTLINE_WEBSERVER_DOMAINS: bad }), bad).toThrow(/SIGHTLINE_WEBSERVER_DOMAINS/)
  expect(() => loadConfig({ SIGHTLINE_COOKIE_DOMAIN: 'a; Path=/x' })).toThrow(/SIGHTLINE_COOKIE_DOMAIN/)
})
