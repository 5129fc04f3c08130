import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectors, type Driver, type LoadColumn } from '@sightline/connectors'
import { Exact, frameFromRows, joinFrames, emptyFrame, type Cell, type Dialect, type Frame, type QueryDataset, type Statement } from '@sightline/core'
import { expect, test } from 'vitest'

/** A real database with the table `sales` in it. */
export interface TestDatabase {
  readonly id: string
  readonly dialect: Dialect
  readonly schema: string | null
  rows(statement: Statement): Promise<Frame>
  close(): Promise<void>
}

const table = 'sales "of" naïve'
const columns: readonly LoadColumn[] = [
  { name: 'id', type: 'integer' },
  { name: 'at', type: 'timestamp' },
  { name: 'day', type: 'date' },
  { name: 'seen', type: 'integer' },
  { name: 'region', type: 'string' },
  { name: `odd "name' of`, type: 'string' },
  { name: 'quantity', type: 'integer' },
  { name: 'price', type: 'decimal' },
  { name: 'ratio', type: 'double' },
  { name: 'gift', type: 'boolean' },
]

/** The same numbers every run. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Regions are all different without regard to case and accents, which MariaDB does not look at. */
export const regions = ['north', `o'south`, 'west "end"', 'back\\slash', '100%_sure', 'Ελλάδα', null] as const
export const names = ['plain', `it's; -- no`, 'b/* c */', '{{ d }}', '$1 ?'] as const

const hour = 3_600_000
/** Two years around several changes of clocks; every seventh row lies within hours of one. */
const changes = ['2021-03-14T07:00Z', '2021-11-07T06:00Z', '2021-03-28T01:00Z', '2021-10-31T01:00Z', '2022-04-02T15:30Z'].map((text) => Date.parse(text))

function makeRows(): readonly (readonly Cell[])[] {
  const random = seededRandom(11)
  const whole = (most: number) => Math.floor(random() * most)
  const pick = <Thing>(things: readonly Thing[]): Thing => things[whole(things.length)]!
  return Array.from({ length: 1500 }, (_, row): readonly Cell[] => {
    const near = pick(changes) + (whole(20) - 10) * (hour / 2)
    const at = row % 7 === 0 ? near : Date.UTC(2021, 0, 1) + whole(2 * 365 * 24 * 60) * 60_000 + whole(60) * 1000
    return [
      BigInt(row + 1),
      random() < 0.03 ? null : at,
      random() < 0.05 ? null : Math.floor(at / 86_400_000) * 86_400_000,
      BigInt(Math.floor(at / 1000)),
      pick(regions),
      pick(names),
      random() < 0.1 ? null : BigInt(whole(9) - 2),
      new Exact(`${whole(90)}.${String(whole(100)).padStart(2, '0')}`),
      whole(1000) / 8,
      random() < 0.2 ? null : random() < 0.5,
    ]
  })
}
const rows = makeRows()

const types: Readonly<Record<LoadColumn['type'], string>> = {
  integer: 'BIGINT',
  decimal: 'DECIMAL(10,2)',
  double: 'DOUBLE',
  string: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
}

export const datasetIn = (schema: string | null): QueryDataset => ({
  schema,
  table,
  sql: null,
  columns: [
    ...columns.map(({ name, type }) => ({
      name,
      type: types[type],
      expression: null,
      isTemporal: type === 'date' || type === 'timestamp' || name === 'seen',
      dateFormat: name === 'seen' ? 'epoch_s' : null,
    })),
    { name: 'worth', type: 'DECIMAL', expression: 'quantity * price', isTemporal: false, dateFormat: null },
  ],
  metrics: [
    { name: 'count', expression: 'COUNT(*)' },
    // No two groups have the same, so that an order by it is one order.
    { name: 'id_sum', expression: 'SUM(id * id)' },
    { name: 'worth_sum', expression: 'SUM(quantity * price)' },
  ],
  mainTimeColumn: 'at',
  alwaysFiltersMainTime: false,
  offsetHours: 0,
  fetchValuesPredicate: 'quantity > 0',
})

interface Place {
  readonly id: string
  readonly variable?: string
  readonly uri: (folder: string) => string | undefined
  readonly schema: string | null
  readonly begin?: string
  readonly end?: string
}
const own = `agree_${process.pid}`
export const places: readonly Place[] = [
  { id: 'duckdb', uri: (folder) => `duckdb:///${folder}/agree.duckdb`, schema: null },
  { id: 'sqlite', uri: (folder) => `sqlite:///${folder}/agree.db`, schema: null },
  {
    id: 'postgresql',
    variable: 'SIGHTLINE_TEST_PG',
    uri: () => process.env['SIGHTLINE_TEST_PG'],
    schema: own,
    begin: `CREATE SCHEMA ${own}`,
    end: `DROP SCHEMA ${own} CASCADE`,
  },
  {
    id: 'mysql',
    variable: 'SIGHTLINE_TEST_MYSQL',
    uri: () => process.env['SIGHTLINE_TEST_MYSQL'],
    schema: own,
    begin: `CREATE DATABASE ${own}`,
    end: `DROP DATABASE ${own}`,
  },
  {
    id: 'trino',
    variable: 'SIGHTLINE_TEST_TRINO',
    uri: () => process.env['SIGHTLINE_TEST_TRINO'],
    schema: own,
    begin: `CREATE SCHEMA ${own}`,
    end: `DROP SCHEMA ${own} CASCADE`,
  },
  {
    id: 'clickhousedb',
    variable: 'SIGHTLINE_TEST_CLICKHOUSE',
    uri: () => process.env['SIGHTLINE_TEST_CLICKHOUSE'],
    schema: own,
    begin: `CREATE DATABASE ${own}`,
    end: `DROP DATABASE ${own}`,
  },
]

/** ClickHouse takes no files, so its rows are written as a statement. */
function insertIntoClickhouse(name: string): readonly string[] {
  const words: Readonly<Record<LoadColumn['type'], string>> = {
    integer: 'Nullable(Int64)',
    decimal: 'Nullable(Decimal(10, 2))',
    double: 'Nullable(Float64)',
    string: 'Nullable(String)',
    boolean: 'Nullable(Bool)',
    date: 'Nullable(Date)',
    timestamp: 'Nullable(DateTime)',
  }
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const write = (cell: Cell, type: LoadColumn['type']): string => {
    if (cell === null) return 'NULL'
    if (type === 'string') return quote(String(cell as string))
    const iso = (length: number) => quote(new Date(cell as number).toISOString().replace('T', ' ').slice(0, length))
    return type === 'date' ? iso(10) : type === 'timestamp' ? iso(19) : String(cell as number)
  }
  const described = columns.map((column) => `\`${column.name}\` ${words[column.type]}`).join(', ')
  const written = rows.map((row) => `(${row.map((cell, at) => write(cell, columns[at]!.type)).join(', ')})`)
  return [`CREATE TABLE ${name} (${described}) ENGINE = MergeTree ORDER BY tuple()`, `INSERT INTO ${name} VALUES ${written.join(', ')}`]
}

/** The databases that are there. One that is not makes a test fail where everything must be there, and is named elsewhere. */
export function reachablePlaces(ids: readonly string[]): readonly Place[] {
  return ids.flatMap((id) => {
    const place = places.find((one) => one.id === id)!
    if (place.uri('')) return [place]
    const words = `charts on ${id}: ${place.variable} is not set`
    if (process.env['CI']) test(words, () => expect.fail(words))
    else process.stdout.write(`left out: ${words}\n`)
    return []
  })
}

const drain = async (driver: Driver, statement: Statement, isReading: boolean): Promise<Frame> => {
  const stream = await driver.stream(statement, { signal: AbortSignal.timeout(60_000), readOnly: isReading })
  if (!stream.ok) throw new Error(`${stream.problem.message}\n${statement.sql}`)
  const frames: Frame[] = []
  for await (const frame of stream.value.batches) frames.push(frame)
  return frames.length === 0 ? emptyFrame(stream.value.columns) : joinFrames(frames)
}

export async function openTestDatabase(place: Place): Promise<TestDatabase> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sightline-agree-')))
  const connector = connectors.find(({ id }) => id === place.id)!
  const config = connector.fromUri(new URL(place.uri(folder)!))
  if (!config.ok) throw new Error(config.problem.message)
  const driver = await connector.open(config.value, {
    fileRoots: [folder],
    program: (name) => fileURLToPath(new URL(`../../../dist/${name}.js`, import.meta.url)),
    log: () => undefined,
  })
  if (place.begin) await drain(driver, { sql: place.begin, params: [] }, false)
  if (!driver.load) for (const sql of insertIntoClickhouse(`${place.schema}.\`${table}\``)) await drain(driver, { sql, params: [] }, false)
  const frame = frameFromRows(
    columns.map(({ name }) => ({ name, kind: 'string', type: '' })),
    rows,
  )
  const batches = (async function* () {
    yield frame
  })()
  const loaded = await driver.load?.(table, columns, batches, { signal: AbortSignal.timeout(120_000), schema: place.schema, ifExists: 'replace' })
  if (loaded && !loaded.ok) throw new Error(loaded.problem.message)
  return {
    id: place.id,
    dialect: connector.dialect,
    schema: place.schema,
    rows: (statement) => drain(driver, statement, true),
    close: async () => {
      if (place.end) await drain(driver, { sql: place.end, params: [] }, false)
      await driver.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
