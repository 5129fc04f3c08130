import { connectors } from '@sightline/connectors'
import { queryObjectSchema } from '@sightline/contract'
import { applyTimeOverrides, fail, planQuery, printSelect, readQueryObject, type Dialect, type Result, type Statement } from '@sightline/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datasetIn, openTestDatabase, places, reachablePlaces, type TestDatabase } from './databases-for-tests.ts'
import { goldenQueries, type GoldenQuery } from './golden-queries.ts'

/** What each dialect makes of the same queries stands in `golden-sql/`, one file per dialect; `vitest -u` writes it anew. */
const dialects = ['duckdb', 'sqlite', 'postgresql', 'mysql', 'trino', 'clickhousedb'].map((id) => connectors.find((one) => one.id === id)!.dialect)
const now = new Date('2022-05-17T10:20:30Z')

function write({ wire, zone = 'UTC', rules = [], options, sql, offsetHours = 0 }: GoldenQuery, dialect: Dialect, schema: string | null): Result<Statement> {
  const dataset = { ...datasetIn(dialect.flags.schemas ? schema : null), sql: sql ?? null, offsetHours }
  const query = readQueryObject(queryObjectSchema.parse(wire))
  if (!query.ok) return query
  const plan = planQuery(applyTimeOverrides(query.value, undefined, dataset), dataset, rules, now, zone, dialect, options)
  return plan.ok ? { ok: true, value: printSelect(plan.value.select, dialect) } : fail(plan.problem)
}

function show(golden: GoldenQuery, dialect: Dialect): string {
  const written = write(golden, dialect, 'shop')
  const head = `-- ${golden.name}`
  if (!written.ok) return `${head}\n-- refused: ${written.problem.message}\n`
  const { sql, params } = written.value
  return `${head}\n${sql}\n${params.length === 0 ? '' : `-- with ${JSON.stringify(params)}\n`}`
}

test.each(dialects)('the statements of $id are as they were written down', async (dialect) => {
  await expect(goldenQueries.map((golden) => show(golden, dialect)).join('\n')).toMatchFileSnapshot(`golden-sql/${dialect.id}.sql`)
})

/** These two are there when their own command says so. */
const others = ['trino', 'clickhousedb'].filter((id) => places.find((place) => place.id === id)?.uri('') !== undefined)
describe.each(reachablePlaces(['duckdb', 'sqlite', 'postgresql', 'mysql', ...others]))('$id takes', (place) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(place)
  })
  afterAll(() => database.close())

  // A grain that the database lacks is refused before it is asked.
  const { dialect } = connectors.find(({ id }) => id === place.id)!
  test.each(goldenQueries.filter((golden) => write(golden, dialect, null).ok))('$name', async (golden) => {
    const written = write(golden, dialect, database.schema)
    if (!written.ok) throw new Error(written.problem.message)
    const frame = await database.rows(written.value)
    expect(frame.columns.length).toBeGreaterThan(0)
    expect(frame.length).toBeGreaterThan(0)
  })
})
