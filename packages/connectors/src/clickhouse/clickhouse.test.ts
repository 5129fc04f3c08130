import { Exact } from '@sightline/core'
import { expect, test } from 'vitest'
import { clickhouse } from './clickhouse.ts'
import { clickhouseDialect } from './dialect.ts'
import { bindParameters } from './parameters.ts'
import { problemOf, ServerException } from './problems.ts'
import { LineReader, readFrame, readHead } from './rows.ts'
import { columnOf, plainType, readerOf, readType } from './types.ts'

const target = { host: 'h', port: 1, database: 'd', username: 'u' }

async function* pieces(...texts: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

test('values are sent to ClickHouse beside the text, each with its type', () => {
  const sql = `SELECT '?', "a?", \`b?\` -- ?\n/* ? */ WHERE a = ? AND b = ? AND c = ? AND d IS ? AND e = ?`
  const { sql: text, values } = bindParameters({ sql, params: [7, `it's\t\\`, 2n ** 63n, null, new Exact('1.50')] })
  expect(text).toBe(
    `SELECT '?', "a?", \`b?\` -- ?\n/* ? */ WHERE a = {p1:Int64} AND b = {p2:String} AND c = {p3:UInt64} AND d IS NULL AND e = {p5:Decimal(76, 2)}`,
  )
  expect(values).toEqual({ param_p1: '7', param_p2: `it's\\t\\\\`, param_p3: '9223372036854775808', param_p5: '1.50' })
  expect(() => bindParameters({ sql: 'SELECT ?', params: [1, 2] })).toThrow('1 places for 2 values')
})

test('types of ClickHouse are read whatever they are wrapped in', () => {
  expect(readType(`Enum8('a,(' = 1, 'it\\'s' = 2)`)).toEqual({ name: 'Enum8', parts: [`'a,(' = 1`, `'it\\'s' = 2`] })
  expect(plainType('LowCardinality(Nullable(String))')).toBe('String')
  expect(columnOf('x', 'Nullable(Decimal(76, 4))')).toEqual({ name: 'x', kind: 'numeric', type: 'Decimal(76, 4)' })
  expect(columnOf('x', `DateTime64(6, 'Europe/Berlin')`).kind).toBe('temporal')
  expect(readerOf('Map(String, Array(UInt64))')({ a: ['18446744073709551615', 1] })).toEqual({ a: [18446744073709551615n, 1] })
  expect(readerOf('Tuple(x Int128, `y z` Decimal(38, 2))')({ x: '170141183460469231731687303715884105727', 'y z': '1.50' })).toEqual({
    x: 170141183460469231731687303715884105727n,
    'y z': 1.5,
  })
  expect(readerOf('Tuple(UInt8, Nullable(String))')([1, null])).toEqual([1, null])
})

test('rows of ClickHouse are cut at lines, wherever the network cut them', async () => {
  const reader = new LineReader(pieces('["n","t"]\n["UInt64","Str', 'ing"]\n[9007199254740993,"naïve ', '🙂"]\n[1,', 'null]\n'))
  const { head, rest } = (await readHead(reader))!
  const cells: unknown[] = []
  for (let lines = rest ?? (await reader.lines()); lines; lines = await reader.lines()) cells.push(...readFrame(head, lines).values[1]!)
  expect(head.columns.map(({ name }) => name)).toEqual(['n', 't'])
  expect(cells).toEqual(['naïve 🙂', null])
})

test('bytes of ClickHouse that are no text are shown in hexadecimal, their neighbours as text', async () => {
  const reader = new LineReader(
    pieces('["a","b"]\n["String","String"]\n', Buffer.concat([Buffer.from('["ü","\\u0000'), Buffer.from([0xff]), Buffer.from('"]\n')])),
  )
  const { head } = (await readHead(reader))!
  expect(readFrame(head, (await reader.lines())!).values).toEqual([['ü'], ['\\x00ff']])
})

test('a failure of ClickHouse after the first rows is a failure, not a row', async () => {
  const reader = new LineReader(
    pieces('["n"]\n["UInt8"]\n[1]\n', 'Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED) (version 26.7.2.1)\n'),
  )
  const { head, rest } = (await readHead(reader))!
  expect(readFrame(head, (rest ?? (await reader.lines()))!).values).toEqual([[1]])
  const lines = await reader.lines()
  expect(() => readFrame(head, lines!)).toThrow('Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)')
})

test('what a ClickHouse server says becomes problems of the interface, versions left out', () => {
  const denied = new ServerException('Code: 516. DB::Exception: u: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED) (version 25.1)')
  expect(problemOf(denied, target)).toMatchObject({
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: 'Either the username "u" or the password is incorrect.',
    extra: { invalid: ['username', 'password'] },
  })
  expect(problemOf(new ServerException('Code: 497. DB::Exception: u: Not enough privileges. (ACCESS_DENIED) (version 25.1)'), target)).toMatchObject({
    code: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
    message: 'clickhouse error: u: Not enough privileges. (ACCESS_DENIED)',
  })
  expect(problemOf(new ServerException('Code: 81. DB::Exception: Database other does not exist. (UNKNOWN_DATABASE)'), target)).toMatchObject({
    code: 'SCHEMA_DOES_NOT_EXIST_ERROR',
  })
})

test('T17 an address of ClickHouse carries no settings; encryption follows port and parameter', () => {
  expect(clickhouse.fromUri(new URL('clickhousedb://u@h/d?max_memory_usage=0')).ok).toBe(false)
  expect(clickhouse.fromUri(new URL('clickhousedb://u:p@h:8443/d'))).toMatchObject({ ok: true, value: { encryption: true, port: 8443 } })
  expect(clickhouse.fromUri(new URL('clickhousedb://u:p@h/d?secure=true'))).toMatchObject({ ok: true, value: { encryption: true, port: 8443 } })
  expect(clickhouse.fromUri(new URL('clickhousedb://h'))).toMatchObject({
    ok: true,
    value: { encryption: false, port: 8123, database: 'default', username: 'default' },
  })
})

test('moments are literals of ClickHouse by the type of their column', () => {
  const moment = new Date(Date.UTC(2021, 0, 2, 3, 4, 5, 678))
  expect(['Date', 'DateTime64(3)', 'Nullable(DateTime)', 'String'].map((type) => clickhouseDialect.timeLiteral(type, moment))).toEqual([
    `toDate('2021-01-02')`,
    `toDateTime('2021-01-02 03:04:05')`,
    `toDateTime('2021-01-02 03:04:05')`,
    `'2021-01-02 03:04:05.678000'`,
  ])
})
