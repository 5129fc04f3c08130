import { encodeRison } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let writer: TestCall
let database: number
const q = (value: unknown) => `?q=${encodeURIComponent(encodeRison(value))}`

beforeAll(async () => {
  server = await openTestApp()
  ;[admin, writer] = await Promise.all([server.as('admin'), server.as('sql_lab')])
  database = await addSampleDatabase(server.deps, 'shop')
})
afterAll(() => server.close())

test('EXP-7.19 EXP-7.20 EXP-7.21 a saved query is its maker’s alone', async () => {
  const made = await writer('POST', '/api/v1/saved_query/', { db_id: database, label: 'mine', sql: 'select * from a.b join c on true', schema: 'public' })
  expect(made.body).toEqual({ id: expect.any(Number), result: { db_id: database, label: 'mine', sql: 'select * from a.b join c on true', schema: 'public' } })
  const path = `/api/v1/saved_query/${made.body.id}`
  expect((await writer('GET', path)).body.result).toMatchObject({
    label: 'mine',
    database: { id: database, database_name: 'shop' },
    sql_tables: [
      { catalog: null, schema: 'a', table: 'b' },
      { catalog: null, schema: null, table: 'c' },
    ],
  })
  for (const [method, body] of [['GET'], ['PUT', { label: 'x' }], ['DELETE']] as const) expect((await admin(method, path, body)).status).toBe(404)
  expect((await admin('GET', '/api/v1/saved_query/')).body.count).toBe(0)
  expect((await admin('GET', '/api/v1/saved_query/distinct/schema')).body.count).toBe(0)
  expect((await writer('PUT', path, { label: 'new' })).body).toEqual({
    result: { db_id: database, description: null, label: 'new', schema: 'public', sql: 'select * from a.b join c on true', template_parameters: null },
  })
  expect((await writer('GET', `/api/v1/saved_query/${q({ filters: [{ col: 'label', opr: 'all_text', value: 'JOIN C' }] })}`)).body.count).toBe(1)
  expect((await writer('POST', '/api/v1/saved_query/', { db_id: 999999, label: 'x', sql: '' })).status).toBe(422)
  expect((await writer('POST', '/api/v1/saved_query/', { db_id: 'x' })).status).toBe(422)
})

test('EXP-7.25 distinct schemas of one’s own saved queries', async () => {
  for (const schema of ['sales', 'Sales_2', 'other', null]) await writer('POST', '/api/v1/saved_query/', { db_id: database, label: 's', sql: '1', schema })
  const ask = async (query: object) => (await writer('GET', `/api/v1/saved_query/distinct/schema${q(query)}`)).body
  expect((await ask({ filter: 'sales' })).result.map((one: { value: string }) => one.value).toSorted()).toEqual(['Sales_2', 'sales'])
  expect(await ask({ filter: 'oth' })).toEqual({ count: 1, result: [{ text: 'other', value: 'other' }] })
  expect((await ask({ page_size: 1 })).result).toHaveLength(1)
  expect((await writer('GET', '/api/v1/saved_query/distinct/sql')).status).toBe(404)
})

test('the old form still saves and reads', async () => {
  const made = await writer(
    'POST',
    '/savedqueryviewapi/api/create',
    new URLSearchParams({ label: 'old', db_id: String(database), sql: 'SELECT 3', extra_json: '{}' }),
  )
  expect(made.body).toMatchObject({ message: 'Added Row', severity: 'success', item: { label: 'old', db_id: database, sql: 'SELECT 3', extra_json: '{}' } })
  const read = await writer('GET', `/savedqueryviewapi/api/get/${made.body.item.id}`)
  expect(read.body).toMatchObject({ pk: String(made.body.item.id), modelview_name: 'SavedQueryViewApi', result: { label: 'old' } })
  expect((await admin('GET', `/savedqueryviewapi/api/get/${made.body.item.id}`)).status).toBe(404)
})
