import { statSync, writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { momentOf } from '../moment.ts'
import { openSecrets } from '../secrets.ts'
import { makeClient, signInWithForm } from '../testing/client.ts'
import { openTestApp, testPassword, type TestApp } from '../testing/test-app.ts'
import { ensureAdmin } from './ensure-admin.ts'
import { pairRegistry } from './registry.ts'
import { safeNext } from './safe-next.ts'
import { makeSignInLink } from './sign-in-links.ts'
import { syncRoles } from './sync-roles.ts'
import { routes } from '../resources/all.ts'

let server: TestApp
let clock = Date.now()
beforeAll(async () => {
  server = await openTestApp({ now: () => new Date(clock) })
})
afterAll(() => server.close())

const login = (username: string, password: string, ip = '127.0.0.1') =>
  server.app.inject({ method: 'POST', url: '/api/v1/security/login', remoteAddress: ip, payload: { username, password, provider: 'db', refresh: true } })

describe('sessions', () => {
  test('a sign-in is kept hashed in the store, so it outlives a restart and cannot be read back', async () => {
    const call = await signInWithForm(server.app, 'alpha', testPassword)
    const key = call.jar.get('session')!
    const rows = await server.deps.db.selectFrom('sessions').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(key)
    expect((await call('GET', '/api/v1/me/')).body.result).toMatchObject({ username: 'alpha', is_active: true, is_anonymous: false })
  })

  test('the cookie is HttpOnly and SameSite, and signing in changes its value', async () => {
    const call = makeClient(server.app)
    const page = await call('GET', '/login/')
    expect(page.headers['set-cookie']).toMatch(/session=.*HttpOnly; SameSite=Lax/)
    const before = call.jar.get('session')
    const token = /name="csrf_token"[^>]*value="([^"]*)"/.exec(page.text)![1]!
    await call('POST', '/login/', new URLSearchParams({ username: 'gamma', password: testPassword, csrf_token: token }))
    expect(call.jar.get('session')).not.toBe(before)
  })

  test('signing out ends it; an expired one is nobody', async () => {
    const call = await signInWithForm(server.app, 'gamma', testPassword)
    const key = call.jar.get('session')!
    expect(await call('GET', '/logout/')).toMatchObject({ status: 302, headers: { location: '/' } })
    call.jar.set('session', key)
    expect((await call('GET', '/api/v1/me/')).status).toBe(401)
    const other = await signInWithForm(server.app, 'gamma', testPassword)
    clock += 32 * 86_400_000
    expect((await other('GET', '/api/v1/me/')).status).toBe(401)
  })

  test('a person switched off is out at once', async () => {
    const call = await signInWithForm(server.app, 'gamma', testPassword)
    await server.deps.db.updateTable('users').set({ active: false }).where('username', '=', 'gamma').execute()
    expect((await call('GET', '/api/v1/me/')).status).toBe(401)
    expect((await login('gamma', testPassword)).statusCode).toBe(401)
    await server.deps.db.updateTable('users').set({ active: true }).where('username', '=', 'gamma').execute()
  })

  test('T22 a form without the token is sent back to the sign-in page and signs nobody in', async () => {
    const call = makeClient(server.app)
    expect(await call('POST', '/login/', new URLSearchParams({ username: 'alpha', password: testPassword }))).toMatchObject({
      status: 302,
      headers: { location: '/login/' },
    })
    expect((await call('GET', '/api/v1/me/')).status).toBe(401)
  })

  test('a CSRF token ends after a week', async () => {
    const call = await signInWithForm(server.app, 'alpha', testPassword)
    expect((await call('PUT', '/api/v1/me/', { first_name: 'Al' })).status).toBe(200)
    clock += 8 * 86_400_000
    expect((await call('PUT', '/api/v1/me/', { first_name: 'Al' })).body.errors[0].message).toBe('400 Bad Request: The CSRF token has expired.')
  })
})

describe('tokens', () => {
  test('a bearer works alone for reading and with the CSRF token of its cookie for writing', async () => {
    const { access_token } = (await login('alpha', testPassword)).json()
    const call = makeClient(server.app)
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await call('GET', '/api/v1/me/', undefined, headers)).body.result.username).toBe('alpha')
    expect((await call('PUT', '/api/v1/me/', { first_name: 'B' }, headers)).status).toBe(400)
    call.csrf = (await call('GET', '/api/v1/security/csrf_token/', undefined, headers)).body.result
    expect((await call('PUT', '/api/v1/me/', { first_name: 'B' }, headers)).status).toBe(200)
  })

  test('an access token ends after 15 minutes, a refresh token gives a new one and is none itself', async () => {
    const { access_token, refresh_token } = (await login('alpha', testPassword)).json()
    const get = (token: string) => makeClient(server.app)('GET', '/api/v1/me/', undefined, { authorization: `Bearer ${token}` })
    expect((await get(refresh_token)).status).toBe(401)
    clock += 16 * 60_000
    expect(await get(access_token)).toMatchObject({ status: 401, body: { msg: 'Token has expired' } })
    const refreshed = await makeClient(server.app)('POST', '/api/v1/security/refresh', undefined, { authorization: `Bearer ${refresh_token}` })
    expect(refreshed.status).toBe(200)
    expect((await get(refreshed.body.access_token)).status).toBe(200)
    expect((await makeClient(server.app)('POST', '/api/v1/security/refresh', undefined, { authorization: `Bearer ${access_token}` })).status).toBe(401)
  })

  test('a client that says "true" or "yes" for refresh gets a refresh token; one that says what is no answer is told', async () => {
    const ask = (refresh: unknown) =>
      server.app.inject({ method: 'POST', url: '/api/v1/security/login', payload: { username: 'alpha', password: testPassword, provider: 'db', refresh } })
    for (const yes of ['true', 'yes', 1]) expect((await ask(yes)).json()).toMatchObject({ refresh_token: expect.any(String) })
    for (const no of ['false', 'No', 0]) expect((await ask(no)).json()).not.toHaveProperty('refresh_token')
    expect((await ask('perhaps')).json()).toEqual({ message: { refresh: ['Not a valid boolean.'] } })
  })

  test('T14 a token without signature or under another key is refused', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { sub: '1', type: 'access', iss: 'sightline', iat: clock / 1000, exp: clock / 1000 + 900 }
    for (const token of [`${encode({ alg: 'none' })}.${encode(claims)}.`, `${encode({ alg: 'HS256' })}.${encode(claims)}.AAAA`, 'x', 'a.b.c'])
      expect((await makeClient(server.app)('GET', '/api/v1/me/', undefined, { authorization: `Bearer ${token}` })).status).toBe(401)
  })

  test('bad bodies are named, wrong passwords are not explained', async () => {
    const call = makeClient(server.app)
    expect(await call('POST', '/api/v1/security/login', {})).toMatchObject({
      status: 400,
      body: { message: { username: ['Missing data for required field.'], password: ['Missing data for required field.'] } },
    })
    expect(await call('POST', '/api/v1/security/login', { username: { $gt: '' }, password: [] })).toMatchObject({ status: 400 })
    const wrong = await login('alpha', 'wrong password')
    const unknown = await login('nobody', 'wrong password')
    expect([wrong.statusCode, wrong.json()]).toEqual([401, { message: 'Not authorized' }])
    expect([unknown.statusCode, unknown.json()]).toEqual([401, { message: 'Not authorized' }])
  })
})

test('T23 ten failures a minute are allowed, then account and address must wait; others are not shut out', async () => {
  clock += 120_000
  for (let attempt = 0; attempt < 10; attempt++) expect((await login('sql_lab', 'wrong', '10.0.0.1')).statusCode).toBe(401)
  expect((await login('sql_lab', testPassword, '10.0.0.2')).statusCode).toBe(429)
  expect((await login('alpha', testPassword, '10.0.0.1')).statusCode).toBe(429)
  expect((await login('alpha', testPassword, '10.0.0.2')).statusCode).toBe(200)
  clock += 61_000
  expect((await login('sql_lab', testPassword, '10.0.0.1')).statusCode).toBe(200)
  const parallel = await Promise.all(Array.from({ length: 14 }, () => login('sql_lab', 'wrong', '10.0.0.3')))
  expect(parallel.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4)
  clock += 61_000
  for (let attempt = 0; attempt < 30; attempt++) expect((await login('alpha', testPassword, '10.0.0.4')).statusCode).toBe(200)
})

test('sign-ins are counted, and an e-mail address does as well as a name', async () => {
  const before = await server.deps.db.selectFrom('users').selectAll().where('username', '=', 'alpha').executeTakeFirstOrThrow()
  await login('alpha', 'wrong')
  expect((await login('alpha@example.test', testPassword)).statusCode).toBe(200)
  const after = await server.deps.db.selectFrom('users').selectAll().where('username', '=', 'alpha').executeTakeFirstOrThrow()
  expect(after.login_count).toBe(before.login_count + 1)
  expect(after.fail_login_count).toBe(0)
  expect(after.last_login).toBe(momentOf(new Date(clock)))
})

test('a new password needs the old one and ends every other sign-in and token', async () => {
  const here = await server.as('changer', 'Gamma')
  const there = await signInWithForm(server.app, 'changer', testPassword)
  const { access_token, refresh_token } = (await login('changer', testPassword)).json()
  expect(await here('PUT', '/api/v1/me/', { password: 'another long one' })).toMatchObject({
    status: 400,
    body: { message: { current_password: expect.anything() } },
  })
  expect((await here('PUT', '/api/v1/me/', { password: 'another long one', current_password: 'wrong' })).status).toBe(400)
  expect((await here('PUT', '/api/v1/me/', { password: 'short', current_password: testPassword })).body.message).toHaveProperty('password')
  clock += 5
  expect((await here('PUT', '/api/v1/me/', { password: 'another long one', current_password: testPassword })).status).toBe(200)
  expect((await here('GET', '/api/v1/me/')).status).toBe(200)
  expect((await there('GET', '/api/v1/me/')).status).toBe(401)
  expect((await makeClient(server.app)('GET', '/api/v1/me/', undefined, { authorization: `Bearer ${access_token}` })).status).toBe(401)
  expect((await makeClient(server.app)('POST', '/api/v1/security/refresh', undefined, { authorization: `Bearer ${refresh_token}` })).status).toBe(401)
  expect((await login('changer', testPassword)).statusCode).toBe(401)
  expect((await login('changer', 'another long one')).statusCode).toBe(200)
})

describe('the sign-in link', () => {
  test('works once, also when clicked twice at the same time, and not after a day', async () => {
    const userId = await server.userId('gamma')
    const link = async () => `/login/link/?token=${await makeSignInLink(server.deps, userId)}`
    const open = (path: string) => makeClient(server.app)('GET', path)
    const first = await link()
    expect((await makeClient(server.app)('HEAD', first)).status).toBe(200)
    const both = await Promise.all([open(first), open(first)])
    expect(both.map(({ headers }) => headers['location']).sort()).toEqual(['/login/', '/password/'])
    const late = await link()
    clock += 24 * 3_600_000 + 1
    expect((await open(late)).headers['location']).toBe('/login/')
    const old = await link()
    await link()
    expect((await open(old)).headers['location']).toBe('/login/')
    expect(JSON.stringify(await server.deps.db.selectFrom('sign_in_links').selectAll().execute())).not.toContain(old.split('=')[1])
  })

  test('signs in, and the password can be set without an old one', async () => {
    const { db } = server.deps
    await db.updateTable('users').set({ password_hash: null }).where('username', '=', 'admin').execute()
    const token = await ensureAdmin(server.deps)
    expect(token).not.toBeNull()
    expect((await login('admin', '')).statusCode).toBe(401)
    const call = makeClient(server.app)
    await call('GET', `/login/link/?token=${token}`)
    call.csrf = (await call('GET', '/api/v1/security/csrf_token/')).body.result
    expect((await call('GET', '/api/v1/me/roles/')).body.result).toMatchObject({ username: 'admin', hasPassword: false })
    expect((await call('PUT', '/api/v1/me/', { password: testPassword })).status).toBe(200)
    expect(await ensureAdmin(server.deps)).toBeNull()
    expect((await login('admin', testPassword)).statusCode).toBe(200)
  })

  test('is not made when the operator gave a password', async () => {
    await server.deps.db.updateTable('users').set({ password_hash: null }).where('username', '=', 'admin').execute()
    expect(await ensureAdmin({ ...server.deps, config: { ...server.deps.config, adminPassword: testPassword } })).toBeNull()
    expect((await login('admin', testPassword)).statusCode).toBe(200)
  })
})

test('T22 redirects after signing in stay on this server', async () => {
  expect(safeNext('/explore/?slice_id=1#x')).toBe('/explore/?slice_id=1#x')
  for (const next of [
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/.//evil.test',
    '/a/..//evil.test',
    '/\t/evil.test',
    'evil',
    '',
    undefined,
  ])
    expect(safeNext(next)).toBe('/superset/welcome/')
  const call = makeClient(server.app)
  const token = /name="csrf_token"[^>]*value="([^"]*)"/.exec((await call('GET', '/login/')).text)![1]!
  const reply = await call('POST', '/login/?next=//evil.test/', new URLSearchParams({ username: 'alpha', password: testPassword, csrf_token: token }))
  expect(reply.headers['location']).toBe('/superset/welcome/')
})

describe('roles', () => {
  test('are rebuilt at each start; data that was given stays given', async () => {
    const { db } = server.deps
    const gamma = (await db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()).id
    const { id } = await db
      .insertInto('permissions')
      .values({ permission_name: 'datasource_access', view_name: '[x].[y](id:1)' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const stray = await db.insertInto('permissions').values({ permission_name: 'can_do_all', view_name: 'Nothing' }).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('role_permissions')
      .values([
        { role_id: gamma, permission_id: id },
        { role_id: gamma, permission_id: stray.id },
      ])
      .execute()
    const call = await signInWithForm(server.app, 'gamma', testPassword)
    const pairs = async () => (await call('GET', '/api/v1/me/roles/')).body.result
    expect((await pairs()).roles.Gamma).toContainEqual(['can_do_all', 'Nothing'])
    await syncRoles(server.deps, pairRegistry(routes))
    const { roles, permissions } = await pairs()
    expect(roles.Gamma).not.toContainEqual(['can_do_all', 'Nothing'])
    expect(permissions.datasource_access).toEqual(['[x].[y](id:1)'])
  })

  test('a change of a role counts from the next request on', async () => {
    const { db } = server.deps
    const call = await server.as('newcomer', 'Public')
    expect((await call('GET', '/dashboard/list/')).status).toBe(302)
    const role = (await db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow()).id
    const pair = await db
      .selectFrom('permissions')
      .select('id')
      .where('permission_name', '=', 'menu_access')
      .where('view_name', '=', 'Charts')
      .executeTakeFirstOrThrow()
    const seen = async () => (await call('GET', '/api/v1/menu/')).body.result.map(({ name }: { name: string }) => name)
    expect(await seen()).toEqual([])
    await db.insertInto('role_permissions').values({ role_id: role, permission_id: pair.id }).execute()
    expect(await seen()).toEqual(['Charts'])
    await db.deleteFrom('role_permissions').where('role_id', '=', role).execute()
    expect(await seen()).toEqual([])
  })

  test('the Public role is like another one when the operator says so', async () => {
    const visitor = server.anonymous()
    expect((await visitor('GET', '/superset/welcome/')).headers['location']).toBe('/login/')
    await syncRoles({ ...server.deps, config: { ...server.deps.config, publicRoleLike: 'Gamma' } }, pairRegistry(routes))
    expect((await visitor('GET', '/superset/welcome/')).status).toBe(200)
    await syncRoles(server.deps, pairRegistry(routes))
    expect((await visitor('GET', '/superset/welcome/')).status).toBe(302)
  })

  test('the menu shows what the caller may open', async () => {
    const names = async (who: string) => JSON.stringify((await (await signInWithForm(server.app, who, testPassword))('GET', '/api/v1/menu/')).body.result)
    expect(await names('admin')).toContain('List Users')
    expect(await names('admin')).toContain('SQL Lab')
    expect(await names('gamma')).not.toMatch(/List Users|SQL Lab|CSS Templates/)
    expect(await names('sql_lab')).toContain('/sqllab/')
  })
})

describe('secrets', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'sightline-secrets-'))

  test('T15 are random, for their owner only, and the same after a restart', () => {
    const [one, two] = [folder(), folder()]
    const made = openSecrets(one)
    expect(statSync(join(one, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(openSecrets(one).signingKey).toEqual(made.signingKey)
    expect(openSecrets(two).signingKey).not.toEqual(made.signingKey)
    const hidden = made.encrypt('pässword')
    expect(hidden).not.toContain('pässword')
    expect(made.encrypt('pässword')).not.toBe(hidden)
    expect(openSecrets(one).decrypt(hidden)).toBe('pässword')
    expect(() => openSecrets(two).decrypt(hidden)).toThrow()
    expect(() => made.decrypt(`${hidden.slice(0, -4)}AAA=`)).toThrow()
  })

  test('T15 known or short keys refuse to start', () => {
    for (const signing of [
      'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET',
      Buffer.from('CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET').toString('base64'),
      'short',
      Buffer.alloc(32).toString('base64'),
    ]) {
      const at = folder()
      writeFileSync(join(at, 'secrets.json'), JSON.stringify({ signing, encryption: signing }))
      expect(() => openSecrets(at)).toThrow(/known default or too short/)
    }
  })
})
