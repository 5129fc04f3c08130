import { expect, test } from 'vitest'
import { duration, readMoment, timeAgo } from './time-ago.ts'

const now = new Date(2026, 10, 15, 12, 0)

test('recent things are told in minutes and hours, older ones by day', () => {
  expect(timeAgo(new Date(2026, 10, 15, 11, 59, 40), now)).toBe('Just now')
  expect(timeAgo(new Date(2026, 10, 15, 11, 48), now)).toBe('12 min ago')
  expect(timeAgo(new Date(2026, 10, 15, 9, 59), now)).toBe('2 h ago')
  expect(timeAgo(new Date(2026, 10, 14, 16, 41), now)).toBe('Yesterday, 16:41')
  expect(timeAgo(new Date(2026, 10, 12, 8, 0), now)).toBe('12 Nov 2026')
})

test('moments of the wire without a zone are UTC', () => {
  expect(readMoment('2024-01-31T10:11:12.123456')?.toISOString()).toBe('2024-01-31T10:11:12.123Z')
  expect(readMoment('2024-01-31T10:11:12.123456+0000')?.toISOString()).toBe('2024-01-31T10:11:12.123Z')
  expect(readMoment('')).toBeUndefined()
})

test('durations are as short as they can be', () => {
  expect([340, 1234, 125_000].map(duration)).toEqual(['340 ms', '1.2 s', '2 min 5 s'])
})
