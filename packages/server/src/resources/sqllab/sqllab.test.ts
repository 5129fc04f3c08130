import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeDatabase, storeRule } from '../../testing/stored-rows.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let databaseId: number
let readOnlyId: number

const shop = 'duckdb:///shop.duckdb'

beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_SQLLAB_TIMEOUT: '6', SIGHTLINE_DISPLAY_MAX_ROW: '2000' } })
  admin = await server.as('admin')
  databaseId = await storeDatabase(server.deps, { name: 'shop', uri: shop })
  readOnlyId = await storeDatabase(server.deps, { name: 'shop, read only', uri: shop, mayChange: false })
  await run(admin, `CREATE TABLE orders (id INTEGER, region VARCHAR, price DECIMAL(10,2), day DATE, at_time TIMESTAMP)`)
  await run(
    admin,
    `INSERT INTO orders SELECT range, CASE WHEN range % 2 = 0 THEN 'North' ELSE 'South' END, 1.5, DATE '2021-01-02', TIMESTAMP '2021-01-02 03:04:05' FROM range(10)`,
  )
  await run(admin, `CREATE TABLE staff (id INTEGER, name VARCHAR)`)
})
afterAll(() => server.close())

const run = (call: TestCall, sql: string, more: Record<string, unknown> = {}) =>
  call('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, sql, ...more })

test('SQL-7.01 runs SQL and answers rows, columns and the run', async () => {
  const reply = await run(admin, 'SELECT id, region, price, day, at_time, NULL AS nothing, id > 3 AS big FROM orders ORDER BY id', {
    client_id: 'abcdefghijk',
    schema: 'main',
    sql_editor_id: '7',
    tab: 'Untitled Query 1',
    runAsync: false,
    json: true,
    queryLimit: 2,
    expand_data: true,
  })
  expect(reply.status).toBe(200)
  expect(reply.body.data).toEqual([
    { id: 0, region: 'North', price: 1.5, day: '2021-01-02', at_time: '2021-01-02T03:04:05', nothing: null, big: false },
    { id: 1, region: 'South', price: 1.5, day: '2021-01-02', at_time: '2021-01-02T03:04:05', nothing: null, big: false },
  ])
  expect(reply.body.columns.map(({ name, type, type_generic, is_dttm }: Record<string, unknown>) => [name, type, type_generic, is_dttm])).toEqual([
    ['id', 'INTEGER', 0, false],
    ['region', 'STRING', 1, false],
    ['price', 'DECIMAL', 0, false],
    ['day', 'DATE', 2, true],
    ['at_time', 'DATETIME', 2, true],
    ['nothing', 'INTEGER', 0, false],
    ['big', 'BOOLEAN', 3, false],
  ])
  expect(reply.body.query).toMatchObject({
    id: 'abcdefghijk',
    dbId: databaseId,
    db: 'shop',
    state: 'success',
    limit: 2,
    limitingFactor: 'DROPDOWN',
    rows: 2,
    progress: 100,
    sqlEditorId: '7',
    tab: 'Untitled Query 1',
    executedSql: 'SELECT id, region, price, day, at_time, NULL AS nothing, id > 3 AS big FROM orders ORDER BY id\nLIMIT 3',
    errorMessage: null,
  })
  expect(reply.body.query_id).toBe(reply.body.query.queryId)
  const history = await admin('GET', `/api/v1/query/${reply.body.query_id}`)
  expect(history.body.result).toMatchObject({ status: 'success', rows: 2, client_id: 'abcdefghijk' })
})

test.each([
  ['SELECT id FROM orders', 3, 'DROPDOWN', 3],
  ['SELECT id FROM orders LIMIT 4', 4, 'QUERY_AND_DROPDOWN', 4],
  ['SELECT id FROM orders LIMIT 4', 100, 'QUERY', 4],
  ['SELECT id FROM orders LIMIT 100', 100, 'NOT_LIMITED', 10],
  ['SELECT id FROM orders LIMIT 5000', 3, 'DROPDOWN', 3],
  ['SELECT 1; SELECT id FROM orders -- all', 0, 'NOT_LIMITED', 10],
])('%s with limit %i is limited by %s', async (sql, queryLimit, factor, rows) => {
  const reply = await run(admin, sql, { queryLimit })
  expect(reply.body.query).toMatchObject({ limitingFactor: factor, rows })
  expect(reply.body.data).toHaveLength(rows)
})

test('columns of one name are told apart, the last statement counts, an empty result has no columns', async () => {
  expect((await run(admin, 'SELECT 1 AS a, 2 AS a, 3 AS a')).body.data).toEqual([{ a: 1, a__1: 2, a__2: 3 }])
  expect((await run(admin, 'SELECT 1 AS a; SELECT 2 AS b')).body.data).toEqual([{ b: 2 }])
  expect((await run(admin, 'SELECT * FROM orders WHERE 1 = 0')).body).toMatchObject({ data: [], columns: [] })
})

test('parameters and the address fill a template', async () => {
  const reply = await admin('POST', '/api/v1/sqllab/execute/?region=South', {
    database_id: databaseId,
    sql: `SELECT '{{ who }}' AS who, '{{ url_param('region') }}' AS region`,
    templateParams: '{"who":"Ann"}',
  })
  expect(reply.body.data).toEqual([{ who: 'Ann', region: 'South' }])
  const missing = await run(admin, `SELECT '{{ who }}'`)
  expect(missing).toMatchObject({ status: 400, body: { errors: [{ error_type: 'MISSING_TEMPLATE_PARAMS_ERROR', extra: { undefined_parameters: ['who'] } }] } })
})

test('more rows than the page shows are counted and cut', async () => {
  const reply = await run(admin, 'SELECT range AS n FROM range(5000)')
  expect(reply.body).toMatchObject({ displayLimitReached: true, query: { rows: 5000 } })
  expect(reply.body.data).toHaveLength(2000)
})

test('SQL-8.12 failures carry their type, and the history keeps them', async () => {
  const statuses = await Promise.all(
    ['SELEC 1', 'SELECT nope FROM orders', 'SELECT * FROM nope', '   ', '-- only', "SELECT 'open", 'SELECT 1; SELECT nope'].map(async (sql) => {
      const reply = await run(admin, sql)
      return [sql, reply.status, reply.body.errors[0].error_type]
    }),
  )
  expect(statuses).toEqual([
    ['SELEC 1', 422, 'SYNTAX_ERROR'],
    ['SELECT nope FROM orders', 400, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    ['SELECT * FROM nope', 400, 'TABLE_DOES_NOT_EXIST_ERROR'],
    ['   ', 422, 'SYNTAX_ERROR'],
    ['-- only', 422, 'SYNTAX_ERROR'],
    ["SELECT 'open", 422, 'SYNTAX_ERROR'],
    ['SELECT 1; SELECT nope', 400, 'COLUMN_DOES_NOT_EXIST_ERROR'],
  ])
  const rows = await server.deps.db.selectFrom('queries').select(['status', 'error_message']).where('sql', '=', 'SELEC 1').execute()
  expect(rows).toEqual([{ status: 'failed', error_message: expect.stringContaining('SELEC') }])
})

test('a body that is not as described is refused', async () => {
  expect(await admin('POST', '/api/v1/sqllab/execute/', { database_id: databaseId })).toMatchObject({
    status: 400,
    body: { message: { sql: ['Missing data for required field.'] } },
  })
  expect((await run(admin, 'SELECT 1', { colour: 'red' })).body).toEqual({ message: { colour: ['Unknown field.'] } })
  for (const [field, value] of Object.entries({
    sql: { a: 1 },
    database_id: 'x',
    queryLimit: 'many',
    schema: [],
    client_id: 'a'.repeat(12),
    templateParams: 7,
  })) {
    expect((await run(admin, 'SELECT 1', { [field]: value })).status, field).toBe(400)
  }
  expect((await admin('POST', '/api/v1/sqllab/execute/', { database_id: 999999, sql: 'SELECT 1' })).status).toBe(404)
})

test('T5 statements that write are refused where the database does not allow them', async () => {
  for (const sql of [
    'DELETE FROM orders',
    'CREATE TABLE x (a INTEGER)',
    'WITH a AS (SELECT 1) INSERT INTO orders SELECT 1',
    'EXPLAIN ANALYZE DELETE FROM orders',
    'SET threads = 1',
    "COPY orders TO '/tmp/x'",
  ]) {
    const reply = await run(admin, sql, { database_id: readOnlyId })
    expect([sql, reply.status, reply.body.errors?.[0].error_type]).toEqual([sql, 403, 'DML_NOT_ALLOWED_ERROR'])
  }
  expect((await run(admin, 'SELECT count(*) AS n FROM orders', { database_id: readOnlyId })).body.data).toEqual([{ n: 10 }])
})

test('SQL-1.05 a table is made from a query where the database allows it', async () => {
  const make = { select_as_cta: true, ctas_method: 'TABLE', tmp_table_name: 'made' }
  expect((await run(admin, 'SELECT 1 AS a', { ...make, database_id: readOnlyId })).status).toBe(403)
  expect((await run(admin, 'SELECT 1 AS a', { ...make, tmp_table_name: 'x"; DROP TABLE orders' })).status).toBe(400)
  expect((await run(admin, 'SELECT id FROM orders', make)).body.query).toMatchObject({ state: 'success', ctas: true, tempTable: 'made' })
  expect((await run(admin, 'SELECT count(*) AS n FROM made')).body.data).toEqual([{ n: 10 }])
  await run(admin, 'DROP TABLE made')
})

const slow = 'SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range + b.range = 7'

test('SQL-7.04 SQL-4.04 a query that runs can be stopped, by its owner only', async () => {
  const other = await server.as('sql_lab')
  const running = run(admin, slow, { client_id: 'stopme' })
  await expect
    .poll(async () => (await server.deps.db.selectFrom('queries').select('status').where('client_id', '=', 'stopme').executeTakeFirst())?.status)
    .toBe('running')
  expect((await other('POST', '/api/v1/query/stop', { client_id: 'stopme' })).status).toBe(404)
  expect(await run(admin, slow, { client_id: 'stopme' })).toMatchObject({ status: 200, body: { query: { id: 'stopme', state: 'running' } } })
  expect(await admin('POST', '/api/v1/query/stop', { client_id: 'stopme' })).toMatchObject({ status: 200, body: { result: 'OK' } })
  expect((await running).status).toBe(400)
  const row = await server.deps.db.selectFrom('queries').select('status').where('client_id', '=', 'stopme').executeTakeFirst()
  expect(row?.status).toBe('stopped')
  expect((await admin('POST', '/api/v1/query/stop', { client_id: 'stopme' })).status).toBe(200)
  expect(await admin('POST', '/api/v1/query/stop', { client_id: 'nosuchid' })).toMatchObject({
    status: 404,
    body: { message: 'Query with client_id nosuchid not found' },
  })
  expect((await admin('POST', '/api/v1/query/stop', {})).status).toBe(400)
})

test('a query that takes too long is ended and says so', async () => {
  const reply = await run(admin, slow)
  expect(reply).toMatchObject({ status: 408, body: { errors: [{ error_type: 'BACKEND_TIMEOUT_ERROR', extra: { timeout: 6 } }] } })
})

describe('people without access to the database', () => {
  let call: TestCall
  beforeAll(async () => {
    call = await server.as('sql_lab')
  })

  test('T6 read only tables of datasets that were opened to them', async () => {
    expect((await run(call, 'SELECT * FROM orders')).status).toBe(404)
    const { ordersId } = await openDatasets()
    expect(ordersId).toBeGreaterThan(0)
    expect((await run(call, 'SELECT count(*) AS n FROM orders')).body.data).toEqual([{ n: 10 }])
    expect((await run(call, 'WITH a AS (SELECT * FROM main."ORDERS") SELECT count(*) AS n FROM a')).body.data).toEqual([{ n: 10 }])
    for (const sql of [
      'SELECT * FROM staff',
      'SELECT * FROM orders, staff',
      'SELECT (SELECT count(*) FROM staff)',
      'TABLE staff',
      'FROM orders: staff',
      'SUMMARIZE staff',
      'DESCRIBE staff',
      `SELECT * FROM query_table('staff')`,
      'SELECT * FROM information_schema.tables',
      'SELECT * FROM duckdb_tables()',
      'INSERT INTO orders SELECT * FROM orders',
      'SELECT 1; SELECT * FROM staff',
      '{{ "SELECT * FROM staff" }}',
    ]) {
      const reply = await run(call, sql)
      expect([sql, reply.status, reply.body.errors?.[0].error_type]).toEqual([sql, 403, 'TABLE_SECURITY_ACCESS_ERROR'])
    }
    expect((await run(call, 'SELECT * FROM staff')).body.errors[0]).toMatchObject({ level: 'warning', extra: { tables: ['main.staff'] } })
  })

  test('T7 see only the rows their rules leave', async () => {
    const { ordersId } = await openDatasets()
    await storeRule(server.deps, { datasetId: ordersId, role: 'sql_lab', clause: `region = 'North' AND '{{ current_username() }}' = 'sql_lab'` })
    const regions = async (sql: string): Promise<unknown> => {
      const reply = await run(call, sql)
      return reply.status === 200 ? [...new Set(reply.body.data.map((row: Record<string, unknown>) => row['region']))] : reply.status
    }
    for (const sql of [
      'SELECT region FROM orders',
      'SELECT o.region FROM "Orders" o',
      'SELECT orders.region FROM main.orders WHERE TRUE OR 1 = 1',
      'WITH orders AS (SELECT * FROM orders) SELECT region FROM orders',
      'SELECT region FROM (SELECT * FROM orders) AS x UNION SELECT region FROM orders AS y',
      'SELECT a.region FROM orders a JOIN orders b ON a.id = b.id',
      'SELECT x.region FROM orders b, LATERAL (SELECT region FROM orders WHERE orders.id = b.id) AS x',
    ]) {
      expect([sql, await regions(sql)]).toEqual([sql, ['North']])
    }
    expect(await regions('TABLE orders')).toBe(403)
    expect(await regions(`SELECT region FROM shop.orders`)).toBe(403)
    const everything = await run(admin, 'SELECT DISTINCT region FROM orders')
    expect(everything.body.data).toHaveLength(2)
  })

  let opened: Promise<{ ordersId: number }> | undefined
  function openDatasets(): Promise<{ ordersId: number }> {
    opened ??= (async () => {
      const reply = await admin('POST', '/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'orders' })
      if (reply.status !== 201) throw new Error(reply.text)
      const ordersId: number = reply.body.id
      const { db } = server.deps
      const { perm } = await db.selectFrom('datasets').select('perm').where('id', '=', ordersId).executeTakeFirstOrThrow()
      const pair = await db.selectFrom('permissions').select('id').where('view_name', '=', perm).executeTakeFirstOrThrow()
      const role = await db.selectFrom('roles').select('id').where('name', '=', 'sql_lab').executeTakeFirstOrThrow()
      await db.insertInto('role_permissions').values({ role_id: role.id, permission_id: pair.id }).execute()
      return { ordersId }
    })()
    return opened
  }
})

test('a run can be exported, and is listed among those that changed', async () => {
  const before = Date.now()
  const { body } = await run(admin, `SELECT id, day, '=1+1' AS formula FROM orders ORDER BY id LIMIT 2`)
  const csv = await admin('GET', `/api/v1/sqllab/export/${body.query.id}/`)
  expect(csv.text).toBe(`\ufeffid,day,formula\n0,2021-01-02,'=1+1\n1,2021-01-02,'=1+1\n`)
  expect(await admin('GET', '/api/v1/sqllab/export/nosuchid/')).toMatchObject({ status: 404, body: { errors: [{ error_type: 'RESULTS_BACKEND_ERROR' }] } })
  const changed = await admin('GET', `/api/v1/query/updated_since?q=(last_updated_ms:${before})`)
  expect(changed.body.result.map(({ id }: { id: string }) => id)).toEqual([body.query.id])
  expect((await (await server.as('sql_lab'))('GET', `/api/v1/query/updated_since?q=(last_updated_ms:${before})`)).body.result).toEqual([])
  expect((await admin('GET', '/api/v1/query/updated_since')).status).toBe(400)
  const written = await run(admin, 'INSERT INTO staff VALUES (1, NULL)')
  expect((await admin('GET', `/api/v1/sqllab/export/${written.body.query.id}/`)).status).toBe(403)
})

test('the editor starts with the databases one may see', async () => {
  const start = await admin('GET', '/api/v1/sqllab/')
  expect(start.body.result).toMatchObject({
    active_tab: null,
    tab_state_ids: [],
    queries: {},
    databases: { [databaseId]: { database_name: 'shop', backend: 'duckdb', allow_dml: true, cancel_query_on_windows_unload: false } },
  })
  expect((await admin('POST', '/api/v1/sqllab/estimate/', { database_id: databaseId, sql: 'SELECT 1' })).status).toBe(400)
})

test('SQL-6.01 people without the right to run SQL are refused', async () => {
  const gamma = await server.as('gamma')
  expect(await run(gamma, 'SELECT 1')).toMatchObject({ status: 403 })
  expect((await run(server.anonymous(), 'SELECT 1')).status).toBeGreaterThanOrEqual(400)
})

test('older clients run SQL at the address they know, under the same permission, with keys of their time', async () => {
  const old = (call: TestCall, more: Record<string, unknown> = {}) =>
    call('POST', '/superset/sql_json/', { database_id: databaseId, sql: 'SELECT id, region FROM orders ORDER BY id', queryLimit: 2, ...more })
  const reply = await old(admin, { tmp_schema: 'x', runAsync: 'false' })
  expect(reply.body).toMatchObject({ status: 'success', columns: [{ name: 'id' }, { name: 'region' }], data: [{ id: 0 }, { id: 1, region: 'South' }] })
  expect((await old(await server.as('gamma'))).status).toBe(403)
})
