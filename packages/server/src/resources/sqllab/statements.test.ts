import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressForTests } from '../../testing/address-for-tests.ts'
import { storeDatabase, storeRule } from '../../testing/stored-rows.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
/** May read every table, run SQL, and is bound by the rule. */
let bound: TestCall

const pg = addressForTests('SIGHTLINE_TEST_PG', 'statements on PostgreSQL')
const mysql = addressForTests('SIGHTLINE_TEST_MYSQL', 'statements on MariaDB')
const stamp = `${process.pid}_${Date.now()}`
const places = [
  { name: 'duckdb', uri: 'duckdb:///statements.duckdb', schema: 'main', syntaxAt: { line_number: 2, start_column: 3 } },
  ...(pg ? [{ name: 'postgresql', uri: pg, schema: `st_${stamp}`, syntaxAt: { line_number: 2, start_column: 3 } }] : []),
  ...(mysql ? [{ name: 'mysql', uri: mysql, schema: `st_${stamp}`, syntaxAt: { line_number: 2 } }] : []),
]

beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_FEATURE_RLS_IN_SQLLAB: 'false' } })
  admin = await server.as('admin')
  bound = await server.as('bound', 'Alpha', 'sql_lab')
})
afterAll(() => server.close())

describe.each(places)('statements on $name', ({ name, uri, schema, syntaxAt }) => {
  let databaseId: number
  let ordersId: number
  const run = (call: TestCall, sql: string, more: Record<string, unknown> = {}) =>
    call('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, schema, sql, ...more })
  const make = async (sql: string): Promise<void> => {
    const reply = await run(admin, sql, sql.startsWith('CREATE SCHEMA') ? { schema: null } : {})
    if (reply.status !== 200) throw new Error(`${sql}: ${reply.text}`)
  }

  beforeAll(async () => {
    const body = { database_name: `statements ${name}`, sqlalchemy_uri: uri, expose_in_sqllab: true, allow_dml: true, allow_ctas: true, allow_cvas: true }
    // The file of the embedded engine is made by its first statement; every other database is there already.
    if (name === 'duckdb') databaseId = await storeDatabase(server.deps, { name: body.database_name, uri })
    else {
      const added = await admin('POST', '/api/v1/database/', body)
      if (added.status !== 201) throw new Error(added.text)
      databaseId = added.body.id
    }
    if (schema !== 'main') await make(`CREATE SCHEMA ${schema}`)
    await make('CREATE TABLE orders (id INTEGER, region VARCHAR(10))')
    await make(`INSERT INTO orders VALUES (1, 'North'), (2, 'South'), (3, 'North'), (4, 'South')`)
    await make('CREATE TABLE staff (id INTEGER, region VARCHAR(10))')
    await make(`INSERT INTO staff VALUES (1, 'North'), (2, 'North')`)
    await make('CREATE VIEW all_orders AS SELECT * FROM orders')
    const dataset = await admin('POST', '/api/v1/dataset/', { database: databaseId, schema, table_name: 'orders' })
    if (dataset.status !== 201) throw new Error(dataset.text)
    ordersId = dataset.body.id
    await storeRule(server.deps, { datasetId: ordersId, role: 'sql_lab', clause: `region = 'North'` })
  })
  afterAll(async () => {
    if (schema !== 'main') await run(admin, `DROP SCHEMA ${schema}${name === 'postgresql' ? ' CASCADE' : ''}`, { schema: null })
  })

  /** May read staff and nothing else of this database. */
  async function addReader(): Promise<TestCall> {
    const { db } = server.deps
    const dataset = await admin('POST', '/api/v1/dataset/', { database: databaseId, schema, table_name: 'staff' })
    const { perm } = await db.selectFrom('datasets').select('perm').where('id', '=', dataset.body.id).executeTakeFirstOrThrow()
    const pair = await db.selectFrom('permissions').select('id').where('view_name', '=', perm).executeTakeFirstOrThrow()
    const role = await db
      .insertInto('roles')
      .values({ name: `reader of ${name}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('role_permissions').values({ role_id: role.id, permission_id: pair.id }).execute()
    return server.as(`reader_${name}`, 'Gamma', 'sql_lab', `reader of ${name}`)
  }

  const regions = async (sql: string, more: Record<string, unknown> = {}): Promise<unknown> => {
    const reply = await run(bound, sql, more)
    return reply.status === 200 ? [...new Set(reply.body.data.map((row: Record<string, unknown>) => row['region']))] : reply.status
  }

  test('T7 the rule holds however the table is written, whatever the flag says', async () => {
    const q = name === 'mysql' ? '`' : '"'
    for (const sql of [
      'SELECT region FROM orders',
      `SELECT region FROM ${q}orders${q}`,
      `SELECT o.region FROM ${schema}.orders AS o`,
      'SELECT region FROM orders -- WHERE',
      'SELECT region FROM orders WHERE 1 = 1 OR 1 = 1',
      'WITH orders AS (SELECT * FROM orders) SELECT region FROM orders',
      'SELECT region FROM (SELECT * FROM orders) AS x UNION ALL SELECT region FROM orders AS y',
      'SELECT a.region FROM orders a JOIN orders b ON a.id = b.id',
      'SELECT orders.region FROM staff LEFT JOIN orders ON 1 = 1',
      'SELECT region FROM orders NATURAL JOIN (SELECT id FROM orders) AS n',
      'SELECT region FROM orders JOIN staff USING (id, region)',
      'SELECT region, row_number() OVER (ORDER BY id) AS n FROM orders',
      'SELECT (SELECT max(o.region) FROM orders o WHERE o.id >= s.id) AS region FROM staff s',
      `SELECT region FROM {{ 'or' ~ 'ders' }}`,
      ...(name === 'mysql' ? ['SELECT orders.region FROM staff STRAIGHT_JOIN orders', 'SELECT region FROM orders # x'] : []),
      ...(name === 'mysql'
        ? []
        : ['SELECT x.region FROM orders b, LATERAL (SELECT region FROM orders WHERE orders.id = b.id) AS x', 'SELECT region FROM ORDERS']),
    ]) {
      expect([sql, await regions(sql)]).toEqual([sql, ['North']])
    }
  })

  test('T7 what cannot be proven is refused: views, other readings, writes', async () => {
    for (const sql of [
      'SELECT region FROM all_orders',
      'SELECT s.region FROM staff s JOIN all_orders a ON a.id = s.id',
      'SELECT my_own_function() FROM staff',
      'DELETE FROM orders',
      'UPDATE orders SET id = id',
      'INSERT INTO staff SELECT * FROM orders',
      'CREATE TABLE stolen AS SELECT * FROM orders',
      ...(name === 'mysql' ? ['TABLE orders', 'HANDLER orders OPEN', 'SHOW TABLES'] : ['TABLE orders', 'PIVOT orders ON region', 'SUMMARIZE orders']),
    ]) {
      expect([sql, await regions(sql)]).not.toEqual([sql, expect.arrayContaining(['South'])])
      expect([sql, (await run(bound, sql)).status]).toEqual([sql, 403])
    }
    expect(await regions('SELECT region FROM staff')).toEqual(['North'])
    expect((await run(admin, 'SELECT DISTINCT region FROM all_orders')).body.data).toHaveLength(2)
  })

  test('T7 a view that was opened as a dataset may be read', async () => {
    await make('CREATE VIEW opened_orders AS SELECT * FROM orders')
    expect(await regions('SELECT region FROM opened_orders')).toBe(403)
    expect((await admin('POST', '/api/v1/dataset/', { database: databaseId, schema, table_name: 'opened_orders' })).status).toBe(201)
    expect(await regions('SELECT region FROM opened_orders')).toHaveLength(2)
  })

  test('SQL-7.03 T7 tables and views made of a query, estimates and exports hold the same rows', async () => {
    const made = await run(bound, 'SELECT * FROM orders', { select_as_cta: true, ctas_method: 'TABLE', tmp_table_name: 'north_only' })
    expect(made.status, made.text).toBe(200)
    expect((await run(admin, 'SELECT DISTINCT region FROM north_only')).body.data).toEqual([{ region: 'North' }])
    const ran = await run(bound, 'SELECT region FROM orders')
    const file = await bound('GET', `/api/v1/sqllab/export/${ran.body.query.id}/`)
    expect(file.text).not.toContain('South')
    expect(file.text).toContain('North')
    if (name === 'postgresql') {
      const estimate = await bound('POST', '/api/v1/sqllab/estimate/', { database_id: databaseId, schema, sql: 'SELECT * FROM orders' })
      expect(estimate.body.result).toEqual([{ 'Start-up cost': expect.any(String), 'Total cost': expect.any(String) }])
      expect((await bound('POST', '/api/v1/sqllab/estimate/', { database_id: databaseId, schema, sql: 'SELECT * FROM all_orders' })).status).toBe(403)
    }
  })

  test('T10 T7 dataset() and metric() are answered with the eyes of the caller', async () => {
    const sql = `SELECT region, count(*) AS n FROM {{ dataset(${ordersId}) }} GROUP BY region`
    expect((await run(admin, sql)).body.data).toHaveLength(2)
    expect((await run(bound, sql)).body.data).toEqual([{ region: 'North', n: 2 }])
    expect((await run(admin, `SELECT {{ metric('count', ${ordersId}) }} AS n FROM orders`)).body.data).toEqual([{ n: 4 }])
    const reader = await addReader()
    expect((await run(reader, 'SELECT count(*) AS n FROM staff')).body.data).toEqual([{ n: 2 }])
    for (const text of [sql, `SELECT {{ metric('count', ${ordersId}) }} AS n FROM staff`]) {
      expect(await run(reader, text)).toMatchObject({
        body: { errors: [{ error_type: 'INVALID_TEMPLATE_PARAMS_ERROR', message: expect.stringContaining('not found') }] },
      })
    }
    expect(await run(admin, `SELECT {{ metric('nope', ${ordersId}) }}`)).toMatchObject({ body: { errors: [{ error_type: 'INVALID_TEMPLATE_PARAMS_ERROR' }] } })
    expect(await run(admin, 'SELECT {{ nowhere }}')).toMatchObject({
      body: { errors: [{ error_type: 'MISSING_TEMPLATE_PARAMS_ERROR', extra: { undefined_parameters: ['nowhere'] } }] },
    })
  })

  test('T5 files, other servers and passwords are out of reach for everybody', async () => {
    const texts: Readonly<Record<string, readonly string[]>> = {
      duckdb: [`SELECT * FROM read_csv('/etc/passwd')`, `SELECT getenv('HOME')`, 'SELECT * FROM duckdb_secrets()'],
      postgresql: [
        `SELECT pg_read_file('/etc/passwd')`,
        'SELECT * FROM pg_authid',
        'SELECT query FROM pg_catalog."pg_stat_activity"',
        `COPY orders TO PROGRAM 'sh'`,
        'SELECT pg_terminate_backend(1)',
      ],
      mysql: [
        `SELECT load_file('/etc/passwd')`,
        'SELECT * FROM mysql.user',
        `SELECT 1 INTO OUTFILE '/tmp/x'`,
        '/*! SELECT */ 1',
        'SHOW PROCESSLIST',
        `LOAD DATA INFILE '/etc/passwd' INTO TABLE orders`,
      ],
    }
    for (const sql of texts[name]!) expect([sql, await run(admin, sql)]).toMatchObject([sql, { body: { errors: [{ error_type: 'SYNTAX_ERROR' }] } }])
  })

  test('mistakes are told with their places', async () => {
    const validate = async (sql: string, call = admin) => call('POST', `/api/v1/database/${databaseId}/validate_sql/`, { sql, schema })
    expect(await validate('SELECT 1;\nSELECT region FROM orders')).toMatchObject({ status: 200, body: { result: [] } })
    const wrong = await validate('SELECT 1;\n  SELEC region FROM orders')
    expect(wrong.body.result).toEqual([{ line_number: 2, start_column: 3, end_column: 8, message: 'No statement begins with "SELEC".' }])
    const column = await validate('SELECT 1;\n SELECT 1,\n  nope FROM orders')
    expect(column.body.result).toMatchObject([{ line_number: 3, message: expect.stringContaining('nope') }])
    const syntax = await validate('SELECT 1;\nSELECT region FROM FROM orders')
    expect(syntax.body.result).toMatchObject([{ line_number: syntaxAt.line_number, message: expect.any(String) }])
    expect((await admin('POST', '/api/v1/database/999999/validate_sql/', { sql: 'SELECT 1' })).status).toBe(404)
    expect((await validate('SELECT * FROM orders', await server.as('stranger', 'sql_lab'))).status).toBeGreaterThanOrEqual(403)
  })
})

test('SQL is laid out, with its template filled in if parameters come along, and never lost', async () => {
  const format = (body: object) => admin('POST', '/api/v1/sqllab/format_sql/', body)
  expect((await format({ sql: 'select a,b from t' })).body).toEqual({ result: 'SELECT\n  a,\n  b\nFROM\n  t' })
  expect((await format({ sql: `select 'open` })).body).toEqual({ result: `select 'open` })
  expect((await format({})).status).toBe(400)
  const [database] = (await admin('GET', '/api/v1/database/')).body.result
  expect((await format({ sql: `select '{{ a }}'`, database_id: database.id, template_params: '{"a": "x"}' })).body.result).toBe(`SELECT\n  'x'`)
  expect((await format({ sql: `select '{{ a }}'`, database_id: database.id })).body.result).toBe(`SELECT\n  '{{ a }}'`)
})
