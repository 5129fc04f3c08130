import { readTables, splitStatements, type Cell } from '@sightline/core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver, Surroundings } from '../connector.ts'
import { addressForTests } from '../server-for-tests.ts'
import { postgresql } from './postgresql.ts'
import { problemOf } from './problems.ts'
import { columnOf, readerOf, readMoment } from './types.ts'

const address = addressForTests('SIGHTLINE_TEST_PG', 'the PostgreSQL driver on a server')
const surroundings: Surroundings = { fileRoots: [], program: () => '', log: () => undefined }

test.each([
  ['2021-01-02', Date.UTC(2021, 0, 2)],
  ['2021-01-02 03:04:05', Date.UTC(2021, 0, 2, 3, 4, 5)],
  ['2021-01-02 03:04:05.000001', Date.UTC(2021, 0, 2, 3, 4, 5) + 0.001],
  ['2021-01-02 03:04:05+05:30', Date.UTC(2021, 0, 1, 21, 34, 5)],
  ['1883-11-18 12:03:58-04:56:02', Date.UTC(1883, 10, 18, 17, 0, 0)],
  ['0044-03-15 BC', new Date('-000043-03-15T00:00:00Z').getTime()],
  ['12021-01-02', new Date('+012021-01-02T00:00:00Z').getTime()],
  ['infinity', null],
])('the moment %s is read', (text, expected) => {
  const moment = readMoment(text)
  if (expected === null) expect(moment).toBeNull()
  else expect(moment).toBeCloseTo(expected, 3)
})

test('lists keep nulls, quotes and nesting', () => {
  const read = readerOf({ name: 'a', dataTypeID: 1009, dataTypeModifier: -1 })
  expect(read('{a,NULL,"b,\\"c",{"d","e"}}')).toEqual(['a', null, 'b,"c', ['d', 'e']])
  expect(readerOf({ name: 'a', dataTypeID: 1016, dataTypeModifier: -1 })('{9007199254740993}')).toEqual([9007199254740993n])
})

test('types are named as the database writes them', () => {
  const word = (dataTypeID: number, dataTypeModifier = -1) => columnOf({ name: 'a', dataTypeID, dataTypeModifier }).type
  expect([word(1700, ((10 << 16) | 2) + 4), word(1700), word(1043, 24), word(1114), word(701), word(1007), word(99_999)]).toEqual([
    'NUMERIC(10, 2)',
    'NUMERIC',
    'VARCHAR(20)',
    'TIMESTAMP WITHOUT TIME ZONE',
    'DOUBLE PRECISION',
    'INTEGER[]',
    'USER-DEFINED',
  ])
})

test('what a server or network says becomes a problem', () => {
  const target = { host: 'db.example', port: 5432, database: 'shop', username: 'ann' }
  const codeOf = (error: object) => problemOf(error, target).code
  expect(codeOf({ code: '28P01', message: 'password authentication failed for user "ann"' })).toBe('CONNECTION_INVALID_PASSWORD_ERROR')
  expect(codeOf({ code: '28000', message: 'role "ann" does not exist' })).toBe('CONNECTION_INVALID_USERNAME_ERROR')
  expect(codeOf({ message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' })).toBe('CONNECTION_ACCESS_DENIED_ERROR')
  expect(codeOf({ code: 'EHOSTUNREACH', message: 'x' })).toBe('CONNECTION_HOST_DOWN_ERROR')
  expect(problemOf({ code: '28P01', message: 'password authentication failed for user "ann"' }, target)).toMatchObject({
    message: 'The password provided for username "ann" is incorrect.',
    extra: { invalid: ['username', 'password'] },
  })
})

describe.skipIf(!address)('on a server', () => {
  let driver: Driver
  let operator: pg.Client
  const schema = `suite_pg_${process.pid}`
  beforeAll(async () => {
    const config = postgresql.fromUri(new URL(`${address}?application_name=suite_${process.pid}`))
    if (!config.ok) throw new Error(config.problem.message)
    driver = await postgresql.open(config.value, surroundings)
    operator = new pg.Client({ connectionString: address })
    await operator.connect()
    await operator.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.a (id int PRIMARY KEY, x text); CREATE TABLE ${schema}.b (id int, a_id int REFERENCES ${schema}.a);
      CREATE TABLE ${schema}.c (id int); CREATE INDEX b_id ON ${schema}.b (id); COMMENT ON TABLE ${schema}.a IS 'first'; COMMENT ON COLUMN ${schema}.a.x IS 'text'`)
  })
  afterAll(async () => {
    await operator.query(`DROP SCHEMA ${schema} CASCADE`)
    await operator.end()
    await driver.close()
  })

  async function rows(sql: string): Promise<Cell[][]> {
    const stream = await driver.stream({ sql, params: [] }, { signal: AbortSignal.timeout(20_000), readOnly: true, schema })
    if (!stream.ok) throw new Error(`${sql}: ${stream.problem.message}`)
    const all: Cell[][] = []
    for await (const batch of stream.value.batches) for (let row = 0; row < batch.length; row++) all.push(batch.values.map((cells) => cells[row]!))
    return all
  }

  test('keys, indexes and comments are told', async () => {
    const signal = AbortSignal.timeout(20_000)
    expect(await driver.table('a', schema, signal)).toMatchObject({
      ok: true,
      value: { comment: 'first', primaryKey: { columns: ['id'] }, columns: [{}, { comment: 'text' }] },
    })
    expect(await driver.table('b', schema, signal)).toMatchObject({
      ok: true,
      value: {
        primaryKey: null,
        foreignKeys: [{ columns: ['a_id'], table: 'a', referred: ['id'] }],
        indexes: [{ name: 'b_id', columns: ['id'], unique: false }],
      },
    })
  })

  test('types that users made are told by their name, in rows, descriptions and tables', async () => {
    await operator.query(`CREATE TYPE ${schema}.mood AS ENUM ('sad', 'gl"ad'); CREATE DOMAIN ${schema}.positive AS int CHECK (VALUE > 0);
      CREATE TYPE ${schema}.pair AS (a int, b text); CREATE TABLE ${schema}.moods (m ${schema}.mood, ms ${schema}.mood[], p ${schema}.positive, q ${schema}.pair)`)
    await operator.query(`INSERT INTO ${schema}.moods VALUES ('sad', ARRAY['sad', NULL, 'gl"ad']::${schema}.mood[], 3, ROW(1, 'x'))`)
    const sql = 'SELECT m, ms, p, q FROM moods'
    const signal = AbortSignal.timeout(20_000)
    const described = await driver.describe({ sql, params: [] }, { signal, readOnly: true, schema })
    expect(described).toMatchObject({
      ok: true,
      value: [{ type: `${schema}.mood` }, { type: `${schema}.mood[]` }, { type: 'INTEGER', kind: 'numeric' }, { type: `${schema}.pair` }],
    })
    expect(await rows(sql)).toEqual([['sad', ['sad', null, 'gl"ad'], 3, '(1,x)']])
    expect(await driver.table('moods', schema, signal)).toMatchObject({
      ok: true,
      value: {
        columns: [
          { type: `${schema}.mood`, kind: 'string' },
          { type: `${schema}.mood[]` },
          { type: `${schema}.positive`, kind: 'numeric' },
          { type: `${schema}.pair` },
        ],
      },
    })
  })

  test('a divided table tells its newest part and its rows without being read', async () => {
    await operator.query(`CREATE TABLE ${schema}.parts (region text, day date, a int) PARTITION BY LIST (region);
      CREATE TABLE ${schema}.parts_n PARTITION OF ${schema}.parts FOR VALUES IN ('north', 'o''ne, two'); CREATE TABLE ${schema}.parts_d PARTITION OF ${schema}.parts DEFAULT;
      CREATE TABLE ${schema}.hashed (a int) PARTITION BY HASH (a); INSERT INTO ${schema}.parts SELECT 'north', now(), n FROM generate_series(1, 500) n; ANALYZE ${schema}.parts`)
    const signal = AbortSignal.timeout(20_000)
    expect(await driver.table('parts', schema, signal)).toMatchObject({
      ok: true,
      value: { partitions: { columns: ['region'], latest: { region: `o'ne, two` } } },
    })
    expect(await driver.table('hashed', schema, signal)).toMatchObject({ ok: true, value: { partitions: { columns: ['a'], latest: {} } } })
    expect(await driver.rowEstimate!('parts', schema, signal)).toEqual({ ok: true, value: 500 })
    expect(await driver.rowEstimate!('c', schema, signal)).toEqual({ ok: true, value: null })
  })

  test('what a statement left behind beside its transaction does not reach the next', async () => {
    await rows('SELECT pg_advisory_lock(4711)')
    expect((await operator.query(`SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711`)).rows).toEqual([{ held: 0 }])
  })

  test('T5 a read-only session stays read-only, whatever it says first', async () => {
    for (const first of [
      'SET TRANSACTION READ WRITE',
      'COMMIT',
      'ROLLBACK AND CHAIN',
      `SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE`,
      `SET default_transaction_read_only = off`,
    ]) {
      const session = await driver.session({ signal: AbortSignal.timeout(20_000), readOnly: true, schema })
      if (!session.ok) throw new Error(session.problem.message)
      const say = async (sql: string): Promise<boolean> => {
        const stream = await session.value.stream({ sql, params: [] }, { signal: AbortSignal.timeout(20_000) })
        if (!stream.ok) return false
        for await (const _ of stream.value.batches);
        return true
      }
      await say(first)
      await say('SET TRANSACTION READ WRITE')
      expect(await say('INSERT INTO c VALUES (1)'), first).toBe(false)
      await say('COMMIT')
      await session.value.close()
    }
    expect(await rows('SELECT count(*) FROM c')).toEqual([[0]])
  })

  describe('what is put off until the end', () => {
    const active = async (): Promise<number> =>
      // Inside a transaction the first look would be kept.
      operator
        .query('SELECT pg_stat_clear_snapshot()')
        .then(() => operator.query(`SELECT count(*) AS c FROM pg_stat_activity WHERE state = 'active' AND application_name = 'suite_${process.pid}'`))
        .then(({ rows: [row] }) => Number(row.c))
    const isCommitting = async (): Promise<void> => {
      while ((await active()) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    beforeAll(async () => {
      await operator.query(`CREATE TABLE ${schema}.put_off (a int);
        CREATE FUNCTION ${schema}.dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(600); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER late AFTER INSERT ON ${schema}.put_off DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${schema}.dawdle()`)
    })
    const insert = { sql: 'INSERT INTO put_off VALUES (1)', params: [] }

    test('SQL-4 a stop while a statement is committed ends it in the database and undoes it', async () => {
      const controller = new AbortController()
      const stream = await driver.stream(insert, { signal: controller.signal, readOnly: false, schema })
      if (!stream.ok) throw new Error(stream.problem.message)
      const reading = (async () => {
        for await (const _ of stream.value.batches);
      })()
      const answer = reading.then(
        () => 'kept',
        (error: { problem: { message: string } }) => error.problem.message,
      )
      await isCommitting()
      controller.abort()
      expect(await answer).toContain('stopped')
      expect(await active()).toBe(0)
      expect(await rows('SELECT count(*) FROM put_off')).toEqual([[0]])
    })

    test('SQL-4 a stop while a session commits ends it in the database and undoes it', async () => {
      const controller = new AbortController()
      const session = await driver.session({ signal: controller.signal, readOnly: false, schema })
      if (!session.ok) throw new Error(session.problem.message)
      const stream = await session.value.stream(insert, { signal: controller.signal })
      if (stream.ok) for await (const _ of stream.value.batches);
      const answer = session.value.commit()
      await isCommitting()
      controller.abort()
      expect(await answer).toMatchObject({ ok: false, problem: { message: expect.stringContaining('stopped') } })
      await session.value.close()
      expect(await active()).toBe(0)
      expect(await rows('SELECT count(*) FROM put_off')).toEqual([[0]])
    })

    test('a description that waits for a lock can be stopped', async () => {
      await operator.query(`BEGIN; LOCK TABLE ${schema}.put_off IN ACCESS EXCLUSIVE MODE`)
      try {
        const controller = new AbortController()
        const answer = driver.describe({ sql: 'SELECT * FROM put_off', params: [] }, { signal: controller.signal, readOnly: true, schema })
        await isCommitting()
        controller.abort()
        expect(await answer).toMatchObject({ ok: false, problem: { message: expect.stringContaining('stopped') } })
      } finally {
        await operator.query('ROLLBACK')
      }
    })
  })

  test('a cost estimate cannot be talked into running the statement', async () => {
    const ask = (sql: string) => driver.costEstimate!({ sql, params: [] }, { signal: AbortSignal.timeout(20_000), readOnly: true, schema })
    expect(await ask('SELECT * FROM a')).toEqual({ ok: true, value: { 'Start-up cost': '0.0', 'Total cost': expect.stringMatching(/^\d+\.\d+$/) } })
    for (const sql of ['ANALYZE SELECT 1', '(ANALYZE) SELECT 1', 'VERBOSE SELECT 1']) expect((await ask(sql)).ok, sql).toBe(false)
  })

  test('connections that a restart ended are renewed', async () => {
    await Promise.all([rows('SELECT 1'), rows('SELECT pg_sleep(0.05)'), rows('SELECT pg_sleep(0.05)')])
    await operator.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'suite_${process.pid}'`)
    expect(await rows('SELECT 1')).toEqual([[1]])
  })

  test('a connection that dies under a query fails that query only', async () => {
    const stream = await driver.stream(
      { sql: 'SELECT * FROM generate_series(1, 1000000)', params: [] },
      { signal: AbortSignal.timeout(20_000), readOnly: true },
    )
    if (!stream.ok) throw new Error(stream.problem.message)
    await operator.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'suite_${process.pid}'`)
    await expect(
      (async () => {
        for await (const _ of stream.value.batches);
      })(),
    ).rejects.toMatchObject({ problem: { code: 'GENERIC_DB_ENGINE_ERROR' } })
    expect(await rows('SELECT 1')).toEqual([[1]])
  })

  test('settings made by a query do not reach the next', async () => {
    await rows(`SELECT set_config('search_path', 'nowhere', false), set_config('statement_timeout', '1', false)`)
    expect(await rows('SELECT count(*) FROM a')).toEqual([[0]])
    await expect(rows(`SELECT set_config('transaction_read_only', 'off', false)`)).rejects.toThrow()
  })

  test('T6 every table the server plans to read is found in the text', async () => {
    const corpus = [
      'SELECT * FROM a',
      'SELECT * FROM a, b JOIN c USING (id)',
      'SELECT (SELECT max(id) FROM c) FROM b WHERE EXISTS (SELECT 1 FROM a WHERE a.id = b.a_id)',
      'WITH a AS (SELECT * FROM a) SELECT * FROM a, b',
      'WITH x(id) AS (SELECT id FROM c), c AS (SELECT * FROM x) SELECT * FROM c, b',
      'WITH RECURSIVE r(n) AS (SELECT id FROM b UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT * FROM r',
      '(WITH c AS (SELECT 1 AS id) SELECT * FROM c) UNION ALL SELECT id FROM c',
      'TABLE c UNION ALL (TABLE b ORDER BY id) '.replace('TABLE b', 'SELECT id FROM b'),
      'SELECT * FROM b LEFT JOIN LATERAL (SELECT * FROM c WHERE c.id = b.id) l ON true',
      'SELECT extract(year FROM now()), b.id IS DISTINCT FROM 3, substring(x FROM 2) FROM a, b',
      'SELECT * FROM ONLY a, (b CROSS JOIN (SELECT * FROM c) AS z)',
      `SELECT * FROM "a" AS "from", ${schema}.b "join" WHERE "from".x = 'FROM c' -- FROM c`,
      'SELECT count(*) FILTER (WHERE id IN (SELECT id FROM c)) OVER (PARTITION BY a_id, id) FROM b',
      'SELECT ARRAY(SELECT id FROM c), CASE WHEN EXISTS (TABLE a) THEN 1 END FROM generate_series(1, 2) AS g(id), b',
      'VALUES ((SELECT count(*) FROM a)), ((SELECT count(*) FROM b))',
    ]
    for (const sql of corpus) {
      const [statement] = splitStatements(sql, 'postgresql')!
      const found = new Set(readTables(statement!).tables.map(({ table }) => table))
      const [[plan]] = (await rows(`EXPLAIN (FORMAT JSON) ${sql}`)) as [[unknown]]
      const planned = [...JSON.stringify(plan).matchAll(/"Relation Name":"([^"]+)"/g)].map(([, name]) => name!)
      expect(planned.length, sql).toBeGreaterThan(0)
      expect([sql, planned.filter((name) => !found.has(name))]).toEqual([sql, []])
    }
  })
})
