import type { Kind } from '@sightline/core'
import { expect, test } from 'vitest'
import { copyCell, needsGroups, showCell } from './cell-text.ts'
import { cellsOf } from './cells-of.ts'
import { numberColumnWidth } from './column-width.ts'
import { printTabbed } from './copy-rows.ts'
import { indentJson } from './indent-json.ts'
import { moveFocus, summarise } from './selection.ts'
import { compareDigits, type Sorting } from './sort-steps.ts'
import { orderNow, startOrdering, type OrderWish } from './start-ordering.ts'
import { sumExactly } from './sum-exactly.ts'

const columns = [
  ['b', 'a', 'c', null],
  [2, null, 10, 1],
]
const kinds: readonly Kind[] = ['string', 'numeric']
const wishOf = (values: readonly (readonly unknown[])[], more: Partial<OrderWish> = {}): OrderWish => ({
  cellAt: cellsOf(values),
  kinds: more.kinds ?? values.map(() => 'string'),
  rows: values[0]?.length ?? 0,
  search: '',
  sorting: undefined,
  ...more,
})
const sorted = (values: readonly unknown[], isDescending = false, kind: Kind = 'string'): unknown[] =>
  [...orderNow(wishOf([values], { kinds: [kind], sorting: { column: 0, isDescending } }))].map((row) => values[row])

test('sorting puts missing values last in both directions and numbers in number order', () => {
  const order = (sorting: Sorting): number[] => [...orderNow(wishOf(columns, { kinds, sorting }))]
  expect(order({ column: 1, isDescending: false })).toEqual([3, 0, 2, 1])
  expect(order({ column: 1, isDescending: true })).toEqual([2, 0, 3, 1])
  expect(order({ column: 0, isDescending: false })).toEqual([1, 0, 2, 3])
})

test('texts of digits are sorted as the numbers they are, to the last digit, before other texts', () => {
  expect(sorted(['10', '9', 'x', '-1.5', null])).toEqual(['-1.5', '9', '10', 'x', null])
  expect(sorted(['12345678901234567891', '12345678901234567890', 3n, '12345678901234567889.5'], false, 'numeric')).toEqual([
    3n,
    '12345678901234567889.5',
    '12345678901234567890',
    '12345678901234567891',
  ])
  expect(compareDigits('-2.50', '-2.5')).toBe(0)
  expect(compareDigits('-3', '-2.999')).toBe(-1)
})

test('rows that are alike stay in the order they came in', () => {
  const names = Array.from({ length: 3000 }, (_, row) => `group ${String(row % 3)}`)
  const order = [...orderNow(wishOf([names], { sorting: { column: 0, isDescending: false } }))]
  expect(order).toEqual([...order].sort((a, b) => (a % 3) - (b % 3) || a - b))
})

test('the filter finds any cell, whatever its case: texts, numbers with their groups, dates as they are read, JSON', () => {
  const values = [
    ['Tea', 'coffee', null, 'x'],
    [1284, 2, 3, 4],
    [null, Date.UTC(2026, 9, 26), null, null],
    [null, null, { hub: 'C2' }, null],
  ]
  const found = (search: string): number[] => [...orderNow(wishOf(values, { kinds: ['string', 'numeric', 'temporal', 'string'], search }))]
  expect(found('COFF')).toEqual([1])
  expect(found('1,284')).toEqual([0])
  expect(found('2026-10')).toEqual([1])
  expect(found('"hub":"c2"')).toEqual([2])
  expect(found('  ')).toEqual([0, 1, 2, 3])
  expect(found('nothing like it')).toEqual([])
})

/** Turns are taken by hand. */
function byHand() {
  const turns: (() => void)[] = []
  const told: { order: number[]; rows: number }[] = []
  const ordering = startOrdering(
    (order, wish) => told.push({ order: [...order], rows: wish.rows }),
    (go) => void turns.push(go),
  )
  const finish = (): void => {
    for (let go = turns.shift(); go; go = turns.shift()) go()
  }
  return { ordering, turns, told, finish }
}

test('a hundred thousand rows are ordered in turns, and rows that come meanwhile are taken in', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 100_003)
  const { ordering, turns, told, finish } = byHand()
  const wish = wishOf([many], { kinds: ['numeric'], sorting: { column: 0, isDescending: false } })
  ordering.want({ ...wish, rows: 60_000 })
  turns.shift()!()
  ordering.want(wish)
  finish()
  expect(told.map(({ rows }) => rows)).toEqual([60_000, 100_000])
  const order = told.at(-1)!.order
  expect(order.map((row) => many[row])).toEqual([...many].sort((a, b) => a - b))
})

test('a new wish takes the place of the one that is being worked on; stopping ends it', () => {
  const names = Array.from({ length: 50_000 }, (_, index) => `name ${String(index)}`)
  const { ordering, turns, told, finish } = byHand()
  const wish = wishOf([names], { search: 'name 4' })
  ordering.want(wish)
  ordering.want({ ...wish, search: 'name 49999' })
  ordering.want({ ...wish, search: 'name 4999' })
  finish()
  expect(told.map(({ order }) => order.length)).toEqual([11])
  ordering.want({ ...wish, sorting: { column: 0, isDescending: true } })
  ordering.stop()
  finish()
  expect([told.length, turns.length]).toEqual([1, 0])
})

test('texts for people are rounded and grouped, texts for programs are exact', () => {
  expect(showCell(1234567.5, 'numeric')).toBe('1,234,567.5')
  expect(showCell(2024, 'numeric', false)).toBe('2024')
  expect(copyCell(1234567.5, 'numeric')).toBe('1234567.5')
  expect(showCell(1.5e-9, 'numeric')).toBe('1.5e-9')
  expect(showCell(Date.UTC(2024, 0, 2), 'temporal')).toBe('2024-01-02')
  expect(showCell(Date.UTC(2024, 0, 2, 3, 4, 5), 'temporal')).toBe('2024-01-02 03:04:05')
  expect(showCell(Date.UTC(2024, 0, 2, 3, 4, 5, 60), 'temporal')).toBe('2024-01-02 03:04:05.060')
  expect(showCell('2024-01-02T00:00:00', 'temporal')).toBe('2024-01-02')
  expect(copyCell('two\tparts "here"', 'string')).toBe('"two\tparts ""here"""')
  expect(showCell({ a: 1 }, 'string')).toBe('{"a":1}')
})

test('whole numbers and decimals beyond a double keep every digit', () => {
  expect(showCell(-9223372036854775807n, 'numeric')).toBe('-9,223,372,036,854,775,807')
  expect(showCell('12345678901234567890.123456789', 'numeric')).toBe('12,345,678,901,234,567,890.123456789')
  expect(copyCell('12345678901234567890.10', 'numeric')).toBe('12345678901234567890.10')
  expect(showCell('00123', 'string')).toBe('00123')
})

test('keys move the active cell and stop at the edges', () => {
  const size = { rows: 10, columns: 3, page: 4 }
  expect(moveFocus({ row: 9, column: 2 }, 'ArrowDown', false, size)).toEqual({ row: 9, column: 2 })
  expect(moveFocus({ row: 2, column: 1 }, 'PageDown', false, size)).toEqual({ row: 6, column: 1 })
  expect(moveFocus({ row: 2, column: 1 }, 'End', true, size)).toEqual({ row: 9, column: 2 })
  expect(moveFocus({ row: 2, column: 1 }, 'a', false, size)).toBeUndefined()
})

test('a selected range is counted and its numbers added, those beyond a double exactly', () => {
  const range = { anchor: { row: 3, column: 1 }, focus: { row: 0, column: 0 } }
  const isNumeric = (column: number): boolean => kinds[column] === 'numeric'
  expect(summarise(cellsOf(columns), (row) => row, isNumeric, range)).toEqual({ cells: 8, numbers: 3, sum: 13 })
  const exact = [
    ['1', '2', '3', '4'],
    ['9007199254740993', 1, 2n ** 60n, '0.25'],
  ]
  expect(summarise(cellsOf(exact), (row) => row, isNumeric, range)).toEqual({ cells: 8, numbers: 4, sum: '1161928703861587970.25' })
  expect([sumExactly(['0.1', '0.2']), sumExactly(['-1.50', '1.5']), sumExactly(['1e5'])]).toEqual(['0.3', '0', undefined])
})

test('the numbers of many rows have room', () => {
  expect(numberColumnWidth(10)).toBe(48)
  expect(numberColumnWidth(100_000)).toBeGreaterThan(60)
})

test('all numbers of a column are written alike: in groups as soon as one has five digits', () => {
  const cellAt = cellsOf([
    [2023, 2024, null],
    [8336, 73_899, null],
  ])
  expect([needsGroups(cellAt, 3, 0), needsGroups(cellAt, 3, 1)]).toEqual([false, true])
  const growing = cellsOf([Array.from({ length: 50_000 }, (_, row) => row)])
  expect([needsGroups(growing, 8000, 0), needsGroups(growing, 50_000, 0)]).toEqual([false, true])
})

test('rows are copied with their names, as shown', async () => {
  const head = [
    { label: 'name', kind: 'string' as const },
    { label: 'n', kind: 'numeric' as const },
  ]
  const text = await printTabbed({ columns: head, from: 0, cellAt: cellsOf(columns), rowAt: (place) => 3 - place, top: 1, bottom: 2 })
  expect(text).toBe('name\tn\nc\t10\na\t')
})

test('JSON is laid out without touching its digits; other texts are left alone', () => {
  expect(indentJson('{"id":9007199254740993,"a":[],"b":[1,{"c":"x, y: {z}"}]}')).toBe(
    '{\n  "id": 9007199254740993,\n  "a": [],\n  "b": [\n    1,\n    {\n      "c": "x, y: {z}"\n    }\n  ]\n}',
  )
  expect([indentJson('12'), indentJson('not {json'), indentJson('"text"')]).toEqual([undefined, undefined, undefined])
})
