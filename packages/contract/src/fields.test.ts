import { expect, test } from 'vitest'
import { ids, optionalWhole, whole } from './fields.ts'

test('a whole number may come as its text, and loses its fraction', () => {
  expect(['5', ' -7 ', '+3', 5, 1.9, -1.9].map((value) => whole().parse(value))).toEqual([5, -7, 3, 5, 1, -1])
  expect(ids().parse(['1', 2])).toEqual([1, 2])
  expect(optionalWhole().parse(null)).toBeNull()
})

test('what is no whole number is refused', () => {
  for (const value of ['', 'x', '1.5', '5 6', true, [], {}, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '99999999999', undefined])
    expect(whole().safeParse(value).success, String(value)).toBe(false)
})
