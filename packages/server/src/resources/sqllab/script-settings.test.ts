import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressForTests } from '../../testing/address-for-tests.ts'
import { storeDatabase, storeRule } from '../../testing/stored-rows.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

// The statements of a script share one connection: what one of them sets, the next ones live with. Our own reading of the text knows nothing of it.
let server: TestApp
let admin: TestCall
/** May read every table, and is bound by a rule. */
let bound: TestCall

const stamp = `${process.pid}_${Date.now()}`
const pg = addressForTests('SIGHTLINE_TEST_PG', 'settings of scripts on PostgreSQL')
const mysql = addressForTests('SIGHTLINE_TEST_MYSQL', 'settings of scripts on MariaDB')
interface TestPlace {
  readonly name: string
  readonly uri: string
  readonly schema: string | null
  /** Statements that change how later ones are read. */
  readonly changes: readonly string[]
  /** Ways to say the same to which this is refused even with every right: they would blind the list of what is forbidden. */
  readonly blinding: readonly string[]
}

const shared = [
  'CREATE TEMPORARY TABLE orders AS SELECT 1 AS id',
  'CREATE TABLE staff_2 AS SELECT * FROM orders',
  'CREATE VIEW mine AS SELECT * FROM orders',
  'ALTER TABLE orders RENAME TO other',
]

const places: readonly TestPlace[] = [
  {
    name: 'duckdb',
    uri: 'duckdb:///script.duckdb',
    schema: 'main',
    changes: [
      ...shared,
      `SET search_path = 'other'`,
      `SET schema = 'other'`,
      'USE other',
      'PRAGMA disable_optimizer',
      'PREPARE p AS SELECT * FROM orders',
      'EXECUTE p',
      'EXPLAIN ANALYZE EXECUTE p',
      'CREATE TEMP VIEW orders AS SELECT 1',
      'CREATE MACRO staff() AS TABLE SELECT * FROM orders',
      'CREATE OR REPLACE TEMP MACRO abs(x) AS (SELECT max(region) FROM orders)',
      `ATTACH ':memory:' AS other`,
      'SET VARIABLE a = 1',
      'BEGIN',
      'COMMIT',
      'RESET search_path',
    ],
    blinding: [],
  },
  {
    name: 'sqlite',
    uri: 'sqlite:///script.db',
    schema: 'main',
    changes: [
      ...shared,
      'CREATE TEMP VIEW orders AS SELECT 1',
      'PRAGMA writable_schema = ON',
      'PRAGMA legacy_alter_table = ON',
      `ATTACH 'other.db' AS other`,
      'BEGIN',
      'COMMIT',
      'SAVEPOINT a',
    ],
    blinding: [],
  },
  ...(pg
    ? [
        {
          name: 'postgresql',
          uri: pg,
          schema: `sc_${stamp}`,
          changes: [
            ...shared,
            'SET standard_conforming_strings = off',
            'SET LOCAL standard_conforming_strings = off',
            'SET search_path TO other',
            `SELECT set_config('search_path', 'other', false)`,
            `SELECT pg_catalog.set_config('standard_conforming_strings', 'off', false)`,
            `UPDATE pg_settings SET setting = 'off' WHERE name = 'standard_conforming_strings'`,
            'SET ROLE postgres',
            'SET SESSION AUTHORIZATION postgres',
            'RESET ALL',
            'DISCARD ALL',
            'PREPARE p AS SELECT * FROM orders',
            'EXECUTE p',
            'EXPLAIN EXECUTE p',
            'EXPLAIN ANALYZE EXECUTE p',
            'EXPLAIN (ANALYZE) EXECUTE p',
            'CREATE TEMP VIEW orders AS SELECT 1',
            'DECLARE c CURSOR FOR SELECT * FROM orders',
            'FETCH ALL FROM c',
            `DO $$ BEGIN PERFORM set_config('search_path', 'other', false); END $$`,
            'CREATE FUNCTION pg_temp.abs(a int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
            'BEGIN',
            'COMMIT',
            'ROLLBACK',
          ],
          blinding: [
            'SET standard_conforming_strings = off',
            'SET LOCAL Standard_Conforming_Strings TO off',
            'SET SESSION "standard_conforming_strings" TO off',
            'SET backslash_quote = on',
            `SET NAMES 'SJIS'`,
            `SET client_encoding TO 'SJIS'`,
          ],
        },
      ]
    : []),
  ...(mysql
    ? [
        {
          name: 'mysql',
          uri: mysql,
          schema: `sc_${stamp}`,
          changes: [
            ...shared,
            `SET sql_mode = 'ANSI_QUOTES'`,
            `SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'`,
            `SET @@sql_mode = 'ANSI_QUOTES'`,
            `SET STATEMENT sql_mode = 'ANSI_QUOTES' FOR SELECT * FROM orders`,
            'SET NAMES gbk',
            'USE mysql',
            'SET ROLE NONE',
            `PREPARE p FROM 'SELECT * FROM orders'`,
            'EXECUTE p',
            `EXECUTE IMMEDIATE 'SELECT * FROM orders'`,
            'HANDLER orders OPEN',
            'DO 1',
            'BEGIN',
            'COMMIT',
            'LOCK TABLES orders READ',
          ],
          blinding: [
            `SET sql_mode = 'ANSI_QUOTES'`,
            `SET @@session.sql_mode = 'NO_BACKSLASH_ESCAPES'`,
            `SET \`sql_mode\` = ''`,
            `SET autocommit = 1, sql_mode = 'ANSI_QUOTES'`,
            `SET STATEMENT sql_mode = 'ANSI_QUOTES' FOR SELECT 1`,
            'SET NAMES gbk',
            'SET CHARACTER SET gbk',
            'SET character_set_client = gbk',
          ],
        },
      ]
    : []),
]

beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  bound = await server.as('bound', 'Alpha', 'sql_lab')
})
afterAll(() => server.close())

async function addDatabase(name: string, uri: string): Promise<number> {
  if (!/^(duckdb|sqlite):/.test(uri)) {
    const added = await admin('POST', '/api/v1/database/', { database_name: name, sqlalchemy_uri: uri, expose_in_sqllab: true, allow_dml: true })
    if (added.status !== 201) throw new Error(added.text)
    return added.body.id
  }
  return storeDatabase(server.deps, { name, uri })
}

describe.each(places)('scripts on $name', ({ name, uri, schema, changes, blinding }) => {
  let databaseId: number
  /** May read `staff` and nothing else. */
  let reader: TestCall
  const run = (call: TestCall, sql: string, more: Record<string, unknown> = {}) =>
    call('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, schema, sql, ...more })
  const make = async (sql: string, more: Record<string, unknown> = {}): Promise<void> => {
    const reply = await run(admin, sql, more)
    if (reply.status !== 200) throw new Error(`${sql}: ${reply.text}`)
  }

  beforeAll(async () => {
    databaseId = await addDatabase(`script ${name}`, uri)
    if (schema !== 'main') await make(`CREATE SCHEMA ${schema}`, { schema: null })
    await make('CREATE TABLE orders (id INTEGER, region VARCHAR(10))')
    await make(`INSERT INTO orders VALUES (1, 'North'), (2, 'South')`)
    await make('CREATE TABLE staff (id INTEGER, region VARCHAR(10))')
    await make(`INSERT INTO staff VALUES (1, 'North')`)
    const { db } = server.deps
    const orders = await admin('POST', '/api/v1/dataset/', { database: databaseId, schema, table_name: 'orders' })
    const staff = await admin('POST', '/api/v1/dataset/', { database: databaseId, schema, table_name: 'staff' })
    if (orders.status !== 201 || staff.status !== 201) throw new Error(orders.text + staff.text)
    await storeRule(server.deps, { datasetId: orders.body.id, role: 'sql_lab', clause: `region = 'North'` })
    const { perm } = await db.selectFrom('datasets').select('perm').where('id', '=', staff.body.id).executeTakeFirstOrThrow()
    const pair = await db.selectFrom('permissions').select('id').where('view_name', '=', perm).executeTakeFirstOrThrow()
    const role = await db
      .insertInto('roles')
      .values({ name: `staff of ${name}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('role_permissions').values({ role_id: role.id, permission_id: pair.id }).execute()
    reader = await server.as(`reader_of_${name}`, 'Gamma', 'sql_lab', `staff of ${name}`)
  })
  afterAll(async () => {
    if (schema !== 'main') await run(admin, `DROP SCHEMA ${schema}${name === 'postgresql' ? ' CASCADE' : ''}`, { schema: null })
  })

  test('T7 who is bound by a rule, or may read some tables only, cannot change how the rest of a script is read', async () => {
    expect((await run(bound, 'SELECT 1 AS a; SELECT region FROM orders')).body.data).toEqual([{ region: 'North' }])
    expect((await run(reader, 'SELECT 1 AS a; SELECT region FROM staff')).body.data).toEqual([{ region: 'North' }])
    for (const change of changes) {
      for (const [call, table] of [
        [bound, 'orders'],
        [reader, 'staff'],
      ] as const) {
        const reply = await run(call, `SELECT 1 AS a; ${change}; SELECT region FROM ${table}`)
        // Refused before the first statement has run, by who asks or by what is forbidden to all.
        expect([change, table, reply.status >= 400 && reply.status < 500, reply.body.data]).toEqual([change, table, true, undefined])
        expect(reply.body.errors[0].error_type, change).toMatch(/^(TABLE_SECURITY_ACCESS_ERROR|SYNTAX_ERROR)$/)
        expect((await run(call, change)).body.data, change).toBeUndefined()
      }
    }
    expect((await run(admin, 'SELECT region FROM orders ORDER BY id')).body.data).toEqual([{ region: 'North' }, { region: 'South' }])
  })

  test('T5 nobody changes what quotes and backslashes mean', async () => {
    for (const sql of blinding) {
      const reply = await run(admin, `${sql}; SELECT 1 AS a`)
      expect([sql, reply.body.errors?.[0]]).toEqual([
        sql,
        expect.objectContaining({ error_type: 'SYNTAX_ERROR', message: expect.stringContaining('not allowed') }),
      ])
    }
    if (name === 'postgresql') expect((await run(admin, `SET statement_timeout = '1min'; SELECT 1 AS a`)).body.data).toEqual([{ a: 1 }])
    if (name === 'mysql') expect((await run(admin, `SET @a = 5; SELECT @a AS a`)).body.data).toEqual([{ a: 5 }])
  })
})
