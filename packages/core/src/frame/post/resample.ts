import { ok, type Result } from '../../result.ts'
import { addUnits, truncateTo, type Unit } from '../../time/calendar.ts'
import type { Cell } from '../frame.ts'
import { refuseStep, type TableColumn, toNumber } from '../table.ts'
import { readAggregation } from './operators.ts'
import type { Step } from './step.ts'

interface Rule {
  readonly amount: number
  readonly unit: Unit
  /** Periods named by their last day. */
  readonly endsPeriod: boolean
}

const ruleUnits: Readonly<Record<string, readonly [Unit, boolean]>> = {
  S: ['second', false],
  T: ['minute', false],
  min: ['minute', false],
  H: ['hour', false],
  D: ['day', false],
  W: ['week', true],
  MS: ['month', false],
  M: ['month', true],
  QS: ['quarter', false],
  Q: ['quarter', true],
  AS: ['year', false],
  YS: ['year', false],
  A: ['year', true],
  Y: ['year', true],
}
const mostRows = 1_000_000

function readRule(given: unknown): Result<Rule> {
  const found = typeof given === 'string' ? /^(\d{0,6})([A-Za-z]+)$/.exec(given) : null
  const unit = found ? (ruleUnits[found[2]!] ?? ruleUnits[found[2]!.toUpperCase()]) : undefined
  const amount = Number(found?.[1] || 1)
  if (!unit || amount === 0) return refuseStep(`Invalid frequency: ${String(given)}`)
  return ok({ amount, unit: unit[0], endsPeriod: unit[1] })
}

/** The first moments of the periods that hold the rows. Days and shorter count from midnight of the first day. */
function periodsOf(first: Date, last: Date, { amount, unit }: Rule): readonly Date[] | null {
  const isShort = unit === 'second' || unit === 'minute' || unit === 'hour' || unit === 'day'
  let start = truncateTo(first, isShort ? 'day' : unit)
  if (isShort) {
    const step = addUnits(start, amount, unit).getTime() - start.getTime()
    start = new Date(start.getTime() + Math.floor((first.getTime() - start.getTime()) / step) * step)
  }
  const periods: Date[] = []
  for (let at = 0; ; at++) {
    const next = addUnits(start, at * amount, unit)
    if (next > last) return periods
    if (periods.length >= mostRows) return null
    periods.push(next)
  }
}

function fillGaps(cells: readonly Cell[], method: string): readonly Cell[] {
  const filled = [...cells]
  if (method === 'ffill') for (let row = 1; row < filled.length; row++) filled[row] ??= filled[row - 1]!
  if (method === 'bfill') for (let row = filled.length - 2; row >= 0; row--) filled[row] ??= filled[row + 1]!
  if (method === 'linear') {
    let before = -1
    for (let row = 0; row < filled.length; row++) {
      const value = toNumber(filled[row])
      if (value === null) continue
      const from = before < 0 ? null : toNumber(filled[before])
      if (from !== null) for (let gap = before + 1; gap < row; gap++) filled[gap] = from + ((value - from) * (gap - before)) / (row - before)
      before = row
    }
    if (before >= 0) for (let row = before + 1; row < filled.length; row++) filled[row] = filled[before]!
  }
  return filled
}

const pointMethods = new Set(['asfreq', 'bfill', 'ffill', 'linear', 'interpolate'])

/** One row per period of a time index: missing ones are filled in, several in one are combined. */
export const resample: Step = (table, options) => {
  const [axis] = table.index
  if (!axis || table.index.length > 1 || axis.kind !== 'temporal') return refuseStep('Resample operation requires DatetimeIndex')
  const rule = readRule(options['rule'])
  if (!rule.ok) return rule
  const method = String(options['method'] as string)
  const combine = pointMethods.has(method)
    ? null
    : readAggregation(['sum', 'mean', 'median', 'min', 'max', 'count', 'std', 'var'].includes(method) ? method : null, null)
  if (combine && !combine.ok) return refuseStep(`Resample operation does not know the method ${method}`)
  const moments = axis.values.map((cell) => toNumber(cell))
  const known = moments.filter((moment) => moment !== null)
  if (known.length === 0) return ok(table)
  const [first, last] = [new Date(known.reduce((a, b) => Math.min(a, b))), new Date(known.reduce((a, b) => Math.max(a, b)))]
  const periods = periodsOf(first, last, rule.value)
  if (!periods) return refuseStep(`Resample operation would make more than ${mostRows} rows`)
  const { amount, unit, endsPeriod } = rule.value
  const labels = periods.map((start) => (endsPeriod ? addUnits(addUnits(start, amount, unit), -1, 'day') : start).getTime())
  const rowsOf = combine ? bucketRows(moments, periods) : exactRows(moments, labels)
  const fill: Cell = typeof options['fill_value'] === 'number' ? options['fill_value'] : null
  const remake = (column: TableColumn): TableColumn => {
    const cells = rowsOf.map((rows): Cell => {
      const inside = rows.map((row) => column.values[row] ?? null)
      if (!combine) return inside[0] ?? (rows.length === 0 && method === 'asfreq' ? fill : null)
      return inside.length === 0 && method !== 'sum' && method !== 'count' ? null : combine.ok ? combine.value(inside) : null
    })
    return { ...column, values: fillGaps(cells, method === 'interpolate' ? 'linear' : method) }
  }
  return ok({ index: [{ ...axis, values: labels }], numbers: labels.map((_, row) => row), length: labels.length, columns: table.columns.map(remake) })
}

function bucketRows(moments: readonly (number | null)[], periods: readonly Date[]): readonly (readonly number[])[] {
  const rows: number[][] = periods.map(() => [])
  const starts = periods.map((period) => period.getTime())
  moments.forEach((moment, row) => {
    if (moment === null) return
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle]! <= moment) low = middle
      else high = middle - 1
    }
    rows[low]?.push(row)
  })
  return rows
}

function exactRows(moments: readonly (number | null)[], labels: readonly number[]): readonly (readonly number[])[] {
  const places = new Map(moments.map((moment, row) => [moment, row]))
  return labels.map((label) => (places.has(label) ? [places.get(label)!] : []))
}
