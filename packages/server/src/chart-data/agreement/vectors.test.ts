import { connectors, type LoadColumn } from '@sightline/connectors'
import { frameFromRows, ok, type Cell } from '@sightline/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

/** Small questions whose answers can be checked by hand, asked of SQLite the way a client asks. */
let server: TestApp
let admin: TestCall
let sales: number

const columns: readonly LoadColumn[] = [
  { name: 'sold_at', type: 'timestamp' },
  { name: 'region', type: 'string' },
  { name: 'city', type: 'string' },
  { name: 'status', type: 'string' },
  { name: 'amount', type: 'integer' },
]
const at = (text: string) => Date.parse(`${text}T12:00:00Z`)
const rows: Cell[][] = [
  [at('2023-01-05'), 'East', 'LA', 'x', 20n],
  [at('2023-01-20'), 'East', 'Washington, DC', 'y', 100n],
  [at('2023-01-07'), 'West', 'NY', 'y', 90n],
  [at('2023-02-07'), 'West', 'LA', null, 50n],
  [at('2023-03-31'), 'North', 'LA', 'y', 5n],
  [at('2022-01-09'), 'East', 'LA', 'y', 100n],
  [at('2022-02-09'), 'West', 'NY', 'x', 40n],
  [at('2022-02-10'), null, 'NY', 'z', 1n],
  [at('2022-03-10'), 'North', 'NY', 'z', 500n],
]

beforeAll(async () => {
  server = await openTestApp({ now: () => new Date('2023-06-01T12:00:00Z') })
  admin = await server.as('admin')
  const connector = connectors.find(({ id }) => id === 'sqlite')!
  const config = connector.fromUri(new URL('sqlite:///vectors.db'))
  if (!config.ok) throw new Error(config.problem.message)
  const frame = frameFromRows(
    columns.map(({ name }) => ({ name, kind: 'string', type: '' })),
    rows,
  )
  const loaded = await server.deps.queries.tryOut(connector, config.value, async (driver) => {
    const done = await driver.load!('sales', columns, one(frame), { signal: AbortSignal.timeout(30_000), schema: null, ifExists: 'replace' })
    return done.ok ? ok(undefined) : done
  })
  if (!loaded.ok) throw new Error(loaded.problem.message)
  const database = await admin('POST', '/api/v1/database/', { database_name: 'vectors', sqlalchemy_uri: 'sqlite:///vectors.db' })
  const made = await admin('POST', '/api/v1/dataset/', { database: database.body.id, table_name: 'sales' })
  expect(made.status, made.text).toBe(201)
  sales = made.body.id as number
})
afterAll(() => server.close())

async function* one<Thing>(thing: Thing): AsyncGenerator<Thing> {
  yield thing
}

interface Answer {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly colnames: readonly string[]
  readonly coltypes: readonly number[]
  readonly label_map: Readonly<Record<string, readonly string[]>>
  readonly query: string
  readonly is_cached: boolean | null
  readonly cached_dttm: string | null
  readonly rejected_filters: readonly object[]
}
const send = (queries: readonly object[], more: object = {}) =>
  admin('POST', '/api/v1/chart/data', { datasource: { id: sales, type: 'table' }, queries, ...more })
async function ask(query: object, more: object = {}): Promise<Answer> {
  const reply = await send([query], more)
  expect(reply.status, reply.text).toBe(200)
  return (reply.body.result as readonly Answer[])[0]!
}
const flat = (sql: string) => sql.replace(/\s+/g, ' ').replaceAll('"', '')
const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'SUM(amount)' }
const month = { timeGrain: 'P1M', columnType: 'BASE_AXIS', sqlExpression: 'sold_at', label: 'sold_at', expressionType: 'SQL' }
const firstQuarter = { col: 'sold_at', op: 'TEMPORAL_RANGE', val: '2023-01-01 : 2023-04-01' }

describe('the worked questions of the interface', () => {
  test('1, 2: IN and NOT IN with nothing among the values', async () => {
    const isIn = await ask({ metrics: ['count'], columns: ['status'], filters: [{ col: 'status', op: 'IN', val: ['x', null] }] })
    expect(flat(isIn.query)).toMatch(/WHERE \(status IS NULL OR status IN \('x'\)\) GROUP BY status/)
    expect(isIn.data).toHaveLength(2)
    const isNot = await ask({ metrics: ['count'], columns: ['status'], filters: [{ col: 'status', op: 'NOT IN', val: ['x', null] }] })
    expect(flat(isNot.query)).toMatch(/NOT \(+status IS NULL OR status IN \('x'\)\)/)
    expect(isNot.data.map(({ status }) => status).toSorted()).toEqual(['y', 'z'])
  })

  test('3: no metrics select rows, an empty list groups', async () => {
    expect(flat((await ask({ columns: ['region', 'city'] })).query)).not.toContain('GROUP BY')
    expect(flat((await ask({ columns: ['region', 'city'], metrics: [] })).query)).toContain('GROUP BY region, city')
  })

  test('4, 12: an axis is cut to its grain, the range binds the column itself, dates are epoch milliseconds', async () => {
    const answer = await ask({ columns: [month], metrics: ['count'], filters: [firstQuarter], orderby: [['sold_at', true]] })
    expect(flat(answer.query)).toContain("DATETIME(sold_at, 'start of month')")
    expect(flat(answer.query)).toMatch(/WHERE sold_at >= '2023-01-01 00:00:00[.0]*' AND sold_at < '2023-04-01 00:00:00[.0]*'/)
    expect(answer.data[0]).toEqual({ sold_at: 1672531200000, count: 3 })
  })

  test('5: a comparison without bounds is refused', async () => {
    const reply = await send([{ columns: [month], metrics: ['count'], time_offsets: ['1 year ago'] }])
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining('An enclosed time range (both start and end) must be specified')])
  })

  test('6: the text of a query is told without running it', async () => {
    const answer = await ask({ columns: ['region'], metrics: ['count'] }, { result_type: 'query' })
    expect(answer).toMatchObject({ language: 'sql', query: expect.stringContaining('GROUP BY') })
    expect(answer).not.toHaveProperty('data')
  })

  test('7: a limit of series ranks them over the whole range', async () => {
    const query = { columns: [month, 'region'], metrics: ['count'], series_columns: ['region'], series_limit: 2, series_limit_metric: sum }
    const regions = new Set((await ask(query)).data.map(({ region }) => region))
    expect(regions).toEqual(new Set(['North', 'East']))
  })

  test('8, 12.2: pivot and flatten name columns by metric and value, and tell the parts', async () => {
    const pivot = {
      operation: 'pivot',
      options: { index: ['sold_at'], columns: ['city'], aggregates: { count: { operator: 'sum' }, 'SUM(amount)': { operator: 'sum' } } },
    }
    const query = { columns: [month, 'city'], metrics: ['count', sum], filters: [firstQuarter], post_processing: [pivot, { operation: 'flatten' }] }
    const answer = await ask(query)
    expect(answer.colnames).toEqual([
      'sold_at',
      'SUM(amount), LA',
      'SUM(amount), NY',
      'SUM(amount), Washington, DC',
      'count, LA',
      'count, NY',
      'count, Washington, DC',
    ])
    expect(answer.label_map['count, Washington, DC']).toEqual(['count', 'Washington, DC'])
    const alone = { ...pivot, options: { ...pivot.options, aggregates: { count: { operator: 'sum' } } } }
    const rename = { operation: 'rename', options: { columns: { count: null }, level: 0, inplace: true } }
    const short = await ask({ ...query, metrics: ['count'], post_processing: [alone, rename, { operation: 'flatten' }] })
    expect(short.colnames).toEqual(['sold_at', 'LA', 'NY', 'Washington, DC'])
    expect(short.label_map['Washington, DC']).toEqual(['Washington, DC'])
    const plain = { ...pivot, options: { ...pivot.options, columns: [] } }
    expect((await ask({ ...query, columns: [month], post_processing: [plain, { operation: 'flatten' }] })).colnames).toEqual([
      'sold_at',
      'SUM(amount)',
      'count',
    ])
  })

  test('9: shares of a row make one', async () => {
    const steps = [
      { operation: 'pivot', options: { index: ['sold_at'], columns: ['region'], aggregates: { count: { operator: 'sum' } } } },
      { operation: 'contribution', options: { orientation: 'row' } },
      { operation: 'flatten' },
    ]
    const { data } = await ask({ columns: [month, 'region'], metrics: ['count'], filters: [firstQuarter], post_processing: steps })
    for (const { sold_at: _, ...shares } of data) expect(Object.values(shares).reduce<number>((total, share) => total + Number(share), 0)).toBeCloseTo(1, 12)
  })

  test('10: limits have a default and a top', async () => {
    expect((await ask({ columns: ['region'], row_limit: 0 })).query).toMatch(/LIMIT 50000\s*$/)
    expect((await ask({ columns: ['region'], row_limit: 999_999 })).query).toMatch(/LIMIT 100000\s*$/)
  })

  test('11: a forced run is fresh, the next comes from the cache', async () => {
    const query = { columns: ['city'], metrics: [sum] }
    expect(await ask(query, { force: true })).toMatchObject({ is_cached: null })
    expect(await ask(query)).toMatchObject({ is_cached: true, cached_dttm: expect.stringMatching(/^2023-06-01T12:00:00/) })
  })

  test('13: a filter on a column that is not there is reported', async () => {
    expect((await ask({ columns: ['city'], filters: [{ col: 'town', op: '==', val: 1 }] })).rejected_filters).toEqual([
      { reason: 'not_in_datasource', column: 'town' },
    ])
  })

  test('14: a saved chart without a context says so', async () => {
    const chart = await admin('POST', '/api/v1/chart/', { slice_name: 'bare', viz_type: 'table', datasource_id: sales, datasource_type: 'table', params: '{}' })
    const reply = await admin('GET', `/api/v1/chart/${chart.body.id}/data/`)
    expect([reply.status, reply.body.message]).toEqual([400, 'Chart has no query context saved. Please save the chart again.'])
  })

  test('15, 12.3: percent metrics are shares of the rows returned', async () => {
    const filters = [{ col: 'region', op: 'IN', val: ['East', 'West', 'North'] }]
    const steps = [{ operation: 'contribution', options: { columns: ['SUM(amount)'], rename_columns: ['%SUM(amount)'] } }]
    const { data } = await ask({ columns: ['region'], metrics: [sum], filters, orderby: [['region', true]], post_processing: steps })
    expect(data.map((row) => row['SUM(amount)'])).toEqual([220, 505, 180])
    expect(data.map((row) => Number(row['%SUM(amount)']).toFixed(6))).toEqual([220, 505, 180].map((amount) => (amount / 905).toFixed(6)))
  })

  test('12.1: months by region beside those of a year ago, for the regions that are largest now', async () => {
    const names = { 'SUM(amount)': { operator: 'mean' }, 'SUM(amount)__1 year ago': { operator: 'mean' } }
    const answer = await ask({
      columns: [month, 'region'],
      series_columns: ['region'],
      metrics: [sum],
      series_limit: 2,
      order_desc: true,
      orderby: [[sum, false]],
      filters: [firstQuarter],
      extras: { having: '', where: '' },
      time_offsets: ['1 year ago'],
      row_limit: 10_000,
      post_processing: [
        { operation: 'pivot', options: { index: ['sold_at'], columns: ['region'], drop_missing_columns: false, aggregates: names } },
        { operation: 'rename', options: { columns: { 'SUM(amount)__1 year ago': '1 year ago', 'SUM(amount)': null }, level: 0, inplace: true } },
        { operation: 'flatten' },
      ],
    })
    expect(answer.colnames).toEqual(['sold_at', 'East', 'West', '1 year ago, East', '1 year ago, West'])
    expect(answer.coltypes).toEqual([2, 0, 0, 0, 0])
    expect(answer.data).toEqual([
      { sold_at: 1672531200000, East: 120, West: 90, '1 year ago, East': 100, '1 year ago, West': null },
      { sold_at: 1675209600000, East: null, West: 50, '1 year ago, East': null, '1 year ago, West': 40 },
    ])
    const statements = flat(answer.query)
    expect(statements).toMatch(/region AS region__, SUM\(amount\) AS mme_inner__/)
    // The rows are those of another year, the regions are chosen in this one.
    expect(statements.split('2022-01-01').length - 1).toBe(1)
    expect(statements.split('2023-01-01').length - 1).toBe(3)
  })

  test('12.4: NOT IN with nothing, and HAVING', async () => {
    const query = {
      columns: ['city'],
      metrics: [sum],
      filters: [{ col: 'status', op: 'NOT IN', val: ['<NULL>', 'x'] }],
      extras: { having: '(SUM(amount) > 10)' },
    }
    const answer = await ask(query)
    expect(flat(answer.query)).toMatch(/WHERE NOT \(+status IS NULL OR status IN \('x'\)\)+ GROUP BY city HAVING \(+SUM\(amount\) > 10\)/)
    expect(answer.data.map(({ city }) => city).toSorted()).toEqual(['LA', 'NY', 'Washington, DC'])
  })

  test('12.6: a page of a table, and how many rows there are', async () => {
    const query = { columns: ['sold_at', 'amount'], orderby: [['amount', true]] }
    const reply = await send([
      { ...query, row_limit: 2, row_offset: 4 },
      { ...query, is_rowcount: true },
    ])
    const [page, count] = reply.body.result as readonly Answer[]
    expect(page!.data.map(({ amount }) => amount)).toEqual([50, 90])
    expect(count!.data).toEqual([{ rowcount: 9 }])
  })
})
