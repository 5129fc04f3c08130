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
  return rowRuleGroups(await loadRowRules(server.deps, dataset), caller!).map((group) => group.map(({ clause }) => clause))
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
  expect((await rule('other', { tables: [999_999] })).status).toBe(422)
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
