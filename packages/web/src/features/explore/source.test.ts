import { charts } from '@sightline/charts'
import { expect, test } from 'vitest'
import { defaultGrain, marksOf, type Dataset } from '../../controls/dataset.ts'
import { t } from '../../words/words.ts'
import { datasetMenu, titleTooltip, type DatasetMenuActions } from './dataset-menu.ts'
import { hasWarnings } from './form-warnings.ts'
import { panelRows } from './panel-rows.ts'
import { queryToKeep } from './query-to-keep.ts'
import { isComplete, readAddress } from './read-address.ts'
import { readSource } from './read-source.ts'
import { completeForm } from './start-form.ts'
import { drawnForm, isStale, openExplore, reduceExplore } from './state.ts'
import { isNothingCarried, judgeForm, swapForm } from './swap-form.ts'
import { otherDataset } from './use-dataset.ts'

const dataset: Dataset = {
  id: 3,
  type: 'table',
  table_name: 'orders',
  database: { id: 1, database_name: 'examples' },
  main_dttm_col: 'ordered_at',
  columns: [
    { column_name: 'quantity', type_generic: 0 },
    { column_name: 'region', type_generic: 1, description: 'Where it went' },
    { column_name: 'ordered_at', is_dttm: true, type_generic: 2 },
    { column_name: 'country', type_generic: 1, extra: '{"certification":{"certified_by":"Ann"}}' },
  ],
  metrics: [
    { metric_name: 'count', expression: 'COUNT(*)' },
    { metric_name: 'revenue', verbose_name: 'Revenue', expression: 'SUM(total)', certified_by: 'Finance', warning_markdown: 'Net' },
  ],
}
const actions: DatasetMenuActions = { edit: () => {}, swap: () => {}, preview: () => {}, saveAsDataset: () => {}, sqlAddress: '/sqllab/' }
const labels = (...facts: Parameters<typeof datasetMenu>): readonly string[] =>
  datasetMenu(...facts).map((entry) => (typeof entry === 'object' && 'label' in entry ? entry.label : ''))
const lines = (rows: ReturnType<typeof panelRows>): readonly string[] =>
  rows.map((row) => {
    if (row.type === 'metric') return row.metric.metric_name
    if (row.type === 'column') return row.column.column_name
    return `${row.type === 'section' ? row.key : `/${row.folder}`} ${row.shown}`
  })

test('EXP-2.06 the menu of a dataset edits, swaps and goes to the SQL editor; that of a query previews and saves it as a dataset', () => {
  expect(labels({ type: 'table', mayEdit: true, mayUseSql: true }, actions)).toEqual(['Edit dataset', 'Swap dataset', 'View in SQL editor'])
  expect(labels({ type: 'query', mayEdit: true, mayUseSql: true }, actions)).toEqual(['Query preview', 'View in SQL editor', 'Save as dataset'])
  expect(labels({ type: 'query', mayEdit: true, mayUseSql: false }, actions)).toEqual(['Query preview', 'Save as dataset'])
})

test('EXP-2.06 a title of more than 25 characters has a tooltip', () => {
  expect(titleTooltip('x'.repeat(25))).toBeUndefined()
  expect(titleTooltip('x'.repeat(26))).toBe('x'.repeat(26))
})

test('EXP-5.21 SQL-5.05 who does not own the dataset sees Edit disabled, with the reason', () => {
  const [edit] = datasetMenu({ type: 'table', mayEdit: false, mayUseSql: true }, actions)
  expect(edit).toMatchObject({
    isDisabled: true,
    hint: 'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
  })
})

test('metrics and columns stand in folders: certified first, columns by what they hold, times before texts before numbers', () => {
  expect(lines(panelRows(dataset, '', new Set()))).toEqual([
    'metrics 2',
    '/certified 1',
    'revenue',
    '/metrics 1',
    'count',
    'columns 4',
    '/certified 1',
    'country',
    '/temporal 1',
    'ordered_at',
    '/string 1',
    'region',
    '/numeric 1',
    'quantity',
  ])
})

test('a section or folder that is closed shows its head only; a section of one kind has no folders', () => {
  expect(lines(panelRows(dataset, '', new Set(['metrics', 'columns.string'])))).toEqual([
    'metrics 2',
    'columns 4',
    '/certified 1',
    'country',
    '/temporal 1',
    'ordered_at',
    '/string 1',
    '/numeric 1',
    'quantity',
  ])
  expect(lines(panelRows({ ...dataset, metrics: [], columns: [{ column_name: 'a', type_generic: 1 }] }, '', new Set()))).toEqual(['columns 1', 'a'])
})

test('a search opens every folder, and puts names before what is said about them', () => {
  const texts = { ...dataset, columns: [...dataset.columns, { column_name: 'where_from', type_generic: 1 }] }
  expect(lines(panelRows(texts, 'WHERE', new Set(['columns'])))).toEqual(['columns 2', 'where_from', 'region'])
  expect(panelRows(texts, 'nothing', new Set())).toEqual([])
})

test('SQL-3.13 marks are read from extra or, where the explorer tells them one by one, from there', () => {
  expect(marksOf(dataset.columns[3]!)).toEqual({ certifiedBy: 'Ann', certification: undefined, warning: undefined })
  expect(marksOf(dataset.metrics[1]!)).toEqual({ certifiedBy: 'Finance', certification: undefined, warning: 'Net' })
  expect(marksOf({ extra: 'no json', warning_text: 'Old' })).toEqual({ certifiedBy: undefined, certification: undefined, warning: 'Old' })
})

test('a new chart begins with the grain its dataset names, if the database has it', () => {
  const grains = [
    ['P1D', 'Day'],
    ['P1W', 'Week'],
  ] as const
  const weekly = { ...dataset, time_grain_sqla: grains, extra: '{"default_time_grain":"P1W"}' }
  const line = charts.find(({ id }) => id === 'echarts_timeseries_line')!
  expect(completeForm(line, {}, weekly, true)['time_grain_sqla']).toBe('P1W')
  expect(defaultGrain({ ...weekly, extra: '{"default_time_grain":"P9Y"}' })).toBeUndefined()
})

test('EXP-2.02 SQL-3.14 the address names a chart, a source by number and type or as one word, or a form left with the server', () => {
  const read = (text: string) => readAddress(new URLSearchParams(text))
  expect(read('datasource_id=5&datasource_type=query').source).toEqual({ id: 5, type: 'query' })
  expect(read('datasource=5__query').source).toEqual({ id: 5, type: 'query' })
  expect(read('datasource=5__unheard').source).toEqual({ id: 5, type: 'table' })
  expect(read('dataset_id=5').source).toEqual({ id: 5, type: 'table' })
  expect(read('form_data_key=abc')).toMatchObject({ formKey: 'abc', source: undefined })
  expect(isComplete(read('form_data_key=abc'))).toBe(true)
  expect(isComplete(read('viz_type=table'))).toBe(false)
})

test('a query of the editor is a source without saved metrics, called as its tab', () => {
  const source = readSource({
    id: 8,
    type: 'query',
    name: 'main.Untitled 1',
    datasource_name: 'Untitled 1',
    database: { id: 1, name: 'examples', backend: 'duckdb' },
    columns: [{ column_name: 'n', type: 'BIGINT', is_dttm: false }],
    metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
    sql: 'SELECT 1 AS n',
  })!
  expect(source).toMatchObject({ id: 8, type: 'query', table_name: 'Untitled 1', metrics: [], database: { id: 1, database_name: 'examples' } })
  expect(
    completeForm(
      charts.find(({ id }) => id === 'table')!,
      {},
      source,
      true,
    )['datasource'],
  ).toBe('8__query')
  expect(queryToKeep(source)).toEqual({
    name: 'Untitled 1',
    sql: 'SELECT 1 AS n',
    databaseId: 1,
    schema: null,
    templateParams: null,
    columns: [{ column_name: 'n', type: 'BIGINT', is_dttm: false }],
  })
  expect(readSource({ type: 'table', database: { id: 0 }, columns: [], metrics: [] })).toBeUndefined()
})

test('SQL-4.23 SQL-7.23 after a swap the chart is over {id}__table; what fits stays, what does not is left out, SQL stays with a mark; the picture is out of date', () => {
  const table = charts.find(({ id }) => id === 'table')!
  const sqlMetric = { expressionType: 'SQL', sqlExpression: 'SUM(total)', label: 's', optionName: 'b' }
  const sqlFilter = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'total > 1' }
  const before = {
    viz_type: 'table',
    datasource: '3__table',
    query_mode: 'aggregate',
    groupby: ['region'],
    metrics: ['revenue', { expressionType: 'SIMPLE', column: { column_name: 'quantity' }, aggregate: 'SUM', label: 'n', optionName: 'a' }, sqlMetric],
    timeseries_limit_metric: 'revenue',
    adhoc_filters: [
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'ordered_at', operator: 'TEMPORAL_RANGE', comparator: 'Last week' },
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'country', operator: 'IN', comparator: ['DE'] },
      sqlFilter,
    ],
  }
  const next: Dataset = { ...dataset, id: 9, columns: [{ column_name: 'region' }, { column_name: 'at', is_dttm: true }], metrics: [] }
  const form = swapForm(table, before, next, 'at')
  expect(form).toEqual({
    viz_type: 'table',
    datasource: '9__table',
    query_mode: 'aggregate',
    groupby: ['region'],
    metrics: [{ ...sqlMetric, datasourceWarning: true }],
    adhoc_filters: [
      { ...before.adhoc_filters[0], subject: 'at' },
      { ...sqlFilter, datasourceWarning: true },
    ],
  })
  expect(swapForm(table, before, { ...next, columns: [] }, undefined)).toMatchObject({
    groupby: [],
    adhoc_filters: [{ ...sqlFilter, datasourceWarning: true }],
  })
  expect(judgeForm(table, before, next)).toEqual({ kept: 3, missing: 4 })
  expect([isNothingCarried({ kept: 0, missing: 4 }), isNothingCarried({ kept: 0, missing: 0 })]).toEqual([true, false])
  const state = reduceExplore(openExplore(before, before, true), { type: 'datasetChanged', form })
  expect(isStale(state, table)).toBe(true)
  expect(state.memory).toEqual([])
  // The mark is no part of the question, and goes when the chart has run.
  const ran = reduceExplore(state, { type: 'ran' })
  expect(drawnForm(ran, table)?.['metrics']).toEqual([sqlMetric])
  const fitted = reduceExplore(ran, { type: 'fitted' })
  expect([fitted.form['metrics'], hasWarnings(ran.form), hasWarnings(fitted.form), isStale(fitted, table)]).toEqual([[sqlMetric], true, false, false])
})

test('EXP-8.15 what a thing that may not fit is called', () => {
  expect([t('chip.badColumn'), t('chip.badFilter'), t('chip.badMetric')]).toEqual(
    ['column', 'filter', 'metric'].map((thing) => `This ${thing} might be incompatible with current dataset`),
  )
})

test('unsaved work over a dataset that was swapped in comes back with that dataset', () => {
  expect(otherDataset(dataset, '3__table')).toBeUndefined()
  expect(otherDataset(dataset, '9__table')).toBe(9)
  expect(otherDataset({ ...dataset, type: 'query' }, '3__query')).toBeUndefined()
  expect(otherDataset(dataset, undefined)).toBeUndefined()
})

test('the sentences after a swap', () => {
  expect([t('explore.keepTitle'), t('explore.keepNoneTitle')]).toEqual(['Keep control settings?', 'No form settings were maintained'])
})
