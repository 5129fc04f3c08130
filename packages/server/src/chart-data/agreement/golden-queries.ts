import { aggregates, filterOperators, timeGrains } from '@sightline/contract'
import type { PlanOptions, RowRuleClauses } from '@sightline/core'
import { names } from './databases-for-tests.ts'

/** A query object whose statement is written down for every dialect. */
export interface GoldenQuery {
  readonly name: string
  readonly wire: Readonly<Record<string, unknown>>
  readonly zone?: string
  readonly rules?: RowRuleClauses
  readonly options?: PlanOptions
  /** The dataset is this SQL. */
  readonly sql?: string
  readonly offsetHours?: number
}

const axis = (timeGrain: string | null, sqlExpression = 'at') => ({
  columnType: 'BASE_AXIS',
  sqlExpression,
  label: sqlExpression,
  expressionType: 'SQL',
  timeGrain,
})
const simple = (aggregate: string, column: string) => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name: column },
  label: `${aggregate}(${column})`,
})
const year = { col: 'at', op: 'TEMPORAL_RANGE', val: '2021-01-01 : 2022-01-01' }
const odd = `odd "name' of`
const range = (since: string, until: string) => ({ since: new Date(since), until: new Date(until) })

const values: Readonly<Record<string, unknown>> = {
  IN: ['north', null, `o'south`],
  'NOT IN': ['north', '<NULL>'],
  LIKE: '%o%',
  'NOT LIKE': '100%',
  ILIKE: '%O%',
  'NOT ILIKE': 'n%',
  TEMPORAL_RANGE: '2021-03-01 : 2021-03-28T01:30:00',
}
const columnOf: Readonly<Record<string, string>> = { 'LATEST PARTITION': 'day', 'IS TRUE': 'gift', 'IS FALSE': 'gift', TEMPORAL_RANGE: 'at' }

export const goldenQueries: readonly GoldenQuery[] = [
  { name: 'rows as they are', wire: { columns: ['id', 'at', 'region', odd] } },
  { name: 'different rows', wire: { columns: ['region', 'gift'], metrics: [] } },
  { name: 'one number', wire: { metrics: ['count'] } },
  { name: 'every aggregate', wire: { columns: ['region'], metrics: aggregates.map((aggregate) => simple(aggregate, 'quantity')) } },
  { name: 'saved metrics and calculated columns', wire: { columns: ['worth'], metrics: ['worth_sum', simple('MAX', 'worth')] } },
  {
    name: 'custom SQL',
    wire: {
      columns: [{ expressionType: 'SQL', label: 'half', sqlExpression: 'quantity / 2 -- half of it' }],
      metrics: [{ expressionType: 'SQL', label: 'of the north', sqlExpression: "SUM(CASE WHEN region = 'north' THEN 1 ELSE 0 END)" }],
    },
  },
  ...timeGrains.map((grain): GoldenQuery => ({ name: `grain ${grain}`, wire: { columns: [axis(grain)], metrics: ['count'] } })),
  { name: 'grain of days', wire: { columns: [axis('P1M', 'day')], metrics: ['count'] } },
  { name: 'grain of numbers since 1970', wire: { columns: [axis('P1D', 'seen')], metrics: ['count'], filters: [{ ...year, col: 'seen' }] } },
  { name: 'axis without a grain', wire: { columns: [axis(null)], metrics: ['count'] } },
  {
    name: 'time axis of old',
    wire: { columns: ['region'], metrics: ['count'], granularity: 'at', is_timeseries: true, time_range: '2021 : 2022', extras: { time_grain_sqla: 'P1M' } },
  },
  ...filterOperators.map((op): GoldenQuery => ({
    name: `filter ${op}`,
    wire: { metrics: ['count'], filters: [{ col: columnOf[op] ?? 'region', op, val: values[op] ?? 'north' }] },
  })),
  { name: 'filter == nothing', wire: { metrics: ['count'], filters: [{ col: 'region', op: '==', val: null }] } },
  {
    name: 'filter with quotes, backslashes and comments',
    wire: { metrics: ['count'], filters: [{ col: odd, op: 'IN', val: [...names, 'back\\slash', "'", '\\'] }] },
  },
  {
    name: 'filter of numbers',
    wire: {
      metrics: ['count'],
      filters: [
        { col: 'quantity', op: '>', val: 2.5 },
        { col: 'price', op: '<', val: '60.25' },
        { col: 'id', op: '!=', val: '9007199254740993' },
      ],
    },
  },
  { name: 'filter of numbers as texts', wire: { metrics: ['count'], filters: [{ col: 'quantity', op: 'LIKE', val: '1%' }] } },
  {
    name: 'filter of days and moments',
    wire: {
      metrics: ['count'],
      filters: [
        { col: 'day', op: '>=', val: '2021-06-01' },
        { col: 'at', op: '<', val: Date.UTC(2021, 8, 1) },
      ],
    },
  },
  { name: 'filter cut to a grain', wire: { metrics: ['count'], filters: [{ col: 'at', op: '==', val: Date.UTC(2021, 5, 1), grain: 'P1M' }] } },
  {
    name: 'filter of custom SQL',
    wire: { metrics: ['count'], filters: [{ col: { expressionType: 'SQL', label: 'twice', sqlExpression: 'quantity * 2' }, op: '==', val: 4 }] },
  },
  { name: 'clauses', wire: { columns: ['region'], metrics: ['count'], extras: { where: "region <> 'north' OR quantity > 2", having: 'COUNT(*) > 3' } } },
  { name: 'rules', wire: { columns: ['region'], metrics: ['count'] }, rules: [["region = 'north'", 'quantity > 3'], ['price > 5']] },
  { name: 'predicate of value lists', wire: { columns: ['region'], metrics: [], apply_fetch_values_predicate: true } },
  {
    name: 'largest series',
    wire: {
      columns: [axis('P1M'), 'region', odd],
      metrics: ['count', 'id_sum'],
      filters: [year],
      series_columns: ['region', odd],
      series_limit: 2,
      series_limit_metric: 'id_sum',
    },
  },
  {
    name: 'largest series and all others',
    wire: {
      columns: ['region', 'quantity'],
      metrics: ['count'],
      series_columns: ['region', 'quantity'],
      series_limit: 2,
      group_others_when_limit_reached: true,
    },
  },
  {
    name: 'smallest series of old',
    wire: {
      columns: ['region'],
      metrics: ['id_sum'],
      is_timeseries: true,
      granularity: 'at',
      time_range: '2021 : 2022',
      timeseries_limit: 3,
      order_desc: false,
      extras: { time_grain_sqla: 'P1D' },
    },
  },
  {
    name: 'series of the main time in a comparison',
    wire: { columns: [axis('P1M'), 'region'], metrics: ['id_sum'], granularity: 'at', series_columns: ['region'], series_limit: 2 },
    options: { range: range('2020-12-01', '2021-03-01'), seriesRange: range('2021-12-01', '2022-03-01') },
  },
  {
    name: 'order and page',
    wire: {
      columns: ['region', 'quantity'],
      metrics: ['id_sum'],
      orderby: [
        ['id_sum', false],
        ['region', true],
        [simple('AVG', 'price'), true],
      ],
      row_limit: 10,
      row_offset: 20,
    },
  },
  { name: 'order by what is not selected', wire: { columns: ['region'], metrics: ['count'], orderby: [['worth_sum', false]] } },
  { name: 'number of rows', wire: { columns: ['region'], metrics: ['count'], is_rowcount: true } },
  { name: 'dataset of SQL', wire: { columns: ['region'], metrics: ['count'] }, sql: "SELECT 'north' AS region -- only this;\n;" },
  { name: 'hours added by the dataset', wire: { columns: [axis('P1D')], metrics: ['count'], filters: [year] }, offsetHours: 2 },
  { name: 'label that is too long', wire: { metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'Ω'.repeat(200) }] } },
  { name: 'label with quotes', wire: { metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'a "b" `c` \\ \'d\' ; -- e' }] } },
  { name: 'days of New York', wire: { columns: [axis('P1D')], metrics: ['count'], filters: [year] }, zone: 'America/New_York' },
  { name: 'hours of Kolkata', wire: { columns: [axis('PT1H')], metrics: ['count'], filters: [year] }, zone: 'Asia/Kolkata' },
  { name: 'hours of Lord Howe', wire: { columns: [axis('PT1H')], metrics: ['count'], filters: [year] }, zone: 'Australia/Lord_Howe' },
  { name: 'months of days in Berlin', wire: { columns: [axis('P1M', 'day')], metrics: ['count'], filters: [{ ...year, col: 'day' }] }, zone: 'Europe/Berlin' },
]
