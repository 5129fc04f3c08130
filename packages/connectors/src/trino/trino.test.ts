import { Exact } from '@sightline/core'
import { createServer, type Server } from 'node:http'
import { describe, expect, test } from 'vitest'
import { readRows } from '../read-rows.ts'
import { humanise } from './estimate.ts'
import { bodyOfStatement } from './literals.ts'
import { problemOfStatement } from './problems.ts'
import { absorbHeaders, headersOfState, newState } from './session-state.ts'
import { trino } from './trino.ts'
import { readerOf, readMoment, type Signature } from './types.ts'

const type = (rawType: string, ...parts: readonly Signature[]): Signature => ({ rawType, arguments: parts.map((value) => ({ kind: 'TYPE', value })) })
const row = (...fields: readonly (readonly [name: string | undefined, signature: Signature])[]): Signature => ({
  rawType: 'row',
  arguments: fields.map(([name, typeSignature]) => ({
    kind: 'NAMED_TYPE',
    value: name === undefined ? { typeSignature } : { fieldName: { name }, typeSignature },
  })),
})

test('moments of Trino keep their digits, whatever their zone', () => {
  const noon = Date.UTC(2021, 6, 2, 12)
  expect(readMoment('2021-07-02 12:00:00.000 UTC')).toBe(noon)
  expect(readMoment('2021-07-02 14:00:00 Europe/Berlin')).toBe(noon)
  expect(readMoment('2021-07-02 06:30:00 -05:30')).toBe(noon)
  expect(readMoment('2021-07-02 12:00:00.123456789012')).toBe(noon + 123.457)
  expect(readMoment('-0044-03-15')).toBe(Date.UTC(-44, 2, 15))
  expect(readMoment('+12021-01-01')).toBe(Date.UTC(12021, 0, 1))
})

test('lists, maps and rows of Trino are read by the types inside them', () => {
  expect(readerOf(type('array', type('decimal')))(['1.50', null, '12345678901234567.25'])).toEqual([1.5, null, new Exact('12345678901234567.25')])
  expect(readerOf(type('map', type('varchar'), type('bigint')))({ a: '9007199254740993', b: null })).toEqual({ a: 9007199254740993n, b: null })
  expect(readerOf(row(['x', type('bigint')], ['y', type('varbinary')]))([1, 'AP8='])).toEqual({ x: 1, y: '\\x00ff' })
  expect(readerOf(row([undefined, type('integer')], [undefined, type('double')]))([1, 'NaN'])).toEqual([1, null])
  expect(readerOf(type('json'))('{"a":12345678901234567890}')).toEqual({ a: 12345678901234567890n })
})

test('values follow a statement of Trino as literals, and its own text stays as it is', () => {
  const sql = `SELECT '?' WHERE a = ? AND b = ?`
  expect(bodyOfStatement({ sql, params: [] })).toBe(sql)
  expect(bodyOfStatement({ sql, params: ["'; DROP TABLE x; --\\'", null] })).toBe(
    `EXECUTE IMMEDIATE 'SELECT ''?'' WHERE a = ? AND b = ?' USING '''; DROP TABLE x; --\\''', NULL`,
  )
  const literals = bodyOfStatement({ sql: '?', params: [true, 7, -4.5, 1e30, 2n ** 63n, new Exact('1.50'), Number.NaN] })
  expect(literals).toBe(`EXECUTE IMMEDIATE '?' USING TRUE, 7, -4.5, 1e+30, DECIMAL '9223372036854775808', DECIMAL '1.50', nan()`)
  expect(() => bodyOfStatement({ sql: '?', params: [new Exact(`1'; DROP TABLE x`)] })).toThrow('no literal')
})

test('a session of Trino carries what the server told it to the next statement', () => {
  const state = newState('memory', 'default')
  absorbHeaders(state, { 'x-trino-set-session': 'a=1, b=x%3Dy', 'x-trino-added-prepare': 'q=SELECT+1', 'x-trino-started-transaction-id': 't1' })
  absorbHeaders(state, { 'x-trino-clear-session': 'a', 'x-trino-set-schema': 'other' })
  expect(headersOfState(state)).toEqual({
    'X-Trino-Catalog': 'memory',
    'X-Trino-Schema': 'other',
    'X-Trino-Session': 'b=x%3Dy',
    'X-Trino-Prepared-Statement': 'q=SELECT+1',
    'X-Trino-Transaction-Id': 't1',
  })
  absorbHeaders(state, { 'x-trino-clear-transaction-id': 'true' })
  expect(headersOfState(state)['X-Trino-Transaction-Id']).toBe('NONE')
})

test('costs of Trino are written for people', () => {
  expect([humanise(904_312_000, 'rows'), humanise(354_000, 'B'), humanise(12, ''), humanise(1000, 'B')]).toEqual(['904 M rows', '354 KB', '12', '1000 B'])
})

test('what Trino says about missing things has its own problem', () => {
  expect(problemOfStatement({ errorName: 'SCHEMA_NOT_FOUND', message: `line 1:15: Schema 'nos' does not exist` })).toMatchObject({
    code: 'SCHEMA_DOES_NOT_EXIST_ERROR',
    message: 'The schema "nos" does not exist. A valid schema must be used to run this query.',
  })
  expect(problemOfStatement({ errorName: 'EXCEEDED_TIME_LIMIT', message: 'too long' })).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR' })
})

test('T17 a password is sent to Trino over an encrypted connection only', () => {
  expect(trino.fromUri(new URL('trino://u:p@h:8080/c?http_scheme=http')).ok).toBe(false)
  expect(trino.fromUri(new URL('trino://u:p@h:8080/c'))).toMatchObject({ ok: true, value: { encryption: true } })
  expect(trino.fromUri(new URL('trino://u@h:8080/c/s'))).toMatchObject({ ok: true, value: { encryption: false, database: 'c/s' } })
})

test('T17 an answer of a server that says it is Trino sends nobody elsewhere', async () => {
  const asked: string[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(`elsewhere ${request.url}`)
    response.end('{}')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const answer = request.method === 'POST' ? { nextUri: `http://127.0.0.1:${portOf(elsewhere)}/v1/statement/next?x=1` } : {}
    response.end(JSON.stringify({ stats: {}, ...answer }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const config = trino.fromUri(new URL(`trino://u@127.0.0.1:${portOf(server)}/c`))
  if (!config.ok) throw new Error(config.problem.message)
  const driver = await trino.open(config.value, { fileRoots: [], program: () => '', log: () => undefined })
  await readRows(driver.stream({ sql: 'SELECT 1', params: [] }, { signal: new AbortController().signal, readOnly: false }))
  expect(asked).toEqual(['POST /v1/statement', 'GET /v1/statement/next?x=1'])
  await driver.close()
  server.close()
  elsewhere.close()
})

const portOf = (server: Server): number => (server.address() as { port: number }).port

const address = process.env['SIGHTLINE_TEST_TRINO']
// Nothing is skipped: without a server these tests are not there.
if (address)
  describe('a real Trino', () => {
    test('tells how far a statement is, and refuses what writes by its own means', async () => {
      const config = trino.fromUri(new URL(address!))
      if (!config.ok) throw new Error(config.problem.message)
      const driver = await trino.open(config.value, { fileRoots: [], program: () => '', log: () => undefined })
      try {
        const signal = new AbortController().signal
        const seen: number[] = []
        const count = await readRows(
          driver.stream(
            { sql: 'SELECT count(*) FROM tpch.tiny.lineitem', params: [] },
            { signal, readOnly: true, onProgress: (percent) => seen.push(percent) },
          ),
        )
        expect(count).toEqual({ ok: true, value: [[60175]] })
        expect(seen.at(-1)).toBe(100)
        const refused = await readRows(driver.stream({ sql: 'CREATE TABLE memory.default.never (a integer)', params: [] }, { signal, readOnly: true }))
        expect(refused).toMatchObject({ ok: false, problem: { message: 'trino error: Cannot execute write in a read-only transaction' } })
        const costs = await driver.costEstimate!({ sql: 'SELECT * FROM tpch.sf1.orders', params: [] }, { signal, readOnly: true })
        expect(costs).toMatchObject({ ok: true, value: { 'Output count': '1 M rows', 'CPU cost': expect.any(String) } })
      } finally {
        await driver.close()
      }
    })

    test('is not trusted without knowing who signed its certificate', async () => {
      const uri = new URL(address!)
      uri.searchParams.delete('verify')
      const config = trino.fromUri(uri)
      if (!config.ok) throw new Error(config.problem.message)
      const driver = await trino.open(config.value, { fileRoots: [], program: () => '', log: () => undefined })
      expect(await driver.test(new AbortController().signal)).toMatchObject({ ok: false, problem: { message: expect.stringContaining('certificate') } })
      await driver.close()
    })
  })
