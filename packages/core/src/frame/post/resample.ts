import { ok, type Result } from '../../result.ts'
import { addUnits, truncateTo, type Unit } from '../../time/calendar.ts'
import { momentAt, wallClock } from '../../time/wall-clock.ts'
import type { Cell } from '../frame.ts'
import { refuseStep, rowNumbers, type TableColumn, toNumber } from '../table.ts'
import { aggregationNamed, type Aggregation } from './operators.ts'
import type { Step } from './step.ts'

interface Rule {
  readonly amount: number
  readonly unit: Unit
  /** Periods named by their last day. */
  readonly endsPeriod: boolean
  /** Weeks that end on another day than Sunday: how many days later they begin than on Monday. */
  readonly daysLater: number
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
const weekEnds = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const mostRows = 1_000_000

function readRule(given: unknown): Result<Rule> {
  const found = typeof given === 'string' ? /^(\d{0,6})([A-Za-z]+)(?:-([A-Z]{3}))?$/.exec(given) : null
  const unit = found ? (ruleUnits[found[2]!] ?? ruleUnits[found[2]!.toUpperCase()]) : undefined
  const amount = Number(found?.[1] || 1)
  const daysLater = found?.[3] === undefined ? 0 : weekEnds.indexOf(found[3])
  if (!unit || amount === 0 || daysLater < 0 || (found![3] !== undefined && unit[0] !== 'week')) return refuseStep(`Invalid frequency: ${String(given)}`)
  return ok({ amount, unit: unit[0], endsPeriod: unit[1], daysLater })
}

const isShort = (unit: Unit): boolean => unit === 'second' || unit === 'minute' || unit === 'hour' || unit === 'day'

interface Period {
  readonly start: number
  readonly label: number
}

/**
 * The periods that hold the rows, on the clocks of the zone. Those of days and shorter count from midnight of the first day; of those that
 * are named by their last day, the first ends with the first row's own week, month or year, however many belong to a period.
 */
function periodsOf(first: number, last: number, { amount, unit, endsPeriod, daysLater }: Rule, zone: string): readonly Period[] | null {
  const [firstWall, lastWall] = [new Date(wallClock(first, zone)), new Date(wallClock(last, zone))]
  let start = addUnits(truncateTo(addUnits(firstWall, -daysLater, 'day'), isShort(unit) ? 'day' : unit), daysLater, 'day')
  if (isShort(unit)) {
    const step = addUnits(start, amount, unit).getTime() - start.getTime()
    start = new Date(start.getTime() + Math.floor((firstWall.getTime() - start.getTime()) / step) * step)
  } else if (endsPeriod) start = addUnits(start, 1 - amount, unit)
  const periods: Period[] = []
  // Hours and shorter have the same length everywhere and are counted in real time, so that none is lost when clocks change.
  const isReal = isShort(unit) && unit !== 'day'
  const realStart = momentAt(start.getTime(), zone)
  for (let at = 0; ; at++) {
    const next = isReal ? addUnits(new Date(realStart), at * amount, unit) : addUnits(start, at * amount, unit)
    if (isReal ? next.getTime() > last : next > lastWall) return periods
    if (periods.length >= mostRows) return null
    const moment = (wall: Date) => (isReal ? wall.getTime() : momentAt(wall.getTime(), zone))
    periods.push({ start: moment(next), label: endsPeriod ? moment(addUnits(addUnits(next, amount, unit), -1, 'day')) : moment(next) })
  }
}

function fillGaps(cells: Cell[], method: string): readonly Cell[] {
  if (method === 'ffill') for (let row = 1; row < cells.length; row++) cells[row] ??= cells[row - 1]!
  if (method === 'bfill') for (let row = cells.length - 2; row >= 0; row--) cells[row] ??= cells[row + 1]!
  if (method === 'linear') {
    let before = -1
    for (let row = 0; row < cells.length; row++) {
      const value = toNumber(cells[row])
      if (value === null) continue
      const from = before < 0 ? null : toNumber(cells[before])
      if (from !== null) for (let gap = before + 1; gap < row; gap++) cells[gap] = from + ((value - from) * (gap - before)) / (row - before)
      before = row
    }
    if (before >= 0) for (let row = before + 1; row < cells.length; row++) cells[row] = cells[before]!
  }
  return cells
}

const methods = ['asfreq', 'bfill', 'ffill', 'linear', 'median', 'mean', 'sum'] as const

/** One row per period of a time index: missing ones are filled in, several in one are combined. */
export const resample: Step = (table, options, zone) => {
  const [axis] = table.index
  if (!axis || table.index.length > 1 || axis.kind !== 'temporal') return refuseStep('Resample operation requires DatetimeIndex')
  const method = methods.find((one) => one === options['method'])
  if (!method) return refuseStep(`Resample method should be in ${methods.join(', ')}.`)
  const rule = readRule(options['rule'])
  if (!rule.ok) return rule
  const moments = axis.values.map((cell) => toNumber(cell))
  let [first, last] = [Infinity, -Infinity]
  for (const moment of moments) {
    if (moment === null) continue
    if (moment < first) first = moment
    if (moment > last) last = moment
  }
  if (first > last) return ok(table)
  const periods = periodsOf(first, last, rule.value, zone)
  if (!periods) return refuseStep(`Resample operation would make more than ${mostRows} rows`)
  const labels = periods.map(({ label }) => label)
  const remake = method === 'median' || method === 'mean' || method === 'sum' ? combining(moments, periods, method) : picking(moments, labels, method)
  const fill = options['fill_value']
  const filled = (column: TableColumn): TableColumn => {
    const cells = fillGaps(remake(column.values), method)
    const isFilled = method === 'asfreq' && (typeof fill === 'number' || typeof fill === 'string' || typeof fill === 'boolean')
    return { ...column, values: isFilled ? cells.map((cell) => cell ?? fill) : cells }
  }
  return ok({ index: [{ ...axis, values: labels }], numbers: rowNumbers(labels.length), length: labels.length, columns: table.columns.map(filled) })
}

type Remake = (values: readonly Cell[]) => Cell[]

/** Every row belongs to the period that has begun last. */
function combining(moments: readonly (number | null)[], periods: readonly Period[], method: 'median' | 'mean' | 'sum'): Remake {
  const rows: number[][] = periods.map(() => [])
  moments.forEach((moment, row) => {
    if (moment !== null) rows[lastUpTo(periods, moment, ({ start }) => start)]?.push(row)
  })
  const combine: Aggregation = aggregationNamed(method === 'sum' ? 'nansum' : method === 'mean' ? 'nanmean' : 'nanmedian')!
  return (values) => rows.map((inside) => combine(inside.map((row) => values[row] ?? null)))
}

/** The row at the very moment of a label, or the last before it, or the first after it. */
function picking(moments: readonly (number | null)[], labels: readonly number[], method: 'asfreq' | 'bfill' | 'ffill' | 'linear'): Remake {
  if (method === 'asfreq' || method === 'linear') {
    const places = new Map(moments.map((moment, row) => [moment, row]))
    return (values) => labels.map((label) => (places.has(label) ? (values[places.get(label)!] ?? null) : null))
  }
  const order = moments.flatMap((moment, row) => (moment === null ? [] : [{ moment, row }])).toSorted((a, b) => a.moment - b.moment)
  const rows = labels.map((label) => {
    const before = lastUpTo(order, label, ({ moment }) => moment)
    const place = method === 'ffill' || order[before]?.moment === label ? before : before + 1
    return order[place]?.row
  })
  return (values) => rows.map((row) => (row === undefined ? null : (values[row] ?? null)))
}

/** The place of the last one that is not later; -1 if all are. */
function lastUpTo<Thing>(things: readonly Thing[], moment: number, momentOf: (thing: Thing) => number): number {
  let [low, high] = [-1, things.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (momentOf(things[middle]!) <= moment) low = middle
    else high = middle - 1
  }
  return low
}
