import { queryObjectSchema } from '@sightline/contract'
import { describe, expect, test } from 'vitest'
import { applyTimeOverrides } from './apply-time-overrides.ts'
import type { PlanOptions, RowRuleClauses } from './plan.ts'
import { planQuery } from './plan.ts'
import { printSelect } from './print.ts'
import { readQueryObject } from './query.ts'
import type { QueryDataset } from './query-dataset.ts'
import { testDialect } from './test-dialect.ts'

const column = (name: string, type: string, more: object = {}) => ({ name, type, expression: null, isTemporal: false, dateFormat: null, ...more })
const orders: QueryDataset = {
  schema: 'public',
  table: 'orders',
  sql: null,
  columns: [
    column('order_id', 'BIGINT'),
    column('ordered_at', 'TIMESTAMP', { isTemporal: true }),
    column('shipped_on', 'DATE', { isTemporal: true }),
    column('region', 'TEXT'),
    column('city', 'TEXT'),
    column('quantity', 'INTEGER'),
    column('price', 'NUMERIC(10, 2)'),
    column('is_gift', 'BOOLEAN'),
    column('seen', 'BIGINT', { isTemporal: true, dateFormat: 'epoch_s' }),
    column('total', 'NUMERIC', { expression: 'quantity * price' }),
  ],
  metrics: [
    { name: 'count', expression: 'COUNT(*)' },
    { name: 'revenue', expression: 'SUM(quantity * price) -- all of it' },
  ],
  mainTimeColumn: 'ordered_at',
  alwaysFiltersMainTime: false,
  offsetHours: 0,
  fetchValuesPredicate: "region <> 'test'",
}
const now = new Date('2016-11-07T09:30:10Z')

function plan(
  wire: object,
  { dataset = orders, rules = [], options = {}, zone = 'UTC' }: { dataset?: QueryDataset; rules?: RowRuleClauses; options?: PlanOptions; zone?: string } = {},
) {
  const query = readQueryObject(queryObjectSchema.parse(wire))
  if (!query.ok) return { message: query.problem.message, code: query.problem.code, sql: '', params: [], plan: undefined }
  const planned = planQuery(applyTimeOverrides(query.value, undefined, dataset), dataset, rules, now, zone, testDialect, options)
  if (!planned.ok) return { message: planned.problem.message, code: planned.problem.code, sql: '', params: [], plan: undefined }
  const { sql, params } = printSelect(planned.value.select, testDialect)
  return { message: '', code: undefined, sql: sql.replace(/\s+/g, ' '), params, plan: planned.value }
}

describe('EXP-3.07 the fields of a query become SQL', () => {
  test('null metrics select rows, an empty list distinct rows, metrics groups', () => {
    expect(plan({ columns: ['region'] }).sql).toBe('SELECT "region" FROM "public"."orders" LIMIT 50000')
    expect(plan({ columns: ['region'], metrics: [] }).sql).toBe('SELECT "region" FROM "public"."orders" GROUP BY "region" LIMIT 50000')
    expect(plan({ columns: ['region'], metrics: ['count'] }).sql).toBe(
      'SELECT "region", (COUNT(*)) AS "count" FROM "public"."orders" GROUP BY "region" LIMIT 50000',
    )
    expect(plan({ columns: [], metrics: [] }).message).toBe('Empty query?')
  })

  test('EXP-3.13 metrics are saved, simple with six aggregates, or custom SQL', () => {
    const simple = (aggregate: string) => ({ expressionType: 'SIMPLE', aggregate, column: { column_name: 'quantity' }, label: aggregate })
    expect(plan({ metrics: ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'].map(simple) }).sql).toContain(
      'SELECT AVG("quantity") AS "AVG", COUNT("quantity") AS "COUNT", COUNT(DISTINCT "quantity") AS "COUNT_DISTINCT", MAX("quantity") AS "MAX", MIN("quantity") AS "MIN", SUM("quantity") AS "SUM"',
    )
    expect(plan({ metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(a) / 2 -- half', label: 'half' }] }).sql).toContain('(SUM(a) / 2) AS "half"')
    expect(plan({ metrics: [{ expressionType: 'SIMPLE', aggregate: 'MAX', column: { column_name: 'total' } }] }).sql).toContain(
      'MAX((quantity * price)) AS "MAX(total)"',
    )
    expect(plan({ metrics: ['profit'] }).message).toBe("Metric 'profit' does not exist")
    expect(plan({ metrics: [simple('MEDIAN')] }).message).toMatch(/MEDIAN/)
    expect(plan({ metrics: [{ expressionType: 'SQL', sqlExpression: '(SELECT COUNT(*) FROM staff)', label: 'x' }] }).code).toBe(
      'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR',
    )
  })

  test('the axis is cut to its grain, the time range binds the column itself', () => {
    const axis = { columnType: 'BASE_AXIS', sqlExpression: 'ordered_at', label: 'ordered_at', expressionType: 'SQL', timeGrain: 'P1M' }
    const { sql, plan: planned } = plan({
      columns: [axis],
      metrics: ['count'],
      filters: [{ col: 'ordered_at', op: 'TEMPORAL_RANGE', val: '2021-01-01 : 2022-01-01' }],
      orderby: [['ordered_at', true]],
    })
    expect(sql).toBe(
      `SELECT DATE_TRUNC('month', "ordered_at") AS "ordered_at", (COUNT(*)) AS "count" FROM "public"."orders" WHERE "ordered_at" >= TIMESTAMP '2021-01-01 00:00:00' AND "ordered_at" < TIMESTAMP '2022-01-01 00:00:00' GROUP BY DATE_TRUNC('month', "ordered_at") ORDER BY "ordered_at" ASC LIMIT 50000`,
    )
    expect(planned?.range.since?.getTime()).toBe(1609459200000)
    expect(plan({ columns: [{ ...axis, sqlExpression: 'region' }], metrics: ['count'] }).sql).toContain('SELECT "region" AS "ordered_at"')
    expect(plan({ columns: [{ ...axis, timeGrain: 'P5W' }], metrics: ['count'] }).message).toMatch(/No grain spec for P5W/)
    expect(plan({ columns: [{ ...axis, sqlExpression: 'seen' }], metrics: ['count'] }).sql).toContain(`DATE_TRUNC('month', TO_TIMESTAMP("seen"))`)
  })

  test('the day begins at midnight of the zone', () => {
    const wire = { metrics: ['count'], filters: [{ col: 'ordered_at', op: 'TEMPORAL_RANGE', val: 'today : tomorrow' }] }
    expect(plan(wire).sql).toContain(`>= TIMESTAMP '2016-11-07 00:00:00'`)
    expect(plan(wire, { zone: 'Pacific/Honolulu' }).sql).toContain(`>= TIMESTAMP '2016-11-06 10:00:00'`)
    const shipped = { ...wire, filters: [{ ...wire.filters[0], col: 'shipped_on' }] }
    expect(plan(shipped, { zone: 'Pacific/Honolulu' }).sql).toContain(`>= DATE '2016-11-06'`)
  })

  test('a dataset offset moves the bounds', () => {
    const wire = { metrics: ['count'], granularity: 'ordered_at', time_range: '2021-01-01 : 2021-01-02' }
    expect(plan(wire, { dataset: { ...orders, offsetHours: 2 } }).sql).toContain(`>= TIMESTAMP '2020-12-31 22:00:00'`)
  })

  test('rules are in every tree, groups together, clauses of a group one or the other', () => {
    const rules = [["region = 'North'", "region = 'South'"], ['quantity > 1']]
    const both = `(region = 'North') OR (region = 'South')) AND ((quantity > 1))`
    expect(plan({ columns: ['city'] }, { rules }).sql).toContain(both)
    expect(plan({ columns: ['city'], is_rowcount: true }, { rules }).sql).toContain(both)
    const limited = plan({ columns: ['city'], metrics: ['count'], series_columns: ['city'], series_limit: 2 }, { rules }).sql
    expect(limited.split(both).length).toBe(3)
    expect(plan({ columns: ['city'] }, { rules: [["region = 'North"]] }).message).toMatch(/stay closed/)
  })

  test('series_limit joins the largest series', () => {
    expect(
      plan({ columns: ['city'], metrics: ['count'], series_columns: ['city'], series_limit: 2, series_limit_metric: 'revenue', order_desc: false }).sql,
    ).toContain(
      `JOIN ( SELECT "city" AS "city__", (COUNT(*)) AS "mme_inner__" FROM "public"."orders" GROUP BY "city" ORDER BY (SUM(quantity * price)) ASC LIMIT 2 ) AS "series_limit" ON "city" = "city__"`,
    )
    expect(plan({ columns: ['city'], metrics: ['count'], series_columns: ['region'] }).message).toMatch(/series_columns/)
  })

  test('the series that the limit leaves out may come together as one', () => {
    const wire = {
      columns: ['city', 'quantity'],
      metrics: ['count'],
      series_columns: ['city', 'quantity'],
      series_limit: 2,
      group_others_when_limit_reached: true,
    }
    const { sql } = plan(wire)
    expect(sql).toContain(`SELECT CASE WHEN "city__" IS NOT NULL THEN "city" ELSE 'Others' END AS "city"`)
    expect(sql).toContain(`CASE WHEN "quantity__" IS NOT NULL THEN CAST("quantity" AS VARCHAR) ELSE 'Others' END AS "quantity"`)
    expect(sql).toMatch(/LEFT JOIN \( SELECT "city" AS "city__".* LIMIT 2 \) AS "series_limit" ON "city" = "city__"/)
    expect(sql).toContain(`GROUP BY CASE WHEN "city__" IS NOT NULL THEN "city" ELSE 'Others' END`)
  })

  test('a virtual dataset becomes a sub-query', () => {
    const dataset = { ...orders, sql: 'SELECT * FROM orders -- all\n;' }
    expect(plan({ columns: ['city'] }, { dataset }).sql).toContain('FROM ( SELECT * FROM orders ) AS "virtual_table"')
    expect(plan({ columns: ['city'] }, { dataset: { ...orders, sql: 'SELECT 1; DROP TABLE orders' } }).message).toMatch(/multiple/)
  })

  test('limits have a default and a top', () => {
    expect(plan({ columns: ['city'], row_limit: 0 }).sql).toMatch(/LIMIT 50000$/)
    expect(plan({ columns: ['city'], row_limit: 999_999, row_offset: 5 }).sql).toMatch(/LIMIT 100000 OFFSET 5$/)
  })

  test('old names still work', () => {
    const { sql } = plan({
      groupby: ['region'],
      metrics: [{ label: 'count' }],
      granularity_sqla: 'ordered_at',
      is_timeseries: true,
      extras: { time_grain_sqla: 'P1Y' },
      having: 'COUNT(*) > 1',
      where: 'quantity > 2',
    })
    expect(sql).toContain(`SELECT DATE_TRUNC('year', "ordered_at") AS "__timestamp", "region"`)
    expect(sql).toContain('WHERE (quantity > 2)')
    expect(sql).toContain('HAVING (COUNT(*) > 1)')
  })

  test('names that are too long travel under a short one', () => {
    const label = 'é'.repeat(40)
    const { sql, plan: planned } = plan({ metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label }] })
    expect(sql).not.toContain(label)
    expect(planned?.labels).toEqual([label])
  })

  test('what does not exist is named', () => {
    expect(plan({ columns: ['no_such'], metrics: ['count'] }).message).toBe("Columns missing in dataset: ['no_such']")
    expect(plan({ columns: [{ label: 'r', sqlExpression: 'region', expressionType: 'SQL' }], metrics: ['count'], orderby: [['r', true]] }).message).toMatch(
      /Unknown column used in orderby: r/,
    )
    expect(plan({ metrics: ['count', { expressionType: 'SQL', sqlExpression: '1', label: 'count' }] }).message).toMatch(/Duplicate/)
  })
})

describe('EXP-3.12 operators of filters', () => {
  const where = (filter: object) => {
    const { sql, params, message } = plan({ columns: ['city'], filters: [filter] })
    return message || [/WHERE (.*) LIMIT/.exec(sql)?.[1], ...params]
  }
  test.each([
    [{ col: 'region', op: '==', val: 'North' }, ['"region" = $1', 'North']],
    [{ col: 'region', op: '==', val: ['South', 'North'] }, ['"region" = $1', 'South']],
    [{ col: 'region', op: '!=', val: "it's; --" }, ['"region" != $1', "it's; --"]],
    [{ col: 'region', op: '==', val: '<NULL>' }, ['"region" IS NULL']],
    [{ col: 'region', op: '==', val: '<empty string>' }, ['"region" = $1', '']],
    [{ col: 'quantity', op: '>', val: '4' }, ['"quantity" > $1', 4]],
    [{ col: 'quantity', op: '<=', val: 4.5 }, ['"quantity" <= CAST($1 AS NUMERIC)', 4.5]],
    [{ col: 'quantity', op: '==', val: 'many' }, ['1 = 0']],
    [{ col: 'quantity', op: 'IN', val: ['one', 2] }, ['"quantity" IN ($1)', 2]],
    [{ col: 'order_id', op: '==', val: '9007199254740993' }, ['"order_id" = CAST($1 AS NUMERIC)', '9007199254740993']],
    [{ col: 'is_gift', op: '==', val: 'false' }, ['"is_gift" = $1', false]],
    [{ col: 'region', op: 'IN', val: ['a', null] }, ['("region" IS NULL OR "region" IN ($1))', 'a']],
    [{ col: 'region', op: 'NOT IN', val: ['<NULL>', 'x'] }, ['NOT (("region" IS NULL OR "region" IN ($1)))', 'x']],
    [{ col: 'region', op: 'in', val: [null] }, ['"region" IS NULL']],
    [{ col: 'city', op: 'LIKE', val: 'B%' }, ['"city" LIKE $1', 'B%']],
    [{ col: 'order_id', op: 'ILIKE', val: '2%' }, ['CAST("order_id" AS VARCHAR) ILIKE $1', '2%']],
    [{ col: 'city', op: 'IS NULL' }, ['"city" IS NULL']],
    [{ col: 'city', op: 'IS NOT NULL' }, ['"city" IS NOT NULL']],
    [{ col: 'is_gift', op: 'IS TRUE' }, ['"is_gift" IS TRUE']],
    [{ col: 'is_gift', op: 'IS FALSE' }, ['"is_gift" IS FALSE']],
    [{ col: 'shipped_on', op: '>=', val: '2023-06-01' }, [`"shipped_on" >= DATE '2023-06-01'`]],
    [{ col: 'ordered_at', op: '>=', val: 1685577600000 }, [`"ordered_at" >= TIMESTAMP '2023-06-01 00:00:00'`]],
    [{ col: 'ordered_at', op: '==', val: 1622505600000, grain: 'P1M' }, [`DATE_TRUNC('month', "ordered_at") = TIMESTAMP '2021-06-01 00:00:00'`]],
    [{ col: 'seen', op: 'TEMPORAL_RANGE', val: '1970-01-02 : ' }, ['"seen" >= $1', 86400]],
    [{ col: 'ordered_at', op: 'TEMPORAL_RANGE', val: 'No filter' }, [undefined]],
    [{ col: { expressionType: 'SQL', label: 'half', sqlExpression: 'quantity / 2' }, op: '==', val: 2 }, ['(quantity / 2) = $1', 2]],
    [{ col: 'quantity', op: '>', val: null }, 'Must specify a value for filters with comparison operators'],
    [{ col: 'region', op: 'IN', val: [] }, 'Filter value list cannot be empty'],
  ])('%j', (filter, expected) => {
    expect(where(filter)).toEqual(expected)
  })

  test('the latest partition is the latest among the rows that the asker may see', () => {
    const { sql } = plan({ columns: ['city'], filters: [{ col: 'shipped_on', op: 'LATEST PARTITION' }] }, { rules: [["region = 'North'"]] })
    expect(sql).toContain(
      `WHERE "shipped_on" = ( SELECT MAX("shipped_on") AS "latest" FROM "public"."orders" WHERE ((region = 'North')) ) AND ((region = 'North'))`,
    )
  })

  test('filters on what the dataset lacks are reported, not run', () => {
    const { plan: planned } = plan({
      columns: ['city'],
      filters: [
        { col: 'no_such', op: '==', val: 1 },
        { col: 'count', op: '>', val: 1 },
        { col: 'city', op: '==', val: 'x' },
      ],
    })
    expect(planned?.appliedFilters).toEqual(['city'])
    expect(planned?.rejectedFilters).toEqual([
      { reason: 'not_in_datasource', column: 'no_such' },
      { reason: 'not_in_datasource', column: 'count' },
    ])
  })
})
