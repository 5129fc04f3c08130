import { expect, test } from 'vitest'
import { placeOfMistake } from './mistake-place.ts'
import { splitStatements } from './split-statements.ts'

const placeOf = (sql: string, message: string) => {
  const { line, start, end } = placeOfMistake(message, splitStatements(sql, 'postgresql')![0]!)
  return [line, start, end]
}
const sql = 'SELECT a,\n  "Total", a\nFROM orders'

test('a mark under the place is where the mistake stands', () => {
  expect(placeOf(sql, 'column "total" does not exist\nLINE 2:   "Total", a\n          ^')).toEqual([2, 3, 4])
  expect(placeOf(sql, 'line 3:6: no table')).toEqual([3, 6, 12])
})

test('a message that only names what is missing points at the name, on the line it tells', () => {
  expect(placeOf(sql, 'We can\'t seem to resolve the column "a" at line 2.')).toEqual([2, 12, 13])
  expect(placeOf(sql, 'no such column: total')).toEqual([2, 3, 10])
  expect(placeOf(sql, "Table 'shop.orders' doesn't exist")).toEqual([3, 6, 12])
})

test('a message that points nowhere stands at the beginning', () => {
  expect(placeOf(sql, 'out of memory')).toEqual([1, null, null])
  expect(placeOf(sql, 'something on line 3')).toEqual([3, null, null])
})
