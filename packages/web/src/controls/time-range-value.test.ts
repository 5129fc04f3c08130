import { readTimeRange } from '@sightline/core'
import { expect, test } from 'vitest'
import { t } from '../words/words.ts'
import { calendarRanges, commonRanges, frameOf, printCustomRange, units } from './time-range-value.ts'

test('EXP-9.10 the ranges that are offered, and that the server understands each', () => {
  expect(commonRanges).toEqual(['Last day', 'Last week', 'Last month', 'Last quarter', 'Last year'])
  expect(calendarRanges).toEqual(['previous calendar week', 'previous calendar month', 'previous calendar year'])
  for (const text of [...commonRanges, ...calendarRanges]) {
    const range = readTimeRange(text, { now: new Date('2024-02-29T10:00:00Z') })
    expect(range.ok && range.value.since && range.value.until && range.value.since < range.value.until, text).toBe(true)
  }
})

test('EXP-9.10 the ends of a custom range are a moment, now, midnight, or so many units before and after', () => {
  expect(units).toEqual(['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'])
  expect([t('range.specific'), t('range.relative'), t('range.now'), t('range.midnight')]).toEqual([
    'Specific date/time',
    'Relative date/time',
    'Now',
    'Midnight',
  ])
  expect([t('range.before', { unit: 'Days' }), t('range.after', { unit: 'Years' })]).toEqual(['Days before', 'Years after'])
  for (const unit of units) {
    const end = { mode: 'relative', moment: '', amount: -3, unit } as const
    const text = printCustomRange({ since: end, until: { ...end, mode: 'now' }, anchor: 'now' })
    expect(text).toBe(`DATEADD(DATETIME("now"), -3, ${unit}) : now`)
    expect(frameOf(text)).toBe('custom')
  }
})
