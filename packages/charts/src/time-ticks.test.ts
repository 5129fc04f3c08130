import { expect, test } from 'vitest'
import { timeTicks } from './time-ticks.ts'

const day = 86_400_000
const shown = (ticks: number[]): string[] => ticks.map((tick) => new Date(tick).toISOString().slice(0, 16).replace('T00:00', ''))

test('a year is labelled by months or quarters, whatever fits', () => {
  const [first, last] = [Date.UTC(2025, 8, 29), Date.UTC(2026, 8, 21)]
  expect(shown(timeTicks(first, last, 5, 7 * day))).toEqual(['2025-10-01', '2026-01-01', '2026-04-01', '2026-07-01'])
  expect(timeTicks(first, last, 14, 7 * day)).toHaveLength(12)
})

test('weeks start on Monday and hours at full hours', () => {
  expect(shown(timeTicks(Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 30), 5, day))).toEqual(['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26'])
  expect(shown(timeTicks(Date.UTC(2026, 0, 1, 1), Date.UTC(2026, 0, 1, 23), 5, 3_600_000))).toEqual([
    '2026-01-01T06:00',
    '2026-01-01T12:00',
    '2026-01-01T18:00',
  ])
})

test('ticks are never finer than the buckets', () => {
  expect(timeTicks(Date.UTC(2024, 0, 1), Date.UTC(2026, 0, 1), 50, 365 * day)).toEqual([Date.UTC(2024, 0, 1), Date.UTC(2025, 0, 1), Date.UTC(2026, 0, 1)])
})

test('one moment, no moment and centuries are labelled too', () => {
  expect(timeTicks(Date.UTC(2026, 4, 7, 3), Date.UTC(2026, 4, 7, 3), 5, 0)).toHaveLength(1)
  expect(timeTicks(Number.NaN, Number.NaN, 5, 0)).toEqual([])
  expect(timeTicks(Date.UTC(1000, 0, 1), Date.UTC(2026, 0, 1), 6, 0).length).toBeGreaterThan(1)
})
