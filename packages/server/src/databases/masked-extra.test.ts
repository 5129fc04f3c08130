import { expect, test } from 'vitest'
import { secretMask } from './connection-uri.ts'
import { maskExtra, unmaskExtra } from './masked-extra.ts'

test('secrets are shown as the mask, and the mask keeps them', () => {
  const stored = JSON.stringify({ key: 'abc', token: 'def' })
  expect(JSON.parse(maskExtra(stored))).toEqual({ key: secretMask, token: secretMask })
  expect(JSON.parse(unmaskExtra(JSON.stringify({ key: secretMask, token: 'new' }), stored) ?? '')).toEqual({ key: 'abc', token: 'new' })
})

test('a key that is not sent is gone, and a mask for nothing is nothing', () => {
  expect(unmaskExtra('{}', JSON.stringify({ key: 'abc' }))).toBe(null)
  expect(unmaskExtra(JSON.stringify({ other: secretMask }), null)).toBe(null)
})
