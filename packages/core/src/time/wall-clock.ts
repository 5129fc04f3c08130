const zones = new Map<string, Intl.DateTimeFormat | undefined>()

function zoneOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!zones.has(timeZone)) {
    let zone: Intl.DateTimeFormat | undefined
    try {
      zone = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        era: 'narrow',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
    } catch {
      zone = undefined
    }
    zones.set(timeZone, zone)
  }
  return zones.get(timeZone)
}

/** Offsets such as `+02:00` are no names: databases read their sign either way. */
export const isTimeZone = (name: string): boolean => /^[A-Za-z]/.test(name) && zoneOf(name) !== undefined

const day = 86_400_000
/** No clock shows dates beyond these. */
const lastMoment = 8_640_000_000_000_000 - 2 * day

/** How far the clocks of the zone are ahead of UTC, asked of the zone itself. */
function askOffset(moment: number, zone: Intl.DateTimeFormat): number {
  const fields: Record<string, number> = {}
  let isBeforeChrist = false
  for (const { type, value } of zone.formatToParts(moment)) {
    if (type === 'era') isBeforeChrist = value.startsWith('B')
    else fields[type] = Number(value)
  }
  const { year = 1970, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = fields
  const wall = new Date(0)
  wall.setUTCFullYear(isBeforeChrist ? 1 - year : year, month - 1, date)
  wall.setUTCHours(hour, minute, second, 0)
  return wall.getTime() - Math.floor(moment / 1000) * 1000
}

/** From a moment on, the clocks are so far ahead of UTC. */
export interface OffsetChange {
  readonly from: number
  readonly offset: number
}

/** Asking the zone for every value of a long column is slow; the few changes of these years are found once, a year at a time. */
const [tableStart, tableEnd] = [Date.UTC(1970, 0, 1), Date.UTC(2040, 0, 1)]
const chunk = 364 * day
const tables = new Map<string, Map<number, readonly OffsetChange[]>>()

function changesOf(timeZone: string, zone: Intl.DateTimeFormat, number: number): readonly OffsetChange[] {
  const table = tables.get(timeZone) ?? new Map<number, readonly OffsetChange[]>()
  tables.set(timeZone, table)
  const known = table.get(number)
  if (known) return known
  const start = tableStart + number * chunk
  const changes: OffsetChange[] = [{ from: start, offset: askOffset(start, zone) }]
  // No zone has ever changed its clocks and changed them back within so few days.
  for (let from = start; from < start + chunk; from += 14 * day) {
    const before = changes.at(-1)!.offset
    let [low, high] = [from, from + 14 * day]
    const after = askOffset(high, zone)
    if (after === before) continue
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000
      if (askOffset(middle, zone) === before) low = middle
      else high = middle
    }
    // A change at the very end belongs to the next year.
    if (high < start + chunk) changes.push({ from: high, offset: after })
  }
  table.set(number, changes)
  return changes
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. An unknown zone is taken as UTC. */
export function offsetAt(moment: number, timeZone: string): number {
  if (timeZone === 'UTC' || !(Math.abs(moment) < lastMoment)) return 0
  const zone = zoneOf(timeZone)
  if (!zone) return 0
  if (moment < tableStart || moment >= tableEnd) return askOffset(moment, zone)
  return changesOf(timeZone, zone, Math.floor((moment - tableStart) / chunk)).findLast((change) => change.from <= moment)!.offset
}

/** Moves a moment so that its UTC fields read what a clock in the zone shows. */
export const wallClock = (moment: number, timeZone: string): number => moment + offsetAt(moment, timeZone)

/**
 * The moment at which clocks in the zone show this time. Where they show it twice, it is the first time; where they leave it out, the
 * moment that is as long after the change as the time left out would be.
 */
export function momentAt(wall: number, timeZone: string): number {
  if (timeZone === 'UTC' || !Number.isFinite(wall)) return wall
  const [before, after] = [offsetAt(wall - day, timeZone), offsetAt(wall + day, timeZone)]
  if (offsetAt(wall - before, timeZone) === before) return wall - before
  if (offsetAt(wall - after, timeZone) === after) return wall - after
  return wall - before
}

/** The offsets that hold from one moment to another; the first counts for all time before, the last for all time after. */
export function offsetsBetween(from: number, to: number, timeZone: string): readonly OffsetChange[] {
  const zone = timeZone === 'UTC' ? undefined : zoneOf(timeZone)
  if (!zone) return [{ from: -Infinity, offset: 0 }]
  const [first, last] = [from, to].map((moment) => Math.min(Math.max(moment, tableStart), tableEnd - 1)) as [number, number]
  const found: OffsetChange[] = [{ from: -Infinity, offset: offsetAt(first, timeZone) }]
  for (let number = Math.floor((first - tableStart) / chunk); number <= Math.floor((last - tableStart) / chunk); number++)
    for (const change of changesOf(timeZone, zone, number))
      if (change.from > first && change.from < last && change.offset !== found.at(-1)!.offset) found.push(change)
  return found
}
