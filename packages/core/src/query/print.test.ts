import { expect, test } from 'vitest'
import type { Select } from './ast.ts'
import { printSelect, quoteName } from './print.ts'
import { testDialect } from './test-dialect.ts'

const page: Select = {
  items: [{ expression: { kind: 'column', name: 'a' }, label: 'a' }],
  from: { kind: 'table', schema: null, name: 't' },
  where: [],
  groupBy: [],
  having: [],
  orderBy: [],
  limit: 10,
  offset: 20,
}

test('OFFSET stands where the dialect wants it', () => {
  expect(printSelect(page, testDialect).sql).toMatch(/LIMIT 10\nOFFSET 20$/)
  expect(printSelect(page, { ...testDialect, limitComesLast: true }).sql).toMatch(/OFFSET 20\nLIMIT 10$/)
})

test('T9 a name cannot end its own quotes, nor with a backslash where that is an escape', () => {
  const backslashes = { ...testDialect, quote: ['`', '`'] as const, backslashInNames: true }
  expect(quoteName('a\\', backslashes)).toBe('`a\\\\`')
  expect(quoteName('a`b', backslashes)).toBe('`a``b`')
  expect(quoteName('a\\', testDialect)).toBe('"a\\"')
})
