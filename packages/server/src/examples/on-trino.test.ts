import { connectors, type Driver, type LoadColumn } from '@sightline/connectors'
import { ok, type Frame, type Result } from '@sightline/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { exampleFile } from './build-file.ts'
import { exampleCharts } from './charts.ts'
import { chartsOfDashboard } from './dashboard.ts'
import { exampleDatasets } from './datasets.ts'
import { loadExamples } from './load-examples.ts'
import { exampleTables } from './tables.ts'

/** Set by `npm run test:trino`, and by the test command where CI is. */
const address = process.env['SIGHTLINE_TEST_TRINO']
const rowsPerTable = 20_000
const schema = `examples_${process.pid}`
const never = (): AbortSignal => new AbortController().signal

// The same server code runs on both stores: in CI once is enough.
if (!address && process.env['CI'] && !process.env['SIGHTLINE_TEST_STORE']) {
  test('a Trino server can be reached', () => expect.fail('SIGHTLINE_TEST_TRINO is not set; `npm run test:trino` sets it'))
}

test('no example metric counts with decimals, which Trino rounds to their own digits', () => {
  for (const { metrics } of exampleDatasets) for (const { name, sql } of metrics) expect([name, /\d\.\d/.test(sql)]).toEqual([name, false])
})

if (address)
  describe('the examples, moved to Trino', () => {
    let world: TestApp
    beforeAll(async () => {
      world = await openTestApp()
      await loadExamples(world.deps, { progress: () => undefined })
      unwrap(await onTrino(world, (trino) => run(trino, `CREATE SCHEMA ${schema}`)))
      unwrap(
        await world.deps.queries.tryOut(connectorOf('duckdb'), { database: exampleFile }, async (duckdb) => {
          for (const { name } of exampleTables) {
            unwrap(await run(duckdb, `CREATE OR REPLACE TABLE ${name} AS SELECT * FROM ${name} ORDER BY hash(${name}) LIMIT ${rowsPerTable}`))
            await copyTable(world, duckdb, name)
          }
          return ok(undefined)
        }),
      )
    }, 900_000)
    afterAll(async () => {
      await onTrino(world, (trino) => run(trino, `DROP SCHEMA ${schema} CASCADE`))
      await world.close()
    })

    test('the dashboard and every other chart show the same on Trino, changed in nothing but the database of their datasets', async () => {
      const admin = await world.as('admin')
      const before = await answersOfCharts(world)
      const uri = new URL(address!)
      uri.pathname = `${uri.pathname}/${schema}`
      const made = await admin('POST', '/api/v1/database/', { database_name: 'trino', sqlalchemy_uri: uri.toString() })
      expect([made.status, made.text.includes(uri.password)]).toEqual([201, false])
      await world.deps.db.updateTable('datasets').set({ database_id: made.body.id, schema }).execute()

      const after = await answersOfCharts(world)
      expect([...after.keys()]).toEqual(expect.arrayContaining([...chartsOfDashboard]))
      for (const [name, rows] of before) {
        expect([name, rows.length > 0]).toEqual([name, true])
        expectAlike(name, after.get(name) ?? [], rows)
      }
    }, 600_000)
  })

type Row = Readonly<Record<string, unknown>>

/** What every chart shows, by its name. */
async function answersOfCharts(world: TestApp): Promise<Map<string, readonly Row[]>> {
  const admin = await world.as('admin')
  const charts = await world.deps.db.selectFrom('charts').select(['slice_name', 'query_context']).orderBy('id').execute()
  expect(charts.length).toBe(exampleCharts.length)
  const answers = new Map<string, readonly Row[]>()
  for (const { slice_name, query_context } of charts) {
    const context = JSON.parse(query_context ?? '{}') as { readonly queries: readonly object[] }
    const shown = await admin('POST', '/api/v1/chart/data', { ...context, force: true })
    expect([slice_name, shown.status, shown.status === 200 ? '' : shown.text]).toEqual([slice_name, 200, ''])
    // Which of equally large rows a limit cuts off is the database's choice, so the rows are compared before any is cut.
    const queries = context.queries.map((query) => ('row_limit' in query ? { ...query, row_limit: 50_000 } : query))
    const reply = await admin('POST', '/api/v1/chart/data', { ...context, queries, force: true })
    expect([slice_name, reply.status]).toEqual([slice_name, 200])
    answers.set(
      slice_name,
      (reply.body.result as readonly { readonly data: readonly Row[] }[]).flatMap(({ data }) => data),
    )
  }
  return answers
}

/** The same rows in any order among equals; numbers may differ where sums of doubles do. */
function expectAlike(name: string, found: readonly Row[], wanted: readonly Row[]): void {
  expect([name, found.length]).toEqual([name, wanted.length])
  const [left, right] = [found.toSorted(byCells), wanted.toSorted(byCells)]
  for (const [index, row] of right.entries()) {
    const other = left[index]!
    expect([name, Object.keys(other)]).toEqual([name, Object.keys(row)])
    for (const [key, value] of Object.entries(row)) {
      const cell = other[key]
      if (typeof value === 'number' && typeof cell === 'number') {
        expect(Math.abs(cell - value), `${name}: ${key} is ${cell}, not ${value}`).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(value)))
      } else expect([name, key, cell]).toEqual([name, key, value])
    }
  }
}

const byCells = (a: Row, b: Row): number => (keyOf(a) < keyOf(b) ? -1 : 1)
const keyOf = (row: Row): string => JSON.stringify(Object.values(row).map((cell) => (typeof cell === 'number' ? cell.toPrecision(9) : cell)))

const connectorOf = (id: string) => connectors.find((connector) => connector.id === id)!

function unwrap<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`)
  return result.value
}

async function onTrino<Value>(world: TestApp, use: (driver: Driver) => Promise<Result<Value>>): Promise<Result<Value>> {
  const connector = connectorOf('trino')
  return world.deps.queries.tryOut(connector, unwrap(connector.fromUri(new URL(address!))), use)
}

async function run(driver: Driver, sql: string): Promise<Result<void>> {
  const rows = await driver.stream({ sql, params: [] }, { signal: never(), readOnly: false })
  if (!rows.ok) return rows
  for await (const _ of rows.value.batches);
  return ok(undefined)
}

/** As an upload would: read from one database, loaded into the other. */
async function copyTable(world: TestApp, duckdb: Driver, name: string): Promise<void> {
  const { columns, batches } = unwrap(await duckdb.stream({ sql: `SELECT * FROM ${name}`, params: [] }, { signal: never(), readOnly: true }))
  const typed = columns.map(({ name: column, type }): LoadColumn => ({ name: column, type: loadTypeOf(type) }))
  const count = await onTrino(world, (trino) => trino.load!(name, typed, batches as AsyncIterable<Frame>, { signal: never(), schema, ifExists: 'fail' }))
  expect(unwrap(count)).toBeGreaterThan(4000)
}

function loadTypeOf(type: string): LoadColumn['type'] {
  if (/^(U?(BIG|SMALL|TINY|HUGE)INT|U?INTEGER)$/.test(type)) return 'integer'
  if (type.startsWith('DECIMAL')) return 'decimal'
  if (/^(DOUBLE|FLOAT)$/.test(type)) return 'double'
  if (type === 'BOOLEAN') return 'boolean'
  if (type === 'DATE') return 'date'
  return type.startsWith('TIMESTAMP') ? 'timestamp' : 'string'
}
