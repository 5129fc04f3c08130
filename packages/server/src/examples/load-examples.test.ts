import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { exampleCharts } from './charts.ts'
import { loadExamples } from './load-examples.ts'
import { exampleTables } from './tables.ts'

let world: TestApp
const lines: string[] = []
beforeAll(async () => {
  world = await openTestApp()
  await loadExamples(world.deps, { progress: (line) => lines.push(line) })
})
afterAll(() => world.close())

const databaseId = async (): Promise<number> =>
  (await world.deps.db.selectFrom('databases').select('id').where('database_name', '=', 'examples').executeTakeFirstOrThrow()).id

/** Rows and a sum of row hashes: does not depend on the order of rows or the number of threads. */
const recorded: Readonly<Record<string, readonly [rows: number, sum: string]>> = {
  orders: [648_056, '2385109591223951195'],
  web_sessions: [457_633, '14828213962746439585'],
  support_tickets: [79_412, '4085959274701337423'],
  meter_readings: [280_512, '7624495602014515713'],
  flights: [188_275, '14259948148021689615'],
  budgets: [4_488, '1453575127904774424'],
}

test('the example rows are the same at every load', async () => {
  let total = 0
  for (const { name } of exampleTables) {
    const result = await world.deps.queries.run({
      databaseId: await databaseId(),
      statement: { sql: `SELECT COUNT(*) AS n, CAST(bit_xor(hash(t)) AS VARCHAR) AS sum FROM ${name} AS t`, params: [] },
      readOnly: true,
      maxRows: 1,
      timeoutSeconds: 60,
      signal: AbortSignal.timeout(60_000),
      userId: null,
    })
    if (!result.ok) throw new Error(result.problem.message)
    const [rows, sum] = result.value.values.map(([cell]) => cell)
    total += Number(rows)
    expect([name, Number(rows), sum]).toEqual([name, ...(recorded[name] ?? [])])
  }
  expect(total).toBeGreaterThan(1_500_000)
})

test('loading tells what it does', () => {
  expect(lines.filter((line) => line.startsWith('Making example data'))).toHaveLength(exampleTables.length)
})

test('loading again changes nothing', async () => {
  const count = async () => {
    const { db } = world.deps
    const tables = ['databases', 'datasets', 'dataset_columns', 'dataset_metrics', 'charts', 'dashboards', 'dashboard_charts', 'chart_owners'] as const
    return Promise.all(
      tables.map(async (table) =>
        Number(
          (
            await db
              .selectFrom(table)
              .select((eb) => eb.fn.countAll().as('n'))
              .executeTakeFirstOrThrow()
          ).n,
        ),
      ),
    )
  }
  const before = await count()
  await loadExamples(world.deps, { progress: () => undefined })
  expect(await count()).toEqual(before)
})

test('a chart that somebody removed comes back with the next load', async () => {
  const { db } = world.deps
  const victim = await db.selectFrom('charts').select(['id', 'uuid']).where('slice_name', '=', 'Busiest routes').executeTakeFirstOrThrow()
  await db.deleteFrom('charts').where('id', '=', victim.id).execute()
  await loadExamples(world.deps, { progress: () => undefined })
  expect(await db.selectFrom('charts').select('uuid').where('slice_name', '=', 'Busiest routes').executeTakeFirstOrThrow()).toEqual({ uuid: victim.uuid })
})

test('every example chart has rows, through the interface', async () => {
  const call = await world.as('admin')
  const charts = await world.deps.db.selectFrom('charts').select(['slice_name', 'query_context']).execute()
  expect(charts.length).toBe(exampleCharts.length)
  expect(charts.length).toBeGreaterThanOrEqual(12)
  for (const { slice_name, query_context } of charts) {
    const reply = await call('POST', '/api/v1/chart/data', JSON.parse(query_context ?? '{}'))
    expect([slice_name, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([slice_name, 200, ''])
    expect([slice_name, reply.body.result[0].rowcount > 0]).toEqual([slice_name, true])
  }
})

test('the dashboard is published, owned by admin and full of charts', async () => {
  const call = await world.as('admin')
  const { body } = await call('GET', '/api/v1/dashboard/hollowbrook-trading')
  expect(body.result).toMatchObject({ dashboard_title: 'Hollowbrook trading', published: true, owners: [{ first_name: 'Admin' }] })
  const layout = JSON.parse(body.result.position_json) as Record<string, { type?: string; children?: string[]; meta?: { width: number } }>
  const rows = Object.values(layout).filter(({ type }) => type === 'ROW')
  for (const { children = [] } of rows) expect(children.reduce((sum, id) => sum + (layout[id]?.meta?.width ?? 0), 0)).toBe(12)
  const charts = await call('GET', '/api/v1/dashboard/hollowbrook-trading/charts')
  expect(charts.body.result).toHaveLength(8)
})

test('every column has a name for people', async () => {
  const nameless = await world.deps.db.selectFrom('dataset_columns').select(['column_name', 'dataset_id']).where('verbose_name', 'is', null).execute()
  expect(nameless).toEqual([])
})
