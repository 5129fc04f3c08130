import { unpackFrame } from '../unpack-frame.ts'
import { Exact, type Cell } from '@sightline/core'
import mysql2 from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver, RunOptions, Surroundings } from '../connector.ts'
import { addressForTests } from '../server-for-tests.ts'
import { refusalOf } from './guard.ts'
import { mysql } from './mysql.ts'
import { problemOf } from './problems.ts'
import { sslOf } from './ssl.ts'
import { columnOf, readerOf, readMoment } from './types.ts'

const address = addressForTests('SIGHTLINE_TEST_MYSQL', 'the MySQL driver on a server')
const surroundings: Surroundings = { fileRoots: [], program: () => '', log: () => undefined }
const target = { host: 'db.example', port: 3306, database: 'shop', username: 'ann' }

test.each([
  ['2021-01-02', Date.UTC(2021, 0, 2)],
  ['2021-01-02 03:04:05.000001', Date.UTC(2021, 0, 2, 3, 4, 5) + 0.001],
  ['0044-03-15', new Date('0044-03-15T00:00:00Z').getTime()],
  ['0000-00-00', null],
  ['2021-00-01', null],
  ['0000-00-00 00:00:00', null],
])('the moment %s is read', (text, expected) => expect(readMoment(text)).toEqual(expected))

test('types are named as the database writes them, and bits and long numbers are read whole', () => {
  const word = (columnType: number, more = {}) => columnOf({ name: 'a', columnType, ...more }).type
  expect([
    word(3),
    word(8, { flags: 32 }),
    word(246, { columnLength: 12, decimals: 2 }),
    word(16, { columnLength: 1 }),
    word(253, { characterSet: 63 }),
  ]).toEqual(['INTEGER', 'BIGINT UNSIGNED', 'DECIMAL(10, 2)', 'BIT(1)', 'VARBINARY'])
  expect(columnOf({ name: 'a', columnType: 252, extendedFormat: 'json' })).toMatchObject({ type: 'JSON', kind: 'string' })
  expect(readerOf({ name: 'a', columnType: 8 })('18446744073709551615')).toBe(18446744073709551615n)
  expect(readerOf({ name: 'a', columnType: 246 })('1234567890123456789.25')).toEqual(new Exact('1234567890123456789.25'))
  expect(readerOf({ name: 'a', columnType: 16, columnLength: 1 })(Buffer.from([1]))).toBe(true)
  expect(readerOf({ name: 'a', columnType: 16, columnLength: 64 })(Buffer.from('ffffffffffffffff', 'hex'))).toBe(18446744073709551615n)
})

test('what a server or network says becomes a problem', () => {
  const said = (error: object, sql?: string) => problemOf(error, target, sql)
  expect(said({ errno: 1045, message: `Access denied for user 'ann'@'x' (using password: YES)` })).toMatchObject({
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: 'Either the username "ann" or the password is incorrect.',
    extra: { engine_name: 'MySQL', invalid: ['username', 'password'] },
  })
  expect(said({ code: 'ENOTFOUND' })).toMatchObject({ code: 'CONNECTION_INVALID_HOSTNAME_ERROR', extra: { invalid: ['host'] } })
  expect(said({ code: 'EHOSTUNREACH' })).toMatchObject({ code: 'CONNECTION_HOST_DOWN_ERROR', extra: { invalid: ['host', 'port'] } })
  expect(said({ errno: 1049, message: `Unknown database 'nope'` })).toMatchObject({
    code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    extra: { invalid: ['database'] },
  })
  const syntax = `You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'fro t' at line 1`
  expect(said({ errno: 1064, message: syntax }, 'x')).toMatchObject({ code: 'SYNTAX_ERROR', message: expect.stringContaining('"fro t"') })
  expect(said({ errno: 1205, message: 'Lock wait timeout' }, 'x')).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR', message: 'mysql error: Lock wait timeout' })
})

test('T5 what does not only read is refused on a read-only connection before the server sees it', () => {
  for (const sql of ['SELECT 1', '(SELECT 1)', '-- x\nWITH a AS (SELECT 1) SELECT * FROM a', '# x\nSHOW TABLES', '/* x */ EXPLAIN SELECT 1', 'SELEC 1'])
    expect(refusalOf(sql), sql).toBeNull()
  for (const sql of [
    '/*! SET GLOBAL x = 1 */',
    '/*M! DROP TABLE t */',
    '/*!50000 DELETE FROM t */',
    `SELECT 1 INTO OUTFILE '/x'`,
    `select 1 into dumpfile '/x'`,
    'CALL p()',
    'DO SLEEP(1)',
    'HANDLER t OPEN',
    'SHUTDOWN',
    'ANALYZE DELETE FROM t',
    '',
    '; ',
  ])
    expect(refusalOf(sql), sql).not.toBeNull()
})

test('the address says how the line is encrypted', () => {
  const mode = (query: string, more: Partial<Surroundings> = {}) => {
    const config = mysql.fromUri(new URL(`mysql://u@h/d?${query}`))
    if (!config.ok) throw new Error(config.problem.message)
    return sslOf(config.value, { ...surroundings, ...more })
  }
  expect(mode('')).toBeUndefined()
  expect(mode('ssl=1')).toEqual({ rejectUnauthorized: false })
  expect(mode('ssl_mode=VERIFY_CA')).toEqual({ rejectUnauthorized: true, verifyIdentity: false })
  expect(mode('', { serverCertificate: 'PEM' })).toEqual({ rejectUnauthorized: true, verifyIdentity: true, ca: 'PEM' })
  const config = mysql.fromUri(new URL('mysql://u:p%40@h:1/d?ssl=1'))
  if (!config.ok) throw new Error(config.problem.message)
  expect(mysql.toUri({ ...config.value, query: {} })).toBe('mysql://u:p%40@h:1/d?ssl=1')
})

describe.skipIf(!address)('on a server', () => {
  const database = `suite_my_${process.pid}`
  let operator: mysql2.Connection
  let driver: Driver
  beforeAll(async () => {
    const uri = new URL(address!)
    operator = await mysql2.createConnection({ host: uri.hostname, port: Number(uri.port), user: uri.username })
    await operator.query(`CREATE DATABASE ${database}`)
    uri.pathname = `/${database}`
    const config = mysql.fromUri(uri)
    if (!config.ok) throw new Error(config.problem.message)
    driver = await mysql.open(config.value, surroundings)
  })
  afterAll(async () => {
    await driver.close()
    await operator.query(`DROP DATABASE ${database}`)
    await operator.end()
  })
  async function rows(sql: string, params: readonly unknown[] = [], options: Partial<RunOptions> = {}): Promise<Cell[][]> {
    const stream = await driver.stream({ sql, params }, { signal: AbortSignal.timeout(20_000), readOnly: false, ...options })
    if (!stream.ok) throw new Error(`${sql}: ${stream.problem.message}`)
    const all: Cell[][] = []
    for await (const batch of stream.value.batches) for (let row = 0; row < batch.length; row++) all.push(batch.values.map((cells) => cells[row]!))
    return all
  }

  test('comments, JSON, views and widths of types are told', async () => {
    await rows(`CREATE TABLE told (id INT(11) UNSIGNED PRIMARY KEY COMMENT 'the key', document JSON, flag BIT(1), price DECIMAL(10,2)) COMMENT 'about it'`)
    await rows('CREATE VIEW seen AS SELECT id FROM told')
    const signal = AbortSignal.timeout(10_000)
    expect(await driver.table('told', database, signal)).toMatchObject({
      ok: true,
      value: {
        comment: 'about it',
        columns: [
          { type: 'INTEGER UNSIGNED', comment: 'the key', kind: 'numeric' },
          { type: 'JSON', kind: 'string' },
          { type: 'BIT(1)', kind: 'boolean' },
          { type: 'DECIMAL(10, 2)', kind: 'numeric' },
        ],
      },
    })
    expect(await driver.table('seen', database, signal)).toMatchObject({ ok: true, value: { comment: null, primaryKey: null } })
    expect(await driver.rowEstimate!('seen', database, signal)).toEqual({ ok: true, value: null })
  })

  test('zero dates, bits, unsigned numbers and filters on long numbers', async () => {
    await rows('CREATE TABLE odd (big BIGINT UNSIGNED, day DATE, flag BIT(1), tiny TINYINT(1), share FLOAT)')
    await operator.query(`SET sql_mode = ''`)
    await operator.query(
      `INSERT INTO ${database}.odd VALUES (18446744073709551615, '0000-00-00', b'1', 5, 0.1), (9007199254740993, '2021-01-02', b'0', 1, 2.5)`,
    )
    expect(await rows('SELECT * FROM odd ORDER BY big DESC', [], { readOnly: true })).toEqual([
      [18446744073709551615n, null, true, 5, 0.1],
      [9007199254740993n, Date.UTC(2021, 0, 2), false, 1, 2.5],
    ])
    const sql = `SELECT *, CAST('2021-01-02 03:04:05.123456' AS DATETIME(6)) AS seen, REPEAT('ü', 200) AS long_text, x'ff' AS raw, CAST(1.50 AS DECIMAL(60, 2)) AS wide FROM ${database}.odd ORDER BY big DESC`
    const stream = await driver.stream({ sql, params: [] }, { signal: AbortSignal.timeout(20_000), readOnly: true })
    if (!stream.ok) throw new Error(stream.problem.message)
    const { columns, packed } = stream.value
    const frames = []
    for await (const batch of packed!.batches) frames.push('values' in batch ? batch : unpackFrame(columns, packed!.layouts, batch))
    // With a parameter the library reads them, from another form on the wire.
    const byLibrary = await rows(sql.replace('ORDER', 'WHERE 1 = ? ORDER'), [1])
    expect(frames.flatMap(({ values, length }) => Array.from({ length }, (_, row) => values.map((cells) => String(cells[row]))))).toEqual(
      byLibrary.map((row) => row.map(String)),
    )
    expect(await rows('SELECT share, tiny FROM odd WHERE big = ?', [9007199254740993n])).toEqual([[2.5, 1]])
    expect(await rows('SELECT count(*) FROM odd WHERE big = ?', [9007199254740992n])).toEqual([[0]])
  })

  test('what one user sets does not reach the next on the same connection', async () => {
    const used = new Set<Cell>()
    for (let round = 0; round < 6; round++) {
      await rows(`SET @left = 5, time_zone = '+05:00', sql_mode = 'ANSI_QUOTES'`)
      await rows(`SELECT GET_LOCK('left', 0)`)
      const [[own, ...seen]] = (await rows(`SELECT CONNECTION_ID(), @left, @@time_zone, "text"`)) as [Cell[]]
      expect(seen).toEqual([null, '+00:00', 'text'])
      used.add(own!)
    }
    // The lock is free again as soon as its connection has been made ready for the next.
    while ((await rows(`SELECT IS_FREE_LOCK('left')`))[0]![0] !== 1);
    expect(used.size).toBeLessThan(6)
  })
})
