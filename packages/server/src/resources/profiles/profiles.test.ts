import { connectors } from '@sightline/connectors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCallers } from '../../people/load-caller.ts'
import { profileTable } from '../../profiles/profile-table.ts'
import { storeRule } from '../../testing/stored-rows.ts'
import { addressForTests } from '../../testing/address-for-tests.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'
import { changeSampleFile } from '../../testing/sample-database.ts'

let server: TestApp
let admin: TestCall
/** May read every table and run SQL, and is bound by a rule. */
let bound: TestCall
/** May run SQL, and read nothing of these databases. */
let stranger: TestCall

const pg = addressForTests('SIGHTLINE_TEST_PG', 'looks at tables on PostgreSQL')
const mysql = addressForTests('SIGHTLINE_TEST_MYSQL', 'looks at tables on MariaDB')
const stamp = `${process.pid}_${Date.now()}`
const places = [
  { name: 'duckdb', uri: 'duckdb:///looks.duckdb', schema: 'main', json: 'JSON' },
  { name: 'sqlite', uri: 'sqlite:///looks.db', schema: 'main', json: 'BLOB' },
  ...(pg ? [{ name: 'postgresql', uri: pg, schema: `looks_${stamp}`, json: 'JSON' }] : []),
  ...(mysql ? [{ name: 'mysql', uri: mysql, schema: `looks_${stamp}`, json: 'JSON' }] : []),
]

beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  bound = await server.as('bound', 'Alpha', 'sql_lab')
  stranger = await server.as('stranger', 'Gamma', 'sql_lab')
})
afterAll(() => server.close())

async function makeSqliteFile(): Promise<void> {
  const connector = connectors.find(({ id }) => id === 'sqlite')!
  const statement = { sql: 'CREATE TABLE first_one AS SELECT 1 AS a', params: [] }
  const made = await server.deps.queries.tryOut(connector, { database: 'looks.db' }, (driver) =>
    driver.stream(statement, { signal: AbortSignal.timeout(10_000), readOnly: false }),
  )
  if (!made.ok) throw new Error(made.problem.message)
}

describe.each(places)('looks at tables on $name', ({ name, uri, schema, json }) => {
  let databaseId: number
  const look = (call: TestCall, what: string, more: Record<string, unknown> = {}) =>
    call('POST', `/api/v1/database/${databaseId}/table_profile/`, { table: 'orders', schema, look: what, ...more })
  const columnOf = async (call: TestCall, column: string, table = 'orders') => {
    const reply = await look(call, 'column', { column, table })
    if (reply.status !== 200) throw new Error(`${column}: ${reply.text}`)
    return reply.body.result.column
  }
  const run = async (sql: string, place: string | null = schema): Promise<void> => {
    const reply = await admin('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, schema: place, sql })
    if (reply.status !== 200) throw new Error(`${sql}: ${reply.text}`)
  }

  beforeAll(async () => {
    if (name === 'duckdb') await changeSampleFile(server, 'looks', ['create table big as select range as id, range % 10 as digit from range(2100000)'])
    if (name === 'sqlite') await makeSqliteFile()
    const made = await admin('POST', '/api/v1/database/', { database_name: `looks ${name}`, sqlalchemy_uri: uri, expose_in_sqllab: true, allow_dml: true })
    if (made.status !== 201) throw new Error(made.text)
    databaseId = made.body.id
    if (schema !== 'main') await run(`CREATE SCHEMA ${schema}`, null)
    const q = name === 'mysql' ? '`' : '"'
    await run(
      `CREATE TABLE orders (id INTEGER, region VARCHAR(10), ordered_at TIMESTAMP NULL, total DECIMAL(10, 2), is_gift BOOLEAN, attributes ${json}, ${q}odd ${q}${q} name${q} VARCHAR(10))`,
    )
    const rows = Array.from({ length: 40 }, (_, index) => {
      const day = String((index % 20) + 1).padStart(2, '0')
      const region = index % 4 === 0 ? `'South'` : index === 1 ? 'NULL' : `'North'`
      return `(${index}, ${region}, '2026-01-${day} 10:00:00', ${index}.25, ${index % 2 === 0 ? 'TRUE' : 'FALSE'}, '{"a":${index % 2}}', 'x')`
    })
    await run(`INSERT INTO orders VALUES ${rows.join(', ')}`)
    await run('CREATE VIEW all_orders AS SELECT * FROM orders')
    const dataset = await admin('POST', '/api/v1/dataset/', { database: databaseId, schema, table_name: 'orders' })
    if (dataset.status !== 201) throw new Error(dataset.text)
    await storeRule(server.deps, { datasetId: dataset.body.id, role: 'Alpha', clause: `region = 'North'` })
  })
  afterAll(async () => {
    if (schema !== 'main') await run(`DROP SCHEMA ${schema}${name === 'postgresql' ? ' CASCADE' : ''}`, null)
  })

  test('the rows of a table are counted, and guessed where the database can', async () => {
    expect((await look(admin, 'count')).body.result).toEqual({ rows: 40, is_estimate: false, column: null })
    const guess = (await look(admin, 'estimate')).body.result
    expect(guess).toMatchObject({ is_estimate: true })
    expect(guess.rows === null || typeof guess.rows === 'number').toBe(true)
  })

  test('a column of numbers: values, edges, mean, and bars that hold every row', async () => {
    const total = await columnOf(admin, 'total')
    expect(total).toMatchObject({ name: 'total', rows: 40, looked_at: 'all', nulls: 0, distinct: 40 })
    expect([Number(total.min), Number(total.max), total.mean]).toEqual([0.25, 39.25, 19.75])
    expect(total.histogram).toHaveLength(20)
    expect(total.histogram.reduce((sum: number, bar: { rows: number }) => sum + bar.rows, 0)).toBe(40)
    const id = await columnOf(admin, 'id')
    expect(id.histogram.map((bar: { rows: number }) => bar.rows)).toEqual(Array(20).fill(2))
  })

  test('a column of texts: what is missing, how many differ, which come most', async () => {
    const region = await columnOf(admin, 'region')
    expect(region).toMatchObject({ nulls: 1, distinct: 2, distinct_is_approximate: false, min: 'North', max: 'South', mean: null, histogram: [] })
    expect(region.top).toEqual([
      { value: 'North', rows: 29 },
      { value: 'South', rows: 10 },
    ])
    expect((await columnOf(admin, 'odd " name'.replaceAll('"', name === 'mysql' ? '`' : '"'))).top).toEqual([{ value: 'x', rows: 40 }])
  })

  test('a column of moments: first, last, and bars over the days', async () => {
    const days = await columnOf(admin, 'ordered_at')
    expect([days.min, days.max]).toEqual(['2026-01-01 10:00:00', '2026-01-20 10:00:00'])
    expect(days.histogram.map((bar: { from: string; rows: number }) => [bar.from, bar.rows])).toEqual(
      Array.from({ length: 20 }, (_, index) => [`2026-01-${String(index + 1).padStart(2, '0')}`, 2]),
    )
  })

  test('yes and no, and values that are documents', async () => {
    expect((await columnOf(admin, 'is_gift')).top.map((one: { rows: number }) => one.rows)).toEqual([20, 20])
    expect(await columnOf(admin, 'attributes')).toMatchObject({ nulls: 0, distinct: 2, top: [{ rows: 20 }, { rows: 20 }] })
  })

  test('T7 a look shows only the rows that the rules leave', async () => {
    expect((await look(bound, 'count')).body.result.rows).toBe(29)
    // The database would guess over all rows.
    expect((await look(bound, 'estimate')).body.result.rows).toBeNull()
    expect(await columnOf(bound, 'region')).toMatchObject({ rows: 29, nulls: 0, distinct: 1, min: 'North', max: 'North', top: [{ value: 'North', rows: 29 }] })
    const id = await columnOf(bound, 'id')
    expect(id).toMatchObject({ rows: 29, min: 2, max: 39 })
    expect(id.histogram.reduce((sum: number, bar: { rows: number }) => sum + bar.rows, 0)).toBe(29)
    expect((await columnOf(bound, 'ordered_at')).histogram.reduce((sum: number, bar: { rows: number }) => sum + bar.rows, 0)).toBe(29)
    for (const what of ['count', 'estimate']) expect((await look(bound, what, { table: 'all_orders' })).status).toBe(403)
    expect((await look(bound, 'column', { table: 'all_orders', column: 'region' })).status).toBe(403)
    expect((await look(admin, 'count', { table: 'all_orders' })).body.result.rows).toBe(40)
  })

  test('T7 T9 T11 the first rows of a table: typed columns, only the rows that the rules leave, nothing for those who may not read it', async () => {
    const rows = (call: TestCall, table = 'orders') => call('POST', `/api/v1/database/${databaseId}/table_rows/`, { table, schema })
    const all = (await rows(admin)).body.result
    expect(all.rows).toHaveLength(40)
    expect(all.columns.map((column: { name: string }) => column.name)).toContain('odd " name'.replace('"', name === 'mysql' ? '`' : '"'))
    expect(all.columns.find((column: { name: string }) => column.name === 'total').kind).toBe('numeric')
    const region = all.columns.findIndex((column: { name: string }) => column.name === 'region')
    const left = (await rows(bound)).body.result.rows
    expect([left.length, [...new Set(left.map((row: unknown[]) => row[region]))]]).toEqual([29, ['North']])
    for (const table of ['nothing_there', 'orders" --', '{{ 1 }}', 'orders; DROP TABLE orders']) {
      const reply = await rows(admin, table)
      expect([table, reply.status < 500 && reply.status >= 400]).toEqual([table, true])
    }
    expect((await rows(bound, 'all_orders')).status).toBe(403)
    expect((await rows(stranger)).status).toBe(403)
    expect((await rows(await server.as('gamma'))).status).toBe(403)
  })

  test('T7 T11 who may not read the table is told nothing, not even whether it is there', async () => {
    for (const table of ['orders', 'nothing_there']) {
      for (const what of ['count', 'estimate', 'column']) {
        const reply = await look(stranger, what, { table, column: 'region' })
        expect([what, reply.status < 500 && reply.status >= 400]).toEqual([what, true])
        expect(reply.text).not.toContain('North')
      }
    }
    expect((await look(stranger, 'count')).status).toBe((await look(stranger, 'count', { table: 'nothing_there' })).status)
    const gamma = await server.as('gamma')
    expect((await look(gamma, 'count')).status).toBe(403)
  })

  test('T9 names that no table or column has are refused, whatever they hold', async () => {
    for (const column of ['nope', '1); DROP TABLE orders; --', '{{ 1 }}', '*', '', null]) {
      expect([column, (await look(admin, 'column', { column })).status]).toEqual([column, 404])
    }
    for (const table of ['nope', 'orders; DROP TABLE orders', 'orders" --', 'orders` --', '{{ "orders" }}', 'orders, orders']) {
      const { status } = await look(admin, 'count', { table })
      expect([table, status >= 400 && status < 500]).toEqual([table, true])
    }
    expect((await look(admin, 'count')).body.result.rows).toBe(40)
  })

  if (name === 'postgresql') {
    test('SQL-7.27 EXP-7.11 the newest part of a table that is divided by days is told as a day', async () => {
      await run('CREATE TABLE visits (ds DATE, n INTEGER) PARTITION BY RANGE (ds)')
      await run(`CREATE TABLE visits_2026 PARTITION OF visits FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')`)
      await run(`INSERT INTO visits VALUES ('2026-01-30', 1), ('2026-01-31', 2)`)
      const extra = await admin('GET', `/api/v1/database/${databaseId}/table_extra/visits/${schema}/`)
      expect(extra.body.partitions).toMatchObject({ cols: ['ds'] })
      expect(extra.body.partitions.latest.ds).toMatch(/^2026-01-\d\d$/)
    })
  }

  if (name === 'duckdb') {
    test('a look whose asker has gone away ends in the database, and the next one is answered', async () => {
      await run('CREATE VIEW endless AS SELECT a.range AS n FROM range(1000000000) a, range(1000000000) b')
      const caller = await makeCallers(server.deps).ofUser(await server.userId('admin'))
      const gone = new AbortController()
      const looking = profileTable(server.deps, caller!, databaseId, { table: 'endless', schema, look: 'count' }, gone.signal)
      const after = setTimeout(() => gone.abort(), 300)
      expect(await looking).toMatchObject({ ok: false })
      clearTimeout(after)
      expect(gone.signal.aborted).toBe(true)
      expect((await look(admin, 'count')).body.result.rows).toBe(40)
    })

    test('a huge table is looked at in part, and the answer says so', async () => {
      const digit = await columnOf(admin, 'digit', 'big')
      expect(digit).toMatchObject({ looked_at: 'sample', distinct_is_approximate: true, min: 0, max: 9 })
      expect(digit.rows).toBeLessThan(2_000_000)
      expect(digit.top).toHaveLength(10)
      const dataset = await admin('POST', '/api/v1/dataset/', { database: databaseId, schema, table_name: 'big' })
      await storeRule(server.deps, { datasetId: dataset.body.id, role: 'Alpha', clause: 'digit < 5' })
      const narrowed = await columnOf(bound, 'digit', 'big')
      expect(narrowed).toMatchObject({ looked_at: 'first', rows: 1_000_000, min: 0, max: 4 })
      expect(narrowed.top.map((one: { value: number }) => one.value).sort()).toEqual([0, 1, 2, 3, 4])
    })
  }
})
