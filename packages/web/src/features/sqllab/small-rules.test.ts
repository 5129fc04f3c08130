import { expect, test } from 'vitest'
import { isBlankSql } from './editor/blank-sql.ts'
import { isLimitReached, limitSource } from './south/limit-reached.ts'
import { limitChoices } from './toolbar/limits.ts'

test('the limit badge shows only when the limit cut something off', () => {
  expect(isLimitReached({ limitingFactor: 'DROPDOWN', rows: 10, limit: 10 })).toBe(true)
  expect(isLimitReached({ limitingFactor: 'NOT_LIMITED', rows: 10, limit: 10 })).toBe(false)
  expect(isLimitReached({ limitingFactor: 'DROPDOWN', rows: 3, limit: 10 })).toBe(false)
})

test('the limit names what set it', () => {
  expect(['QUERY', 'DROPDOWN', 'QUERY_AND_DROPDOWN'].map((limitingFactor) => limitSource({ limitingFactor }))).toEqual(['query', 'dropdown', 'both'])
})

test('comments alone cannot be run', () => {
  expect(['', ' ; ', '-- nothing', '/* a\nb */ ;'].map(isBlankSql)).toEqual([true, true, true, true])
  expect(isBlankSql('-- one\nSELECT 1')).toBe(false)
})

test('SQL-5.07 limits are powers of ten up to the most the server gives', () => {
  expect(limitChoices(100_000)).toEqual([10, 100, 1000, 10_000, 100_000])
})
