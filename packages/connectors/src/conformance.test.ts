import { Exact, type Cell, type Statement } from '@sightline/core'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectors } from './all.ts'
import type { Driver, RunOptions, Surroundings } from './connector.ts'
import { engineProgram } from './engine-for-tests.ts'

/** Every connector proves the same facts on a real database. The PostgreSQL server is the one of the test command. */
interface Place {
  readonly id: string
  /** null: cannot be reached here; the reason is printed, and in CI it is a failure. */
  readonly uri: (folder: string) => string | null
  readonly now: string
  /** Rows 0 … n - 1 in a column `n`. */
  readonly series: (count: number) => string
  /** Runs for minutes. */
  readonly slow: string
  readonly typed: string
}

const places: readonly Place[] = [
  {
    id: 'duckdb',
    uri: (folder) => `duckdb:///${folder}/conformance.duckdb`,
    now: 'now()',
    series: (count) => `SELECT range AS n FROM range(${count})`,
    slow: 'SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range + b.range = 7',
    typed: `SELECT 42::INTEGER AS int_, 9007199254740993::BIGINT AS big, 1.50::DECIMAL(10,2) AS dec_, 1234567890123456789.000000000000000001::DECIMAL(38,18) AS exact,
      0.1::DOUBLE AS float_, TRUE AS bool_, DATE '2021-01-02' AS date_, TIMESTAMP '2021-01-02 03:04:05.123456' AS ts, TIMESTAMPTZ '2021-01-02 03:04:05+02' AS tstz,
      '{"a": [1, null]}'::JSON AS json_, [1, 2, NULL] AS list_, encode('naïve 🙂') AS bytes_, 'it''s 🙂' AS text_, NULL::INTEGER AS nothing,
      '6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d4'::UUID AS uuid_`,
  },
  {
    id: 'postgresql',
    uri: () => process.env['SIGHTLINE_TEST_PG'] ?? null,
    now: 'now()',
    series: (count) => `SELECT n FROM generate_series(0, ${count - 1}) AS g(n)`,
    slow: 'SELECT pg_sleep(300)',
    typed: `SELECT 42::int AS int_, 9007199254740993::bigint AS big, 1.50::numeric(10,2) AS dec_, 1234567890123456789.000000000000000001::numeric(38,18) AS exact,
      0.1::float8 AS float_, true AS bool_, DATE '2021-01-02' AS date_, TIMESTAMP '2021-01-02 03:04:05.123456' AS ts, TIMESTAMPTZ '2021-01-02 03:04:05+02' AS tstz,
      '{"a": [1, null]}'::jsonb AS json_, ARRAY[1, 2, NULL] AS list_, convert_to('naïve 🙂', 'UTF8') AS bytes_, 'it''s 🙂' AS text_, NULL::int AS nothing,
      '6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d4'::uuid AS uuid_`,
  },
]

let folder: string
let surroundings: Surroundings
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-conformance-'))
  surroundings = { fileRoots: [folder], program: engineProgram, log: () => undefined }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('every connector is in the suite', () => expect(connectors.map(({ id }) => id).toSorted()).toEqual(places.map(({ id }) => id).toSorted()))

for (const place of places) {
  const isReachable = place.uri('') !== null
  if (!isReachable && process.env['CI']) test(`${place.id} can be reached`, () => expect.fail(`no address for ${place.id}: set SIGHTLINE_TEST_PG`))
  if (!isReachable) process.stdout.write(`skipped: the suite of ${place.id}, SIGHTLINE_TEST_PG is not set\n`)

  describe.skipIf(!isReachable)(place.id, () => {
    const connector = connectors.find(({ id }) => id === place.id)!
    let driver: Driver
    const quoted = (name: string): string => `${connector.dialect.quote[0]}${name.replaceAll('"', '""')}${connector.dialect.quote[1]}`
    const schema = `suite ${process.pid} "ü"`

    beforeAll(async () => {
      driver = await openUri(place.uri(folder)!)
      await rows({ sql: `CREATE SCHEMA ${quoted(schema)}`, params: [] }, { readOnly: false })
    })
    afterAll(async () => {
      await rows({ sql: `DROP SCHEMA ${quoted(schema)} CASCADE`, params: [] }, { readOnly: false })
      await driver.close()
    })

    async function openUri(uri: string): Promise<Driver> {
      const config = connector.fromUri(new URL(uri))
      if (!config.ok) throw new Error(config.problem.message)
      return connector.open(config.value, surroundings)
    }

    async function rows(statement: Statement | string, options: Partial<RunOptions> = {}): Promise<Cell[][]> {
      const asked = typeof statement === 'string' ? { sql: statement, params: [] } : statement
      const stream = await driver.stream(asked, { signal: new AbortController().signal, readOnly: true, ...options })
      if (!stream.ok) throw new Error(`${stream.problem.code}: ${stream.problem.message}`)
      const all: Cell[][] = []
      for await (const batch of stream.value.batches) for (let row = 0; row < batch.length; row++) all.push(batch.values.map((cells) => cells[row]!))
      return all
    }

    const problemOf = async (sql: string, options: Partial<RunOptions> = {}) => {
      const stream = await driver.stream({ sql, params: [] }, { signal: new AbortController().signal, readOnly: true, ...options })
      if (!stream.ok) return stream.problem
      try {
        for await (const _ of stream.value.batches);
      } catch (error) {
        return (error as { problem: { code: string; message: string } }).problem
      }
      return expect.fail(`${sql} was not refused`)
    }

    test('types come back with every digit', async () => {
      const stream = await driver.stream({ sql: place.typed, params: [] }, { signal: new AbortController().signal, readOnly: true })
      if (!stream.ok) throw new Error(stream.problem.message)
      const cells: Record<string, Cell> = {}
      for await (const batch of stream.value.batches) batch.columns.forEach(({ name }, index) => (cells[name] = batch.values[index]![0]!))
      expect(cells).toEqual({
        int_: 42,
        big: 9007199254740993n,
        dec_: 1.5,
        exact: new Exact('1234567890123456789.000000000000000001'),
        float_: 0.1,
        bool_: true,
        date_: Date.UTC(2021, 0, 2),
        ts: Date.UTC(2021, 0, 2, 3, 4, 5) + 123.456,
        tstz: Date.UTC(2021, 0, 2, 1, 4, 5),
        json_: { a: [1, null] },
        list_: [1, 2, null],
        bytes_: 'naïve 🙂',
        text_: "it's 🙂",
        nothing: null,
        uuid_: '6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d4',
      })
      const kinds = Object.fromEntries(stream.value.columns.map(({ name, kind }) => [name, kind]))
      expect(kinds).toMatchObject({ int_: 'numeric', exact: 'numeric', bool_: 'boolean', date_: 'temporal', ts: 'temporal', tstz: 'temporal', json_: 'string' })
      const described = await driver.describe({ sql: place.typed, params: [] }, { signal: new AbortController().signal, readOnly: true })
      expect(described).toEqual({ ok: true, value: stream.value.columns })
    })

    test('columns are known when there are no rows', async () => {
      const stream = await driver.stream(
        { sql: `SELECT n FROM (${place.series(1)}) AS s WHERE 1 = 0`, params: [] },
        { signal: new AbortController().signal, readOnly: true },
      )
      expect(stream.ok && stream.value.columns.map(({ name, kind }) => [name, kind])).toEqual([['n', 'numeric']])
      if (stream.ok) for await (const _ of stream.value.batches) expect.fail('no batch was expected')
    })

    test('values travel as parameters', async () => {
      const evil = `'; DROP TABLE x; -- 🙂 "`
      const sql = `SELECT n FROM (${place.series(9)}) AS s WHERE n = $1 AND CAST($2 AS VARCHAR) = $3`
      expect(await rows({ sql, params: [7, evil, evil] })).toEqual([[7]])
      expect(await rows({ sql, params: [7, evil, 'x'] })).toEqual([])
    })

    test('names with quotes and other letters work, in a schema of such a name', async () => {
      const name = `ta"ble ü`
      await rows(`CREATE TABLE ${quoted(name)} (${quoted('a "b" é')} INTEGER PRIMARY KEY, plain VARCHAR(20), seen TIMESTAMP, price DECIMAL(10,2))`, {
        readOnly: false,
        schema,
      })
      await rows(`INSERT INTO ${quoted(name)} VALUES (1, 'x', NULL, 2.5)`, { readOnly: false, schema })
      expect(await rows(`SELECT * FROM ${quoted(name)}`, { schema })).toEqual([[1, 'x', null, 2.5]])
      const signal = new AbortController().signal
      expect(await driver.schemas(signal)).toMatchObject({ ok: true, value: expect.arrayContaining([schema]) })
      expect(await driver.tables(schema, signal)).toEqual({ ok: true, value: [{ name, kind: 'table' }] })
      const table = await driver.table(name, schema, signal)
      if (!table.ok) throw new Error(table.problem.message)
      expect(table.value.columns.map(({ name: column, kind, nullable }) => [column, kind, nullable])).toEqual([
        ['a "b" é', 'numeric', false],
        ['plain', 'string', true],
        ['seen', 'temporal', true],
        ['price', 'numeric', true],
      ])
      expect(table.value.primaryKey?.columns).toEqual(['a "b" é'])
      expect(await driver.table('nope', schema, signal)).toMatchObject({ ok: false, problem: { code: 'TABLE_DOES_NOT_EXIST_ERROR' } })
      await rows(`DROP TABLE ${quoted(name)}`, { readOnly: false, schema })
    })

    test('a million rows stream in small batches and bounded memory', async () => {
      const stream = await driver.stream(
        { sql: `SELECT n, n * 2 AS m, CAST(n AS VARCHAR) AS t, 'some text of a row' AS u FROM (${place.series(1_000_000)}) AS s`, params: [] },
        { signal: new AbortController().signal, readOnly: true },
      )
      if (!stream.ok) throw new Error(stream.problem.message)
      let count = 0
      let peak = 0
      const before = process.memoryUsage().heapUsed
      for await (const batch of stream.value.batches) {
        expect(batch.length).toBeLessThanOrEqual(8192)
        count += batch.length
        peak = Math.max(peak, process.memoryUsage().heapUsed - before)
      }
      expect(count).toBe(1_000_000)
      expect(peak).toBeLessThan(300 * 2 ** 20)
    })

    test('maxRows ends the reading', async () => {
      expect(await rows(place.series(100_000), { maxRows: 3 })).toEqual([[0], [1], [2]])
      expect(await rows(place.series(100_000), { maxRows: 5000 })).toHaveLength(5000)
    })

    test('a reader that leaves early leaves the connection usable', async () => {
      for (let round = 0; round < 12; round++) {
        const stream = await driver.stream({ sql: place.series(1_000_000), params: [] }, { signal: new AbortController().signal, readOnly: true })
        if (!stream.ok) throw new Error(stream.problem.message)
        for await (const _ of stream.value.batches) break
      }
      expect(await rows('SELECT 1')).toEqual([[1]])
    })

    test('cancel ends a statement that would run for minutes and leaves the connection usable', async () => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 300)
      const problem = await problemOf(place.slow, { signal: controller.signal })
      expect(problem.message).toContain('stopped')
      expect(await rows('SELECT 1')).toEqual([[1]])
    })

    test('read-only statements cannot write', async () => {
      await rows('CREATE TABLE guarded (a INTEGER)', { readOnly: false, schema })
      for (const sql of [
        'INSERT INTO guarded VALUES (1)',
        'CREATE TABLE another (a INTEGER)',
        'DROP TABLE guarded',
        'DELETE FROM guarded',
        'EXPLAIN ANALYZE INSERT INTO guarded VALUES (1)',
      ]) {
        await problemOf(sql, { schema })
      }
      expect(await rows('SELECT count(*) FROM guarded', { schema })).toEqual([[0]])
      await rows('DROP TABLE guarded', { readOnly: false, schema })
    })

    test('a second statement in the same text is refused', async () => {
      await problemOf('SELECT 1; SELECT 2')
    })

    test('errors of the database become problems of the interface', async () => {
      expect(await problemOf('SELEC 1')).toMatchObject({ code: 'SYNTAX_ERROR', message: expect.stringContaining('"SELEC"') })
      expect(await problemOf(`SELECT n,\n nope FROM (${place.series(1)}) AS s`)).toMatchObject({
        code: 'COLUMN_DOES_NOT_EXIST_ERROR',
        message: `We can't seem to resolve the column "nope" at line 2.`,
      })
      expect(await problemOf('SELECT * FROM nope')).toMatchObject({ extra: { engine_name: connector.name } })
    })

    test('the address survives being read and written', () => {
      const uri = new URL(place.uri(folder)!)
      const config = connector.fromUri(uri)
      if (!config.ok) throw new Error(config.problem.message)
      const again = connector.fromUri(new URL(connector.toUri(config.value)))
      expect(again).toEqual(config)
    })

    test('every grain of the dialect can be run', async () => {
      for (const [grain, expression] of Object.entries(connector.dialect.grains)) {
        const [row] = await rows(`SELECT ${expression("TIMESTAMP '2021-05-06 07:08:09'")}`)
        expect(row?.[0], grain).toBeLessThanOrEqual(Date.UTC(2021, 4, 6, 7, 8, 9))
      }
      const literal = (type: string) => connector.dialect.timeLiteral(type, new Date(Date.UTC(2021, 0, 2, 3, 4, 5)))
      expect(await rows(`SELECT 1 WHERE TIMESTAMP '2021-01-02 03:04:05' = ${literal('TIMESTAMP')} AND DATE '2021-01-02' = ${literal('DATE')}`)).toEqual([[1]])
    })
  })
}

describe.skipIf(!process.env['SIGHTLINE_TEST_PG'])('a PostgreSQL server that is not as expected', () => {
  const connector = connectors.find(({ id }) => id === 'postgresql')!
  const ask = async (uri: URL) => {
    const config = connector.fromUri(uri)
    if (!config.ok) return config.problem
    const driver = await connector.open(config.value, surroundings)
    try {
      const answer = await driver.test(AbortSignal.timeout(10_000))
      return answer.ok ? null : answer.problem
    } finally {
      await driver.close()
    }
  }
  const address = (change: (uri: URL) => void): URL => {
    const uri = new URL(process.env['SIGHTLINE_TEST_PG']!)
    change(uri)
    return uri
  }

  test('a closed port, an unknown host, user and database have their own problems', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    expect(await ask(address((uri) => (uri.port = String(port))))).toMatchObject({ code: 'CONNECTION_PORT_CLOSED_ERROR' })
    expect(await ask(address((uri) => (uri.hostname = 'nowhere.invalid')))).toMatchObject({ code: 'CONNECTION_INVALID_HOSTNAME_ERROR' })
    expect(await ask(address((uri) => (uri.pathname = '/nope')))).toMatchObject({ code: 'CONNECTION_UNKNOWN_DATABASE_ERROR' })
    expect(await ask(address((uri) => (uri.username = 'nobody_here')))).toMatchObject({
      code: expect.stringMatching(/CONNECTION_INVALID_(USERNAME|PASSWORD)_ERROR/),
    })
  })

  test('a server that never answers is given up', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const problem = await ask(
      address((uri) => {
        uri.port = String(port)
        uri.searchParams.set('connect_timeout', '1')
      }),
    )
    expect(problem).toMatchObject({ code: 'CONNECTION_HOST_DOWN_ERROR' })
    server.close()
  })

  test('T17 parameters that reach files, sockets or commands are refused', () => {
    for (const parameter of [
      'sslrootcert=/etc/passwd',
      'host=/var/run',
      'options=-c%20log_statement=all',
      'service=x',
      'passfile=/x',
      'sslmode=none',
      '__proto__=1',
    ]) {
      const config = connector.fromUri(new URL(`postgresql://u@h/d?${parameter}`))
      expect(config.ok, parameter).toBe(false)
    }
    expect(connector.fromUri(new URL('postgresql://u@%2Fvar%2Frun/d')).ok).toBe(false)
    expect(connector.fromUri(new URL('postgresql://u:p@h:1/d?sslmode=require')).ok).toBe(true)
  })
})
