import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressForTests } from '../../testing/address-for-tests.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

const address = addressForTests('SIGHTLINE_TEST_PG', 'scripts on PostgreSQL')

describe.skipIf(!address)('scripts on PostgreSQL', () => {
  const name = `scripts_${crypto.randomUUID().replaceAll('-', '')}`
  let server: TestApp
  let admin: TestCall
  let databaseId: number
  let client: pg.Client

  beforeAll(async () => {
    const main = new pg.Client({ connectionString: address })
    await main.connect()
    await main.query(`create database ${name}`)
    await main.end()
    const uri = Object.assign(new URL(address!), { pathname: `/${name}` }).href
    client = new pg.Client({ connectionString: uri })
    await client.connect()
    await client.query('create table kept (n integer)')
    server = await openTestApp({ env: { SIGHTLINE_SQLLAB_TIMEOUT: '2' } })
    admin = await server.as('admin')
    const made = await admin('POST', '/api/v1/database/', { database_name: 'pg', sqlalchemy_uri: uri, allow_dml: true, allow_ctas: true })
    databaseId = made.body.id
  })
  afterAll(async () => {
    await server.close()
    await client.end()
    const main = new pg.Client({ connectionString: address })
    await main.connect()
    await main.query(`drop database if exists ${name} with (force)`)
    await main.end()
  })

  const run = (sql: string, more: Record<string, unknown> = {}) => admin('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, sql, ...more })
  const kept = async () => (await client.query('select n from kept order by n')).rows.map(({ n }) => n)
  // In the select list it is not written to disk first.
  const slow = 'SELECT count(*) FROM (SELECT generate_series(1, 2000000000)) AS g'
  const active = async () =>
    (
      await client.query(
        `select count(*)::int as n from pg_stat_activity where datname = $1 and state = 'active' and query like '%2000000000%' and pid <> pg_backend_pid()`,
        [name],
      )
    ).rows[0].n

  test('the statements of a script share one connection, and the last one is answered', async () => {
    const reply = await run('CREATE TEMPORARY TABLE parts AS SELECT 1 AS n; INSERT INTO parts VALUES (2); SELECT sum(n) AS total FROM parts')
    expect([reply.status, reply.body.data]).toEqual([200, [{ total: 3 }]])
    const settings = await run("SET LOCAL statement_timeout = '77s'; SHOW statement_timeout")
    expect([settings.status, settings.body.data]).toEqual([200, [{ statement_timeout: '77s' }]])
  })

  test('what a script writes is committed once, at its end, or not at all', async () => {
    const failed = await run('INSERT INTO kept VALUES (1); SELECT nope FROM kept')
    expect(failed).toMatchObject({ status: 400, body: { errors: [{ message: expect.stringMatching(/^Statement 2 out of 2 /) }] } })
    expect(await kept()).toEqual([])
    expect((await run('INSERT INTO kept VALUES (2); INSERT INTO kept VALUES (3); SELECT 1 AS done')).status).toBe(200)
    expect(await kept()).toEqual([2, 3])
  })

  test('a script that was stopped has written nothing, and its work in the database ends', async () => {
    const running = run(`INSERT INTO kept VALUES (4); ${slow}`, { client_id: 'pgstop', runAsync: true })
    await running
    await expect.poll(active, { timeout: 30_000 }).toBe(1)
    expect((await admin('POST', '/api/v1/query/stop', { client_id: 'pgstop' })).status).toBe(200)
    await expect.poll(active, { timeout: 30_000 }).toBe(0)
    expect(await kept()).toEqual([2, 3])
  })

  test('a time limit ends the work in the database, not only in the reply', async () => {
    const reply = await run(slow, { client_id: 'pgslow' })
    expect(reply).toMatchObject({
      status: 408,
      body: { errors: [{ error_type: 'BACKEND_TIMEOUT_ERROR', message: 'The query exceeded the 2 seconds timeout.', extra: { timeout: 2 } }] },
    })
    await expect.poll(active, { timeout: 30_000 }).toBe(0)
    const row = await server.deps.db.selectFrom('queries').select(['status', 'error_message', 'runner']).where('client_id', '=', 'pgslow').executeTakeFirst()
    expect(row).toEqual({ status: 'timed_out', error_message: 'The query exceeded the 2 seconds timeout.', runner: null })
  })

  test('a table is made and selected from', async () => {
    const { body } = await run('SELECT n FROM kept', { select_as_cta: true, ctas_method: 'TABLE', tmp_table_name: 'copied', client_id: 'pgctas' })
    expect(body.query).toMatchObject({ state: 'success', ctas: true, tempTable: 'copied', resultsKey: null })
    const row = await server.deps.db.selectFrom('queries').select('select_sql').where('client_id', '=', 'pgctas').executeTakeFirstOrThrow()
    expect((await run(row.select_sql!)).body.data).toEqual([{ n: 2 }, { n: 3 }])
  })

  test('T7 parts of a divided or inherited table do not show what the rule on the whole keeps back, nor the whole what a rule on a part does', async () => {
    await client.query(`
      create table olders (id integer, region text);
      create table sales (id integer, region text) partition by list (region);
      create table sales_south partition of sales for values in ('south') partition by list (id);
      create table sales_south_1 partition of sales_south for values in (1, 2);
      create table sales_north partition of sales for values in ('north');
      insert into sales values (1, 'south'), (2, 'north');
      create table heirs () inherits (olders);
      create table apart (id integer, region text);
      insert into apart values (9, 'free');`)
    const role = (await admin('POST', '/api/v1/security/roles/', { name: 'only north' })).body.id
    const bound = await server.as('bound', 'Alpha', 'sql_lab', 'only north')
    const rule = async (table: string, clause: string) => {
      const dataset = (await admin('POST', '/api/v1/dataset/', { database: databaseId, schema: 'public', table_name: table })).body.id
      const made = await admin('POST', '/api/v1/rowlevelsecurity/', { name: table, filter_type: 'Regular', clause, tables: [dataset], roles: [role] })
      expect(made.status, made.text).toBe(201)
      return made.body.id
    }
    const ask = async (sql: string) => {
      const reply = await bound('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, schema: 'public', sql })
      return reply.status === 200 ? reply.body.data : reply.status
    }
    const onWhole = await rule('sales', "region = 'north'")
    expect(await ask('SELECT * FROM heirs')).toEqual([])
    await rule('olders', 'false')
    expect(await ask('SELECT region FROM sales')).toEqual([{ region: 'north' }])
    expect(await ask('SELECT region FROM apart')).toEqual([{ region: 'free' }])
    for (const part of ['sales_south', 'sales_south_1', 'public.sales_south_1', 'sales_north', 'heirs'])
      expect([part, await ask(`SELECT * FROM ${part}`)]).toEqual([part, 403])
    expect((await admin('DELETE', `/api/v1/rowlevelsecurity/${onWhole}`)).status).toBe(200)
    await rule('sales_south_1', 'false')
    expect(await ask('SELECT region FROM apart')).toEqual([{ region: 'free' }])
    expect(await ask('SELECT * FROM sales_south')).toBe(403)
  })

  test('T5 a block of code does not change how the statements after it are read, nor those of others', async () => {
    const blind = `DO $$ BEGIN PERFORM pg_catalog.set_config('standard_' || 'conforming_strings', 'off', false); END $$`
    const answer = [{ standard_conforming_strings: 'on' }]
    expect((await run(`${blind}; SHOW standard_conforming_strings`)).body.data).toEqual(answer)
    for (let turn = 0; turn < 4; turn++) expect((await run('SHOW standard_conforming_strings')).body.data).toEqual(answer)
  })
})
