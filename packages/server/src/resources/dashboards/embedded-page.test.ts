import type { EmbeddedBootstrap } from '@sightline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let board: number
let uuid: string

beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  board = (await admin('POST', '/api/v1/dashboard/', { dashboard_title: 'Turnover of Ada Person' })).body.id
  uuid = (await allow()).body.result.uuid
})
afterAll(() => server.close())

const allow = (...allowed_domains: readonly string[]) => admin('POST', `/api/v1/dashboard/${board}/embedded`, { allowed_domains })
const html = { accept: 'text/html' }
const open = (referer?: string, at = uuid) => server.anonymous()('GET', `/embedded/${at}`, undefined, { ...html, ...(referer ? { referer } : {}) })
const ancestorsIn = ({ headers }: Awaited<ReturnType<typeof open>>) =>
  /(?:^|; )frame-ancestors ([^;]*)(?:;|$)/.exec(String(headers['content-security-policy']))?.[1]
const decode = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
const bootstrapIn = (page: string) => JSON.parse(decode(/data-bootstrap="([^"]*)"/.exec(page)![1]!)) as EmbeddedBootstrap

test('an embedded dashboard without domains may be framed by anybody', async () => {
  await allow()
  for (const referer of [undefined, 'https://anybody.example/page']) {
    const page = await open(referer)
    expect([page.status, page.headers['content-type'], ancestorsIn(page)]).toEqual([200, 'text/html; charset=utf-8', '*'])
    expect(page.headers).not.toHaveProperty('x-frame-options')
    // Everything else of the policy stays.
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  }
})

test('with domains only pages of these may frame it, and only who comes from one is answered', async () => {
  await allow('https://a.example', 'http://localhost:3000', 'https://*.b.example')
  for (const referer of ['https://a.example/', 'https://a.example/deep/page?x=1', 'http://localhost:3000/', 'https://shop.b.example/']) {
    const page = await open(referer)
    expect([referer, page.status, ancestorsIn(page)]).toEqual([referer, 200, 'https://a.example http://localhost:3000 https://*.b.example'])
    expect(page.headers).not.toHaveProperty('x-frame-options')
  }
  for (const referer of [undefined, 'https://evil.example/', 'http://a.example/', 'https://a.example:444/', 'https://a.example.evil.example/', 'nonsense']) {
    const page = await open(referer)
    expect([referer, page.status, ancestorsIn(page), page.headers['x-frame-options']]).toEqual([referer, 403, "'none'", 'DENY'])
    expect(bootstrapIn(page.text).embedded).toEqual({ refused: 'domain' })
  }
})

test('what is not embedded, or not any more, or while embedding is off, is not there', async () => {
  const other = (await admin('POST', '/api/v1/dashboard/', { dashboard_title: 'other' })).body.id
  const gone = (await admin('POST', `/api/v1/dashboard/${other}/embedded`, { allowed_domains: [] })).body.result.uuid
  expect((await open(undefined, gone)).status).toBe(200)
  await admin('DELETE', `/api/v1/dashboard/${other}/embedded`)
  for (const name of [gone, String(board), crypto.randomUUID(), 'x', '%00', "'"]) {
    const page = await open(undefined, name)
    expect([name, page.status, ancestorsIn(page), page.headers['x-frame-options']]).toEqual([name, 404, "'none'", 'DENY'])
    expect(bootstrapIn(page.text).embedded).toEqual({ refused: 'unknown' })
  }
  const off = await openTestApp({ env: { SIGHTLINE_FEATURE_EMBEDDED_SUPERSET: 'false' } })
  try {
    const call = await off.as('admin')
    const id = (await call('POST', '/api/v1/dashboard/', { dashboard_title: 'd' })).body.id
    const made = await call('POST', `/api/v1/dashboard/${id}/embedded`, { allowed_domains: [] })
    expect((await off.anonymous()('GET', `/embedded/${made.body.result?.uuid ?? 'x'}`, undefined, html)).status).toBe(404)
  } finally {
    await off.close()
  }
})

test('T14 the page knows nobody: no cookie, no person, whoever asks', async () => {
  await allow('https://a.example')
  const referer = 'https://a.example/'
  const stranger = await open(referer)
  const signedIn = await admin('GET', `/embedded/${uuid}`, undefined, { ...html, referer })
  for (const page of [stranger, signedIn]) {
    expect(page.headers).not.toHaveProperty('set-cookie')
    const { common, config, embedded, ...rest } = bootstrapIn(page.text)
    expect(rest).toEqual({})
    expect(embedded).toEqual({ dashboard_id: board, allowed_domains: ['https://a.example'] })
    expect(config).toEqual({ GUEST_TOKEN_HEADER_NAME: 'X-GuestToken' })
    expect(common.conf).toEqual({ SUPERSET_WEBSERVER_TIMEOUT: 60 })
    expect(common).not.toHaveProperty('menu_data')
    expect(page.text).not.toMatch(/Turnover|Person|name="csrf_token"[^>]*value="[^"]/)
  }
  expect(signedIn.text).toBe(stranger.text)
})

test('T14 no domain writes into the header', async () => {
  const texts = ['*', "a.example; script-src 'unsafe-inline'", 'a.example b.example', 'a.example,*', "'unsafe-inline'", 'a.example\r\nset-cookie: x=1', '"']
  for (const text of texts) {
    const reply = await allow(text)
    expect([text, reply.status, reply.body]).toEqual([text, 400, { message: { allowed_domains: { 0: ['Not a valid domain.'] } } }])
  }
  // And if one stood in the store by another way, it would open nothing.
  await allow()
  for (const text of texts) {
    await server.deps.db.updateTable('embedded_dashboards').set({ allow_domain_list: text }).where('uuid', '=', uuid).execute()
    const page = await open('https://a.example/')
    const sources = text === 'a.example,*' ? 'a.example' : "'none'"
    expect([text, page.status, ancestorsIn(page)]).toEqual([text, text === 'a.example,*' ? 200 : 403, sources])
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  }
})

test('guest tokens travel in the header that the operator names', async () => {
  const other = await openTestApp({ env: { SIGHTLINE_GUEST_TOKEN_HEADER: 'X-Visitor', SIGHTLINE_GUEST_TOKEN_SECONDS: '30' } })
  try {
    const call = await other.as('admin')
    const id = (await call('POST', '/api/v1/dashboard/', { dashboard_title: 'd' })).body.id
    const made = (await call('POST', `/api/v1/dashboard/${id}/embedded`, { allowed_domains: [] })).body.result.uuid
    const page = await other.anonymous()('GET', `/embedded/${made}`, undefined, html)
    expect(bootstrapIn(page.text).config.GUEST_TOKEN_HEADER_NAME).toBe('X-Visitor')
    const { token } = (await call('POST', '/api/v1/security/guest_token/', { resources: [{ type: 'dashboard', id: made }], rls: [] })).body
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
    expect(claims.exp - claims.iat).toBe(30)
    const read = (header: string) => other.anonymous()('GET', `/api/v1/dashboard/${id}`, undefined, { [header]: token })
    expect((await read('x-visitor')).status).toBe(200)
    expect((await read('x-guesttoken')).status).toBe(401)
  } finally {
    await other.close()
  }
})
