import { expect, test } from 'vitest'
import { mergeFilters } from './merge-filters.ts'

const simple = (subject: string, operator: string, comparator: unknown, more: object = {}) => ({
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject,
  operator,
  comparator,
  ...more,
})

test('filters of very old forms become filters like all others, unless the form has such already', () => {
  const old = {
    viz_type: 'table',
    where: 'a > 1',
    having: 'COUNT(*) > 2',
    filters: [{ col: 'b', op: 'in', val: ['x'] }, null],
    having_filters: [{ col: 'm', op: '>', val: 3 }],
  }
  expect(mergeFilters(old)).toEqual({
    viz_type: 'table',
    applied_time_extras: {},
    adhoc_filters: [
      { clause: 'HAVING', expressionType: 'SQL', sqlExpression: 'COUNT(*) > 2' },
      simple('m', '>', 3, { clause: 'HAVING' }),
      { clause: 'WHERE', expressionType: 'SQL', sqlExpression: 'a > 1' },
      simple('b', 'in', ['x']),
    ],
  })
  const own = [simple('c', '==', 1)]
  expect(mergeFilters({ ...old, adhoc_filters: own }).adhoc_filters).toEqual(own)
})

test('filters of a filter box narrow the form, and those on time set its time', () => {
  const own = [simple('region', 'IN', ['a', 'b'])]
  const merged = mergeFilters({
    adhoc_filters: own,
    extra_filters: [
      { col: '__time_range', op: '==', val: 'Last week' },
      { col: '__time_grain', op: '==', val: '' },
      { col: 'region', op: 'IN', val: ['b', 'a'] },
      { col: 'city', op: '==', val: 'Cork' },
    ],
  })
  expect(merged).toEqual({
    time_range: 'Last week',
    applied_time_extras: { __time_range: 'Last week' },
    adhoc_filters: [...own, simple('city', '==', 'Cork', { isExtra: true })],
  })
})

test('what a dashboard adds replaces the time of the form and marks its filters', () => {
  const merged = mergeFilters({
    time_grain_sqla: 'P1D',
    adhoc_filters: [simple('seen', 'TEMPORAL_RANGE', 'No filter')],
    extra_form_data: { time_range: 'Last year', time_grain_sqla: 'P1M', filters: [{ col: 'city', op: 'IN', val: ['Cork'] }] },
  })
  expect(merged).toEqual({
    time_range: 'Last year',
    time_grain_sqla: 'P1M',
    applied_time_extras: {},
    adhoc_filters: [simple('seen', 'TEMPORAL_RANGE', 'Last year'), simple('city', 'IN', ['Cork'], { isExtra: true })],
  })
})

test('T4 nothing that stands where filters are expected breaks it', () => {
  for (const value of [null, 1, 'x', true, {}, [[]], [null], [1]]) {
    const form = {
      adhoc_filters: value,
      filters: value,
      where: value,
      having: value,
      having_filters: value,
      extra_filters: value,
      extra_form_data: value,
      applied_time_extras: value,
    }
    expect(Array.isArray(mergeFilters(form)['adhoc_filters'])).toBe(true)
  }
})
