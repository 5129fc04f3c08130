import { expect, test } from 'vitest'
import { findFaults } from './password-rules.ts'

test('a new password needs eight characters, twice the same', () => {
  expect(findFaults('short', 'short')).toEqual({ password: 'Use at least 8 characters' })
  expect(findFaults('long enough', 'long enouhg')).toEqual({ repeat: 'The two passwords differ' })
  expect(findFaults('long enough', 'long enough')).toEqual({})
})
