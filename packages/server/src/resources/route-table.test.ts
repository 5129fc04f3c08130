import { endpoints } from '@sightline/contract'
import { pairKey, rolesFor } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { route, type Route } from '../http/route.ts'
import { makeCsrfToken } from '../people/csrf.ts'
import { beginSession } from '../people/sessions.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { routes } from './all.ts'

// The real endpoints with handlers that only say that they were reached: who gets that far is what this table is about.
const probes: readonly Route[] = routes.map(({ endpoint }) =>
  route({ ...endpoint, params: undefined, query: undefined, body: undefined } as never, async (_deps, { reply }) => reply.code(299).send('')),
)
const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ routes: probes })
})
afterAll(() => server.close())

test('T11 every registered route stands in the endpoint table, once', () => {
  expect(routes.length).toBeGreaterThan(50)
  const registered = routes.map(({ endpoint }) => key(endpoint))
  expect([...registered].sort()).toEqual([...new Set(registered)].sort())
  const table = new Set(endpoints.map(key))
  expect(registered.filter((name) => !table.has(name))).toEqual([])
  // And the router takes nothing else.
  expect(() => server.app.get('/api/v1/escaped/', async () => 'reached')).toThrow(/access table/)
})

test('T11 every endpoint of the table is answered', () => {
  const registered = new Set(routes.map(({ endpoint }) => key(endpoint)))
  expect(endpoints.map(key).filter((name) => !registered.has(name))).toEqual([])
})

test('T11 calls that anybody may make are few and known', () => {
  const open = routes.filter(({ endpoint }) => endpoint.access === 'public').map(({ endpoint }) => key(endpoint))
  expect(open.sort()).toEqual([
    'GET /',
    'GET /embedded/:uuid',
    'GET /health',
    'GET /healthcheck',
    'GET /login/',
    'GET /login/link/',
    'GET /logout/',
    'GET /ping',
    'GET /static/*',
    'GET /superset/welcome/',
    'POST /api/v1/security/login',
    'POST /api/v1/security/refresh',
    'POST /login/',
  ])
})

test('T22 calls that change something without the CSRF token are few and known', () => {
  const free = routes.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.csrf === false).map(({ endpoint }) => key(endpoint))
  const known = [
    'POST /api/v1/chart/data',
    'POST /api/v1/security/login',
    'POST /api/v1/security/refresh',
    'POST /superset/explore_json/',
    'POST /superset/explore_json/:type/:id/',
    'POST /superset/log/',
  ]
  expect(free.filter((name) => !known.includes(name) && !/ \/api\/v1\/security\/(users|roles)\//.test(name))).toEqual([])
})

const rolesOf = { admin: ['Admin'], alpha: ['Alpha'], gamma: ['Gamma'], sql_lab: ['Gamma', 'sql_lab'] } as const

test.each(Object.keys(rolesOf) as (keyof typeof rolesOf)[])('T11 %s reaches exactly the routes its roles hold the pair of', async (username) => {
  const call = server.anonymous()
  const session = await beginSession(server.deps, await server.userId(username))
  call.jar.set('session', session)
  call.csrf = makeCsrfToken(server.deps, session)
  const wrong: string[] = []
  for (const { endpoint } of probes) {
    const { access, method } = endpoint
    const mayPass =
      typeof access === 'string' || rolesOf[username].some((role) => rolesFor({ permission: access.permission, view: access.view }).includes(role))
    const { status } = await call(method, endpoint.path.replaceAll(/:[A-Za-z]+(\([^)]*\))?/g, '1').replace('*', 'x'), method === 'GET' ? undefined : {})
    if (mayPass !== (status === 299))
      wrong.push(`${key(endpoint)} answered ${status}, ${typeof access === 'string' ? access : pairKey(access.permission, access.view)}`)
  }
  expect(wrong).toEqual([])
})

test('T11 nobody without an identity reaches anything but the open calls', async () => {
  const call = server.anonymous()
  const reached: string[] = []
  for (const { endpoint } of probes) {
    const { status } = await call(
      endpoint.method,
      endpoint.path.replaceAll(/:[A-Za-z]+(\([^)]*\))?/g, '1').replace('*', 'x'),
      endpoint.method === 'GET' ? undefined : {},
    )
    if (status === 299 && endpoint.access !== 'public') reached.push(key(endpoint))
    expect([299, 302, 400, 401]).toContain(status)
  }
  expect(reached).toEqual([])
})
