import { expect, test } from 'vitest'
import { t } from '../words/words.ts'
import { zoneSourceOf, type Dataset } from './dataset.ts'
import { changeOperator, changeSubject, isFilterComplete, keepPartitionFilter, labelOfFilter, newFilter, operatorIdOf, operatorsFor } from './filter-value.ts'
import { defaultMetricLabel, isMetricComplete, metricOfColumn, shortLabel, sqlColumn } from './metric-value.ts'
import { onlyColumn } from './partition-column.ts'
import { readNumber } from './read-number.ts'
import { frameOf, printCustomRange, readCustomRange, startFrame } from './time-range-value.ts'

const dataset: Dataset = {
  id: 1,
  type: 'table',
  table_name: 'orders',
  database: { id: 1, database_name: 'examples' },
  columns: [
    { column_name: 'ordered_at', type: 'TIMESTAMP', is_dttm: true, type_generic: 2 },
    { column_name: 'region', type: 'VARCHAR', type_generic: 1 },
    { column_name: 'total', type: 'DECIMAL', type_generic: 0 },
    { column_name: 'is_gift', type: 'BOOLEAN', type_generic: 3 },
  ],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}

test('EXP-4.23 changing the operator turns a list into a value and back, and truth operators into a boolean', () => {
  const list = { ...newFilter('f'), subject: 'region', comparator: ['Coast', 'Valley'] }
  expect(changeOperator(list, 'EQUALS')).toMatchObject({ operator: '==', comparator: 'Coast' })
  expect(changeOperator(changeOperator(list, 'EQUALS'), 'NOT_IN')).toMatchObject({ operator: 'NOT IN', comparator: ['Coast'] })
  expect(changeOperator(list, 'IS_FALSE')).toMatchObject({ operator: '==', operatorId: 'IS_FALSE', comparator: false })
  expect(changeOperator(list, 'IS_NULL')).not.toHaveProperty('comparator')
})

test('EXP-4.24 a column filters rows, a metric filters groups, a time column gets a time range', () => {
  const filter = { ...newFilter('f'), comparator: ['x'] }
  expect(changeSubject(filter, 'region', dataset)).toMatchObject({ clause: 'WHERE', operatorId: 'IN' })
  expect(changeSubject(filter, 'ordered_at', dataset)).toMatchObject({ operator: 'TEMPORAL_RANGE', comparator: 'No filter' })
  expect(changeSubject(filter, 'count', dataset)).toMatchObject({ clause: 'HAVING', operatorId: 'EQUALS' })
  expect(operatorsFor(dataset.columns[3], 'WHERE').map(({ id }) => id)).toEqual(['IS_NOT_NULL', 'IS_NULL', 'IS_TRUE', 'IS_FALSE'])
})

test('EXP-4.25 a dropped number is summed, anything else is counted by its different values', () => {
  expect(metricOfColumn(dataset.columns[2]!, 'm')).toMatchObject({ aggregate: 'SUM', label: 'SUM(total)' })
  expect(metricOfColumn(dataset.columns[1]!, 'm').aggregate).toBe('COUNT_DISTINCT')
  expect(metricOfColumn(dataset.columns[0]!, 'm').aggregate).toBe('COUNT_DISTINCT')
})

test('EXP-5.06 a filter is complete when its operator has what it needs', () => {
  const filter = { ...newFilter('f'), subject: 'region' }
  expect(isFilterComplete(filter)).toBe(false)
  expect(isFilterComplete({ ...filter, comparator: ['a'] })).toBe(true)
  expect(isFilterComplete({ ...changeOperator(filter, 'IS_NULL') })).toBe(true)
  expect(isFilterComplete({ ...changeOperator(filter, 'EQUALS'), comparator: '' })).toBe(false)
  expect(isFilterComplete({ ...filter, expressionType: 'SQL', sqlExpression: ' ' })).toBe(false)
  expect(isFilterComplete({ ...filter, expressionType: 'SQL', sqlExpression: 'total > 1' })).toBe(true)
})

test('EXP-5.07 a simple metric needs column and aggregate, an SQL one an expression', () => {
  const metric = metricOfColumn(dataset.columns[2]!, 'm')
  expect(isMetricComplete(metric)).toBe(true)
  expect(isMetricComplete({ ...metric, aggregate: null })).toBe(false)
  expect(isMetricComplete({ ...metric, expressionType: 'SQL', sqlExpression: ' ' })).toBe(false)
})

test('EXP-5.08 default labels are cut at forty characters from 43 on', () => {
  expect(shortLabel('x'.repeat(42))).toBe('x'.repeat(42))
  expect(shortLabel('x'.repeat(43))).toBe(`${'x'.repeat(40)}...`)
  expect(defaultMetricLabel({ expressionType: 'SQL', sqlExpression: ' SUM(a) ' })).toBe('SUM(a)')
})

test('EXP-7.11 the latest partition is offered for the one column that divides the table, and kept as a template', () => {
  const region = dataset.columns[1]
  const has = (partition?: string) => operatorsFor(region, 'WHERE', partition).some(({ id }) => id === 'LATEST_PARTITION')
  expect([has(), has('total'), has('region')]).toEqual([false, false, true])
  expect(operatorsFor(dataset.columns[3], 'WHERE', 'is_gift').map(({ id }) => id)).not.toContain('LATEST_PARTITION')
  expect(operatorsFor(undefined, 'HAVING', 'count').map(({ id }) => id)).not.toContain('LATEST_PARTITION')
  expect([onlyColumn({ partitions: { cols: ['ds'] } }), onlyColumn({ partitions: { cols: ['ds', 'hour'] } }), onlyColumn({})]).toEqual(['ds', null, null])
  const chosen = changeOperator({ ...newFilter('f'), subject: 'region', comparator: ['north'] }, 'LATEST_PARTITION')
  expect(chosen).toMatchObject({ operator: 'LATEST PARTITION', operatorId: 'LATEST_PARTITION' })
  expect([isFilterComplete(chosen), 'comparator' in chosen]).toEqual([true, false])
  const kept = keepPartitionFilter(chosen, { schema: 'sales', table_name: 'orders' })
  expect(kept).toMatchObject({ expressionType: 'SQL', clause: 'WHERE', sqlExpression: "region = '{{ presto.latest_partition('sales.orders') }}'" })
  expect(operatorIdOf(kept)).toBe('LATEST_PARTITION')
  // Names that are no plain words stay values: the operator is answered by the server.
  for (const [subject, table_name] of [
    ['Order Day', 'orders'],
    ['region', "o' }} x"],
  ] as const)
    expect(keepPartitionFilter({ ...chosen, subject }, { schema: null, table_name })).toMatchObject({ expressionType: 'SIMPLE', operator: 'LATEST PARTITION' })
})

test('a filter reads as the SQL it becomes', () => {
  expect(labelOfFilter({ ...newFilter('f'), subject: 'region', comparator: ["O'ban", 2] })).toBe("region IN ('O''ban', 2)")
  expect(labelOfFilter({ ...newFilter('f'), subject: 'ordered_at', operator: 'TEMPORAL_RANGE', operatorId: null, comparator: 'Last week' })).toBe(
    'ordered_at (Last week)',
  )
  expect(labelOfFilter({ ...newFilter('f'), subject: 'is_gift', operator: '==', operatorId: null, comparator: true })).toBe('is_gift IS TRUE')
})

test('EXP-4.20 the kind of a range follows from its text', () => {
  expect(
    ['Last week', 'previous calendar month', 'No filter', '2024-01-01 : now', 'DATEADD(DATETIME("now"), -7, day) : now', 'Last 3 days'].map(frameOf),
  ).toEqual(['common', 'calendar', 'none', 'custom', 'custom', 'advanced'])
})

test('T32 the server is told whose days a range means where the dataset has a zone of its own', () => {
  expect(zoneSourceOf({ id: 3, type: 'table', extra: '{"time_zone":"Asia/Kolkata"}' })).toBe('3__table')
  for (const extra of [null, '{}', '{"time_zone":""}', 'no json']) expect(zoneSourceOf({ id: 3, type: 'table', extra })).toBeUndefined()
  expect(zoneSourceOf({ id: 3, type: 'query', extra: '{"time_zone":"Asia/Kolkata"}' })).toBeUndefined()
})

test('EXP-5.16 custom ranges are read and printed in the documented grammar', () => {
  for (const text of [
    'DATEADD(DATETIME("2021-01-20T00:00:00"), -7, day) : 2021-01-20T00:00:00',
    '2021-01-20T00:00:00 : DATEADD(DATETIME("2021-01-20T00:00:00"), 2, month)',
    'DATEADD(DATETIME("now"), -2, week) : DATEADD(DATETIME("now"), 1, hour)',
    'today : now',
  ])
    expect(printCustomRange(readCustomRange(text)!)).toBe(text)
  expect(readCustomRange('DATEADD(DATETIME("now"), -2, week) : DATEADD(DATETIME("today"), 1, hour)')).toBeUndefined()
  expect(readCustomRange('DATEADD(DATETIME("now"), -2, fortnight) : now')).toBeUndefined()
})

test('EXP-4.19 choosing "No filter" stores the constant; going to advanced keeps what was there', () => {
  const now = new Date(2024, 0, 8)
  expect(startFrame('none', 'Last week', now)).toBe('No filter')
  expect(startFrame('advanced', 'Last week', now)).toBe('Last week : ')
  expect(startFrame('custom', 'Last week', now)).toBe('DATEADD(DATETIME("2024-01-08T00:00:00"), -7, day) : 2024-01-08T00:00:00')
})

test('EXP-5.03 numbers are read as they are typed; one that is not finished stays text', () => {
  expect(['12', '1.5', '-3', '1.', '1.0', '1.50', 'wide', ''].map(readNumber)).toEqual([12, 1.5, -3, '1.', '1.0', '1.50', 'wide', null])
})

test('EXP-5.17 an SQL column is called by its expression until it is named, and again when the name is emptied', () => {
  expect(t('column.placeholder')).toBe('My column')
  expect(sqlColumn(' a + b ', '')).toMatchObject({ label: 'a + b', hasCustomLabel: false })
  expect(sqlColumn('a + b', 'Both')).toMatchObject({ label: 'Both', hasCustomLabel: true })
  expect(sqlColumn('a + b', ' ')?.label).toBe('a + b')
  expect(sqlColumn('  ', 'Both')).toBeUndefined()
})
