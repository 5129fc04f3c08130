import { expect, test } from 'vitest'
import { isBlankSql } from './editor/blank-sql.ts'

test('comments alone cannot be run', () => {
  expect(['', ' ; ', '-- nothing', '/* a\nb */ ;'].map(isBlankSql)).toEqual([true, true, true, true])
  expect(isBlankSql('-- one\nSELECT 1')).toBe(false)
})
