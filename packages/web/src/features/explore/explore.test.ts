import { charts } from '@sightline/charts'
import { expect, test } from 'vitest'
import type { Dataset } from '../../controls/dataset.ts'
import { t } from '../../words/words.ts'
import { findTypes, quickTypes } from './quick-types.ts'
import { judgeRowCount } from './row-count.ts'
import { buildChartSave, cleanForm } from './save-chart.ts'
import { completeForm, kindOfIn } from './start-form.ts'
import { findProblems } from './state.ts'

const dataset: Dataset = {
  id: 3,
  type: 'table',
  table_name: 'orders',
  database: { id: 1, database_name: 'examples' },
  main_dttm_col: 'ordered_at',
  columns: [
    { column_name: 'shipped_on', is_dttm: true, type_generic: 2 },
    { column_name: 'ordered_at', is_dttm: true, type_generic: 2 },
    { column_name: 'region', type_generic: 1 },
  ],
  metrics: [
    { metric_name: 'revenue', expression: 'SUM(total)' },
    { metric_name: 'count', expression: 'COUNT(*)' },
  ],
  time_grain_sqla: [
    ['P1D', 'Day'],
    ['P1W', 'Week'],
  ],
}
const chartNamed = (id: string) => charts.find((chart) => chart.id === id)!

test('a new line chart starts on the main time column, by day, with a time filter', () => {
  const form = completeForm(chartNamed('echarts_timeseries_line'), {}, dataset, true)
  expect(form).toMatchObject({ viz_type: 'echarts_timeseries_line', datasource: '3__table', x_axis: 'ordered_at', time_grain_sqla: 'P1D' })
  expect(form['adhoc_filters']).toEqual([
    { clause: 'WHERE', subject: 'ordered_at', operator: 'TEMPORAL_RANGE', comparator: 'No filter', expressionType: 'SIMPLE' },
  ])
  expect(Object.keys(findProblems(chartNamed('echarts_timeseries_line'), form, kindOfIn(dataset)))).toEqual(['metrics'])
})

test('a saved chart that names its time column instead of an axis opens on that one', () => {
  const old = { viz_type: 'echarts_timeseries_line', metrics: ['count'], granularity_sqla: 'shipped_on' }
  expect(completeForm(chartNamed('echarts_timeseries_line'), old, dataset, false)['x_axis']).toBe('shipped_on')
  expect(completeForm(chartNamed('echarts_timeseries_line'), { metrics: ['count'] }, dataset, false)['x_axis']).toBeUndefined()
})

test('a new big number counts rows, and is ready to be drawn', () => {
  const form = completeForm(chartNamed('big_number_total'), {}, dataset, true)
  expect(form['metric']).toBe('count')
  expect(findProblems(chartNamed('big_number_total'), form, kindOfIn(dataset))).toEqual({})
})

test('EXP-4.10 a saved chart keeps its own time filter and what its panel does not know', () => {
  const saved = { viz_type: 'pie', adhoc_filters: [{ operator: 'TEMPORAL_RANGE', subject: 'shipped_on', comparator: 'Last week' }], my_own_key: 1 }
  const form = completeForm(chartNamed('pie'), saved, dataset, false)
  expect(form['adhoc_filters']).toEqual(saved.adhoc_filters)
  expect(form['my_own_key']).toBe(1)
})

test('what belongs to the visit is not saved: url parameters and filters of a dashboard', () => {
  expect(cleanForm({ url_params: { a: '1' }, metric: 'count', adhoc_filters: [{ isExtra: true, subject: 'x' }, { subject: 'y' }] })).toEqual({
    metric: 'count',
    adhoc_filters: [{ subject: 'y' }],
  })
})

test('EXP-3.03 a save carries form, query context, dataset, dashboards and owners', () => {
  const form = completeForm(chartNamed('big_number_total'), {}, dataset, true)
  const body = buildChartSave({ name: ' Orders ', form, overwrites: undefined, owners: [1], dashboard: undefined, onDashboards: [] }, [7])
  expect(body).toMatchObject({ slice_name: 'Orders', viz_type: 'big_number_total', datasource_id: 3, datasource_type: 'table', dashboards: [7], owners: [1] })
  expect(JSON.parse(body['params'] as string)).toMatchObject({ metric: 'count', dashboards: [7] })
  expect(JSON.parse(body['query_context'] as string)).toMatchObject({ datasource: { id: 3, type: 'table' }, result_type: 'full', result_format: 'json' })
})

test('EXP-2.15 the row count is loud at its limit and at zero rows', () => {
  expect(judgeRowCount(100, 100)).toEqual({ rows: 100, isAtLimit: true, isDanger: true })
  expect(judgeRowCount(0, 100)).toEqual({ rows: 0, isAtLimit: false, isDanger: true })
  expect(judgeRowCount(99, '100')).toEqual({ rows: 99, isAtLimit: false, isDanger: false })
  expect(judgeRowCount(5, null).isDanger).toBe(false)
})

test('EXP-2.16 the tiles are the common types, then the chosen one and the one on the screen', () => {
  const ids = ['pie', 'sunburst', 'table', 'echarts_area', 'funnel', 'big_number_total', 'echarts_timeseries_line', 'echarts_timeseries_bar']
  const installed = ids.map((id) => ({ ...chartNamed('pie'), id }))
  const tiles = (current: string, drawn: string | undefined) => quickTypes(current, drawn, installed).map(({ id }) => id)
  const common = ['echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_area', 'table', 'big_number_total', 'pie']
  expect(tiles('table', undefined)).toEqual(common)
  expect(tiles('funnel', 'sunburst')).toEqual([...common, 'funnel', 'sunburst'])
})

test('the dialog finds types by name, tag and description', () => {
  expect(findTypes('PIE').map(({ id }) => id)).toContain('pie')
  expect(findTypes('nothing is called like this')).toEqual([])
})

test('EXP-8.21 EXP-8.18 EXP-8.10 the words after saving, for a bad address and for an unknown type are the documented ones', () => {
  expect(t('save.saved', { name: 'Sales' })).toBe('Chart [Sales] has been saved')
  expect(t('save.overwritten', { name: 'Sales' })).toBe('Chart [Sales] has been overwritten')
  expect(t('save.created', { name: 'Sales', dashboard: 'Board' })).toBe('Dashboard [Board] just got created and chart [Sales] was added to it')
  expect(t('save.added', { name: 'Sales', dashboard: 'Board' })).toBe('Chart [Sales] was added to dashboard [Board]')
  expect([t('explore.missingUrl'), t('explore.missingDataset')]).toEqual(['Missing URL parameters', 'Missing dataset'])
  expect(t('viz.unsupported')).toBe('This visualization type is not supported.')
})
