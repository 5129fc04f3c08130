import { ok, type Result } from '../../result.ts'
import { cellsOf, isText, numbersOf, putColumns, readColumnMap, refuseStep, refuseText, takeRows, type TableColumn } from '../table.ts'
import { rollMoments, rollPairs, type MomentStatistic } from './moments.ts'
import { readInteger, type Options } from './options.ts'
import { rollQuantile } from './rolling-quantile.ts'
import type { Step } from './step.ts'
import { readWeights, rollWeighted } from './weighted-windows.ts'
import type { Windows } from './windows.ts'

/** The numbers of a column, and those of the first column named → one number per row. */
type Roll = (numbers: Float64Array, first: Float64Array, windows: Windows) => Float64Array

const momentNames = new Set<string>(['count', 'sum', 'mean', 'var', 'std', 'min', 'max', 'skew', 'kurt'])

function readRoll(options: Options, window: number): Result<Roll> {
  const type = String(options['rolling_type'] as string)
  const details = options['rolling_type_options'] ?? {}
  if (options['win_type']) {
    const weights = readWeights(options['win_type'], window)
    if (!weights.ok) return weights
    if (type !== 'sum' && type !== 'mean' && type !== 'var' && type !== 'std') return refuseStep(`Invalid rolling_type: ${type}`)
    return ok((numbers, _, windows) => rollWeighted(numbers, weights.value, type, windows))
  }
  if (type === 'quantile') {
    const quantile = typeof details === 'object' && 'quantile' in details ? details.quantile : undefined
    if (typeof quantile !== 'number' || !(quantile >= 0 && quantile <= 1)) return refuseStep(`Invalid options for quantile: ${JSON.stringify(details)}`)
    return ok((numbers, _, windows) => rollQuantile(numbers, quantile, windows))
  }
  if (type === 'median') return ok((numbers, _, windows) => rollQuantile(numbers, 0.5, windows))
  if (type === 'corr' || type === 'cov') return ok((numbers, first, windows) => rollPairs(first, numbers, type, windows))
  if (momentNames.has(type)) return ok((numbers, _, windows) => rollMoments(numbers, type as MomentStatistic, windows))
  return refuseStep(`Invalid rolling_type: ${type}`)
}

/**
 * A statistic of the rows around each row; samples are corrected for their size. Correlation and covariance are those with the first of
 * the columns. Rows at the start that cannot have enough neighbours are removed.
 */
export const rolling: Step = (table, options) => {
  const columns = readColumnMap(options, table)
  if (!columns.ok) return columns
  const window = readInteger(options, 'window')
  if (!window.ok) return window
  if (window.value === undefined) return refuseStep('Undefined window for rolling operation')
  if (window.value <= 0) return refuseStep('Window must be > 0')
  if (window.value > 10_000) return refuseStep('Window must be at most 10000')
  const roll = readRoll(options, window.value)
  if (!roll.ok) return roll
  const periods = readInteger(options, 'min_periods')
  if (!periods.ok) return periods
  if ((periods.value ?? 0) < 0) return refuseStep('min_periods must be >= 0')
  if ((periods.value ?? 0) > window.value) return refuseStep(`min_periods ${periods.value} must be <= window ${window.value}`)
  const windows: Windows = {
    size: window.value,
    least: periods.value ?? window.value,
    ahead: options['center'] === true ? Math.floor((window.value - 1) / 2) : 0,
  }
  const text = columns.value.find(({ source }) => isText(source))
  if (text && options['rolling_type'] !== 'count') return refuseText(text.source)
  const [first] = columns.value
  const firstNumbers = first ? numbersOf(first.source) : new Float64Array()
  const rolled = putColumns(
    table,
    columns.value.map(({ source, parts }): TableColumn => ({
      ...source,
      kind: 'numeric',
      isComputed: true,
      parts,
      values: cellsOf(roll.value(numbersOf(source), firstNumbers, windows)),
    })),
  )
  const dropped = Math.max(0, (periods.value ?? 0) - 1)
  if (dropped === 0) return ok(rolled)
  const rest = Array.from({ length: Math.max(0, table.length - dropped) }, (_, row) => row + dropped)
  return ok(takeRows(rolled, rest))
}
