import type { Cell } from '@sightline/core'
import { Exact } from '@sightline/core'
import { RecordBatchReader, tableFromIPC, type RecordBatch } from 'apache-arrow'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBatchCells } from '../../arrow/read-for-tests.ts'
import { readZip } from '../../files/read-zip.ts'
import { storeDatabase } from '../../testing/stored-rows.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'
import { addressForTests } from '../../testing/address-for-tests.ts'

const arrow = { accept: 'application/vnd.apache.arrow.stream' }
const postgres = addressForTests('SIGHTLINE_TEST_PG', 'rows of PostgreSQL')

let server: TestApp
let admin: TestCall

beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_SQL_MAX_ROW: '60000', SIGHTLINE_DISPLAY_MAX_ROW: '60000' } })
  admin = await server.as('admin')
})
afterAll(() => server.close())

const places: { readonly name: string; readonly uri: string; readonly types: string; readonly series: (rows: number) => string }[] = [
  {
    name: 'DuckDB',
    uri: 'duckdb:///rows.duckdb',
    types: `SELECT * FROM (VALUES
      (1::SMALLINT, 2147483647::INTEGER, 9223372036854775807::BIGINT, 1.5::DOUBLE, 12.30::DECIMAL(10, 2), 12345678901234567.891::DECIMAL(20, 3), 170141183460469231731687303715884105727::HUGEINT,
       true, 'Zürich 🙂 "x"', DATE '2021-01-02', TIMESTAMP '2021-01-02 03:04:05.123456', TIMESTAMPTZ '2021-01-02 03:04:05+00', '{"a":[1,null]}'::JSON, [1, NULL, 3]),
      (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
      (-1, -1, -1, 0.1, -0.01, -1, -1, false, '', DATE '1969-12-31', TIMESTAMP '1969-12-31 23:59:59', TIMESTAMPTZ '1900-01-01 00:00:00+00', '"t"', [])
    ) AS t(small, whole, big, ratio, price, long, huge, flag, words, day, moment, zoned, doc, list)`,
    series: (rows) => `SELECT i AS id, 'row ' || i AS name, i / 8.0 AS part FROM range(${rows}) t(i)`,
  },
  ...(postgres
    ? [
        {
          name: 'PostgreSQL',
          uri: postgres,
          types: `SELECT * FROM (VALUES
      (1::int2, 2147483647::int4, 9223372036854775807::int8, 1.5::float8, 12.30::numeric(10, 2), 12345678901234567.891::numeric(20, 3), 0.12345678901234567890123::numeric,
       true, 'Zürich 🙂 "x"', date '2021-01-02', timestamp '2021-01-02 03:04:05.123456', timestamptz '2021-01-02 03:04:05+00', '{"a": [1, null]}'::jsonb, ARRAY[1, NULL, 3]),
      (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
      (-1, -1, -1, 0.1, -0.01, -1, -1, false, '', date '1969-12-31', timestamp '1969-12-31 23:59:59', timestamptz '1900-01-01 00:00:00+00', '"t"', ARRAY[]::int[])
    ) AS t(small, whole, big, ratio, price, long, huge, flag, words, day, moment, zoned, doc, list)`,
          series: (rows: number) => `SELECT i AS id, 'row ' || i AS name, i / 8.0::float8 AS part FROM generate_series(0, ${rows - 1}) AS t(i)`,
        },
      ]
    : []),
]

/** What JSON shows of a cell that was read from Arrow. */
function shown(cell: Cell, name: string): unknown {
  if (typeof cell === 'number' && name === 'day') return new Date(cell).toISOString().slice(0, 10)
  if (typeof cell === 'number' && (name === 'moment' || name === 'zoned')) {
    const micros = Math.round(cell * 1000) % 1_000_000
    const fraction = micros === 0 ? '' : `.${String((micros + 1_000_000) % 1_000_000).padStart(6, '0')}`
    return `${new Date(Math.floor(cell / 1000) * 1000).toISOString().slice(0, 19)}${fraction}${name === 'zoned' ? '+00:00' : ''}`
  }
  return typeof cell === 'bigint' || cell instanceof Exact ? Number(cell.toString()) : cell
}

const cellsOf = (batches: readonly RecordBatch[]): unknown[] =>
  batches.flatMap((batch) =>
    readBatchCells(batch).map((row) =>
      Object.fromEntries(row.map((cell, at) => [batch.schema.fields[at]!.name, shown(cell, batch.schema.fields[at]!.name as string)])),
    ),
  )

describe.each(places)('rows of $name', ({ name, uri, types, series }) => {
  let id: number
  beforeAll(async () => {
    id = await storeDatabase(server.deps, { name, uri, mayRunAsync: true })
    // The embedded file is made by the first statement that may write.
    if (name === 'DuckDB') await run('CREATE TABLE IF NOT EXISTS first (id INTEGER)')
  })
  const run = (sql: string, headers: Record<string, string> = {}, more: Record<string, unknown> = {}) =>
    admin('POST', '/api/v1/sqllab/execute/', { database_id: id, sql, queryLimit: 60_000, ...more }, headers)

  test('SQL-7.01 of every type are the same as Arrow and as JSON', async () => {
    const [json, stream] = [await run(types), await run(types, arrow)]
    expect([json.status, stream.status]).toEqual([200, 200])
    expect(stream.headers['content-type']).toBe(arrow.accept)
    expect(json.text).toContain('"big":9223372036854775807')
    const table = tableFromIPC(stream.bytes)
    expect(cellsOf(table.batches)).toEqual(json.body.data)
    const fact = (field: string, key: string) => table.schema.fields.find((candidate) => candidate.name === field)!.metadata.get(`sightline:${key}`)
    expect([fact('doc', 'type'), fact('list', 'type'), fact('huge', 'type'), fact('words', 'kind')]).toEqual(['json', 'json', 'decimal', 'string'])
    const last = table.batches.at(-1) ?? [...RecordBatchReader.from(stream.bytes)].at(-1)
    expect(last).toBeDefined()
  })

  test('every digit of numbers that a double cannot hold is in both', async () => {
    const sql = `SELECT long, huge FROM (${types}) AS t WHERE big > 0`
    const digits = name === 'DuckDB' ? '170141183460469231731687303715884105727' : '0.12345678901234567890123'
    expect((await run(sql)).text).toContain(`"data":[{"long":12345678901234567.891,"huge":${digits}}]`)
    const [batch] = [...RecordBatchReader.from((await run(sql, arrow)).bytes)]
    expect(readBatchCells(batch!)[0]!.map(String)).toEqual(['12345678901234567.891', digits])
  })

  test('that are many leave in pieces, all of them, and the end tells how it went', async () => {
    const json = await run(series(50_000))
    expect(json.body.data).toHaveLength(50_000)
    expect(json.body).toMatchObject({ status: 'success', query: { state: 'success', rows: 50_000, limitingFactor: 'NOT_LIMITED' } })
    expect(json.body.data.at(-1)).toEqual({ id: 49_999, name: 'row 49999', part: 49_999 / 8 })
    const stream = await run(series(50_000), arrow)
    const batches = [...RecordBatchReader.from(stream.bytes)]
    expect(cellsOf(batches)).toEqual(json.body.data)
    const end = Object.fromEntries(batches.at(-1)!.metadata)
    expect(end).toMatchObject({ 'sightline:status': 'success', 'sightline:rows': '50000' })
    expect(JSON.parse(end['sightline:query']!)).toMatchObject({ state: 'success', rows: 50_000 })
    expect(JSON.parse(batches[0]!.schema.metadata.get('sightline:query')!)).toMatchObject({ dbId: id })
  })

  test('stop at the limit, and are told to be cut', async () => {
    const json = await run(series(100_000), {}, { queryLimit: 30_000 })
    expect([json.body.data.length, json.body.query.limitingFactor, json.body.query.rows]).toEqual([30_000, 'DROPDOWN', 30_000])
    const table = tableFromIPC((await run(series(100_000), arrow, { queryLimit: 30_000 })).bytes)
    expect(table.numRows).toBe(30_000)
  })

  test('that are none have no columns in JSON and are an empty stream', async () => {
    const sql = `SELECT * FROM (${types}) AS t WHERE whole = 17`
    expect((await run(sql)).body).toMatchObject({ data: [], columns: [], status: 'success' })
    const table = tableFromIPC((await run(sql, arrow)).bytes)
    expect([table.numRows, table.numCols]).toEqual([0, 14])
  })

  test('a statement that fails at once is a failure in either form', async () => {
    for (const headers of [{}, arrow]) {
      const reply = await run('SELECT * FROM nowhere_at_all', headers)
      expect(reply.status).toBeGreaterThanOrEqual(400)
      expect(reply.body.errors[0].error_type).toMatch(/ERROR$/)
    }
  })

  test('SQL-7.02 kept ones are sent as Arrow too', async () => {
    const json = await run(series(12_000))
    const key = json.body.query.resultsKey as string
    const kept = await admin('GET', `/api/v1/sqllab/results/?q=(key:'${key}')`, undefined, arrow)
    expect(kept.headers['content-type']).toBe(arrow.accept)
    expect(cellsOf([...RecordBatchReader.from(kept.bytes)])).toEqual(json.body.data)
  })

  test('are exported as CSV: all of them, without our limit, under a name of the tab', async () => {
    const json = await run(series(70_000), {}, { queryLimit: 10, tab: 'My Töp Tab!' })
    expect(json.body.data).toHaveLength(10)
    const csv = await admin('GET', `/api/v1/sqllab/export/${json.body.query.id}/`)
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename=sqllab_my_tp_tab_\d{8}T\d{6}\.csv$/)
    expect([...csv.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = csv.bytes.toString('utf8').slice(1).split('\n')
    expect(lines).toHaveLength(70_002)
    expect([lines[0], lines[1], lines[70_000], lines[70_001]]).toEqual(['id,name,part', '0,row 0,0', '69999,row 69999,8749.875', ''])
  })

  test('their own limit holds in an export', async () => {
    const json = await run(`${series(100)} LIMIT 7`, {}, { queryLimit: 3 })
    const csv = await admin('GET', `/api/v1/sqllab/export/${json.body.query.id}/`)
    expect(csv.text.trimEnd().split('\n')).toHaveLength(8)
  })

  test('T26 no text of an export is a formula, in a cell or a name; numbers are left alone', async () => {
    const corpus = ['=1+1', '+1+1', '-1+1', '-2', '+3.5', '@sum', '|cmd', '%0a', '\t=1', '=cmd|x', 'plain|pipe', 'a,b', 'q"q', 'two\nlines', '', "'quoted"]
    const rows = corpus.map((text, at) => `SELECT ${at} AS n, '${text.replaceAll("'", "''").replaceAll('\t', name === 'DuckDB' ? '\t' : '\t')}' AS "=name"`)
    const json = await run(`SELECT n, "=name", -n AS "-minus" FROM (${rows.join(' UNION ALL ')}) AS t ORDER BY n`)
    const csv = await admin('GET', `/api/v1/sqllab/export/${json.body.query.id}/`)
    const [header, ...cells] = readCsv(csv.bytes.toString('utf8').slice(1))
    expect(header).toEqual(['n', "'=name", "'-minus"])
    expect(cells.map(([, text]) => text)).toEqual([
      "'=1+1",
      "'+1+1",
      "'-1+1",
      '-2',
      '+3.5',
      "'@sum",
      "'\\|cmd",
      "'%0a",
      "'\t=1",
      "'=cmd\\|x",
      'plain|pipe',
      'a,b',
      'q"q',
      'two\nlines',
      '',
      "'quoted",
    ])
    expect(cells[3]).toEqual(['3', '-2', '-3'])
  })

  test('values of every type are in CSV and XLSX as they are in JSON', async () => {
    const json = await run(types)
    const path = `/api/v1/sqllab/export/${json.body.query.id}/`
    const [header, first, empty, third] = readCsv((await admin('GET', path)).bytes.toString('utf8').slice(1))
    expect(header).toEqual(Object.keys(json.body.data[0]))
    expect(first!.slice(0, 4)).toEqual(['1', '2147483647', '9223372036854775807', '1.5'])
    expect([Number(first![4]), first![5]]).toEqual([12.3, '12345678901234567.891'])
    expect(first!.slice(7, 12)).toEqual(['True', 'Zürich 🙂 "x"', '2021-01-02', '2021-01-02 03:04:05.123456', '2021-01-02 03:04:05+00:00'])
    expect(empty).toEqual(header!.map(() => ''))
    expect(third!.slice(7, 11)).toEqual(['False', '', '1969-12-31', '1969-12-31 23:59:59'])
    const book = await admin('GET', `${path}?result_format=xlsx`)
    expect(book.headers['content-disposition']).toMatch(/\.xlsx$/)
    const files = await readZip(book.bytes, { entries: 100, bytesPerFile: 1e8, ratio: 1000 }, () => true)
    const sheet = Buffer.from(files.find((file) => file.name === 'xl/worksheets/sheet1.xml')!.bytes).toString('utf8')
    expect(sheet.match(/<row /g)).toHaveLength(4)
    expect(sheet).toContain('<c r="A2"><v>1</v></c>')
    expect(sheet).toContain('<t xml:space="preserve">9223372036854775807</t>')
    expect(sheet).toContain('Zürich 🙂 &quot;x&quot;')
    expect(sheet).toContain('<c r="H2" t="b"><v>1</v></c>')
  })

  test('a streamed export has the name it was asked for; without an id it is refused', async () => {
    const json = await run(series(5))
    const form = (fields: Record<string, string>) => admin('POST', '/api/v1/sqllab/export_streaming/', new URLSearchParams(fields))
    const named = await form({ client_id: json.body.query.id, filename: 'a "b".csv', expected_rows: '5' })
    expect(named.headers).toMatchObject({ 'content-disposition': 'attachment; filename="a _b_.csv"', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' })
    expect(named.text.trimEnd().split('\n')).toHaveLength(6)
    expect((await form({ client_id: json.body.query.id })).headers['content-disposition']).toMatch(/sqllab_.*_\d{8}_\d{6}\.csv/)
    expect(await form({ filename: 'x.csv' })).toMatchObject({ status: 400, body: { message: 'client_id is required' } })
  })

  test('an export is asked as the caller: what one may not read is refused, what is unknown not found', async () => {
    const json = await run(series(5))
    const other = await server.as('sql_lab')
    expect((await other('GET', `/api/v1/sqllab/export/${json.body.query.id}/`)).status).toBeGreaterThanOrEqual(403)
    expect(await admin('GET', '/api/v1/sqllab/export/nosuchid/')).toMatchObject({ status: 404, body: { errors: [{ error_type: 'RESULTS_BACKEND_ERROR' }] } })
    expect((await (await server.as('gamma'))('GET', `/api/v1/sqllab/export/${json.body.query.id}/`)).status).toBe(403)
  })
})

/** Fields of CSV, quotes taken off. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n"]*))(,|\n|$)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows.filter((cells) => cells.length > 1)
}

describe.runIf(postgres)('rows that fail or are not wanted any more', () => {
  const failing = `SELECT i AS id, 1 / (40000 - i) AS part FROM generate_series(1, 50000) AS t(i)`
  let id: number
  beforeAll(async () => {
    id = await storeDatabase(server.deps, { name: 'failing', uri: postgres!, mayRunAsync: true })
  })
  const run = (sql: string, headers: Record<string, string> = {}, more: Record<string, unknown> = {}) =>
    admin('POST', '/api/v1/sqllab/execute/', { database_id: id, sql, queryLimit: 60_000, ...more }, headers)

  /** On a real socket: what breaks off cannot be seen without one. */
  let listening: Promise<string> | null = null
  const listen = () => (listening ??= server.app.listen({ port: 0, host: '127.0.0.1' }))
  const cookies = () => [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')

  test('a failure after the first rows is told at the end of JSON', async () => {
    const reply = await run(failing)
    expect(reply.body).toMatchObject({ status: 'failed', query: { state: 'failed' }, errors: [{ error_type: 'GENERIC_DB_ENGINE_ERROR' }] })
    expect(reply.body.errors[0].message).toContain('division by zero')
    expect((await admin('GET', `/api/v1/query/${reply.body.query_id}`)).body.result).toMatchObject({ status: 'failed' })
  })

  test('a failure after the first rows is told by the last batch of Arrow, and no reader takes the rows for all', async () => {
    const { bytes } = await run(failing, arrow)
    const read: RecordBatch[] = []
    expect(() => {
      for (const batch of RecordBatchReader.from(bytes)) read.push(batch)
    }).toThrow()
    expect(JSON.parse(read.at(-1)!.metadata.get('sightline:errors')!)[0].message).toContain('division by zero')
    expect(() => tableFromIPC(bytes)).toThrow()
  })

  test('a streamed export tells it in its last line; a plain one breaks off', async () => {
    const wide = `SELECT i AS id, repeat('x', 100) AS filler, 1 / (40000 - i) AS part FROM generate_series(1, 50000) AS t(i)`
    const { body } = await run(wide, {}, { queryLimit: 5 })
    const told = await admin('POST', '/api/v1/sqllab/export_streaming/', new URLSearchParams({ client_id: body.query.id }))
    expect(told.text.trimEnd().split('\n').at(-1)).toMatch(/^__STREAM_ERROR__:.*division by zero/)
    const reply = await fetch(`${await listen()}/api/v1/sqllab/export/${body.query.id}/`, { headers: { cookie: cookies() } })
    expect(reply.status).toBe(200)
    await expect(reply.text()).rejects.toThrow()
  })

  test('a client that leaves ends the statement in the database', async () => {
    const watch = new pg.Client({ connectionString: postgres! })
    await watch.connect()
    try {
      const mark = `leaving ${crypto.randomUUID()}`
      const endless = `SELECT i AS id, repeat('x', 500) AS filler /* ${mark} */ FROM generate_series(1, 10000) AS t(i), generate_series(1, 10000) AS u(j)`
      const begun = await run(endless, {}, { queryLimit: 5 })
      const running = async (): Promise<number> =>
        Number(
          (
            await watch.query(`SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%' || $1 || '%' AND pid <> pg_backend_pid()`, [
              mark,
            ])
          ).rows[0].count,
        )
      const leaving = new AbortController()
      const reply = await fetch(`${await listen()}/api/v1/sqllab/export/${begun.body.query.id}/`, { headers: { cookie: cookies() }, signal: leaving.signal })
      expect(reply.status).toBe(200)
      await reply.body!.getReader().read()
      leaving.abort()
      // The test's own time limit ends the wait if it never happens.
      while ((await running()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
      expect(await running()).toBe(0)
      // The connection is back in its pool and of use.
      expect((await run('SELECT 1 AS one')).body.data).toEqual([{ one: 1 }])
    } finally {
      await watch.end()
    }
  })
})
