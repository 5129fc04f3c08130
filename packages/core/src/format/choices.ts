import { formatNumber } from './number-format.ts'
import { timeFormatter } from './time-format.ts'

type Choice = readonly [value: string, label: string]

const sample = 12345.432
const sampled = [',d', '.1s', '.3s', ',.1%', '.2%', '.3%', '.4r', ',.1f', ',.2f', ',.3f', '+,', '$,.2f']

/** What the number format select offers; any other d3 pattern may be typed. */
export const numberFormatChoices: readonly Choice[] = [
  ['SMART_NUMBER', 'Adaptive formatting'],
  ['~g', 'Original value'],
  ...sampled.map((pattern): Choice => [pattern, `${pattern} (${sample} => ${formatNumber(pattern, sample)})`]),
  ['DURATION', 'Duration in ms (66000 => 1m 6s)'],
  ['DURATION_SUB', 'Duration in ms (1.40008 => 1ms 400µs 80ns)'],
]

const moment = Date.UTC(2019, 0, 14, 1, 32, 10)

/** What the time format select offers; any other strftime pattern may be typed. */
export const timeFormatChoices: readonly Choice[] = [
  ['smart_date', 'Adaptive formatting'],
  ...['%d/%m/%Y', '%m/%d/%Y', '%Y-%m-%d', '%Y-%m-%d %H:%M:%S', '%d-%m-%Y %H:%M:%S', '%H:%M:%S'].map((pattern): Choice => [
    pattern,
    `${pattern} | ${timeFormatter(pattern)(moment)}`,
  ]),
]
