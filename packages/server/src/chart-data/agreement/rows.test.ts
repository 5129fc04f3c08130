import { queryObjectSchema } from '@sightline/contract'
import {
  applyPostProcessing,
  applyTimeOverrides,
  frameOf,
  placeMoments,
  planQuery,
  printSelect,
  readMoments,
  readQueryObject,
  type Cell,
  type Frame,
  type Plan,
  type Query,
  type RowRuleClauses,
  Exact,
} from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasetIn, openTestDatabase, reachablePlaces, seededRandom, type TestDatabase } from './databases-for-tests.ts'
import { generateQuery, type GeneratedQuery } from './generate-query.ts'
import { addComparison, planComparisons } from '../time-comparison.ts'

/**
 * The same questions, made by chance but the same every run, asked of the same rows in four databases. What may differ is this, and nothing
 * else:
 * - weeks (`P1W`) begin on Sunday in SQLite and MariaDB, on Monday in DuckDB and PostgreSQL, as every client of these dialects expects;
 * - averages of whole numbers have four places in MariaDB, and decimals are floating-point numbers in SQLite: numbers are compared to that;
 * - SQLite and MariaDB have no booleans: 1 is true, also as a text, so that no series of booleans is put beside "Others".
 * What is not asked, because databases are free there: an order by texts or by what may be NULL together with a limit; LIKE with upper case
 * letters or backslashes.
 */
const places = reachablePlaces(['duckdb', 'sqlite', 'postgresql', 'mysql'])
const databases: TestDatabase[] = []
beforeAll(async () => {
  for (const place of places) databases.push(await openTestDatabase(place))
})
afterAll(async () => {
  for (const database of databases) await database.close()
})

const now = new Date('2022-05-17T10:20:30Z')

async function answer(database: TestDatabase, { wire, zone, rules }: GeneratedQuery): Promise<Frame | string> {
  const { dialect, schema } = database
  const dataset = datasetIn(dialect.flags.schemas ? schema : null)
  const read = readQueryObject(queryObjectSchema.parse(wire))
  if (!read.ok) return read.problem.message
  const query = applyTimeOverrides(read.value, undefined, dataset)
  const ask = async (asked: Query, options: Parameters<typeof planQuery>[6] = {}): Promise<{ readonly plan: Plan; readonly frame: Frame } | string> => {
    const plan = planQuery(asked, dataset, rules as RowRuleClauses, now, zone, dialect, options)
    if (!plan.ok) return plan.problem.message
    const raw = await database.rows(printSelect(plan.value.select, dialect))
    const frame = placeMoments(readMoments(raw, plan.value.times), plan.value.wallTimes, zone)
    return { plan: plan.value, frame: { ...frame, columns: frame.columns.map((column, at) => ({ ...column, name: plan.value.labels[at]! })) } }
  }
  const main = await ask(query)
  if (typeof main === 'string') return main
  const comparisons = planComparisons(query, main.plan.range)
  if (!comparisons.ok) return comparisons.problem.message
  let { frame } = main
  for (const { query: moved, range, offset } of comparisons.value) {
    const other = await ask(moved, { range, seriesRange: main.plan.range })
    if (typeof other === 'string') return other
    const joined = addComparison(frame, query, offset, other.frame, zone)
    if (!joined.ok) return joined.problem.message
    frame = joined.value
  }
  const table = applyPostProcessing(frame, query.postProcessing, zone)
  return table.ok ? frameOf(table.value) : table.problem.message
}

/** Texts, moments and whole numbers as they are; other numbers apart, to be compared with some tolerance. */
function comparable(frame: Frame): {
  readonly names: readonly string[]
  readonly rows: readonly { readonly key: string; readonly numbers: readonly number[] }[]
} {
  const isExact = frame.columns.map(({ kind, name }) => kind === 'temporal' || kind === 'string' || /^(?:id|quantity|gift|count|id_sum)/.test(name))
  const rows = Array.from({ length: frame.length }, (_, row) => {
    const cells = frame.values.map((values) => plain(values[row] ?? null))
    const numbers = cells.flatMap((cell, at) => (!isExact[at] && typeof cell === 'number' ? [cell] : []))
    const key = JSON.stringify(cells.map((cell, at) => (!isExact[at] && typeof cell === 'number' ? 'n' : cell)))
    return { key, numbers }
  })
  return {
    names: frame.columns.map(({ name }) => name),
    rows: rows.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : compareLists(a.numbers, b.numbers))),
  }
}
const compareLists = (a: readonly number[], b: readonly number[]): number => a.map((value, at) => value - b[at]!).find((gap) => Math.abs(gap) > 0.001) ?? 0
const plain = (cell: Cell): unknown => {
  if (typeof cell === 'boolean') return Number(cell)
  return typeof cell === 'bigint' || cell instanceof Exact ? Number(cell.toString()) : cell
}

function expectSame(left: Frame | string, right: Frame | string, words: string): void {
  if (typeof left === 'string' || typeof right === 'string') return expect(left, words).toEqual(right)
  const [a, b] = [comparable(left), comparable(right)]
  expect(a.names, words).toEqual(b.names)
  expect(
    a.rows.map(({ key }) => key),
    words,
  ).toEqual(b.rows.map(({ key }) => key))
  for (const [row, { numbers, key }] of a.rows.entries())
    for (const [at, number] of numbers.entries())
      expect(Math.abs(number - b.rows[row]!.numbers[at]!), `${words}\n${key}`).toBeLessThanOrEqual(1e-4 + 1e-9 * Math.abs(number))
}

const random = seededRandom(2026)
const queries = Array.from({ length: 300 }, () => generateQuery(random))

test('300 generated queries have the same rows in DuckDB, SQLite, PostgreSQL and MariaDB', { timeout: 600_000 }, async () => {
  let [answered, rows] = [0, 0]
  for (const [at, query] of queries.entries()) {
    const answers = new Map<string, Frame | string>()
    for (const database of databases) answers.set(database.id, await answer(database, query))
    const words = `query ${at}: ${JSON.stringify(query)}`
    const groups = query.hasWeeks
      ? [
          ['duckdb', 'postgresql'],
          ['sqlite', 'mysql'],
        ]
      : [databases.map(({ id }) => id)]
    for (const group of groups) {
      const [first, ...others] = group.filter((id) => answers.has(id))
      for (const other of others) expectSame(answers.get(other)!, answers.get(first!)!, `${other} and ${first}, ${words}`)
    }
    const [one] = answers.values()
    if (typeof one !== 'string') {
      answered++
      rows += one!.length
    }
  }
  // Questions that are refused, or find nothing, prove nothing.
  expect(answered).toBeGreaterThan(280)
  expect(rows).toBeGreaterThan(10_000)
})

test('T32 every grain begins on the clocks of the zone, in every database, on both sides of a change of clocks', { timeout: 300_000 }, async () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Chatham']
  for (const zone of zones) {
    for (const grain of ['PT1M', 'PT1H', 'P1D', 'P1M', 'P3M', 'P1Y']) {
      // Clocks there change by half an hour, or at a quarter to: an hour of theirs around a change is none.
      if (/Lord_Howe|Chatham/.test(zone) && grain === 'PT1H') continue
      const wire = {
        columns: [{ columnType: 'BASE_AXIS', sqlExpression: 'at', label: 'bucket', expressionType: 'SQL', timeGrain: grain }, 'id'],
        metrics: [],
        filters: [
          { col: 'at', op: 'TEMPORAL_RANGE', val: '2021-03-01 : 2022-05-01' },
          { col: 'id', op: '<=', val: 150 },
        ],
      }
      const raw = { columns: ['id', 'at'], filters: wire.filters }
      for (const database of databases) {
        const cut = await answer(database, { wire, zone, rules: [], hasWeeks: false })
        const whole = await answer(database, { wire: raw, zone, rules: [], hasWeeks: false })
        if (typeof cut === 'string' || typeof whole === 'string') throw new Error(`${String(cut)} ${String(whole)}`)
        const buckets = new Map(cut.values[1]!.map((id, row) => [Number(id), cut.values[0]![row] as number]))
        expect(cut.length, `${database.id} ${zone} ${grain}`).toBe(whole.length)
        expect(whole.length).toBeGreaterThan(40)
        for (const [row, id] of whole.values[0]!.entries()) {
          const moment = whole.values[1]![row] as number
          expect(buckets.get(Number(id)), `${database.id} ${zone} ${grain} ${new Date(moment).toISOString()}`).toBe(beginOf(moment, grain, zone))
        }
      }
    }
  }
})

/** The first moment of the period, found by looking at the clock, minute by minute or day by day, backwards. */
function beginOf(moment: number, grain: string, zone: string): number {
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' })
  const read = (at: number) => clock.format(at).replace(', ', ' ')
  const periodOf = (at: number): string => {
    const text = read(at)
    const quarter = `${text.slice(0, 5)}${Math.floor((Number(text.slice(5, 7)) - 1) / 3)}`
    return { PT1M: text.slice(0, 16), PT1H: text.slice(0, 13), P1D: text.slice(0, 10), P1M: text.slice(0, 7), P3M: quarter, P1Y: text.slice(0, 4) }[grain]!
  }
  const mine = periodOf(moment)
  if (grain === 'PT1M') return Math.floor(moment / 60_000) * 60_000
  // An hour of the clocks may come twice; the one that holds the moment is at most an hour long.
  if (grain === 'PT1H') {
    let at = Math.floor(moment / 60_000) * 60_000
    while (moment - (at - 60_000) < 3_600_000 && periodOf(at - 60_000) === mine && !read(at).endsWith(':00:00')) at -= 60_000
    return at
  }
  let [before, inside] = [moment - 400 * 86_400_000, moment]
  while (inside - before > 1000) {
    const middle = Math.floor((before + inside) / 2000) * 1000
    if (periodOf(middle) === mine) inside = middle
    else before = middle
  }
  return inside
}
