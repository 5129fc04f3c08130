import { ok, type Result } from '../../result.ts'
import { putColumns, readColumnMap, refuseStep, takeRows, toNumber } from '../table.ts'
import { quantileOf, varianceOf } from './operators.ts'
import { readInteger, type Options } from './options.ts'
import type { Step } from './step.ts'

type Statistic = (values: readonly number[]) => number | null

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const moment = (values: readonly number[], power: number): number => {
  const mean = total(values) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** power, 0) / values.length
}

/** Sample statistics, corrected for small windows. */
const statistics: Readonly<Record<string, Statistic>> = {
  sum: total,
  count: (values) => values.length,
  mean: (values) => (values.length === 0 ? null : total(values) / values.length),
  median: (values) => quantileOf(values, 0.5),
  min: (values) => (values.length === 0 ? null : Math.min(...values)),
  max: (values) => (values.length === 0 ? null : Math.max(...values)),
  var: (values) => varianceOf(values, 1),
  std: (values) => {
    const variance = varianceOf(values, 1)
    return variance === null ? null : Math.sqrt(variance)
  },
  skew: (values) => {
    const n = values.length
    if (n < 3 || moment(values, 2) === 0) return n < 3 ? null : 0
    return (Math.sqrt(n * (n - 1)) / (n - 2)) * (moment(values, 3) / moment(values, 2) ** 1.5)
  },
  kurt: (values) => {
    const n = values.length
    if (n < 4 || moment(values, 2) === 0) return n < 4 ? null : -3
    return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * (moment(values, 4) / moment(values, 2) ** 2) - 3 * (n - 1))
  },
}

function readStatistic(options: Options): Result<Statistic> {
  const type = options['rolling_type']
  const details = options['rolling_type_options']
  if (type === 'quantile') {
    const quantile = typeof details === 'object' && details !== null && 'quantile' in details ? details.quantile : undefined
    if (typeof quantile !== 'number' || quantile < 0 || quantile > 1) return refuseStep(`Invalid options for quantile: ${JSON.stringify(details ?? {})}`)
    return ok((values) => quantileOf(values, quantile))
  }
  const statistic = typeof type === 'string' && Object.hasOwn(statistics, type) ? statistics[type] : undefined
  return statistic ? ok(statistic) : refuseStep(`Invalid rolling_type: ${String(type)}`)
}

/** A statistic of the rows around each row. Rows at the start that cannot have enough neighbours are removed. */
export const rolling: Step = (table, options) => {
  const statistic = readStatistic(options)
  if (!statistic.ok) return statistic
  const columns = readColumnMap(options, table)
  if (!columns.ok) return columns
  const window = readInteger(options, 'window')
  if (!window.ok) return window
  if (window.value === undefined) return refuseStep('Undefined window for rolling operation')
  if (window.value <= 0) return refuseStep('Window must be > 0')
  if (window.value > 10_000) return refuseStep('Window must be at most 10000')
  if (options['win_type']) return refuseStep('Weighted windows are not supported')
  const periods = readInteger(options, 'min_periods')
  if (!periods.ok) return periods
  const size = window.value
  const least = periods.value ?? size
  const ahead = options['center'] === true ? Math.floor((size - 1) / 2) : 0
  const rolled = putColumns(
    table,
    columns.value.map(({ source, parts }) => {
      const numbers = source.values.map(toNumber)
      const values = numbers.map((_, row) => {
        const end = row + ahead + 1
        const known = numbers.slice(Math.max(0, end - size), Math.max(0, end)).filter((value): value is number => value !== null)
        return known.length < least ? null : statistic.value(known)
      })
      return { ...source, kind: 'numeric', isComputed: true, parts, values }
    }),
  )
  const dropped = Math.max(0, (periods.value ?? 0) - 1)
  return ok(
    dropped === 0
      ? rolled
      : takeRows(
          rolled,
          Array.from({ length: Math.max(0, table.length - dropped) }, (_, row) => row + dropped),
        ),
  )
}
