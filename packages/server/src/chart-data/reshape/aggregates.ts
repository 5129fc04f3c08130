import { toNumber, type Cell } from '@sightline/core'

export type Aggregate = (cells: readonly Cell[]) => Cell

export interface CellAggregate {
  readonly of: Aggregate
  /** Whether a total is made from the cells of the table; else from the rows behind them. */
  readonly totalsFromCells: boolean
  readonly share?: 'total' | 'rows' | 'columns'
}

const present = (cells: readonly Cell[]): readonly Cell[] => cells.filter((cell) => cell !== null)
const numbersOf = (cells: readonly Cell[]): readonly number[] | null => {
  const numbers = present(cells).map(toNumber)
  return numbers.includes(null) ? null : (numbers as readonly number[])
}

/** A single value stays as it is, with every digit. */
const ofNumbers =
  (compute: (numbers: readonly number[]) => number | null): Aggregate =>
  (cells) => {
    const there = present(cells)
    if (there.length === 0) return null
    const numbers = numbersOf(there)
    return numbers ? compute(numbers) : null
  }

export const sum: Aggregate = (cells) => {
  const there = present(cells)
  if (there.length <= 1) return there[0] ?? null
  const numbers = numbersOf(there)
  return numbers ? numbers.reduce((total, value) => total + value, 0) : there.map(String as (cell: Cell) => string).join('')
}

const mean = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0) / numbers.length

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

const variance = (numbers: readonly number[]): number => {
  if (numbers.length < 2) return 0
  const middle = mean(numbers)
  return numbers.reduce((total, value) => total + (value - middle) ** 2, 0) / (numbers.length - 1)
}

const extreme =
  (isBefore: (a: Cell, b: Cell) => boolean): Aggregate =>
  (cells) =>
    present(cells).reduce<Cell>((best, cell) => (best === null || isBefore(cell, best) ? cell : best), null)

const isLess = (a: Cell, b: Cell): boolean => {
  const [x, y] = [toNumber(a), toNumber(b)]
  return x !== null && y !== null ? x < y : String(a as string) < String(b as string)
}

const count: Aggregate = (cells) => present(cells).length
const uniqueTexts = (cells: readonly Cell[]): readonly string[] => [...new Set(present(cells).map(String as (cell: Cell) => string))]

const fromCells = (of: Aggregate, share?: CellAggregate['share']): CellAggregate => ({ of, totalsFromCells: true, ...(share ? { share } : {}) })
const fromRows = (of: Aggregate): CellAggregate => ({ of, totalsFromCells: false })

/** The functions a pivot table offers, by the names its form keeps. */
export const aggregates: ReadonlyMap<string, CellAggregate> = new Map([
  ['Count', fromRows(count)],
  ['Count Unique Values', fromRows((cells) => uniqueTexts(cells).length)],
  ['List Unique Values', fromRows((cells) => uniqueTexts(cells).join(', '))],
  ['Sum', fromCells(sum)],
  ['Average', fromCells(ofNumbers(mean))],
  ['Median', fromCells(ofNumbers(median))],
  ['Sample Variance', fromRows(ofNumbers(variance))],
  ['Sample Standard Deviation', fromRows(ofNumbers((numbers) => Math.sqrt(variance(numbers))))],
  ['Minimum', fromCells(extreme(isLess))],
  ['Maximum', fromCells(extreme((a, b) => isLess(b, a)))],
  ['First', fromRows((cells) => present(cells)[0] ?? null)],
  ['Last', fromRows((cells) => present(cells).at(-1) ?? null)],
  ['Sum as Fraction of Total', fromCells(sum, 'total')],
  ['Sum as Fraction of Rows', fromCells(sum, 'rows')],
  ['Sum as Fraction of Columns', fromCells(sum, 'columns')],
  ['Count as Fraction of Total', fromCells(count, 'total')],
  ['Count as Fraction of Rows', fromCells(count, 'rows')],
  ['Count as Fraction of Columns', fromCells(count, 'columns')],
])
