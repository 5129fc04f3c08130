import { expect, test } from 'vitest'
import { nothingSelected, selectAll, selectRow } from './selection.ts'

const rows = [5, 6, 7, 8, 9]

test('Shift selects everything between two rows, in either direction', () => {
  const one = selectRow(nothingSelected, rows, 8, true, false)
  expect([...selectRow(one, rows, 6, true, true).ids].sort()).toEqual([6, 7, 8])
})

test('a row is taken out again alone', () => {
  expect([...selectRow(selectAll(rows, true), rows, 6, false, false).ids]).toEqual([5, 7, 8, 9])
  expect(selectAll(rows, false).ids.size).toBe(0)
})
