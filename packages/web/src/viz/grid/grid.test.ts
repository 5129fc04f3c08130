import { expect, test } from 'vitest'
import { copyCell, needsGroups, showCell } from './cell-text.ts'
import { numberColumnWidth } from './column-width.ts'
import { moveFocus, orderRows, summarise } from './grid-rows.ts'

const rows = [
  ['b', 2],
  ['a', null],
  ['c', 10],
  [null, 1],
]

test('sorting puts missing values last in both directions and numbers in number order', () => {
  expect([...orderRows(rows, '', { column: 1, isDescending: false })]).toEqual([3, 0, 2, 1])
  expect([...orderRows(rows, '', { column: 1, isDescending: true })]).toEqual([2, 0, 3, 1])
  expect([...orderRows(rows, '', { column: 0, isDescending: false })]).toEqual([1, 0, 2, 3])
})

test('the search finds any cell and ignores case', () => {
  expect([...orderRows(rows, 'C', undefined)]).toEqual([2])
  expect([...orderRows(rows, '1', undefined)]).toEqual([2, 3])
})

test('a hundred thousand rows are ordered without a noticeable pause', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => [(index * 7919) % 100_003, `name ${String(index)}`])
  const order = orderRows(many, '', { column: 0, isDescending: false })
  expect(many[order[0]!]![0]).toBe(0)
  expect(order.length).toBe(100_000)
})

test('texts for people are rounded and grouped, texts for programs are exact', () => {
  expect(showCell(1234567.5, 'numeric')).toBe('1,234,567.5')
  expect(showCell(2024, 'numeric', false)).toBe('2024')
  expect(copyCell(1234567.5, 'numeric')).toBe('1234567.5')
  expect(showCell(Date.UTC(2024, 0, 2), 'temporal')).toBe('2024-01-02')
  expect(showCell(Date.UTC(2024, 0, 2, 3, 4, 5), 'temporal')).toBe('2024-01-02 03:04:05')
  expect(showCell('2024-01-02T00:00:00', 'temporal')).toBe('2024-01-02')
  expect(copyCell('two\tparts "here"', 'string')).toBe('"two\tparts ""here"""')
  expect(showCell({ a: 1 }, 'string')).toBe('{"a":1}')
})

test('keys move the active cell and stop at the edges', () => {
  const size = { rows: 10, columns: 3, page: 4 }
  expect(moveFocus({ row: 9, column: 2 }, 'ArrowDown', false, size)).toEqual({ row: 9, column: 2 })
  expect(moveFocus({ row: 2, column: 1 }, 'PageDown', false, size)).toEqual({ row: 6, column: 1 })
  expect(moveFocus({ row: 2, column: 1 }, 'End', true, size)).toEqual({ row: 9, column: 2 })
  expect(moveFocus({ row: 2, column: 1 }, 'a', false, size)).toBeUndefined()
})

test('a selected range is counted and its numbers added', () => {
  const order = orderRows(rows, '', undefined)
  expect(summarise(rows, order, { anchor: { row: 3, column: 1 }, focus: { row: 0, column: 0 } })).toEqual({ cells: 8, numbers: 3, sum: 13 })
})

test('the numbers of many rows have room', () => {
  expect(numberColumnWidth(10)).toBe(48)
  expect(numberColumnWidth(100_000)).toBeGreaterThan(60)
})

test('all numbers of a column are written alike: in groups as soon as one has five digits', () => {
  const years = [[2023], [2024], [null]]
  const ids = [[8336], [73_899]]
  expect([needsGroups(years, 0), needsGroups(ids, 0)]).toEqual([false, true])
  expect(ids.map(([id]) => showCell(id, 'numeric', needsGroups(ids, 0)))).toEqual(['8,336', '73,899'])
})
