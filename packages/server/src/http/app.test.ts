import { endpoint } from '@sightline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { route } from './route.ts'
import { Refusal } from './problem.ts'
import { routes } from '../resources/all.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

const thing = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: object = {}) =>
  endpoint<any, any, any, any>({ method, path, tag: 'thing', summary: '', access: { permission: 'can_read', view: 'Thing' }, ...more })

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({
    routes: [
      ...routes,
      route(thing('GET', '/api/v1/thing/'), async () => ({ result: [] })),
      route(thing('PUT', '/api/v1/thing/:id', { body: z.strictObject({ name: z.string() }) }), async (_deps, { body }) => ({ result: body })),
      route(thing('DELETE', '/api/v1/thing/:id'), async () => ({ message: 'OK' })),
      route(thing('POST', '/api/v1/thing/', { access: { permission: 'all_query_access', view: 'Thing' }, status: 201 }), async () => ({ id: 1 })),
      route(thing('POST', '/thing/legacy', { access: { permission: 'all_query_access', view: 'Thing' } }), async () => ({ id: 1 })),
      route(thing('GET', '/api/v1/thing/bug'), async () => {
        throw new Error('the password is hunter2')
      }),
      route(thing('GET', '/api/v1/thing/refused'), async () => {
        throw new Refusal({ code: 'DML_NOT_ALLOWED_ERROR', message: 'no' })
      }),
    ],
    env: { SIGHTLINE_LOG_LEVEL: 'silent' },
  })
})
afterAll(() => server.close())

const missing = { errors: [{ message: '400 Bad Request: The CSRF token is missing.', error_type: 'GENERIC_BACKEND_ERROR', level: 'error' }] }

test('a caller without an identity is told so, in the order CSRF before permission', async () => {
  const call = server.anonymous()
  expect(await call('GET', '/api/v1/thing/')).toMatchObject({ status: 401, body: { msg: 'Missing Authorization Header' } })
  expect(await call('PUT', '/api/v1/thing/1', { name: 'x' })).toMatchObject({ status: 400, body: missing })
  expect(await call('DELETE', '/api/v1/thing/1')).toMatchObject({ status: 302, headers: { location: '/login/' } })
  expect(await call('POST', '/thing/legacy', {})).toMatchObject({ status: 400, body: missing })
})

test('a caller without the permission is forbidden before the body is looked at', async () => {
  const call = await server.as('gamma')
  expect(await call('POST', '/api/v1/thing/', '{broken', { 'content-type': 'application/json' })).toMatchObject({ status: 403, body: { message: 'Forbidden' } })
  expect(await call('POST', '/thing/legacy', {})).toMatchObject({ status: 403, body: { message: 'Access is Denied', severity: 'danger' } })
})

test('state changes of a signed-in browser need the token of its own session', async () => {
  const call = await server.as('admin')
  const stolen = (await server.as('alpha')).csrf!
  expect((await call('PUT', '/api/v1/thing/1', { name: 'x' })).status).toBe(200)
  expect((await call('PUT', '/api/v1/thing/1', { name: 'x' }, { 'x-csrftoken': '' })).body.errors[0].message).toMatch(/missing/)
  expect((await call('PUT', '/api/v1/thing/1', { name: 'x' }, { 'x-csrftoken': stolen })).body.errors[0].message).toMatch(/do not match/)
  expect((await call('PUT', '/api/v1/thing/1', { name: 'x' }, { 'x-csrftoken': '', 'x-csrf-token': call.csrf! })).status).toBe(200)
})

test('bodies that do not fit are named field by field', async () => {
  const call = await server.as('admin')
  expect(await call('PUT', '/api/v1/thing/1', {})).toMatchObject({ status: 400, body: { message: { name: ['Missing data for required field.'] } } })
  expect(await call('PUT', '/api/v1/thing/1', { name: 'x', other: 1 })).toMatchObject({ status: 400, body: { message: { other: ['Unknown field.'] } } })
  expect(await call('PUT', '/api/v1/thing/1', { name: { a: 1 } })).toMatchObject({ status: 400, body: { message: { name: ['Not a valid string.'] } } })
  expect(await call('PUT', '/api/v1/thing/1', '[1', { 'content-type': 'application/json' })).toMatchObject({
    status: 400,
    body: { message: 'Request is not JSON' },
  })
  expect(await call('PUT', '/api/v1/thing/1', 'hello', { 'content-type': 'text/plain' })).toMatchObject({
    status: 400,
    body: { message: 'Request is not JSON' },
  })
  expect(await call('PUT', '/api/v1/thing/1', '{"__proto__": {"admin": true}}', { 'content-type': 'application/json' })).toMatchObject({ status: 400 })
  expect((await call('PUT', '/api/v1/thing/1')).status).toBe(400)
})

test('collections answer with and without their slash, and to HEAD', async () => {
  const call = await server.as('admin')
  expect((await call('GET', '/api/v1/thing')).body).toEqual({ result: [] })
  expect((await call('GET', '/api/v1/thing/')).body).toEqual({ result: [] })
  expect(await call('HEAD', '/api/v1/thing/')).toMatchObject({ status: 200, text: '' })
})

test('T24 a bug is answered without a word of its cause; a problem with its codes', async () => {
  const call = await server.as('admin')
  const bug = await call('GET', '/api/v1/thing/bug')
  expect(bug.status).toBe(500)
  expect(bug.text).not.toContain('hunter2')
  expect(bug.body.errors[0].extra.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(await call('GET', '/api/v1/thing/refused')).toMatchObject({
    status: 403,
    body: { errors: [{ error_type: 'DML_NOT_ALLOWED_ERROR', message: 'no', extra: { issue_codes: [{ code: 1022 }] } }] },
  })
})

test('unknown addresses are 404: JSON in the API, the page for a browser', async () => {
  const call = await server.as('admin')
  expect((await call('GET', '/api/v1/nothing/')).body.errors[0].message).toMatch(/404/)
  const page = await call('GET', '/nothing', undefined, { accept: 'text/html' })
  expect(page.status).toBe(404)
  expect(page.text).toContain('data-bootstrap="')
})

test('an address that is asked in a way it does not take says which ways it takes', async () => {
  const call = await server.as('admin')
  const wrong = await call('POST', '/api/v1/thing/5', {})
  expect(wrong).toMatchObject({ status: 405, body: { errors: [{ error_type: 'GENERIC_BACKEND_ERROR', extra: { issue_codes: [{ code: 1011 }] } }] } })
  expect(wrong.body.errors[0].message).toMatch(/^405 Method Not Allowed/)
  expect(wrong.headers['allow']).toBe('DELETE, PUT')
  expect((await call('PUT', '/api/v1/thing?q=1', {})).headers['allow']).toBe('GET, HEAD, POST')
  expect((await call('PUT', '/api/v1/nothing/', {})).status).toBe(404)
})

test('every answer carries the security headers, and no inline script is allowed', async () => {
  for (const path of ['/login/', '/api/v1/thing/', '/health', '/nothing']) {
    const { headers } = await server.anonymous()('GET', path)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})
