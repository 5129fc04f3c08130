import { aggregates, filterOperators, queryObjectSchema, timeGrains } from '@sightline/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanRulesOf } from '../sql/scan-rules.ts'
import { scanSql, type SqlToken } from '../sql/scan-sql.ts'
import { applyTimeOverrides } from './apply-time-overrides.ts'
import type { Dialect } from './dialect.ts'
import { planQuery } from './plan.ts'
import { printSelect } from './print.ts'
import { readQueryObject } from './query.ts'
import type { QueryDataset } from './query-dataset.ts'
import { testDialect } from './test-dialect.ts'

/** The ways of quoting there are: double quotes, backticks, backticks with backslashes. */
const dialects: readonly Dialect[] = [
  testDialect,
  { ...testDialect, id: 'mysql', quote: ['`', '`'], placeholder: () => '?', hasIlike: false },
  { ...testDialect, id: 'clickhouse', quote: ['`', '`'], backslashInNames: true, placeholder: () => '?' },
  { ...testDialect, id: 'sqlite', placeholder: () => '?', hasIlike: false },
]
const column = (name: string, type: string, more: object = {}) => ({ name, type, expression: null, isTemporal: false, dateFormat: null, ...more })
const strange = `a"b\`c\\ '; DROP TABLE x; --`
const dataset: QueryDataset = {
  schema: 's"; --',
  table: 't`; DROP TABLE x; --',
  sql: null,
  columns: [
    column(strange, 'TEXT'),
    column('n', 'INTEGER'),
    column('d', 'TIMESTAMP', { isTemporal: true }),
    column('b', 'BOOLEAN'),
    column('e', 'BIGINT', { isTemporal: true, dateFormat: 'epoch_s' }),
  ],
  metrics: [{ name: 'count', expression: 'COUNT(*)' }],
  mainTimeColumn: 'd',
  alwaysFiltersMainTime: false,
  offsetHours: 0,
  fetchValuesPredicate: null,
}

const pieces = [
  "'",
  "''",
  '"',
  '`',
  ';',
  '--',
  '-- ',
  '#',
  '/*',
  '*/',
  '\\',
  '\\\\',
  '$1',
  '$$',
  '?',
  '(',
  ')',
  '{',
  '}',
  '[',
  ' OR 1=1 ',
  ' UNION SELECT secret FROM vault ',
  '\n',
  '\r',
  '\0',
  'é',
  '\u2028',
  '{{ x }}',
  '%s',
  "E'",
  'u&"',
  "x'",
  '0x27',
  '2021-01-01',
  ' : ',
  'n',
  'd',
]
const hostile = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
/** Values and names carry marks, so that they can be looked for. */
const value = hostile.map((text) => `vq7${text}`)
const name = hostile.map((text) => `lq7${text}`)
const knownColumn = fc.constantFrom(strange, 'n', 'd', 'b', 'e')
const someColumn = fc.oneof({ weight: 15, arbitrary: knownColumn }, name)
/** Custom SQL that is harmless, and custom SQL that is anything but. */
const sql = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('n + 1', 'COUNT(*)', "CASE WHEN n > 1 THEN 'x' END", 'n -- a remark', '(n)') },
  hostile.map((text) => `n ${text}`),
)
const adhoc = fc.record({
  expressionType: fc.constant('SQL'),
  sqlExpression: sql,
  label: name,
  columnType: fc.constantFrom('BASE_AXIS', null),
  timeGrain: fc.constantFrom('P1D', 'P1M', null, null, null, null, 'P1D; --'),
})
const anyColumn = fc.oneof(someColumn, adhoc)
const metric = fc.oneof(
  { weight: 6, arbitrary: fc.constant('count') },
  name,
  fc.record({
    expressionType: fc.constant('SIMPLE'),
    aggregate: fc.oneof({ weight: 12, arbitrary: fc.constantFrom<string>(...aggregates) }, hostile),
    column: fc.record({ column_name: someColumn }),
    label: name,
  }),
  fc.record({ expressionType: fc.constant('SQL'), sqlExpression: sql, label: name }),
)
const anything = fc.oneof(
  value,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(value, fc.integer(), fc.constant(null)), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('__proto__', 'toString', 'a'), value),
)
const filter = fc.record(
  {
    col: anyColumn,
    op: fc.constantFrom(...filterOperators),
    val: anything,
    grain: fc.constantFrom(undefined, undefined, undefined, undefined, 'P1M', "P1M'; --"),
  },
  { requiredKeys: ['col', 'op'] },
)
const maybe = <Thing>(thing: fc.Arbitrary<Thing>) => fc.option(thing, { nil: undefined })

const query = fc.record({
  columns: fc.array(anyColumn, { maxLength: 3 }),
  metrics: maybe(fc.array(metric, { maxLength: 2 })),
  filters: maybe(fc.array(filter, { maxLength: 3 })),
  granularity: maybe(someColumn),
  time_range: maybe(fc.oneof({ weight: 8, arbitrary: fc.constantFrom('Last year', '2021 : 2022') }, value)),
  time_shift: maybe(fc.oneof({ weight: 8, arbitrary: fc.constant('1 week ago') }, value)),
  is_timeseries: maybe(fc.boolean()),
  series_columns: maybe(fc.array(someColumn, { maxLength: 1 })),
  series_limit: maybe(fc.nat(5)),
  series_limit_metric: maybe(metric),
  row_limit: maybe(fc.nat(200_000)),
  row_offset: maybe(fc.nat(50)),
  orderby: maybe(
    fc.array(
      fc.tuple(
        fc.oneof(
          someColumn,
          metric,
          sql.map((text) => JSON.stringify({ expressionType: 'SQL', sqlExpression: text })),
        ),
        fc.boolean(),
      ),
      { maxLength: 2 },
    ),
  ),
  order_desc: maybe(fc.boolean()),
  extras: maybe(fc.record({ where: maybe(sql), having: maybe(sql), time_grain_sqla: maybe(fc.constantFrom(...timeGrains)) }, { requiredKeys: [] })),
  applied_time_extras: maybe(fc.dictionary(value, value)),
  url_params: maybe(fc.dictionary(value, value)),
  time_offsets: maybe(fc.array(value)),
  is_rowcount: maybe(fc.boolean()),
})

const isQuestionMark = ({ kind, text }: SqlToken): boolean => kind === 'symbol' && text === '?'
const isNumbered = ({ kind, text }: SqlToken, next: SqlToken | undefined): boolean => kind === 'symbol' && text === '$' && next?.kind === 'number'

describe('T4 T9 no field of a query object is a way into the statement', () => {
  test.each(dialects)('in $id', { timeout: 120_000 }, (dialect) => {
    let printed = 0
    fc.assert(
      fc.property(query, (wire) => {
        const parsed = queryObjectSchema.safeParse(wire)
        if (!parsed.success) return
        const read = readQueryObject(parsed.data)
        if (!read.ok) return void expect(read.problem.status).toBe(400)
        const plan = planQuery(applyTimeOverrides(read.value, undefined, dataset), dataset, [['n > 0']], new Date(0), 'UTC', dialect)
        if (!plan.ok) return void expect([400, undefined]).toContain(plan.problem.status)
        printed++
        const { sql: text, params } = printSelect(plan.value.select, dialect)
        const tokens = scanSql(text, scanRulesOf(dialect.id))
        expect(tokens, text).not.toBeNull()
        const solid = tokens!.filter(({ kind }) => kind !== 'space')
        // Values are beside the text; what people call things is only ever a quoted name; custom SQL is closed in itself.
        for (const { kind, text: token } of solid) {
          expect(kind, text).not.toBe('comment')
          expect(token, text).not.toContain('vq7')
          if (token.includes('lq7')) expect(kind, text).toBe('name')
          if (kind === 'symbol') expect(token, text).not.toBe(';')
          if (kind === 'word') expect(token.toUpperCase(), text).not.toMatch(/^(?:UNION|DROP|VAULT|SECRET)$/)
        }
        const latest = solid.filter(({ kind, text: token }) => kind === 'name' && token.slice(1, -1) === 'latest').length
        const selects = solid.filter(({ kind, text: token }) => kind === 'word' && token === 'SELECT').length
        expect(selects - latest, text).toBe(
          1 + (plan.value.select.join ? 1 : 0) + (plan.value.select.from.kind === 'select' ? (plan.value.select.from.select.join ? 2 : 1) : 0),
        )
        // The rule of the asker stands in every part that reads the table.
        expect(solid.filter(({ kind, text: token }) => kind === 'word' && token === 'WHERE').length, text).toBeGreaterThanOrEqual(
          selects - (read.value.isRowCount ? 1 : 0),
        )
        const isPlace = dialect.placeholder(1) === '?' ? isQuestionMark : isNumbered
        const places = solid.filter((token, at) => isPlace(token, solid[at + 1])).length
        expect(places, text).toBe(params.length)
      }),
      { numRuns: 400 },
    )
    expect(printed).toBeGreaterThan(50)
  })

  test('names that the dataset does not have are refused or left out, wherever they stand', () => {
    const plan = (wire: object) => {
      const read = readQueryObject(queryObjectSchema.parse(wire))
      return read.ok ? planQuery(read.value, dataset, [], new Date(0), 'UTC', testDialect) : read
    }
    const message = (wire: object) => {
      const planned = plan(wire)
      return planned.ok ? undefined : planned.problem.message
    }
    expect(message({ columns: ['x'] })).toBe("Columns missing in dataset: ['x']")
    expect(message({ metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'x' } }] })).toBe("Columns missing in dataset: ['x']")
    expect(message({ metrics: ['x'] })).toBe("Metric 'x' does not exist")
    expect(message({ columns: ['n'], metrics: ['count'], series_columns: ['n'], series_limit: 1, series_limit_metric: 'x' })).toBe("Metric 'x' does not exist")
    expect(message({ columns: ['n'], orderby: [['x', true]] })).toBe('Unknown column used in orderby: x')
    expect(message({ columns: ['n'], series_columns: ['x'] })).toMatch(/missing in `columns`/)
    const filtered = plan({ columns: ['n'], filters: [{ col: 'x', op: '==', val: 1 }] })
    expect(filtered.ok && filtered.value.rejectedFilters).toEqual([{ reason: 'not_in_datasource', column: 'x' }])
    const timed = plan({ columns: ['n'], granularity: 'x', time_range: '2021 : 2022' })
    expect(timed.ok && printSelect(timed.value.select, testDialect).sql).toContain('"d" >=')
  })

  test.each([
    ['columns', (sqlExpression: string) => ({ columns: [{ expressionType: 'SQL', label: 'l', sqlExpression }] })],
    [
      'axis',
      (sqlExpression: string) => ({
        columns: [{ expressionType: 'SQL', label: 'l', sqlExpression, columnType: 'BASE_AXIS', timeGrain: 'P1D' }],
        metrics: ['count'],
      }),
    ],
    ['metrics', (sqlExpression: string) => ({ metrics: [{ expressionType: 'SQL', label: 'l', sqlExpression }] })],
    ['filters', (sqlExpression: string) => ({ columns: ['n'], filters: [{ col: { expressionType: 'SQL', label: 'l', sqlExpression }, op: '==', val: 1 }] })],
    ['orderby', (sqlExpression: string) => ({ columns: ['n'], metrics: ['count'], orderby: [[{ expressionType: 'SQL', label: 'l', sqlExpression }, true]] })],
    [
      'series_limit_metric',
      (sqlExpression: string) => ({
        columns: ['n'],
        metrics: ['count'],
        series_columns: ['n'],
        series_limit: 1,
        series_limit_metric: { expressionType: 'SQL', label: 'l', sqlExpression },
      }),
    ],
    ['extras.where', (where: string) => ({ columns: ['n'], extras: { where } })],
    ['extras.having', (having: string) => ({ columns: ['n'], metrics: ['count'], extras: { having } })],
    ['where', (where: string) => ({ columns: ['n'], where })],
    ['having', (having: string) => ({ columns: ['n'], metrics: ['count'], having })],
  ] as const)('SQL in %s is one expression that reads nothing but its row', (_, wire) => {
    const outcome = (text: string) => {
      const read = readQueryObject(queryObjectSchema.parse(wire(text)))
      const plan = read.ok ? planQuery(read.value, dataset, [], new Date(0), 'UTC', testDialect) : read
      return plan.ok ? printSelect(plan.value.select, testDialect).sql : plan.problem
    }
    expect(outcome('n > 1 -- the rest')).toContain('(n > 1)')
    expect(outcome('EXTRACT(MONTH FROM d) = 2')).toContain('(EXTRACT(MONTH FROM d) = 2)')
    for (const text of ['n IN (SELECT id FROM secret)', 'EXISTS (TABLE secret)', 'n = (WITH s AS (SELECT 1) SELECT * FROM s)', 'n > 1 UNION SELECT 1 FROM x'])
      expect(outcome(text), text).toMatchObject({ code: 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR' })
    for (const text of ['n > 1; DROP TABLE x', 'n > 1)', '(n > 1', "n = 'open", 'n > 1 /* open', '"n', '$1', 'pg_sleep(10)', "dblink('x')"])
      expect(outcome(text), text).toMatchObject({ code: 'GENERIC_COMMAND_ERROR', status: 400 })
  })
})
