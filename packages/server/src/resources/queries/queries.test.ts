import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
  const database_id = await addSampleDatabase(server)
  for (const [index, username] of ['admin', 'sql_lab', 'sql_lab'].entries()) {
    await server.deps.db
      .insertInto('queries')
      .values({
        client_id: `client-${index}`,
        database_id,
        user_id: await server.userId(username),
        status: index === 2 ? 'failed' : 'success',
        sql: `SELECT ${index}`,
        sql_editor_id: index === 2 ? '12' : '7',
        limiting_factor: 'NOT_LIMITED',
        select_as_cta: false,
        select_as_cta_used: false,
        progress: 100,
        extra_json: JSON.stringify({ sql_tables: [{ catalog: null, schema: 'main', table: 'visits' }] }),
        start_time: 1_770_000_000_000.123,
        changed_on: `2026-01-0${index + 1}T00:00:00.000000`,
      })
      .execute()
  }
})
afterAll(() => server.close())

test('SQL-7.05 SQL-3.08 EXP-3.27 everybody sees the own queries, newest first, with tables and times', async () => {
  const call = await server.as('sql_lab')
  const { body } = await call('GET', '/api/v1/query/')
  expect(body.result.map(({ sql }: { sql: string }) => sql)).toEqual(['SELECT 2', 'SELECT 1'])
  expect(body.result[0]).toMatchObject({
    database: { database_name: 'sample' },
    user: { first_name: 'Sql_lab' },
    sql_tables: [{ catalog: null, schema: 'main', table: 'visits' }],
    start_time: 1_770_000_000_000.123,
  })
  expect((await call('GET', `/api/v1/query/${body.ids[0]}`)).body.result).toMatchObject({
    client_id: 'client-2',
    status: 'failed',
    database: { id: expect.any(Number) },
    schema: null,
    sql: 'SELECT 2',
    tab_name: null,
  })
  for (const name of ['id', 'changed_on', 'schema', 'executed_sql', 'status', 'tab_name', 'end_time', 'rows', 'tmp_table_name', 'tracking_url'])
    expect(body.result[0], name).toHaveProperty(name)
  expect((await call('GET', '/api/v1/query/distinct/status')).body.result.map(({ value }: { value: string }) => value)).toEqual(['failed', 'success'])
})

test('administrators see all of them, and nobody sees those of others', async () => {
  const all = (await (await server.as('admin'))('GET', '/api/v1/query/')).body
  expect(all.count).toBe(3)
  const others = all.ids[2]
  expect((await (await server.as('sql_lab'))('GET', `/api/v1/query/${others}`)).status).toBe(404)
  expect((await (await server.as('gamma'))('GET', '/api/v1/query/')).status).toBe(403)
})

test('the runs of one tab of the editor are found by it, with what its history shows', async () => {
  const call = await server.as('sql_lab')
  const { body } = await call('GET', "/api/v1/query/?q=(filters:!((col:sql_editor_id,opr:eq,value:'12')))")
  expect(body.result).toMatchObject([{ client_id: 'client-2', sql_editor_id: '12', database: { id: expect.any(Number) }, progress: 100, results_key: null }])
})
