import { expect, test } from 'vitest'
import { hostForTurn } from './spread-hosts.ts'

const hosts = ['bi.example.org', 'One.example.org', 'two.example.org:8443']
const turns = (own: string, listed: unknown, search = '') => [0, 1, 2].map((turn) => hostForTurn(own, listed, search, turn))

test('SQL-9.07 EXP-9.23 calls for chart data take turns among the listed hosts, without the page’s own', () => {
  expect(turns('bi.example.org', hosts)).toEqual(['one.example.org', 'two.example.org:8443', 'one.example.org'])
  expect(turns('two.example.org:8443', hosts)).toEqual(['bi.example.org', 'one.example.org', 'bi.example.org'])
})

test('SQL-9.07 EXP-9.23 a parameter of the address turns it off', () => {
  expect(turns('bi.example.org', hosts, '?disableDomainSharding=1')).toEqual([undefined, undefined, undefined])
  expect(turns('bi.example.org', hosts, '?disableDomainSharding=0')[0]).toBe('one.example.org')
})

test('it is off where nothing, or only the page’s own host, or another page’s host is listed', () => {
  for (const listed of [null, undefined, 'x', [], ['bi.example.org'], [5], ['one.example.org', 'two.example.org']])
    expect(hostForTurn('bi.example.org', listed, '', 0)).toBeUndefined()
})
