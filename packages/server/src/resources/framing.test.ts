import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { routes } from './all.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const mayBeFramed = '/embedded/:uuid'
const addressOf = (path: string) => path.replaceAll(/:[A-Za-z]+(\([^)]*\))?/g, '1').replace('*', 'x')
const isClosed = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): boolean =>
  /(?:^|; )frame-ancestors 'none'(?:;|$)/.test(String(headers['content-security-policy'])) && headers['x-frame-options'] === 'DENY'

test('T20 no page may be framed, whoever opens it, but that of embedded dashboards', async () => {
  const pages = routes.filter(({ endpoint }) => endpoint.produces === 'html' || endpoint.produces === 'redirect')
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.map(({ endpoint }) => endpoint.path)).toContain(mayBeFramed)
  const admin = await server.as('admin')
  const open: string[] = []
  for (const { endpoint } of pages)
    for (const call of [admin, server.anonymous()]) {
      // Signing out is a page too, but the others are to be seen signed in.
      if (call === admin && endpoint.path === '/logout/') continue
      const reply = await call(endpoint.method, addressOf(endpoint.path), endpoint.method === 'GET' ? undefined : new URLSearchParams(), {
        accept: 'text/html',
      })
      if (!isClosed(reply)) open.push(`${endpoint.method} ${endpoint.path} ${reply.status}`)
    }
  expect(open).toEqual([])
})

test('T20 nor any other answer: data, files, what is not there, what is refused', async () => {
  const open: string[] = []
  const call = server.anonymous()
  for (const { endpoint } of routes) {
    const reply = await call(endpoint.method, addressOf(endpoint.path), endpoint.method === 'GET' ? undefined : {})
    if (!isClosed(reply)) open.push(`${endpoint.method} ${endpoint.path} ${reply.status}`)
  }
  for (const path of ['/nothing', '/embedded', '/embedded/', '/embedded/a/b', '/static/none.js']) {
    const reply = await call('GET', path, undefined, { accept: 'text/html' })
    if (!isClosed(reply)) open.push(path)
  }
  expect(open).toEqual([])
})
