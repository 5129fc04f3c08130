import { expect, test } from 'vitest'
import { firstTab, fromActivity, greetingKey, mixKinds } from './recent.ts'

const chart = (id: number) => ({ id, slice_name: `c${id}`, viz_type: 'pie', changed_on_utc: null })
const dashboard = (id: number) => ({ id, slug: id === 1 ? 'one' : null, dashboard_title: `d${id}`, changed_on_utc: null })

test('DSH-2.10 EXP-9.16 the edited lists show three dashboards and three charts', () => {
  expect(mixKinds([1, 2, 3, 4].map(chart), [1, 2, 3, 4].map(dashboard)).map((item) => item.title)).toEqual(['d1', 'd2', 'd3', 'c1', 'c2', 'c3'])
})

test('DSH-2.10 what was created includes saved queries', () => {
  expect(mixKinds([], [], [{ id: 9, label: null, changed_on: null }])).toMatchObject([{ kind: 'query', title: '[Untitled]', url: '/sqllab/?savedQueryId=9' }])
})

test('viewed things without an address are dropped', () => {
  expect(
    fromActivity([
      { item_type: 'dashboard', item_url: '/superset/dashboard/one/', item_title: 'One', time: 5 },
      { item_type: 'slice', item_url: null, item_title: 'Gone', time: 4 },
    ]).map((item) => [item.kind, item.title]),
  ).toEqual([['dashboard', 'One']])
})

test('EXP-2.34 recents open on the remembered tab, else Viewed, else Created', () => {
  expect([firstTab('Edited', true), firstTab(null, true), firstTab(null, false), firstTab('junk', false)]).toEqual(['Edited', 'Viewed', 'Created', 'Created'])
})

test('the greeting follows the clock of the person', () => {
  expect([2, 8, 13, 20].map(greetingKey)).toEqual(['home.evening', 'home.morning', 'home.afternoon', 'home.evening'])
})
