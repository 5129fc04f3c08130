import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let writer: TestCall
let other: TestCall
let database: number
beforeAll(async () => {
  server = await openTestApp()
  database = await addSampleDatabase(server)
  ;[writer, other] = await Promise.all([server.as('admin'), server.as('sql_lab')])
})
afterAll(() => server.close())

/** Every field of these forms is a JSON document. */
const form = (fields: Readonly<Record<string, unknown>>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, JSON.stringify(value)]))
const editor = (more: object = {}) =>
  form({ queryEditor: { id: 'x', name: 'Mine', dbId: database, schema: 'main', sql: 'SELECT 1', queryLimit: 100, ...more } })
const makeTab = async (call: TestCall, more: object = {}): Promise<number> => (await call('POST', '/tabstateview/', editor(more))).body.id
const start = async (call: TestCall) => (await call('GET', '/api/v1/sqllab/')).body.result

test('SQL-7.09 SQL-7.10 SQL-7.11 a tab is made, read, changed in part, activated and closed; one is active at a time', async () => {
  const first = await makeTab(writer, { templateParams: '{"a": 1}', autorun: true, hideLeftBar: true })
  const second = await makeTab(writer, { name: 'Second' })
  const path = `/tabstateview/${first}`
  expect((await writer('GET', path)).body).toEqual({
    id: first,
    user_id: 1,
    label: 'Mine',
    active: false,
    database_id: database,
    catalog: null,
    schema: 'main',
    table_schemas: [],
    sql: 'SELECT 1',
    query_limit: 100,
    latest_query: null,
    autorun: true,
    template_params: '{"a": 1}',
    hide_left_bar: true,
    saved_query: null,
    extra_json: {},
  })
  expect((await writer('PUT', path, form({ sql: 'SELECT "quoted"\n', label: null, extra_json: '{"version":1}', query_limit: 7 }))).body).toBe(first)
  expect((await writer('GET', path)).body).toMatchObject({
    sql: 'SELECT "quoted"\n',
    label: null,
    extra_json: { version: 1 },
    query_limit: 7,
    schema: 'main',
    autorun: true,
  })
  expect((await writer('POST', `${path}/activate`)).body).toBe(first)
  expect(await start(writer)).toMatchObject({
    active_tab: { id: first },
    tab_state_ids: [
      { id: first, label: null },
      { id: second, label: 'Second' },
    ],
  })
  expect((await writer('DELETE', path)).body).toBe('OK')
  const gone = await writer('GET', path)
  expect([gone.status, gone.text]).toEqual([404, ''])
  expect(await start(writer)).toMatchObject({ active_tab: { id: second }, tab_state_ids: [{ id: second }] })
})

test('SQL-7.14 SQL-7.15 SQL-7.16 a table beside a tab is kept once, folded and removed; it goes with its tab', async () => {
  const tab = await makeTab(writer)
  const table = { queryEditorId: String(tab), dbId: database, schema: 'main', name: 'visits', columns: [{ name: 'a' }], dataPreviewQueryId: null }
  const { id } = (await writer('POST', '/tableschemaview/', form({ table }))).body
  const again = (await writer('POST', '/tableschemaview/', form({ table: { ...table, columns: [] } }))).body.id
  expect((await writer('POST', `/tableschemaview/${again}/expanded`, form({ expanded: false }))).body).toEqual({ id: again, expanded: false })
  expect((await writer('GET', `/tabstateview/${tab}`)).body.table_schemas).toEqual([
    { id: again, tab_state_id: tab, database_id: database, schema: 'main', table: 'visits', description: { ...table, columns: [] }, expanded: false },
  ])
  expect((await writer('DELETE', `/tableschemaview/${id}`)).status).toBe(again === id ? 200 : 404)
  const second = (await writer('POST', '/tableschemaview/', form({ table: { ...table, name: 'orders', schema: null } }))).body.id
  expect((await writer('DELETE', `/tableschemaview/${second}`)).body).toBe('OK')
  await writer('DELETE', `/tabstateview/${tab}`)
  expect((await writer('POST', `/tableschemaview/${again}/expanded`, form({ expanded: true }))).status).toBe(404)
})

test('SQL-7.12 SQL-7.13 a run moves to a kept tab and leaves its history; the newest one left takes its place', async () => {
  const tab = await makeTab(writer)
  const run = async (client_id: string, sql_editor_id: string) =>
    expect((await writer('POST', '/api/v1/sqllab/execute/', { database_id: database, sql: 'SELECT 1 AS a', client_id, sql_editor_id })).status).toBe(200)
  await run('older', String(tab))
  await run('newer', 'browser')
  expect((await writer('POST', `/tabstateview/${tab}/migrate_query`, form({ queryId: 'newer' }))).body).toBe(tab)
  await writer('PUT', `/tabstateview/${tab}`, form({ latest_query_id: 'newer' }))
  expect((await writer('GET', `/tabstateview/${tab}`)).body.latest_query).toMatchObject({ id: 'newer', sqlEditorId: String(tab), state: 'success' })
  expect(Object.keys((await start(writer)).queries).toSorted()).toEqual(['newer', 'older'])
  expect((await writer('DELETE', `/tabstateview/${tab}/query/newer`)).body).toBe('OK')
  expect((await writer('GET', `/tabstateview/${tab}`)).body.latest_query).toMatchObject({ id: 'older' })
  await writer('DELETE', `/tabstateview/${tab}/query/older`)
  expect((await writer('GET', `/tabstateview/${tab}`)).body.latest_query).toBeNull()
})

test('tabs, their tables and their runs are their owner’s alone', async () => {
  const tab = await makeTab(writer)
  const table = { queryEditorId: tab, dbId: database, schema: 'main', name: 'visits' }
  const { id } = (await writer('POST', '/tableschemaview/', form({ table }))).body
  await writer('POST', '/api/v1/sqllab/execute/', { database_id: database, sql: 'SELECT 1 AS a', client_id: 'private', sql_editor_id: String(tab) })
  const own = await makeTab(other)
  for (const [method, path, body] of [
    ['GET', `/tabstateview/${tab}`],
    ['PUT', `/tabstateview/${tab}`, form({ sql: 'x' })],
    ['DELETE', `/tabstateview/${tab}`],
    ['POST', `/tabstateview/${tab}/activate`],
    ['POST', `/tabstateview/${tab}/migrate_query`, form({ queryId: 'private' })],
    ['DELETE', `/tabstateview/${tab}/query/private`],
    ['POST', '/tableschemaview/', form({ table })],
    ['POST', `/tableschemaview/${id}/expanded`, form({ expanded: false })],
    ['DELETE', `/tableschemaview/${id}`],
  ] as const) {
    const reply = await other(method, path, body)
    expect([reply.status, reply.text], `${method} ${path}`).toEqual([403, ''])
  }
  await other('POST', `/tabstateview/${own}/migrate_query`, form({ queryId: 'private' }))
  await other('DELETE', `/tabstateview/${own}/query/private`)
  await other('PUT', `/tabstateview/${own}`, form({ latest_query_id: 'private' }))
  expect((await other('GET', `/tabstateview/${own}`)).body.latest_query).toBeNull()
  expect((await start(writer)).queries['private']).toMatchObject({ sqlEditorId: String(tab) })
  expect((await writer('GET', `/tabstateview/${tab}`)).body).toMatchObject({ sql: 'SELECT 1', table_schemas: [{ id, expanded: true }] })
})

test('what cannot be read is refused and changes nothing', async () => {
  const tab = await makeTab(writer)
  for (const body of [
    new URLSearchParams({ sql: 'SELECT 1' }),
    form({ autorun: 'yes' }),
    form({ query_limit: 'many' }),
    form({ database_id: 99_999 }),
    form({ label: 'x'.repeat(257) }),
    form({ sql: 'a\u0000' }),
  ]) {
    const reply = await writer('PUT', `/tabstateview/${tab}`, body)
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['error']])
  }
  for (const more of [{ dbId: null }, { dbId: 99_999 }, { remoteId: 99_999 }, { sql: 5 }])
    expect((await writer('POST', '/tabstateview/', editor(more))).status, JSON.stringify(more)).toBe(400)
  expect((await writer('POST', '/tableschemaview/', form({ table: { name: 'x' } }))).status).toBe(400)
  expect((await writer('GET', `/tabstateview/${tab}`)).body).toMatchObject({ sql: 'SELECT 1', label: 'Mine', autorun: false })
  for (const id of ['0', '999999', 'x', '99999999999']) expect((await writer('GET', `/tabstateview/${id}`)).status).toBe(404)
})

test('SQL-6.04 where tabs live in the browser the editor starts without any', async () => {
  const plain = await openTestApp({ env: { SIGHTLINE_FEATURE_SQLLAB_BACKEND_PERSISTENCE: 'false' } })
  try {
    const admin = await plain.as('admin')
    const id = await addSampleDatabase(plain)
    expect((await admin('POST', '/tabstateview/', form({ queryEditor: { dbId: id } }))).status).toBe(200)
    expect(await start(admin)).toMatchObject({ active_tab: null, tab_state_ids: [], queries: {} })
  } finally {
    await plain.close()
  }
})
