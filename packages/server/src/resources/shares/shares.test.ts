import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_FEATURE_KV_STORE: 'true' } })
})
afterAll(() => server.close())

test('SQL-3.10 a permalink opens the same query for a colleague, never runs it by itself, and cannot be guessed', async () => {
  const [admin, colleague, gamma] = await Promise.all([server.as('admin'), server.as('sql_lab'), server.as('gamma')])
  const query = { dbId: 1, name: 'Shared', sql: 'SELECT 1', schema: 'main', autorun: true, templateParams: '{"a": 1}' }
  const made = await admin('POST', '/api/v1/sqllab/permalink', query)
  expect([made.status, made.body]).toEqual([201, { key: expect.stringMatching(/^[\w-]{22}$/), url: expect.stringContaining(`/sqllab/p/${made.body.key}/`) }])
  expect((await admin('POST', '/api/v1/sqllab/permalink', query)).body.key).toBe(made.body.key)
  expect((await colleague('POST', '/api/v1/sqllab/permalink', query)).body.key).not.toBe(made.body.key)
  expect((await colleague('GET', `/api/v1/sqllab/permalink/${made.body.key}`)).body).toEqual({ ...query, autorun: false })
  expect((await gamma('GET', `/api/v1/sqllab/permalink/${made.body.key}`)).status).toBe(403)
  for (const key of ['1', 'x'.repeat(22), '%00', 'é']) expect((await colleague('GET', `/api/v1/sqllab/permalink/${encodeURIComponent(key)}`)).status).toBe(404)
  expect((await admin('POST', '/api/v1/sqllab/permalink', { dbId: 1, name: 'x' })).status).toBe(400)
})

test('SQL-7.08 the old share store gives back exactly the text; its ids do not follow each other', async () => {
  const admin = await server.as('admin')
  const data = '{"sql": "SELECT 1 -- ü", "dbId": 1}'
  const ids: number[] = []
  for (let round = 0; round < 3; round++) ids.push((await admin('POST', '/kv/store/', new URLSearchParams({ data }))).body.id)
  const read = await admin('GET', `/kv/${ids[0]}/`)
  expect([read.status, read.text, read.headers['content-type']]).toEqual([200, data, 'text/plain; charset=utf-8'])
  expect(new Set(ids.flatMap((id) => [id, id + 1])).size).toBe(6)
  expect((await admin('GET', '/kv/1/')).status).toBe(404)
  expect((await admin('POST', '/kv/store/', new URLSearchParams({}))).status).toBe(400)
})

test('the old share store is closed unless it is switched on', async () => {
  const plain = await openTestApp()
  try {
    const admin = await plain.as('admin')
    expect((await admin('POST', '/kv/store/', new URLSearchParams({ data: '{}' }))).status).toBe(404)
    expect((await admin('GET', '/kv/1/')).status).toBe(404)
  } finally {
    await plain.close()
  }
})
