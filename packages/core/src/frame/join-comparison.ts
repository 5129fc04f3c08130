import { truncateTo, wallClockIn, type Unit } from '../time/calendar.ts'
import type { Cell, Frame } from './frame.ts'

export interface ComparisonJoin {
  /** The time column of both frames. */
  readonly axis: string
  readonly metrics: readonly string[]
  readonly dimensions: readonly string[]
  readonly grain: string | null
  /** Added to the names of the other frame's metrics. */
  readonly suffix: string
  /** A moment of the other frame → where it lies on the main axis. */
  readonly back: (date: Date) => Date
  /** Whose weeks, months and years the periods are. */
  readonly zone: string
}

const periods: Readonly<Record<string, Unit>> = { P1W: 'week', P1M: 'month', P3M: 'quarter', P1Y: 'year' }

/** Every row of the main frame, with the metrics of the row of the other frame that lies at the same place of its own time. */
export function joinComparison(main: Frame, other: Frame, join: ComparisonJoin): Frame {
  // Months and years differ in length: their rows meet by period, shorter grains by the exact moment.
  const period = join.grain === null ? undefined : join.grain.includes('P1W') ? 'week' : periods[join.grain]
  const place = (date: Date) => (period ? truncateTo(wallClockIn(date, join.zone), period).getTime() : date.getTime())
  const placeOf = (cell: Cell, isOther: boolean): string => {
    if (typeof cell !== 'number') return String(cell as string)
    return String(place(isOther ? join.back(new Date(cell)) : new Date(cell)))
  }
  const keyer = (frame: Frame, isOther: boolean) => {
    const at = (name: string) => frame.columns.findIndex((column) => column.name === name)
    const axis = frame.values[at(join.axis)]
    const dimensions = join.dimensions.map((name) => frame.values[at(name)])
    return (row: number) =>
      [placeOf(axis?.[row] ?? null, isOther), ...dimensions.map((values) => `${typeof values?.[row]}:${String(values?.[row] as string)}`)].join('\u0000')
  }
  const [mainKey, otherKey] = [keyer(main, false), keyer(other, true)]
  const rows = new Map<string, number[]>()
  for (let row = 0; row < other.length; row++) {
    const key = otherKey(row)
    const there = rows.get(key)
    if (there) there.push(row)
    else rows.set(key, [row])
  }
  // Two rows may fall into one period (28 days after the first of February and of March is March): the main row then stands twice.
  const pairs = Array.from({ length: main.length }, (_, row) => (rows.get(mainKey(row)) ?? [undefined]).map((match) => [row, match] as const)).flat()
  const added = join.metrics.map((name) => {
    const from = other.columns.findIndex((column) => column.name === name)
    const like = main.columns.find((column) => column.name === name)
    return {
      column: { name: name + join.suffix, kind: 'numeric' as const, type: like?.type ?? '', isComputed: true },
      values: pairs.map(([, match]): Cell => (match === undefined || from < 0 ? null : (other.values[from]![match] ?? null))),
    }
  })
  // Periods are matched by a key that stands in the place of the time, which comes back behind the other keys.
  const order = period && join.dimensions.length > 0 ? timeLast(main, join) : main
  return {
    columns: [...order.columns, ...added.map(({ column }) => column)],
    values: [...order.values.map((values) => pairs.map(([row]) => values[row]!)), ...added.map(({ values }) => values)],
    length: pairs.length,
  }
}

function timeLast(frame: Frame, { axis, metrics }: ComparisonJoin): Frame {
  const rank = (name: string) => (metrics.includes(name) ? 2 : name === axis ? 1 : 0)
  const order = frame.columns.map((_, at) => at).toSorted((a, b) => rank(frame.columns[a]!.name) - rank(frame.columns[b]!.name))
  return { columns: order.map((at) => frame.columns[at]!), values: order.map((at) => frame.values[at]!), length: frame.length }
}
