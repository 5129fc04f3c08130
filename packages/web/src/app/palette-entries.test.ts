import { expect, test } from 'vitest'
import { parseBootstrap } from '../api/bootstrap.ts'
import { findEntries, fixedEntries } from './palette-entries.ts'

const person = parseBootstrap(
  JSON.stringify({
    user: { userId: 1, roles: { Gamma: [['can_write', 'Chart']] } },
    common: {
      menu_data: {
        menu: [
          { name: 'Charts', label: 'Charts', icon: '', url: '/chart/list/' },
          { name: 'Dashboards', label: 'Dashboards', icon: '', url: '/dashboard/list/' },
        ],
      },
    },
  }),
)

test('the palette offers only pages and actions the person has', () => {
  expect(fixedEntries(person).map((entry) => entry.label)).toEqual(['Home', 'Dashboards', 'Charts', 'New chart'])
})

test('typing finds pages by word, things of the server come first', () => {
  const found = [{ key: 'chart-1', group: 'charts', label: 'Chart of tea', to: '/explore/?slice_id=1' } as const]
  expect(findEntries(fixedEntries(person), found, 'chart').map((entry) => entry.label)).toEqual(['Chart of tea', 'Charts', 'New chart'])
  expect(findEntries(fixedEntries(person), found, '').map((entry) => entry.group)).toEqual(['pages', 'pages', 'pages', 'make'])
})
