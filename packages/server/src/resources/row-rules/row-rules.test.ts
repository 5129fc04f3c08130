import { rowRuleGroups } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCallers } from '../../people/load-caller.ts'
import { loadRowRules } from '../../row-rules/load-row-rules.ts'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let dataset: number
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  const database = await addSampleDatabase(server)
  dataset = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
})
afterAll(() => server.close())

const roleId = async (name: string): Promise<number> =>
  (await server.deps.db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const rule = async (name: string, more: object) =>
  admin('POST', '/api/v1/rowlevelsecurity/', { name, filter_type: 'Regular', clause: '1 = 1', tables: [dataset], roles: [], ...more })
const clausesFor = async (username: string) => {
  const caller = await makeCallers(server.deps).ofUser(await server.userId(username))
  return rowRuleGroups(await loadRowRules(server.deps, dataset), caller!, { datasetId: dataset, isAsked: true }).map((group) =>
    group.map(({ clause }) => clause),
  )
}

test('a rule is made, read, changed and removed', async () => {
  const made = await rule('a rule', { clause: "place = 'north'", group_key: 'g', description: 'd', roles: [await roleId('Gamma')] })
  expect(made.status).toBe(201)
  const { id } = made.body
  expect((await admin('GET', `/api/v1/rowlevelsecurity/${id}`)).body.result).toMatchObject({
    name: 'a rule',
    tables: [{ id: dataset }],
    roles: [{ name: 'Gamma' }],
  })
  expect((await rule('a rule', {})).body).toEqual({ message: 'Create failed' })
  expect((await rule('other', { tables: [] })).status).toBe(400)
  expect(await rule('other', { tables: [999_999] })).toMatchObject({ status: 422, body: { message: 'Datasource does not exist' } })
  expect(await rule('other', { roles: [999_999] })).toMatchObject({ status: 422, body: { message: 'Some roles do not exist' } })
  expect((await rule('other', { filter_type: 'Odd' })).status).toBe(400)
  expect((await admin('PUT', `/api/v1/rowlevelsecurity/${id}`, { filter_type: 'Base' })).status).toBe(201)
  expect((await admin('DELETE', `/api/v1/rowlevelsecurity/?q=!(${id})`)).body).toEqual({ message: 'Deleted 1 rules' })
  expect((await admin('PUT', `/api/v1/rowlevelsecurity/${id}`, { clause: 'x' })).status).toBe(404)
})

test('regular rules bind their roles, base rules everybody else; clauses of a group are alternatives', async () => {
  await rule('for gamma', { clause: 'a', group_key: 'g', roles: [await roleId('Gamma')] })
  await rule('also for gamma', { clause: 'b', group_key: 'g', roles: [await roleId('Gamma')] })
  await rule('base', { clause: 'c', filter_type: 'Base', roles: [await roleId('Alpha')] })
  expect(await clausesFor('gamma')).toEqual([['a', 'b'], ['c']])
  expect(await clausesFor('alpha')).toEqual([])
  expect(await clausesFor('admin')).toEqual([['c']])
})

test('only administrators see or change rules', async () => {
  for (const name of ['alpha', 'gamma', 'sql_lab']) {
    const call = await server.as(name)
    expect((await call('GET', '/api/v1/rowlevelsecurity/')).status).toBe(403)
    expect((await call('DELETE', '/api/v1/rowlevelsecurity/?q=!(1)')).status).toBe(403)
  }
})

test('every field is checked, when a rule is made and when it is changed', async () => {
  const { id } = (await rule('checked', {})).body
  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['name', '', 'Length must be between 1 and 255.'],
    ['name', 5, 'Not a valid string.'],
    ['name', null, 'Field may not be null.'],
    ['filter_type', 'Odd', 'Must be one of: Regular, Base.'],
    ['filter_type', null, 'Field may not be null.'],
    ['tables', [], 'Shorter than minimum length 1.'],
    ['tables', 'all', 'Not a valid list.'],
    ['roles', 5, 'Not a valid list.'],
    ['roles', null, 'Field may not be null.'],
    ['group_key', 5, 'Not a valid string.'],
    ['clause', {}, 'Not a valid string.'],
    ['clause', null, 'Field may not be null.'],
    ['description', [], 'Not a valid string.'],
    ['colour', 'red', 'Unknown field.'],
  ]
  for (const [field, value, words] of wrong) {
    const message = { [field]: [words] }
    expect(await rule('checked too', { [field]: value })).toMatchObject({ status: 400, body: { message } })
    expect(await admin('PUT', `/api/v1/rowlevelsecurity/${id}`, { [field]: value })).toMatchObject({ status: 400, body: { message } })
  }
  const empty = await admin('POST', '/api/v1/rowlevelsecurity/', {})
  expect([empty.status, Object.keys(empty.body.message).toSorted()]).toEqual([400, ['clause', 'filter_type', 'name', 'roles', 'tables']])
  await rule('taken', {})
  expect((await admin('PUT', `/api/v1/rowlevelsecurity/${id}`, { name: 'taken' })).body).toEqual({ message: 'Update failed' })
  expect((await admin('PUT', `/api/v1/rowlevelsecurity/${id}`, { name: 'checked' })).status).toBe(201)
})

test('what the resource can do: forms, filters, orders, choices', async () => {
  const info = (await admin('GET', '/api/v1/rowlevelsecurity/_info')).body
  expect(info.permissions.toSorted()).toEqual(['can_read', 'can_write'])
  expect(info.filters.filter_type.map(({ operator }: { operator: string }) => operator)).toEqual(['eq', 'neq'])
  const required = (columns: { name: string; required: boolean }[]) => columns.filter((column) => column.required).map(({ name }) => name)
  expect([required(info.add_columns), required(info.edit_columns)]).toEqual([['name', 'filter_type', 'tables', 'roles', 'clause'], []])
  await rule('listed', { filter_type: 'Base', clause: 'zz', group_key: 'listed' })
  const names = async (q: string) =>
    (await admin('GET', `/api/v1/rowlevelsecurity/?q=${encodeURIComponent(q)}`)).body.result?.map(({ name }: { name: string }) => name)
  expect(await names('(filters:!((col:filter_type,opr:eq,value:Base),(col:group_key,opr:ct,value:list)))')).toEqual(['listed'])
  expect(await names(`(filters:!((col:tables,opr:rel_m_m,value:${dataset}),(col:clause,opr:sw,value:Z)))`)).toEqual(['listed'])
  expect((await names('(order_column:clause,order_direction:desc)'))[0]).toBe('listed')
  expect(await admin('GET', '/api/v1/rowlevelsecurity/?q=(filters:!((col:filter_type,opr:sw,value:B)))')).toMatchObject({ status: 400 })
  expect(await admin('GET', '/api/v1/rowlevelsecurity/?q=(order_column:id)')).toMatchObject({ status: 400 })
  const choices = async (column: string, filter: string) =>
    (await admin('GET', `/api/v1/rowlevelsecurity/related/${column}?q=(filter:${filter})`)).body.result.map(({ text }: { text: string }) => text)
  expect([await choices('tables', 'vis'), await choices('tables', 'main.v'), await choices('tables', 'sits')]).toEqual([['main.visits'], ['main.visits'], []])
  expect(await choices('roles', 'Gam')).toEqual(['Gamma'])
  expect((await admin('GET', '/api/v1/rowlevelsecurity/related/clause')).status).toBe(404)
})

test('several rules go at once, or none of them', async () => {
  const made = [await rule('first of two', {}), await rule('second of two', {})].map(({ body }) => body.id)
  expect((await admin('DELETE', `/api/v1/rowlevelsecurity/?q=!(${made.join(',')},999999)`)).status).toBe(404)
  expect((await admin('GET', `/api/v1/rowlevelsecurity/${made[0]}`)).status).toBe(200)
  expect((await admin('DELETE', `/api/v1/rowlevelsecurity/?q=!(${made.join(',')})`)).body).toEqual({ message: 'Deleted 2 rules' })
  expect((await admin('DELETE', `/api/v1/rowlevelsecurity/${made[0]}`)).status).toBe(404)
})

test('a clause can be tried before it is saved: templates filled in for the asker, nothing run, the database speaks', async () => {
  const check = async (clause: string, tables = [dataset], call = admin) => call('POST', '/api/v1/rowlevelsecurity/check/', { clause, tables })
  expect((await check("place = 'north'")).body).toEqual({ result: [] })
  expect((await check("place = '{{ current_username() }}'")).body.result).toEqual([])
  const [unknown] = (await check('plaice = 1')).body.result
  expect(unknown).toMatchObject({ table: dataset, name: 'main.visits' })
  expect(unknown.error).toMatch(/plaice/)
  for (const clause of ['place = ', '1 = 1) OR (1 = 1', "place = '{{ nothing( }}'"])
    expect([clause, (await check(clause)).body.result.length]).toEqual([clause, 1])
  // What is wrong can be saved all the same: the table may get that column tomorrow.
  expect((await rule('wrong', { clause: 'plaice = 1', roles: [await roleId('Public')] })).status).toBe(201)
  expect((await check('plaice = 1', [999_999])).body.result).toEqual([])
  expect((await check('1 = 1', [])).status).toBe(400)
  expect((await check('1 = 1', [dataset], await server.as('alpha'))).status).toBe(403)
})
