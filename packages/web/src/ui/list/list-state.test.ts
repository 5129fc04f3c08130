import { expect, test } from 'vitest'
import { pagesToShow, parseListState, printListState, toQuestion, withFilter, withSort } from './list-state.ts'

const defaults = { sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc', viewMode: 'table' } as const
const rules = [
  { id: 'slice_name', col: 'slice_name', opr: 'chart_all_text' },
  { id: 'favorite', col: 'id', opr: 'chart_is_favorite' },
  { id: 'owners', col: 'owners', opr: 'rel_m_m' },
]
const parse = (text: string) => parseListState(new URLSearchParams(text), defaults)

test('EXP-7.18 the address of a list becomes the question to the server', () => {
  const state = parse(
    "filters=(favorite:(label:Yes,value:!t),owners:(label:'A B',value:3),slice_name:'tea chart',unknown:1)&pageIndex=2&sortColumn=slice_name&sortOrder=asc&viewMode=card",
  )
  expect(state.viewMode).toBe('card')
  expect(toQuestion(state, rules)).toEqual({
    filters: [
      { col: 'slice_name', opr: 'chart_all_text', value: 'tea chart' },
      { col: 'id', opr: 'chart_is_favorite', value: true },
      { col: 'owners', opr: 'rel_m_m', value: 3 },
    ],
    order_column: 'slice_name',
    order_direction: 'asc',
    page: 2,
    page_size: 25,
  })
})

test('EXP-9.16 a plain address asks for the first 25, newest change first', () => {
  expect(toQuestion(parse(''), rules)).toEqual({ filters: [], order_column: 'changed_on_delta_humanized', order_direction: 'desc', page: 0, page_size: 25 })
})

test('a broken address is a plain list, not an error', () => {
  expect(parse('filters=((&pageIndex=-3&sortOrder=up&viewMode=x')).toEqual({ filters: {}, page: 0, ...defaults })
})

test('what is written can be read again, and foreign parameters stay', () => {
  const state = withSort(withFilter(parse('pageIndex=4'), 'owners', { value: 3, label: "O'Neil" }), 'slice_name')
  const written = printListState(state, defaults, new URLSearchParams('standalone=1'))
  expect(written.get('standalone')).toBe('1')
  expect(parseListState(written, defaults)).toEqual(state)
  expect(state.page).toBe(0)
})

test('clearing a filter leaves no trace in the address', () => {
  expect(
    printListState(
      withFilter(parse('filters=(slice_name:tea)'), 'slice_name', { value: '' }),
      defaults,
      new URLSearchParams('filters=(slice_name:tea)'),
    ).toString(),
  ).toBe('')
})

test('the pager shows the ends, the neighbours and the gaps', () => {
  expect(pagesToShow(0, 13)).toEqual([0, 1, null, 12])
  expect(pagesToShow(6, 13)).toEqual([0, null, 5, 6, 7, null, 12])
  expect(pagesToShow(2, 13)).toEqual([0, 1, 2, 3, null, 12])
  expect(pagesToShow(3, 13)).toEqual([0, 1, 2, 3, 4, null, 12])
  expect(pagesToShow(1, 3)).toEqual([0, 1, 2])
})

test('a range of moments is two comparisons, in our form of the address and in the older one', () => {
  const between = [{ id: 'start_time', col: 'start_time', opr: 'gt', untilOpr: 'lt' }]
  const asked = [
    { col: 'start_time', opr: 'gt', value: 1000 },
    { col: 'start_time', opr: 'lt', value: 2000 },
  ]
  expect(toQuestion(parse('filters=(start_time:!(1000,2000))'), between).filters).toEqual(asked)
  const written = printListState(withFilter(parse(''), 'start_time', { value: 1000, until: 2000, label: 'then' }), defaults, new URLSearchParams())
  expect(toQuestion(parse(written.toString()), between).filters).toEqual(asked)
  expect(toQuestion(parse('filters=(start_time:(label:x,value:1000))'), between).filters).toEqual(asked.slice(0, 1))
})
