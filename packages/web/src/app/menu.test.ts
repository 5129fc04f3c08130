import { expect, test } from 'vitest'
import { offers, sectionOf, settingsGroups } from './menu.ts'

const menu = [
  { name: 'Charts', label: 'Charts', icon: '', url: '/chart/list/' },
  { name: 'Data', label: 'Data', icon: '', childs: [{ name: 'Databases', label: 'Database Connections', icon: '', url: '/databaseview/list/' }] },
  { name: 'Manage', label: 'Manage', icon: '', childs: [{ name: 'Plugins', label: 'Plugins', icon: '', url: '/dynamic-plugins/list/' }, '-' as const] },
  { name: 'Security', label: 'Security', icon: '', childs: [{ name: 'List Users', label: 'List Users', icon: '', url: '/users/list/' }] },
]

test('the settings menu offers only pages that exist, and no empty group', () => {
  expect(settingsGroups(menu).map((group) => [group.name, group.items.map((item) => item.url)])).toEqual([
    ['Data', ['/databaseview/list/']],
    ['Security', ['/users/list/']],
  ])
})

test('moving in stands under Data for those who may, also where nothing else does', () => {
  expect(settingsGroups(menu, true)[0]).toMatchObject({ name: 'Data', items: [{ url: '/databaseview/list/' }, { url: '/moving-in/' }] })
  expect(settingsGroups([], true).map(({ name }) => name)).toEqual(['Data'])
})

test('the top bar marks the section of a page', () => {
  expect(['/superset/dashboard/3/', '/explore/', '/chart/add', '/dataset/add/', '/sqllab/history/', '/users/list/'].map(sectionOf)).toEqual([
    'dashboards',
    'charts',
    'charts',
    'datasets',
    'sql',
    undefined,
  ])
})

test('what the server does not offer is not shown', () => {
  expect(offers(menu, 'Charts')).toBe(true)
  expect(offers(menu, 'Databases')).toBe(true)
  expect(offers(menu, 'Datasets')).toBe(false)
})
