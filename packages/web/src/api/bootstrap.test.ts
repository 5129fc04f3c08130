import { expect, test } from 'vitest'
import { maySee, parseBootstrap } from './bootstrap.ts'

test('a page without data is an anonymous one', () => {
  for (const text of [undefined, '', '{', '__BOOTSTRAP__', 'null']) expect([text, parseBootstrap(text).user.isAnonymous]).toEqual([text, true])
})

test('EXP-6.01 a permission is a pair of name and view in any role', () => {
  const data = parseBootstrap(
    JSON.stringify({ user: { userId: 3, isAnonymous: false, roles: { Alpha: [['can_read', 'Chart']], Own: [['can_write', 'Dataset']] } }, common: {} }),
  )
  expect([maySee(data, 'can_write', 'Dataset'), maySee(data, 'can_write', 'Chart'), maySee(data, 'can_read', 'Dataset')]).toEqual([true, false, false])
})
