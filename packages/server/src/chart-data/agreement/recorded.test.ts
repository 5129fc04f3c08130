import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { connectors, type Driver, type LoadColumn } from '@sightline/connectors'
import { Exact, frameFromRows, ok, type Cell } from '@sightline/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

/**
 * The recorded charts of `goldens/` were asked of PostgreSQL. The same tables are loaded into other databases here and the same charts asked
 * of them: group by grain, filters, ranges of time, limits of series, comparisons and what is computed afterwards must give the same rows.
 */
const folder = fileURLToPath(new URL('../../../../../goldens/', import.meta.url))
const read = <Value>(name: string): Value => JSON.parse(readFileSync(folder + name, 'utf8')) as Value

interface Dataset {
  readonly table?: string
  readonly sql?: string
  readonly main_dttm_col?: string
  readonly metrics: readonly { readonly metric_name: string; readonly expression: string }[]
  readonly calculated?: readonly { readonly column_name: string; readonly expression: string; readonly type: string }[]
}
interface Case {
  readonly id: string
  readonly request: {
    readonly method: string
    readonly path: string
    readonly body?: { readonly datasource?: { readonly id: string }; readonly queries?: readonly object[] }
  }
  readonly reply: {
    readonly status: number
    readonly body: { readonly result?: readonly { readonly data?: unknown; readonly colnames?: readonly string[] }[] }
  }
}

const files = [
  ...['columns-and-metrics', 'contexts', 'filters', 'order-and-limits', 'series-limit', 'time-comparison', 'time-grains', 'time-ranges'].map(
    (name) => `chart-data/${name}`,
  ),
  ...['aggregate', 'compare', 'contribution', 'pivot', 'resample', 'rolling', 'running', 'shaping'].map((name) => `post-processing/${name}`),
]
const tables = read<Readonly<Record<string, Readonly<Record<string, string>>>>>('tables.json')
const datasets = read<Readonly<Record<string, Dataset>>>('datasets.json')
const cases = files
  .flatMap((name) => read<readonly Case[]>(`cases/${name}.json`))
  .filter(({ request, reply }) => request.path === '/api/v1/chart/data' && reply.status === 200)

interface Place {
  readonly id: string
  readonly uri: string | undefined
  readonly schema: string | null
  /** Expressions of the recorded datasets in the words of this database. */
  readonly words: (expression: string) => string
  /** Charts that this database answers otherwise, and why. */
  readonly otherwise: Readonly<Record<string, string>>
}

const weekBegins = 'its weeks begin on Sunday, those of PostgreSQL on Monday'
const ownSql = 'the custom SQL of the chart is PostgreSQL'
/** Recorded with latitude and longitude in each other's place; ours is right on every database. */
const geodetic = { 'post-processing/shaping/geodetic parse': 'recorded with its parts in the wrong places' }
const isAboutLetters = 'its texts are compared without regard to case and accents'
const pipes = 'its || means OR'

const places: readonly Place[] = [
  {
    id: 'sqlite',
    uri: 'sqlite:///agree.db',
    schema: null,
    words: (expression) => expression,
    otherwise: {
      'chart-data/columns-and-metrics/adhoc columns': ownSql,
      'chart-data/columns-and-metrics/sql metrics': ownSql,
      'chart-data/time-grains/P1W': weekBegins,
      'chart-data/time-grains/adhoc axis': ownSql,
      ...geodetic,
    },
  },
  {
    id: 'mysql',
    uri: process.env['SIGHTLINE_TEST_MYSQL'],
    schema: `agree_${process.pid}`,
    words: (expression) => expression.replace(`city || ' / ' || country_code`, `CONCAT(city, ' / ', country_code)`),
    otherwise: {
      'chart-data/columns-and-metrics/adhoc columns': ownSql,
      'chart-data/columns-and-metrics/sql metrics': ownSql,
      'chart-data/columns-and-metrics/simple metrics': 'its averages of whole numbers have four places',
      'chart-data/filters/adhoc column': 'it divides whole numbers without cutting',
      'chart-data/filters/ilike': isAboutLetters,
      'chart-data/filters/like prefix': isAboutLetters,
      'chart-data/time-grains/P1W': weekBegins,
      'chart-data/time-grains/adhoc axis': ownSql,
      'post-processing/pivot/commas': pipes,
      ...geodetic,
    },
  },
]

for (const place of places) {
  if (!place.uri) {
    const words = `the charts of goldens on ${place.id}: SIGHTLINE_TEST_MYSQL is not set`
    if (process.env['CI']) test(words, () => expect.fail(words))
    else process.stdout.write(`left out: ${words}\n`)
    continue
  }
  describe(place.id, () => {
    let server: TestApp
    let admin: TestCall
    const ids = new Map<string, number>()

    beforeAll(async () => {
      server = await openTestApp()
      admin = await server.as('admin')
      await withDriver(server, place, async (driver) => {
        if (place.schema) await run(driver, `CREATE DATABASE ${place.schema}`)
        for (const name of Object.keys(tables)) if (name !== '_') await load(driver, place, name)
      })
      const made = await admin('POST', '/api/v1/database/', { database_name: 'agree', sqlalchemy_uri: place.uri })
      expect(made.status, made.text).toBe(201)
      for (const [name, dataset] of Object.entries(datasets)) if (name !== '_') ids.set(name, await register(admin, place, made.body.id, name, dataset))
    })
    afterAll(async () => {
      if (place.schema) await withDriver(server, place, (driver) => run(driver, `DROP DATABASE ${place.schema}`))
      await server.close()
    })

    test('there are charts to compare', () => expect(cases.length).toBeGreaterThan(150))

    test('weeks begin on Sunday, and on Monday where that is asked for', async () => {
      const week = cases.find(({ id }) => id === 'chart-data/time-grains/P1W')!
      const ask = async (grain: string) => {
        const text = JSON.stringify(week.request.body)
          .replaceAll('"${dataset:orders}"', String(ids.get('orders')))
          .replaceAll('"P1W"', JSON.stringify(grain))
        const answer = await admin('POST', '/api/v1/chart/data', JSON.parse(text) as object)
        return answer.body.result[0].data as readonly { readonly ordered_at: number }[]
      }
      expect(comparable(await ask('1969-12-29T00:00:00Z/P1W'))).toEqual(comparable(week.reply.body.result![0]!.data))
      const days = (await ask('P1W')).map(({ ordered_at }) => new Date(ordered_at).getUTCDay())
      expect(days.length).toBeGreaterThan(5)
      expect(new Set(days)).toEqual(new Set([0]))
    })

    test('big integers keep every digit on their way out', async () => {
      const big = cases.find(({ id }) => id === 'chart-data/columns-and-metrics/exact big integers')!
      const text = JSON.stringify(big.request.body).replaceAll('"${dataset:odd names}"', String(ids.get('odd names')))
      const answer = await admin('POST', '/api/v1/chart/data', JSON.parse(text) as object)
      const digits = [...JSON.stringify(big.reply.body).matchAll(/bigint:(-?\d+)/g)].map(([, found]) => found!)
      expect(digits.length).toBeGreaterThan(2)
      for (const found of digits) expect(answer.text).toMatch(new RegExp(`:${found}[,}]`))
    })

    for (const one of cases.filter(({ id }) => !id.endsWith('/exact big integers'))) {
      const reason = place.otherwise[one.id]
      test(`${one.id}${reason ? `: ${reason}` : ''}`, async () => {
        const name = /\$\{dataset:(.*)\}/.exec(one.request.body?.datasource?.id ?? '')?.[1] ?? ''
        const body = JSON.parse(JSON.stringify(one.request.body).replaceAll(`"\${dataset:${name}}"`, String(ids.get(name)))) as object
        const answer = await admin('POST', '/api/v1/chart/data', body)
        const got =
          answer.status === 200
            ? (answer.body.result as readonly { readonly data?: unknown }[]).map(({ data }) => comparable(data))
            : [answer.status, answer.text]
        const expected = one.reply.body.result!.map(({ data }) => comparable(data))
        if (reason) expect(got).not.toEqual(expected)
        else expect(got).toEqual(expected)
      })
    }
  })
}

async function withDriver(server: TestApp, { id, uri }: Place, work: (driver: Driver) => Promise<void>): Promise<void> {
  const connector = connectors.find((one) => one.id === id)!
  const config = connector.fromUri(new URL(uri!))
  if (!config.ok) throw new Error(config.problem.message)
  const done = await server.deps.queries.tryOut(connector, config.value, async (driver) => {
    await work(driver)
    return ok(undefined)
  })
  if (!done.ok) throw new Error(done.problem.message)
}

async function run(driver: Driver, sql: string): Promise<void> {
  const rows = await driver.stream({ sql, params: [] }, { signal: AbortSignal.timeout(30_000), readOnly: false })
  if (!rows.ok) throw new Error(rows.problem.message)
  for await (const _ of rows.value.batches);
}

const loadTypes: Readonly<Record<string, LoadColumn['type']>> = {
  bigint: 'integer',
  int: 'integer',
  double: 'double',
  text: 'string',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
}

async function load(driver: Driver, { schema }: Place, table: string): Promise<void> {
  const columns = Object.entries(tables[table]!).map(([name, type]): LoadColumn => ({ name, type: loadTypes[type] ?? 'decimal' }))
  const [, ...rows] = readCsv(readFileSync(`${folder}data/${table}.csv`, 'utf8'))
  const cells = rows.map((row) => row.map((text, index) => cellOf(text, columns[index]!.type)))
  const frame = frameFromRows(
    columns.map(({ name }) => ({ name, kind: 'string', type: '' })),
    cells,
  )
  const loaded = await driver.load!(
    table,
    columns,
    (async function* () {
      yield frame
    })(),
    { signal: AbortSignal.timeout(60_000), schema, ifExists: 'replace' },
  )
  expect(loaded).toEqual({ ok: true, value: rows.length })
}

/** Every value is quoted, a bare \N is NULL. */
function readCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = []
  let row: (string | null)[] = []
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (quoted === undefined && bare === '' && end === '' && row.length === 0) break
    row.push(quoted !== undefined ? quoted.replaceAll('""', '"') : bare === '\\N' ? null : bare!)
    if (end !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

function cellOf(text: string | null, type: LoadColumn['type']): Cell {
  if (text === null) return null
  if (type === 'integer') return BigInt(text)
  if (type === 'decimal') return new Exact(text)
  if (type === 'double') return Number(text)
  if (type === 'boolean') return text === 'true'
  if (type === 'date') return Date.parse(`${text}T00:00:00Z`)
  return type === 'timestamp' ? Date.parse(`${text.replace(' ', 'T')}Z`) : text
}

async function register(admin: TestCall, { schema, words }: Place, database: number, name: string, dataset: Dataset): Promise<number> {
  const made = await admin('POST', '/api/v1/dataset/', {
    database,
    ...(schema ? { schema } : {}),
    table_name: dataset.table ?? name,
    ...(dataset.sql ? { sql: dataset.sql } : {}),
  })
  expect(made.status, `${name}: ${made.text}`).toBe(201)
  const id = made.body.id as number
  const { columns, metrics } = (await admin('GET', `/api/v1/dataset/${id}`)).body.result as {
    readonly columns: readonly { readonly id: number; readonly column_name: string; readonly is_dttm: boolean; readonly type: string }[]
    readonly metrics: readonly { readonly id: number; readonly metric_name: string }[]
  }
  const changed = await admin('PUT', `/api/v1/dataset/${id}`, {
    ...(dataset.main_dttm_col ? { main_dttm_col: dataset.main_dttm_col } : {}),
    columns: [
      ...columns.map(({ id: column, column_name, is_dttm, type }) => ({ id: column, column_name, is_dttm, type })),
      ...(dataset.calculated ?? []).map(({ column_name, expression, type }) => ({ column_name, expression: words(expression), type })),
    ],
    metrics: dataset.metrics.map(({ metric_name, expression }) => {
      const known = metrics.find((one) => one.metric_name === metric_name)
      return { ...(known ? { id: known.id } : {}), metric_name, expression: words(expression) }
    }),
  })
  expect(changed.status, `${name}: ${changed.text}`).toBe(200)
  return id
}

/** Rows without their order, which the statement leaves open where values are equal or missing; numbers to nine digits. */
function comparable(data: unknown): unknown {
  if (!Array.isArray(data)) return data
  return data.map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value))).toSorted()
}
