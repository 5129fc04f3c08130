import { expect, test } from 'vitest'
import { lossesOf, lostIn, mentionsOf } from './lost-names.ts'
import { namesInChart } from './names-in-chart.ts'

const known = {
  columns: [
    { id: 1, name: 'place', expression: null },
    { id: 2, name: 'amount', expression: null },
    { id: 3, name: 'seen_at', expression: null },
    { id: 4, name: 'half', expression: 'amount / 2' },
    { id: 5, name: 'net price', expression: null },
  ],
  metrics: [
    { id: 1, name: 'count', expression: 'COUNT(*)' },
    { id: 2, name: 'total', expression: 'SUM("amount")' },
  ],
}
const without = (...names: string[]) => ({
  columns: known.columns.filter(({ name }) => !names.includes(name)).map(({ id, name }) => ({ id, column_name: name })),
  metrics: known.metrics.filter(({ name }) => !names.includes(name)).map(({ id, name }) => ({ id, metric_name: name })),
})
const lost = (form: object, ...names: string[]) => {
  const losses = lossesOf(known, without(...names))
  const found = lostIn(namesInChart(JSON.stringify(form), null), losses)
  // A chart that loses something is never passed over after a look at its text.
  if (found.length > 0) expect([form, mentionsOf(losses)(JSON.stringify(form))]).toEqual([form, true])
  return found.map(({ kind, name }) => `${kind} ${name}`)
}

test.each([
  ['a dimension', { groupby: ['place'] }],
  ['a column of the raw table', { all_columns: ['place', 'amount'] }],
  ['the x axis', { x_axis: 'place' }],
  ['the time column', { granularity_sqla: 'place' }],
  ['the order of the raw table', { order_by_cols: ['["place", true]'] }],
  ['a simple filter', { adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'place', operator: '==', comparator: 'x' }] }],
  ['a filter in SQL', { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: "lower(Place) = 'x'" }] }],
  ['an aggregate', { metrics: [{ expressionType: 'SIMPLE', aggregate: 'MAX', column: { column_name: 'place' } }] }],
  ['a metric in SQL', { metric: { expressionType: 'SQL', sqlExpression: 'count(distinct "place")' } }],
  ['a column in SQL', { groupby: [{ expressionType: 'SQL', label: 'p', sqlExpression: 'upper(place)' }] }],
  ['the second half of a mixed chart', { groupby_b: ['place'] }],
  ['a filter of the second half', { adhoc_filters_b: [{ expressionType: 'SIMPLE', subject: 'place' }] }],
  ['a position on a map', { spatial: { type: 'latlong', latCol: 'place', lonCol: 'amount' } }],
  ['an old filter', { filters: [{ col: 'place', op: 'in', val: ['x'] }] }],
  ['an old condition in SQL', { where: "place = 'x'" }],
  ['a setting of a chart of another maker', { tooltip_columns: ['place'] }],
])('a chart that uses a removed column as %s is found', (_, form) => {
  expect(lost(form, 'place')).toEqual(['column place'])
  expect(lost(form)).toEqual([])
})

test.each([
  ['a word that only contains the name', { metric: { expressionType: 'SQL', sqlExpression: 'SUM(places + place_id)' } }],
  ['a value', { adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'amount', operator: '==', comparator: 'place' }] }],
  ['a metric of the same name', { metrics: ['place'] }],
  ['a setting that is no name', { viz_type: 'place', color_scheme: 'place' }],
  ['SQL that a simple metric has left behind', { metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'amount' }, sqlExpression: 'place' }] }],
])('%s does not count', (_, form) => {
  expect(lost(form, 'place')).toEqual([])
})

test('a saved metric is found where it measures, ranks, orders or sizes, and in the macro of metrics', () => {
  for (const form of [
    { metrics: ['total'] },
    { timeseries_limit_metric: 'total' },
    { orderby: [['total', false]] },
    { point_radius_fixed: { type: 'metric', value: 'total' } },
    { adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'HAVING', subject: 'total' }] },
    { metric: { expressionType: 'SQL', sqlExpression: "{{ metric('total') }} / 2" } },
  ])
    expect(lost(form, 'total')).toEqual(['metric total'])
  expect(lost({ groupby: ['total'] }, 'total')).toEqual([])
  expect(lost({ metric: { expressionType: 'SQL', sqlExpression: 'SUM(total)' } }, 'total')).toEqual([])
})

test('names in the saved queries count like those of the form', () => {
  const context = { queries: [{ columns: ['place'], metrics: ['total'], orderby: [['total', false]], extras: { where: '(amount > 1)' } }] }
  const names = namesInChart(null, JSON.stringify(context))
  expect(lostIn(names, lossesOf(known, without('place', 'total', 'amount'))).map(({ name }) => name)).toEqual(['place', 'amount', 'total'])
})

test('what is renamed says its new name; what is built upon a lost column says so, unless its expression is mended with it', () => {
  const renamed = { columns: known.columns.map(({ id, name }) => ({ id, column_name: name === 'amount' ? 'paid' : name })) }
  const chart = namesInChart(JSON.stringify({ metrics: ['total'], groupby: ['half'] }), null)
  expect(lostIn(chart, lossesOf(known, renamed))).toEqual([{ kind: 'column', name: 'amount', new_name: 'paid', through: 'total' }])
  const mended = {
    columns: renamed.columns.map((column) => (column.column_name === 'half' ? { ...column, expression: 'paid / 2' } : column)),
    metrics: [{ id: 2, metric_name: 'total', expression: 'SUM(paid)' }],
  }
  expect(lostIn(chart, lossesOf(known, mended))).toEqual([])
})

test('a name with a space is found in quotes; a list without ids is matched by name', () => {
  const chart = namesInChart(JSON.stringify({ metric: { expressionType: 'SQL', sqlExpression: 'SUM("Net Price")' } }), null)
  const byName = { columns: known.columns.slice(0, 4).map(({ name }) => ({ column_name: name })) }
  expect(lostIn(chart, lossesOf(known, byName)).map(({ name, new_name }) => [name, new_name])).toEqual([['net price', null]])
})

test('a chart whose settings cannot be read has no names', () => {
  expect(lostIn(namesInChart('{"groupby": [', 'null'), lossesOf(known, without('place')))).toEqual([])
})

test('a look at its text is enough for a chart that names nothing of what is lost, and passes over no other', () => {
  const looks = (settings: string | null, ...names: string[]) => mentionsOf(lossesOf(known, without(...names)))(settings)
  expect([looks('{"groupby":["day"]}', 'place'), looks(null, 'place'), looks('{"groupby":["Place"]}', 'place')]).toEqual([false, false, true])
  // Through a metric that stays, in other case, and in letters written as numbers.
  expect(looks('{"metrics":["total"]}', 'amount')).toBe(true)
  expect(looks(String.raw`{"groupby":["\u0070lace"]}`, 'place')).toBe(true)
  // Names that JSON can write in several ways, and very many names, are always read.
  const odd = { columns: [{ id: 1, name: 'prix d’achat', expression: null }], metrics: [] }
  expect(mentionsOf(lossesOf(odd, { columns: [] }))('{}')).toBe(true)
  const wide = { columns: Array.from({ length: 30 }, (_, id) => ({ id, name: `c${id}`, expression: null })), metrics: [] }
  expect(mentionsOf(lossesOf(wide, { columns: [] }))('{}')).toBe(true)
})
