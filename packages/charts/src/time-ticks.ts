const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

interface Step {
  readonly length: number
  /** The first tick at or after a moment, and the one after a tick. All in UTC: moments are wall clock times already. */
  readonly ceil: (moment: number) => number
  readonly next: (tick: number) => number
}

/** Steps of a fixed length; weeks start on Monday, as the weeks of most databases do. */
const fixed = (length: number, start = 0): Step => ({
  length,
  ceil: (moment) => Math.ceil((moment - start) / length) * length + start,
  next: (tick) => tick + length,
})

const months = (count: number): Step => {
  const at = (index: number): number => Date.UTC(Math.floor(index / 12), index % 12, 1)
  const indexOf = (moment: number): number => {
    const date = new Date(moment)
    return date.getUTCFullYear() * 12 + date.getUTCMonth()
  }
  const ceil = (moment: number): number => {
    const index = Math.ceil((indexOf(moment) + (at(indexOf(moment)) < moment ? 1 : 0)) / count) * count
    return at(index)
  }
  return { length: count * 30.4 * day, ceil, next: (tick) => at(indexOf(tick) + count) }
}

const monday = Date.UTC(1970, 0, 5)

const steps: readonly Step[] = [
  ...[1, 5, 15, 30].map((count) => fixed(count * second)),
  ...[1, 5, 15, 30].map((count) => fixed(count * minute)),
  ...[1, 2, 3, 6, 12].map((count) => fixed(count * hour)),
  ...[1, 2].map((count) => fixed(count * day)),
  ...[1, 2].map((count) => fixed(count * 7 * day, monday)),
  ...[1, 2, 3, 6].map((count) => months(count)),
  ...[1, 2, 5, 10, 20, 50, 100].map((count) => months(count * 12)),
]

/**
 * Moments to label on a time axis: evenly spaced by the calendar, never closer than the grain, never more than fit.
 * An axis that chooses for itself drops the labels that touch and leaves holes.
 */
export function timeTicks(first: number, last: number, most: number, least: number): number[] {
  if (!Number.isFinite(first) || !Number.isFinite(last) || last < first) return []
  const room = Math.max(1, most)
  const enough = steps.find(({ length }) => length >= least * 0.9 && (last - first) / length < room) ?? steps.at(-1)
  if (!enough) return []
  const ticks: number[] = []
  for (let tick = enough.ceil(first); tick <= last && ticks.length < 200; tick = enough.next(tick)) ticks.push(tick)
  return ticks.length > 0 ? ticks : [first]
}
