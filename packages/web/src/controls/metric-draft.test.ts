import { expect, test } from 'vitest'
import type { Dataset } from './dataset.ts'
import { editMetric, finishMetric, nameMetric, pickSavedMetric, startMetric, switchMetricTab } from './metric-draft.ts'

const total = { column_name: 'total', type: 'DECIMAL', type_generic: 0 }
const dataset: Dataset = {
  id: 1,
  type: 'table',
  table_name: 'orders',
  database: { id: 1, database_name: 'examples' },
  columns: [total],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}
const fresh = startMetric(undefined, dataset, 'm')

test('EXP-4.26 another tab is another kind of metric', () => {
  const simple = editMetric(switchMetricTab(fresh, 'simple'), { column: total, aggregate: 'SUM' })
  expect(finishMetric(simple)).toMatchObject({ expressionType: 'SIMPLE', aggregate: 'SUM', label: 'SUM(total)' })
  expect(finishMetric(switchMetricTab(simple, 'sql'))).toBeUndefined()
  expect(finishMetric(editMetric(switchMetricTab(simple, 'sql'), { sqlExpression: 'MAX(total)' }))).toMatchObject({
    expressionType: 'SQL',
    label: 'MAX(total)',
  })
})

test('EXP-4.26 a saved metric clears column, aggregate and SQL, and editing those clears the saved metric', () => {
  const built = editMetric(switchMetricTab(fresh, 'simple'), { column: total, aggregate: 'SUM' })
  const picked = pickSavedMetric(switchMetricTab(built, 'saved'), 'count')
  expect(finishMetric(picked)).toBe('count')
  expect(picked.adhoc).toMatchObject({ column: null, aggregate: null, sqlExpression: null })
  expect(editMetric(switchMetricTab(picked, 'sql'), { sqlExpression: 'MAX(total)' }).saved).toBeUndefined()
})

test('EXP-4.26 only metrics that are not saved can be named; an emptied name gives the default back', () => {
  expect(nameMetric(fresh, 'Mine')).toBe(fresh)
  const named = nameMetric(editMetric(switchMetricTab(fresh, 'simple'), { column: total, aggregate: 'SUM' }), 'Mine')
  expect(finishMetric(named)).toMatchObject({ label: 'Mine', hasCustomLabel: true })
  expect(finishMetric(nameMetric(named, ' '))).toMatchObject({ label: 'SUM(total)', hasCustomLabel: false })
})

test('EXP-5.10 a dataset that forbids metrics made here starts with the saved ones, even without any', () => {
  expect(startMetric(undefined, { ...dataset, metrics: [] }, 'm').tab).toBe('simple')
  expect(startMetric(undefined, { ...dataset, metrics: [], extra: '{"disallow_adhoc_metrics":true}' }, 'm').tab).toBe('saved')
})
