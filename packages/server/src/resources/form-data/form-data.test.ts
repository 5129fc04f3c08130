import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let alpha: TestCall
let gamma: TestCall
let dataset: number
let time = Date.UTC(2026, 0, 5)
const path = '/api/v1/explore/form_data'

beforeAll(async () => {
  server = await openTestApp({ now: () => new Date(time) })
  const database = await addSampleDatabase(server)
  ;[alpha, gamma] = await Promise.all([server.as('alpha'), server.as('gamma')])
  dataset = (await alpha('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
})
afterAll(() => server.close())

const form = (form_data: string, more: object = {}) => ({ datasource_id: dataset, datasource_type: 'table', form_data, ...more })

test('SQL-7.25 SQL-7.26 EXP-7.32 a form is kept under one key per tab, replaced, read and forgotten', async () => {
  const made = await alpha('POST', `${path}?tab_id=3`, form('{"viz_type":"pie"}'))
  expect([made.status, made.body]).toEqual([201, { key: expect.stringMatching(/^[\w-]{22}$/) }])
  const { key } = made.body
  expect((await alpha('GET', `${path}/${key}`)).body).toEqual({ form_data: '{"viz_type":"pie"}' })
  expect((await alpha('POST', `${path}?tab_id=3`, form('{"viz_type":"bar"}'))).body.key).toBe(key)
  expect((await alpha('PUT', `${path}/${key}?tab_id=3`, form('{"viz_type":"table"}'))).body).toEqual({ key, message: 'OK' })
  expect((await alpha('GET', `${path}/${key}`)).body).toEqual({ form_data: '{"viz_type":"table"}' })
  const other = (await alpha('PUT', `${path}/${key}?tab_id=4`, form('{}'))).body.key
  expect(other).not.toBe(key)
  const keys = await Promise.all([alpha('POST', path, form('{}')), alpha('POST', path, form('{}')), alpha('POST', `${path}?tab_id=0`, form('{}'))])
  expect(new Set(keys.map(({ body }) => body.key)).size).toBe(3)
  expect((await alpha('DELETE', `${path}/${key}`)).body).toEqual({ message: 'Deleted successfully' })
  expect((await alpha('GET', `${path}/${key}`)).status).toBe(404)
  expect((await alpha('PUT', `${path}/${key}`, form('{}'))).body.key).toBe(key)
})

test('a form is closed to those who may not read its data, and changed only by its owner', async () => {
  const { key } = (await alpha('POST', path, form('{"secret": 1}'))).body
  expect((await gamma('GET', `${path}/${key}`)).status).toBe(403)
  expect((await gamma('POST', path, form('{}'))).status).toBe(403)
  const admin = await server.as('admin')
  expect((await admin('GET', `${path}/${key}`)).status).toBe(200)
  expect((await admin('PUT', `${path}/${key}`, form('{}'))).status).toBe(403)
  expect((await admin('DELETE', `${path}/${key}`)).status).toBe(403)
  for (const body of [form('{}', { datasource_id: 999_999 }), form('{}', { chart_id: 999_999 })]) expect((await admin('POST', path, body)).status).toBe(404)
})

test('a form lives a week after it was last read', async () => {
  const { key } = (await alpha('POST', path, form('{}'))).body
  time += 5 * 86_400_000
  expect((await alpha('GET', `${path}/${key}`)).status).toBe(200)
  time += 5 * 86_400_000
  expect((await alpha('GET', `${path}/${key}`)).status).toBe(200)
  time += 8 * 86_400_000
  expect((await alpha('GET', `${path}/${key}`)).status).toBe(404)
})
