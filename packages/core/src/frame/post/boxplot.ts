import { ok, type Result } from '../../result.ts'
import type { Cell } from '../frame.ts'
import { columnsNamed, refuseMissing, refuseStep, rowNumbers, toNumber, type TableColumn } from '../table.ts'
import { groupRows } from './groups.ts'
import { meanOf, quantileOfSorted } from './operators.ts'
import { readNames, type Options } from './options.ts'
import type { Step } from './step.ts'

/** Where the whiskers of values in rising order end. */
type Whiskers = (values: Float64Array) => readonly [low: number, high: number]

const quarter = (values: Float64Array, part: number): number => quantileOfSorted(values, part, 'midpoint')!

function readWhiskers(options: Options): Result<Whiskers> {
  switch (options['whisker_type']) {
    case 'tukey':
      return ok((values) => {
        const [first, third] = [quarter(values, 0.25), quarter(values, 0.75)]
        const reach = 1.5 * (third - first)
        return [values.find((value) => value >= first - reach)!, values.findLast((value) => value <= third + reach)!]
      })
    case 'min/max':
      return ok((values) => [values[0]!, values.at(-1)!])
    case 'percentile': {
      const given = options['percentiles']
      const [low, high] = Array.isArray(given) ? (given as readonly unknown[]) : []
      if (!Array.isArray(given) || given.length !== 2 || typeof low !== 'number' || typeof high !== 'number' || low >= high)
        return refuseStep('percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value')
      if (low < 0 || high > 100) return refuseStep('Percentiles must be in the range [0, 100]')
      return ok((values) => [quantileOfSorted(values, low / 100)!, quantileOfSorted(values, high / 100)!])
    }
    default:
      return refuseStep(`Unsupported whisker type: ${String(options['whisker_type'])}`)
  }
}

const measures = ['mean', 'median', 'max', 'min', 'q1', 'q3', 'count', 'outliers'] as const

function measure(cells: readonly Cell[], whiskers: Whiskers): readonly Cell[] {
  const numbers = cells.map(toNumber).filter((value) => value !== null)
  const sorted = Float64Array.from(numbers).sort()
  if (sorted.length === 0) return [null, null, null, null, null, null, cells.length, []]
  const [low, high] = whiskers(sorted)
  const outliers = [...numbers.filter((value) => value > high), ...numbers.filter((value) => value < low)]
  const median = numbers.length < cells.length ? null : quantileOfSorted(sorted, 0.5)
  return [meanOf(numbers), median, high, low, quarter(sorted, 0.25), quarter(sorted, 0.75), cells.length, outliers]
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
  const groups = groupRows(keys as TableColumn[], table.length)
  const measured = metrics.map((metric) =>
    groups.map(({ rows }) =>
      measure(
        rows.map((row) => metric!.values[row] ?? null),
        whiskers.value,
      ),
    ),
  )
  return ok({
    index: [],
    numbers: rowNumbers(groups.length),
    length: groups.length,
    columns: [
      ...keys.map((column, at) => ({ ...column!, values: groups.map((group) => group.keys[at]!) })),
      ...measures.flatMap((name, place) =>
        metricNames.value.map((metric, at) => ({
          parts: [`${metric}__${name}`],
          kind: name === 'outliers' ? ('string' as const) : ('numeric' as const),
          type: '',
          values: measured[at]!.map((row) => row[place]!),
        })),
      ),
    ],
  })
}
