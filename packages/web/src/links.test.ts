import { expect, test } from 'vitest'
import { links } from './links.ts'

test('EXP-2.35 the link of a saved query opens the SQL editor with its id', () => {
  expect(links.sql({ savedQueryId: 9 })).toBe('/sqllab/?savedQueryId=9')
})

test('names in addresses are escaped', () => {
  expect(links.dashboard('a/b c')).toBe('/superset/dashboard/a%2Fb%20c/')
})
