import { expect, test } from 'vitest'
import { filterOptions, splitPasted, visibleRows } from './select-options.ts'

const options = ['Bar chart', 'Table', 'Stacked bar', 'barley'].map((label) => ({ value: label, label }))

test('searching finds labels anywhere, those that start with the text first', () => {
  expect(filterOptions(options, ' BAR').map((option) => option.label)).toEqual(['Bar chart', 'barley', 'Stacked bar'])
  expect(filterOptions(options, '')).toBe(options)
})

test('EXP-9.13 a long list draws only the rows in sight', () => {
  expect(visibleRows(3000, 220, 30, 10_000)).toEqual({ from: 94, to: 114 })
  expect(visibleRows(0, 220, 30, 3)).toEqual({ from: 0, to: 3 })
})

test('EXP-9.13 pasted lists fall apart at comma, semicolon, tab and line end', () => {
  expect(splitPasted('a, b;c\td\r\ne\n\n')).toEqual(['a', 'b', 'c', 'd', 'e'])
})
