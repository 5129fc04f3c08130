import { expect, test } from 'vitest'
import { neighbourOf, stepOfKey } from './neighbours.ts'
import { msOf, printClock } from './query-times.ts'
import { headOf } from './SqlCell.tsx'
import { fullName } from './table-names.ts'

test('how long a query took lines up to the millisecond', () => {
  expect([0, 5, 62_345, 3_600_000 * 30 + 59_999.6, -3].map(printClock)).toEqual([
    '00:00:00.000',
    '00:00:00.005',
    '00:01:02.345',
    '30:01:00.000',
    '00:00:00.000',
  ])
  expect([msOf('12.5'), msOf(null), msOf(''), msOf('x')]).toEqual([12.5, undefined, undefined, undefined])
})

test('down and k go to the next query of the list, up and j to the one before; the ends are ends', () => {
  expect(['ArrowDown', 'k', 'ArrowUp', 'j', 'Enter'].map(stepOfKey)).toEqual([1, 1, -1, -1, 0])
  const rows = [{ id: 7 }, { id: 3 }, { id: 5 }]
  expect([neighbourOf(rows, 7, 1), neighbourOf(rows, 7, -1), neighbourOf(rows, 5, 1), neighbourOf(rows, 9, 1)]).toEqual([
    { id: 3 },
    undefined,
    undefined,
    undefined,
  ])
})

test('a list shows the beginning of a query only', () => {
  expect(headOf('\n\nSELECT 1\nFROM a\nWHERE b\nGROUP BY c\nORDER BY d')).toBe('SELECT 1\nFROM a\nWHERE b\nGROUP BY c')
  expect(headOf('x'.repeat(100_000)).length).toBeLessThan(2000)
})

test('a table is named with everything that leads to it', () => {
  expect([fullName({ table: 't' }), fullName({ table: 't', schema: 's' }), fullName({ table: 't', schema: 's', catalog: 'c' })]).toEqual(['t', 's.t', 'c.s.t'])
})
