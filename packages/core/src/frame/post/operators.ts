import { ok, type Result } from '../../result.ts'
import type { Cell } from '../frame.ts'
import { compareCells, refuseStep, toNumber } from '../table.ts'

export type Aggregation = (cells: readonly Cell[]) => Cell

const numbersIn = (cells: readonly Cell[]): number[] => {
  const numbers: number[] = []
  for (const cell of cells) {
    const value = toNumber(cell)
    if (value !== null) numbers.push(value)
  }
  return numbers
}
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
export const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : sumOf(values) / values.length)

/** Sum of squared distances from the mean, divided by n minus `degrees`. */
function varianceOf(values: readonly number[], degrees: number): number | null {
  const mean = meanOf(values)
  if (mean === null || values.length <= degrees) return null
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - degrees)
}
const rootOf = (value: number | null): number | null => (value === null ? null : Math.sqrt(value))

/** `part` from 0 to 1 of values in rising order; between two of them by their distance, or in the middle. */
export function quantileOfSorted(values: ArrayLike<number>, part: number, between: 'linear' | 'midpoint' = 'linear'): number | null {
  if (values.length === 0) return null
  const place = part * (values.length - 1)
  const [low, high] = [Math.floor(place), Math.ceil(place)]
  const rest = between === 'midpoint' ? 0.5 : place - low
  return low === high ? values[low]! : values[low]! + (values[high]! - values[low]!) * rest
}
const quantileOf = (given: readonly number[], part: number): number | null => quantileOfSorted(Float64Array.from(given).sort(), part)

const extreme =
  (sign: 1 | -1): Aggregation =>
  (cells) => {
    const known = cells.filter((cell) => cell !== null)
    return known.length === 0 ? null : known.reduce((best, cell) => (compareCells(cell, best) * sign < 0 ? cell : best))
  }
const placeOf =
  (sign: 1 | -1): Aggregation =>
  (cells) => {
    const best = extreme(sign)(cells)
    return best === null ? null : cells.indexOf(best)
  }
/** A single value keeps its digits. */
const keepingOne =
  (aggregate: (values: readonly number[]) => number | null): Aggregation =>
  (cells) => {
    const known = cells.filter((cell) => cell !== null)
    return known.length === 1 && toNumber(known[0]) !== null ? known[0]! : aggregate(numbersIn(known))
  }
/** One missing value makes the whole answer missing: that is what tells these from their namesakes with `nan`. */
const unlessMissing =
  (aggregate: Aggregation): Aggregation =>
  (cells) =>
    cells.includes(null) ? null : aggregate(cells)

const sum = keepingOne(sumOf)
const mean = keepingOne(meanOf)
const median = keepingOne((values) => quantileOf(values, 0.5))
const strictMean = unlessMissing(mean)
const strictMedian = unlessMissing(median)
const product: Aggregation = (cells) => numbersIn(cells).reduce((all, value) => all * value, 1)

const [least, most] = [extreme(1), extreme(-1)]
/** Those whose answer for a single number is that number. Most cells of a pivot hold one. */
const keepers: ReadonlySet<Aggregation> = new Set([sum, mean, median, strictMean, strictMedian, least, most])
export const keepsSingle = (aggregation: Aggregation): boolean => keepers.has(aggregation)

const aggregations: Readonly<Record<string, Aggregation>> = {
  sum,
  nansum: sum,
  mean,
  average: strictMean,
  nanmean: mean,
  median: strictMedian,
  nanmedian: median,
  min: least,
  nanmin: least,
  max: most,
  nanmax: most,
  argmin: placeOf(1),
  argmax: placeOf(-1),
  // Rows are counted, and a missing value is not zero.
  count: (cells) => cells.length,
  count_nonzero: (cells) => cells.filter((cell) => cell === null || toNumber(cell) !== 0).length,
  prod: product,
  product,
  std: (cells) => rootOf(varianceOf(numbersIn(cells), 0)),
  var: (cells) => varianceOf(numbersIn(cells), 0),
  // Of a running total one value per group can only be the last.
  cumsum: sum,
  cumprod: product,
}

/** `{operator, options}` of a step → the function. */
function readAggregation(name: string, operator: unknown, options: unknown): Result<Aggregation> {
  if (typeof operator !== 'string') return refuseStep(`Operator undefined for aggregator: ${name}`)
  if (operator === 'percentile' || operator === 'nanpercentile') {
    const q = typeof options === 'object' && options !== null && 'q' in options ? options.q : undefined
    if (typeof q !== 'number' || !(q >= 0 && q <= 100)) return refuseStep('A percentile needs the option q between 0 and 100')
    const percentile: Aggregation = (cells) => quantileOf(numbersIn(cells), q / 100)
    return ok(operator === 'percentile' ? unlessMissing(percentile) : percentile)
  }
  const found = aggregationNamed(operator)
  return found ? ok(found) : refuseStep(`Invalid numpy function: ${operator}`)
}

/** These answer for texts too; a mean of texts is a mistake, not nothing. */
const answersTexts: ReadonlySet<Aggregation | undefined> = new Set(
  ['min', 'max', 'nanmin', 'nanmax', 'argmin', 'argmax', 'count', 'count_nonzero'].map((name) => aggregations[name]),
)
export const needsNumbers = (aggregation: Aggregation): boolean => !answersTexts.has(aggregation)

export const aggregationNamed = (name: string): Aggregation | undefined => (Object.hasOwn(aggregations, name) ? aggregations[name] : undefined)

/** The `aggregates` option: new name → what of which column. */
export function readAggregates(given: unknown): Result<readonly { readonly name: string; readonly column: string; readonly aggregate: Aggregation }[]> {
  if (given === undefined || given === null) return ok([])
  if (typeof given !== 'object' || Array.isArray(given)) return refuseStep('The option `aggregates` must name what to compute')
  const list: { name: string; column: string; aggregate: Aggregation }[] = []
  for (const [name, described] of Object.entries(given) as [string, unknown][]) {
    if (typeof described !== 'object' || described === null) return refuseStep('The option `aggregates` must name what to compute')
    const { column, operator, options } = described as { column?: unknown; operator?: unknown; options?: unknown }
    const aggregate = readAggregation(name, operator, options)
    if (!aggregate.ok) return aggregate
    list.push({ name, column: typeof column === 'string' ? column : name, aggregate: aggregate.value })
  }
  return ok(list)
}
