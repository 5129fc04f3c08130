import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressForTests } from '../testing/address-for-tests.ts'
import { addRoleFor } from '../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

const address = addressForTests('SIGHTLINE_TEST_PG', 'queries as sources on PostgreSQL')

describe.skipIf(!address)('queries as sources on PostgreSQL', () => {
  const name = `sources_${crypto.randomUUID().replaceAll('-', '')}`
  let server: TestApp
  let admin: TestCall
  let ana: TestCall
  let database: number

  const onServer = async (statements: readonly string[], connectionString = address) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  beforeAll(async () => {
    await onServer([`create database ${name}`])
    const uri = Object.assign(new URL(address!), { pathname: `/${name}` }).href
    await onServer(
      [
        'create table visits (id integer, place text, seen_at timestamp with time zone, tags jsonb)',
        `insert into visits select n, case when n % 2 = 0 then 'north' else 'south' end, timestamp '2026-01-01' + n * interval '1 hour', '{"a": 1}' from generate_series(0, 9) n`,
        'create schema other',
        'create table other.plain (id integer)',
      ],
      uri,
    )
    server = await openTestApp()
    admin = await server.as('admin')
    database = (await admin('POST', '/api/v1/database/', { database_name: 'pg', sqlalchemy_uri: uri })).body.id
    const visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits' })).body.id
    await addRoleFor(server.deps, 'pg', 'database_access', `[pg].(id:${database})`)
    ana = await server.as('ana', 'Gamma', 'sql_lab', 'pg')
    const role = await server.deps.db.selectFrom('roles').select('id').where('name', '=', 'pg').executeTakeFirstOrThrow()
    const rule = { name: 'north', filter_type: 'Regular', clause: "place = 'north'", tables: [visits], roles: [role.id] }
    const made = await admin('POST', '/api/v1/rowlevelsecurity/', rule)
    if (made.status !== 201) throw new Error(made.text)
  })
  afterAll(async () => {
    await server?.close()
    await onServer([`drop database if exists ${name} with (force)`])
  })

  const ask = (call: TestCall, id: number, query: object) => call('POST', '/api/v1/chart/data', { datasource: { id, type: 'query' }, queries: [query] })
  const placesOf = async (call: TestCall, sql: string, schema: string | null) => {
    const ran = await call('POST', '/api/v1/sqllab/execute/', { database_id: database, sql, schema })
    if (ran.status !== 200) return ran.status
    const { body } = await ask(call, ran.body.query_id, { columns: ['place'], metrics: [], orderby: [['place', true]] })
    return body.result[0].data.map(({ place }: { place: string }) => place)
  }

  test('T7 the rules of a dataset without a schema hold however its table is named and wherever names are looked up', async () => {
    const texts = ['SELECT place FROM visits', 'SELECT place FROM public.visits', 'SELECT v.place FROM "public"."visits" AS v']
    for (const sql of texts)
      for (const schema of [null, 'public', 'other']) {
        if (schema === 'other' && !sql.includes('public')) continue
        expect([sql, schema, await placesOf(admin, sql, schema)]).toEqual([sql, schema, ['north', 'south']])
        expect([sql, schema, await placesOf(ana, sql, schema)]).toEqual([sql, schema, ['north']])
      }
  })

  test('its kinds are those of the database: moments with a zone, counts, JSON', async () => {
    const sql = "SELECT date_trunc('day', seen_at) AS day, count(*) AS n, max(tags::text) AS tags FROM visits GROUP BY 1"
    const { query_id: id } = (await admin('POST', '/api/v1/sqllab/execute/', { database_id: database, sql })).body
    const axis = { columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', expressionType: 'SQL', timeGrain: 'P1M' }
    const filters = [{ col: 'day', op: 'TEMPORAL_RANGE', val: '2025-12-30 : 2026-01-03' }]
    const total = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' }, label: 'total' }
    expect((await ask(admin, id, { columns: [axis], metrics: [total], filters })).body.result[0]).toMatchObject({ coltypes: [2, 0], data: [{ total: 10 }] })
  })
})
