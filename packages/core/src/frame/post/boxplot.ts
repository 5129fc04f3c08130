import { ok, type Result } from '../../result.ts'
import { columnsNamed, refuseMissing, refuseStep, toNumber, type TableColumn } from '../table.ts'
import { groupRows } from './groups.ts'
import { quantileOf } from './operators.ts'
import { readNames, type Options } from './options.ts'
import type { Step } from './step.ts'

interface Whiskers {
  readonly low: (values: readonly number[]) => number | null
  readonly high: (values: readonly number[]) => number | null
}
const least = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b)))
const most = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b)))
const quarter = (values: readonly number[], part: number): number => quantileOf(values, part, 'midpoint') ?? 0

function readWhiskers(options: Options): Result<Whiskers> {
  switch (options['whisker_type']) {
    case 'tukey':
      return ok({
        high: (values) => most(values.filter((value) => value <= quarter(values, 0.75) + 1.5 * (quarter(values, 0.75) - quarter(values, 0.25)))),
        low: (values) => least(values.filter((value) => value >= quarter(values, 0.25) - 1.5 * (quarter(values, 0.75) - quarter(values, 0.25)))),
      })
    case 'min/max':
      return ok({ high: most, low: least })
    case 'percentile': {
      const given = options['percentiles']
      const [low, high] = Array.isArray(given) ? (given as readonly unknown[]) : []
      if (!Array.isArray(given) || given.length !== 2 || typeof low !== 'number' || typeof high !== 'number' || low >= high)
        return refuseStep('percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value')
      return ok({ high: (values) => quantileOf(values, high / 100), low: (values) => quantileOf(values, low / 100) })
    }
    default:
      return refuseStep(`Unsupported whisker type: ${String(options['whisker_type'])}`)
  }
}

/** What a box drawing needs of every group: centre, quarters, whiskers, outliers. */
export const boxplot: Step = (table, options) => {
  const groupNames = readNames(options, 'groupby')
  if (!groupNames.ok) return groupNames
  const metricNames = readNames(options, 'metrics')
  if (!metricNames.ok) return metricNames
  const whiskers = readWhiskers(options)
  if (!whiskers.ok) return whiskers
  const keys = groupNames.value.map((name) => columnsNamed(table, name)[0])
  const metrics = metricNames.value.map((name) => columnsNamed(table, name)[0])
  if ([...keys, ...metrics].includes(undefined)) return refuseMissing()
  const groups = keys.length === 0 ? [{ keys: [], rows: table.numbers.map((_, row) => row) }] : groupRows(keys as TableColumn[], table.length)
  const { low, high } = whiskers.value
  const measures: readonly (readonly [string, (values: readonly number[]) => number | null | number[]])[] = [
    ['mean', (values) => (values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length)],
    ['median', (values) => quantileOf(values, 0.5)],
    ['max', high],
    ['min', low],
    ['q1', (values) => quantileOf(values, 0.25, 'midpoint')],
    ['q3', (values) => quantileOf(values, 0.75, 'midpoint')],
    ['count', (values) => values.length],
    [
      'outliers',
      (values) => [...values.filter((value) => value > (high(values) ?? Infinity)), ...values.filter((value) => value < (low(values) ?? -Infinity))],
    ],
  ]
  return ok({
    index: [],
    numbers: groups.map((_, row) => row),
    length: groups.length,
    columns: [
      ...keys.map((column, at) => ({ ...column!, values: groups.map((group) => group.keys[at]!) })),
      ...measures.flatMap(([measure, compute]) =>
        metrics.map((metric, at) => ({
          parts: [`${metricNames.value[at]!}__${measure}`],
          kind: measure === 'outliers' ? ('string' as const) : ('numeric' as const),
          type: '',
          values: groups.map(({ rows }) => compute(rows.map((row) => toNumber(metric!.values[row])).filter((value) => value !== null))),
        })),
      ),
    ],
  })
}
