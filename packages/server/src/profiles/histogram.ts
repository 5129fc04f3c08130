import type { Grain } from '@sightline/core'

const mostSteps = 20

export interface Steps {
  readonly from: number
  readonly width: number
  readonly count: number
}

/** Equal steps between two numbers; whole numbers are never cut apart. Null where there is nothing to divide. */
export function stepsBetween(least: number, most: number, isWhole: boolean): Steps | null {
  if (!Number.isFinite(least) || !Number.isFinite(most) || most <= least) return null
  if (isWhole) {
    const width = Math.ceil((most - least + 1) / mostSteps)
    return { from: least, width, count: Math.ceil((most - least + 1) / width) }
  }
  const width = (most - least) / mostSteps
  return Number.isFinite(width) && width > 0 && least + width > least ? { from: least, width, count: mostSteps } : null
}

/** Rows in each step. The largest value belongs to the last one. */
export function fillSteps({ count }: Steps, found: readonly { readonly step: number; readonly rows: number }[]): number[] {
  const rows = Array.from({ length: count }, () => 0)
  for (const { step, rows: more } of found) {
    const place = Math.min(count - 1, Math.max(0, Math.floor(step)))
    rows[place] = rows[place]! + more
  }
  return rows
}

const second = 1000
const day = 86_400 * second
const grains: readonly (readonly [Grain, number])[] = [
  ['PT1S', second],
  ['PT1M', 60 * second],
  ['PT1H', 3600 * second],
  ['P1D', day],
  ['P1M', 28 * day],
  ['P1Y', 365 * day],
]

/** So many groups the database may answer before they are put together into steps. */
const mostGroups = 500

/** The finest grain the database has that answers few groups. */
export function grainFor(least: number, most: number, offered: Readonly<Record<Grain, unknown>>): Grain | null {
  const fit = grains.filter(([grain]) => grain in offered)
  return (fit.find(([, size]) => (most - least) / size <= mostGroups) ?? fit.at(-1))?.[0] ?? null
}

/** Steps of time: days are not cut apart where the span has enough of them. */
export function stepsOfTime(least: number, most: number): Steps | null {
  if (most <= least) return null
  const unit = [day, 3600 * second, 60 * second, second].find((one) => (most - least) / one >= 2) ?? 1
  const from = Math.floor(least / unit) * unit
  const width = Math.ceil((most - from + 1) / unit / mostSteps) * unit
  return { from, width, count: Math.ceil((most - from + 1) / width) }
}
