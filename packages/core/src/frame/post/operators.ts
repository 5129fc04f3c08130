import { ok, type Result } from '../../result.ts'
import type { Cell } from '../frame.ts'
import { compareCells, refuseStep, toNumber } from '../table.ts'

export type Aggregation = (cells: readonly Cell[]) => Cell

const numbersIn = (cells: readonly Cell[]): number[] => cells.map(toNumber).filter((value): value is number => value !== null)
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : sumOf(values) / values.length)

/** Sum of squared distances from the mean, divided by n minus `degrees`. */
export function varianceOf(values: readonly number[], degrees: number): number | null {
  const mean = meanOf(values)
  if (mean === null || values.length <= degrees) return null
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - degrees)
}
const rootOf = (value: number | null): number | null => (value === null ? null : Math.sqrt(value))

/** `part` from 0 to 1; between two values by their distance, or in the middle. */
export function quantileOf(given: readonly number[], part: number, between: 'linear' | 'midpoint' = 'linear'): number | null {
  if (given.length === 0) return null
  const values = given.toSorted((a, b) => a - b)
  const place = part * (values.length - 1)
  const [low, high] = [Math.floor(place), Math.ceil(place)]
  const rest = between === 'midpoint' ? 0.5 : place - low
  return low === high ? values[low]! : values[low]! + (values[high]! - values[low]!) * rest
}

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
    return known.length === 1 && toNumber(known[0]) !== null ? known[0]! : aggregate(numbersIn(cells))
  }

const sum = keepingOne(sumOf)
const mean = keepingOne(meanOf)
const median = keepingOne((values) => quantileOf(values, 0.5))
const product: Aggregation = (cells) => numbersIn(cells).reduce((all, value) => all * value, 1)

const [least, most] = [extreme(1), extreme(-1)]
/** Those whose answer for a single number is that number. Most cells of a pivot hold one. */
const keepers: ReadonlySet<Aggregation> = new Set([sum, mean, median, least, most])
export const keepsSingle = (aggregation: Aggregation): boolean => keepers.has(aggregation)

const aggregations: Readonly<Record<string, Aggregation>> = {
  sum,
  nansum: sum,
  mean,
  average: mean,
  nanmean: mean,
  median,
  nanmedian: median,
  min: least,
  nanmin: least,
  max: most,
  nanmax: most,
  argmin: placeOf(1),
  argmax: placeOf(-1),
  count: (cells) => cells.filter((cell) => cell !== null).length,
  count_nonzero: (cells) => cells.filter((cell) => cell === null || toNumber(cell) !== 0).length,
  prod: product,
  product,
  std: (cells) => rootOf(varianceOf(numbersIn(cells), 0)),
  var: (cells) => varianceOf(numbersIn(cells), 0),
  cumsum: sum,
  cumprod: product,
}

/** `{operator, options}` of a step → the function. */
export function readAggregation(operator: unknown, options: unknown): Result<Aggregation> {
  if (typeof operator !== 'string') return refuseStep('Operator undefined for aggregator')
  if (operator === 'percentile' || operator === 'nanpercentile') {
    const q = typeof options === 'object' && options !== null && 'q' in options ? options.q : undefined
    if (typeof q !== 'number' || q < 0 || q > 100) return refuseStep('A percentile needs the option q between 0 and 100')
    return ok((cells) => quantileOf(numbersIn(cells), q / 100))
  }
  const found = Object.hasOwn(aggregations, operator) ? aggregations[operator] : undefined
  return found ? ok(found) : refuseStep(`Invalid numpy function: ${operator}`)
}

/** The `aggregates` option: new name → what of which column. */
export function readAggregates(given: unknown): Result<readonly { readonly name: string; readonly column: string; readonly aggregate: Aggregation }[]> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuseStep('The option `aggregates` must name what to compute')
  const list: { name: string; column: string; aggregate: Aggregation }[] = []
  for (const [name, described] of Object.entries(given) as [string, unknown][]) {
    if (typeof described !== 'object' || described === null) return refuseStep('The option `aggregates` must name what to compute')
    const { column, operator, options } = described as { column?: unknown; operator?: unknown; options?: unknown }
    const aggregate = readAggregation(operator, options)
    if (!aggregate.ok) return aggregate
    list.push({ name, column: typeof column === 'string' ? column : name, aggregate: aggregate.value })
  }
  return ok(list)
}
