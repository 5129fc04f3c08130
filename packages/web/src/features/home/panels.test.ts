import { expect, test } from 'vitest'
import { readLastTab } from './last-tab.ts'
import { openPanels, readPanels } from './panels.ts'
import { wantsPictures } from './pictures.ts'
import { cardQuestion } from './queries.ts'

test('DSH-2.10 at first dashboards and charts are open, and recents and saved queries once there are some', () => {
  expect(openPanels(undefined, { recents: false, queries: false })).toEqual(['2', '3'])
  expect(openPanels(undefined, { recents: true, queries: true })).toEqual(['1', '2', '3', '4'])
})

test('DSH-2.10 panels stay as a person left them, also all closed', () => {
  expect(openPanels(readPanels('["1"]'), { recents: true, queries: true })).toEqual(['1'])
  expect(openPanels(readPanels('[]'), { recents: true, queries: true })).toEqual([])
  expect(openPanels(readPanels('{broken'), { recents: false, queries: false })).toEqual(['2', '3'])
})

test('cards show pictures until a person switches them off', () => {
  expect([null, '{}', '{"thumbnails":true}', '{"thumbnails":false}', 'junk'].map(wantsPictures)).toEqual([true, true, true, false, true])
})

test('EXP-2.34 the last tab shows everything, the examples, or what the operator set', () => {
  expect(readLastTab('all')).toEqual({ label: 'All', filters: [] })
  expect(readLastTab('examples')).toEqual({ label: 'Examples', filters: [{ col: 'created_by', opr: 'rel_o_m', value: 0 }] })
  const sales = [{ col: 'slug', opr: 'ct', value: 'sales' }]
  expect(readLastTab(['Sales', sales])).toEqual({ label: 'Sales', filters: sales })
  expect(readLastTab(undefined).label).toBe('All')
})

test('DSH-2.10 EXP-9.16 five cards, newest change first, narrowed by the tab', () => {
  const newest = { order_column: 'changed_on_delta_humanized', order_direction: 'desc', page: 0, page_size: 5 }
  expect(cardQuestion('chart', 'Other')).toEqual({ ...newest, filters: [] })
  expect(cardQuestion('dashboard', 'Favorite')).toEqual({ ...newest, filters: [{ col: 'id', opr: 'dashboard_is_favorite', value: true }] })
  expect(cardQuestion('chart', 'Mine').filters).toMatchObject([{ col: 'owners', opr: 'rel_m_m' }])
})
