import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInWithForm } from '../../testing/client.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const roleId = async (name: string): Promise<number> =>
  (await admin('GET', '/api/v1/security/roles/?q=(page_size:100)')).body.result.find((role: { name: string }) => role.name === name).id
const person = async (username: string, roles = ['Gamma']) => ({
  username,
  first_name: 'New',
  last_name: 'Person',
  email: `${username}@example.test`,
  password: 'a good password',
  roles: await Promise.all(roles.map(roleId)),
})

test('an account is made without a CSRF token, can sign in, and its password is shown nowhere', async () => {
  const body = await person('newcomer')
  const script = server.anonymous()
  const { access_token } = (await script('POST', '/api/v1/security/login', { username: 'admin', password: 'a long test password', provider: 'db' })).body
  const made = await script('POST', '/api/v1/security/users/', body, { authorization: `Bearer ${access_token}` })
  expect(made.status).toBe(201)
  expect(made.text).not.toContain('a good password')
  const browser = await signInWithForm(server.app, 'newcomer', 'a good password')
  expect((await browser('GET', '/api/v1/me/')).body.result.username).toBe('newcomer')
  const seen = await admin('GET', `/api/v1/security/users/${made.body.id}`)
  expect(seen.body.result).toMatchObject({ username: 'newcomer', active: true, roles: [{ name: 'Gamma' }], created_by: { id: await server.userId('admin') } })
  expect(seen.text).not.toMatch(/password|argon/)
})

test('switching an account off ends its sessions, switching it on again does not bring them back', async () => {
  const { id } = (await admin('POST', '/api/v1/security/users/', await person('leaver'))).body
  const browser = await signInWithForm(server.app, 'leaver', 'a good password')
  expect((await browser('GET', '/api/v1/me/')).status).toBe(200)
  expect((await admin('PUT', `/api/v1/security/users/${id}`, { active: false })).status).toBe(200)
  expect((await browser('GET', '/api/v1/me/')).status).toBe(401)
  await expect(signInWithForm(server.app, 'leaver', 'a good password')).rejects.toThrow()
  await admin('PUT', `/api/v1/security/users/${id}`, { active: true })
  expect((await browser('GET', '/api/v1/me/')).status).toBe(401)
  await signInWithForm(server.app, 'leaver', 'a good password')
})

test('a new password ends the sign-ins made with the old one', async () => {
  const { id } = (await admin('POST', '/api/v1/security/users/', await person('forgetful'))).body
  const browser = await signInWithForm(server.app, 'forgetful', 'a good password')
  await admin('PUT', `/api/v1/security/users/${id}`, { password: 'a better password' })
  expect((await browser('GET', '/api/v1/me/')).status).toBe(401)
  await signInWithForm(server.app, 'forgetful', 'a better password')
})

test('what cannot be an account is refused with its field', async () => {
  const body = await person('twice')
  await admin('POST', '/api/v1/security/users/', body)
  const again = await admin('POST', '/api/v1/security/users/', body)
  expect([again.status, Object.keys(again.body.message)]).toEqual([422, ['username', 'email']])
  expect((await admin('POST', '/api/v1/security/users/', { ...body, username: 'x', email: 'x@example.test', password: 'short' })).status).toBe(400)
  expect((await admin('POST', '/api/v1/security/users/', { ...body, username: 'y', email: 'y@example.test', roles: [999_999] })).status).toBe(422)
  expect((await admin('POST', '/api/v1/security/users/', { ...body, roles: 'Admin' })).status).toBe(400)
})

test('the last administrator cannot be locked out', async () => {
  const id = await server.userId('admin')
  expect((await admin('PUT', `/api/v1/security/users/${id}`, { active: false })).status).toBe(422)
  expect((await admin('PUT', `/api/v1/security/users/${id}`, { roles: [await roleId('Gamma')] })).status).toBe(422)
  expect((await admin('DELETE', `/api/v1/security/users/${id}`)).status).toBe(422)
  expect((await admin('PUT', `/api/v1/security/roles/${await roleId('Admin')}/users`, { user_ids: [] })).status).toBe(422)
  expect((await admin('POST', `/api/v1/security/roles/${await roleId('Admin')}/permissions`, { permission_view_menu_ids: [] })).status).toBe(422)
  expect((await admin('GET', '/api/v1/database/')).status).toBe(200)
})

test.each(['alpha', 'gamma', 'sql_lab'])('%s can neither see nor change accounts and roles', async (name) => {
  const call = await server.as(name)
  for (const path of ['users', 'roles', 'roles/search', 'groups', 'permissions', 'resources', 'permissions-resources'])
    expect((await call('GET', `/api/v1/security/${path}/`)).status).toBe(403)
  expect((await call('POST', '/api/v1/security/users/', await person('planted', ['Admin']))).status).toBe(403)
  expect((await call('POST', '/api/v1/security/roles/', { name: 'planted' })).status).toBe(403)
  expect((await call('PUT', `/api/v1/security/users/${await server.userId(name)}`, { roles: [await roleId('Admin')] })).status).toBe(403)
})

test('a role holds the permissions it is given, at once', async () => {
  const role = (await admin('POST', '/api/v1/security/roles/', { name: 'rule readers' })).body.id
  const call = await server.as('ruler', 'rule readers')
  expect((await call('GET', '/api/v1/rowlevelsecurity/')).status).toBe(403)
  const pair = (
    await admin(
      'GET',
      "/api/v1/security/permissions-resources/?q=(filters:!((col:view_menu,opr:eq,value:'Row Level Security'),(col:permission,opr:eq,value:can_read)))",
    )
  ).body.result[0]
  expect(pair).toMatchObject({ permission: { name: 'can_read' }, view_menu: { name: 'Row Level Security' } })
  expect((await admin('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: [pair.id] })).status).toBe(200)
  expect((await admin('GET', `/api/v1/security/roles/${role}/permissions/`)).body.result).toEqual([
    { id: pair.id, permission_name: 'can_read', view_menu_name: 'Row Level Security' },
  ])
  expect((await call('GET', '/api/v1/rowlevelsecurity/')).status).toBe(200)
  await admin('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: [] })
  expect((await call('GET', '/api/v1/rowlevelsecurity/')).status).toBe(403)
})

test('a client writes down every role with its people and permissions in a few calls', async () => {
  const role = (await admin('POST', '/api/v1/security/roles/', { name: 'bookkeepers' })).body.id
  const member = (await admin('POST', '/api/v1/security/users/', await person('bookkeeper', ['Gamma', 'bookkeepers']))).body.id
  const [first, second] = (await admin('GET', '/api/v1/security/permissions-resources/?q=(page_size:2)')).body.result
  await admin('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: [second.id, first.id] })
  const page = await admin('GET', '/api/v1/security/roles/search/?q=(order_column:id,order_direction:desc,page:0,page_size:1)')
  expect(page.body).toMatchObject({
    ids: [role],
    result: [{ id: role, name: 'bookkeepers', user_ids: [member], permission_ids: [first.id, second.id], group_ids: [] }],
  })
  expect(page.body.count).toBeGreaterThan(1)
  const beyond = await admin('GET', '/api/v1/security/roles/search/?q=(order_column:id,order_direction:desc,page:50,page_size:100)')
  expect(beyond.body).toMatchObject({ ids: [], result: [] })
  expect((await admin('GET', '/api/v1/security/groups/')).body).toEqual({ count: 0, ids: [], result: [] })
})

test('built-in roles keep their names, others can be renamed and deleted', async () => {
  const gamma = await roleId('Gamma')
  expect((await admin('PUT', `/api/v1/security/roles/${gamma}`, { name: 'Delta' })).status).toBe(422)
  expect((await admin('DELETE', `/api/v1/security/roles/${gamma}`)).status).toBe(422)
  const { id } = (await admin('POST', '/api/v1/security/roles/', { name: 'passing' })).body
  expect((await admin('POST', '/api/v1/security/roles/', { name: 'passing' })).status).toBe(422)
  expect((await admin('PUT', `/api/v1/security/roles/${id}`, { name: 'passed' })).body).toEqual({ id, result: { name: 'passed' } })
  expect((await admin('PUT', `/api/v1/security/roles/${id}/users`, { user_ids: [await server.userId('gamma')] })).status).toBe(200)
  expect((await admin('DELETE', `/api/v1/security/roles/${id}`)).body).toEqual({ message: 'OK' })
})
