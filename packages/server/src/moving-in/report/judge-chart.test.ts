import { expect, test } from 'vitest'
import { uncheckedDataset, type DatasetCheck } from './check-dataset.ts'
import { judgeChart } from './judge-chart.ts'

const missing: DatasetCheck = {
  state: 'missing',
  why: null,
  columns: { found: 1, missing: ['gone'] },
  metrics: { found: 1, missing: [{ name: 'sum_gone', why: 'no' }] },
}
const filter = { clause: 'WHERE', subject: 'gone', operator: '==', comparator: 'x', expressionType: 'SIMPLE' }

test('a chart that asks for what the database no longer has is not faithful, and says which of its controls', () => {
  const params = { groupby: ['region', 'gone'], metric: 'sum_gone', adhoc_filters: [filter] }
  expect(judgeChart({ viz_type: 'pie', params }, missing)).toEqual({
    state: 'changed',
    changes: [
      { name: 'groupby', why: 'The column "gone" of its dataset is missing in the database.' },
      { name: 'metric', why: 'The metric "sum_gone" of its dataset cannot be computed in the database.' },
      { name: 'adhoc_filters', why: 'The column "gone" of its dataset is missing in the database.' },
    ],
  })
})
test('one that asks for the rest is, and so is one whose database could not be asked', () => {
  const params = { groupby: ['region'], metric: 'count' }
  expect(judgeChart({ viz_type: 'pie', params }, missing)).toEqual({ state: 'faithful', changes: [] })
  expect(judgeChart({ viz_type: 'pie', params: { ...params, groupby: ['gone'] } }, uncheckedDataset('It is far.'))).toEqual({ state: 'faithful', changes: [] })
})
