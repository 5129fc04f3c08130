import { queryObjectSchema } from '@sightline/contract'
import { applyPostProcessing, frameFromRows, readTimeDelta, type Cell } from '@sightline/core'
import { describe, expect, test } from 'vitest'
import { buildQuery } from './base-query.ts'
import type { Control } from './chart.ts'
import { rowLimit } from './shared-controls.ts'
import { analyticsSection, querySection } from './time-series-controls.ts'
import { timeSeriesShape } from './time-series-form.ts'

const valuesOf = (control: Control | undefined) => control?.options?.map(([value]) => value)
const named = (name: string) => [...querySection.controls, ...analyticsSection.controls].find((control) => control.name === name)

test('EXP-9.02 limits of rows and of series', () => {
  expect(valuesOf(rowLimit)).toEqual([10, 50, 100, 250, 500, 1000, 5000, 10000, 50000])
  expect(valuesOf(named('limit'))).toEqual([5, 10, 25, 50, 100, 500])
  expect(timeSeriesShape.row_limit.parse(undefined)).toBe(10000)
})

describe('EXP-9.06 analytics', () => {
  test('what can be chosen', () => {
    expect(valuesOf(named('comparison_type'))).toEqual(['values', 'difference', 'percentage', 'ratio'])
    expect(valuesOf(named('rolling_type'))).toEqual([null, 'mean', 'sum', 'std', 'cumsum'])
    expect(valuesOf(named('resample_rule'))).toEqual(expect.arrayContaining(['1T', '1H', '1D', '7D', '1M', '1AS']))
    expect(valuesOf(named('resample_method'))).toEqual(expect.arrayContaining(['asfreq', 'bfill', 'ffill', 'median', 'mean', 'sum']))
    const shifts = ['1 day', '1 week', '28 days', '30 days', '52 weeks', '1 year', '104 weeks', '2 years', '156 weeks', '3 years']
    expect(valuesOf(named('time_compare'))).toEqual(shifts.map((shift) => `${shift} ago`))
  })

  const columns = [
    { name: 'day', kind: 'temporal', type: 'TIMESTAMP' },
    { name: 'count', kind: 'numeric', type: 'BIGINT' },
  ] as const
  const rows: Cell[][] = [0, 1, 3, 10].map((day, row) => [Date.UTC(2021, 0, 1 + day), row])
  const run = (...steps: readonly (readonly [string, object])[]) =>
    applyPostProcessing(
      frameFromRows(columns, rows),
      steps.map(([operation, options]) => ({ operation, options })) as unknown as Parameters<typeof applyPostProcessing>[1],
    )
  const pivot = ['pivot', { index: ['day'], columns: [], aggregates: { count: { operator: 'mean' } } }] as const

  test('whatever can be chosen can be computed', () => {
    for (const shift of valuesOf(named('time_compare'))!) expect(readTimeDelta(String(shift)).ok, String(shift)).toBe(true)
    for (const rule of valuesOf(named('resample_rule'))!)
      for (const method of ['asfreq', 'linear', 'ffill', 'bfill', 'median', 'mean', 'sum'])
        expect(run(pivot, ['resample', { rule, method }]).ok, `${String(rule)} ${method}`).toBe(true)
    for (const type of ['mean', 'sum', 'std'])
      expect(run(['rolling', { rolling_type: type, window: 2, min_periods: 0, columns: { count: 'count' } }]).ok).toBe(true)
    for (const type of ['difference', 'percentage', 'ratio'])
      expect(run(['compare', { source_columns: ['count'], compare_columns: ['count'], compare_type: type }]).ok).toBe(true)
  })
})

describe('EXP-3.11 filters of a form', () => {
  const query = (filter: object) => queryObjectSchema.parse(buildQuery({ adhoc_filters: [filter] }, { columns: [] }))
  test('a simple one becomes a filter of the query, one for groups or of SQL a clause', () => {
    const simple = {
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      subject: 'region',
      operator: 'IN',
      operatorId: 'IN',
      comparator: ['North'],
      filterOptionName: 'f',
    }
    expect(query({ ...simple, isNew: false, isExtra: false, datasourceWarning: false }).filters).toEqual([{ col: 'region', op: 'IN', val: ['North'] }])
    expect(query({ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'quantity > 2' }).extras?.where).toBe('(quantity > 2)')
    expect(query({ expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'COUNT(*) > 2' }).extras?.having).toBe('(COUNT(*) > 2)')
  })

  const operators = [
    '==',
    '!=',
    '>',
    '<',
    '>=',
    '<=',
    'IN',
    'NOT IN',
    'LIKE',
    'ILIKE',
    'IS NULL',
    'IS NOT NULL',
    'IS TRUE',
    'IS FALSE',
    'LATEST PARTITION',
    'TEMPORAL_RANGE',
  ]
  test.each(operators)('EXP-3.12 %s reaches the query', (operator) => {
    const comparator = operator.endsWith('IN') ? ['North'] : operator === 'TEMPORAL_RANGE' ? 'Last week' : 'North'
    const [filter] = query({ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'region', operator, comparator }).filters!
    expect(filter).toMatchObject({ col: 'region', op: operator })
  })
})
