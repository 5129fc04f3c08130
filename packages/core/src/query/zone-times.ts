import { momentAt, type OffsetChange, offsetsBetween, wallClock } from '../time/wall-clock.ts'
import type { Expression } from './ast.ts'
import type { Dialect } from './dialect.ts'
import type { QueryDatasetColumn } from './query-dataset.ts'

/**
 * Columns hold moments; a time without a zone is one of UTC. The zone decides which day, week or hour a moment belongs to, so a grain cuts
 * the time that the clocks of the zone show. What is cut to days and longer comes back as the time on these clocks and is turned into a
 * moment afterwards. A DATE has no time: it is a day of whoever looks at it, and never moved.
 */
export interface Zoned {
  readonly zone: string
  readonly dialect: Dialect
  /** Within which moments the rows lie, as far as the query says. */
  readonly span: { readonly from: number; readonly to: number }
}

const isDateType = (type: string | null): boolean => /^(?:Nullable\(|LowCardinality\()*date(?:32)?\)*$/i.test(type ?? '')

/** Whether a column keeps days, which are the same on every clock. */
export const keepsDays = (column: QueryDatasetColumn | undefined): boolean => {
  const format = column?.dateFormat
  if (format === 'epoch_s' || format === 'epoch_ms') return false
  return isDateType(column?.type ?? null) || (!!format && !/%[HMSfIpcsTX]/.test(format))
}

/** Grains that divide an hour, in seconds. Longer ones end when the clocks say so. */
const shortGrains: Readonly<Record<string, number>> = { PT1S: 1, PT5S: 5, PT30S: 30, PT1M: 60, PT5M: 300, PT10M: 600, PT15M: 900, PT30M: 1800, PT1H: 3600 }

const withoutRepeats = (changes: readonly OffsetChange[]): readonly OffsetChange[] =>
  changes.filter(({ offset }, at) => at === 0 || offset !== changes[at - 1]!.offset)

/** A time cut to a grain of the zone. */
export function grainInZone(of: Expression, grain: string, column: QueryDatasetColumn | undefined, { zone, dialect, span }: Zoned): Expression {
  if (zone === 'UTC') return { kind: 'grain', grain, of }
  if (keepsDays(column)) return { kind: 'grain', grain, of, isWall: true }
  const changes = offsetsBetween(span.from, span.to, zone)
  const seconds = shortGrains[grain]
  const type = column?.type ?? 'TIMESTAMP'
  if (seconds === undefined) {
    const wall: Expression = dialect.wallTime
      ? { kind: 'wall', of, zone, type }
      : { kind: 'moved', of, on: of, type, changes: withoutRepeats(changes), isBack: false }
    return { kind: 'grain', grain, of: wall, isWall: true }
  }
  // Where clocks are ahead by whole hours, hours begin at the same moment everywhere.
  const step = seconds * 1000
  const rest = withoutRepeats(changes.map(({ from, offset }) => ({ from, offset: ((offset % step) + step) % step })))
  if (rest.length === 1 && rest[0]!.offset === 0) return { kind: 'grain', grain, of }
  const ahead: Expression = { kind: 'moved', of, on: of, type, changes: rest, isBack: false }
  return { kind: 'moved', of: { kind: 'grain', grain, of: ahead }, on: of, type, changes: rest, isBack: true }
}

/** Whether what comes back is a time on the clocks of the zone, not a moment. */
export const isWallTime = (expression: Expression): boolean =>
  (expression.kind === 'grain' && expression.isWall === true) || (expression.kind === 'aggregate' && expression.keeps === 'days')
/** Whether what comes back is a time, whatever the database calls it. */
export const isTime = (expression: Expression): boolean =>
  expression.kind === 'aggregate'
    ? expression.keeps !== undefined
    : expression.kind === 'grain' || expression.kind === 'from-epoch' || expression.kind === 'moved'

/** How the times of a filter are written to be compared with its other side. */
export interface TimeSide {
  readonly fromMoment: (moment: number) => Date
  readonly fromWall: (wall: Date) => Date
}

export const timeSideOf = (left: Expression, column: QueryDatasetColumn | undefined, zone: string): TimeSide => {
  const isWall = isWallTime(left) || keepsDays(column)
  return {
    fromMoment: (moment) => new Date(isWall ? wallClock(moment, zone) : moment),
    fromWall: (wall) => (isWall ? wall : new Date(momentAt(wall.getTime(), zone))),
  }
}
