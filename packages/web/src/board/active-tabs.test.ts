import { readLayout } from '@sightline/core'
import { expect, test } from 'vitest'
import { activeTabsIn, chooseTabs } from './active-tabs.ts'

const block = (id: string, type: string, children: readonly string[] = [], meta: object = {}) => ({ [id]: { id, type, children, meta } })
const layout = readLayout(
  {
    DASHBOARD_VERSION_KEY: 'v2',
    ...block('ROOT_ID', 'ROOT', ['TABS-top']),
    ...block('GRID_ID', 'GRID'),
    ...block('TABS-top', 'TABS', ['TAB-a', 'TAB-b']),
    ...block('TAB-a', 'TAB', ['ROW-a']),
    ...block('ROW-a', 'ROW', ['CHART-a']),
    ...block('CHART-a', 'CHART', [], { chartId: 1, width: 4, height: 20 }),
    ...block('TAB-b', 'TAB', ['TABS-in']),
    ...block('TABS-in', 'TABS', ['TAB-c', 'TAB-d']),
    ...block('TAB-c', 'TAB'),
    ...block('TAB-d', 'TAB', ['ROW-d']),
    ...block('ROW-d', 'ROW', ['CHART-d']),
    ...block('CHART-d', 'CHART', [], { chartId: 2, width: 4, height: 20 }),
  },
  'Tabs',
)

test('the first tabs are shown, and only tabs on screen count', () => {
  expect(activeTabsIn(layout, {})).toEqual(['TAB-a'])
  expect(activeTabsIn(layout, { 'TABS-top': 'TAB-b' })).toEqual(['TAB-b', 'TAB-c'])
  expect(activeTabsIn(layout, { 'TABS-top': 'TAB-b', 'TABS-in': 'TAB-d' })).toEqual(['TAB-b', 'TAB-d'])
  expect(activeTabsIn(layout, { 'TABS-top': 'TAB-gone' })).toEqual(['TAB-a'])
})

test('a link opens the tabs above its block; the tabs it kept count where the block says nothing', () => {
  expect(activeTabsIn(layout, chooseTabs(layout, 'CHART-d', ['TAB-a']))).toEqual(['TAB-b', 'TAB-d'])
  expect(activeTabsIn(layout, chooseTabs(layout, 'TAB-b', ['TAB-d']))).toEqual(['TAB-b', 'TAB-d'])
  expect(activeTabsIn(layout, chooseTabs(layout, undefined, ['TAB-b', 'TAB-d']))).toEqual(['TAB-b', 'TAB-d'])
  expect(activeTabsIn(layout, chooseTabs(layout, 'CHART-gone', ['TAB-gone']))).toEqual(['TAB-a'])
})
