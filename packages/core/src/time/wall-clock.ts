const zones = new Map<string, Intl.DateTimeFormat | undefined>()

function zoneOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!zones.has(timeZone)) {
    let zone: Intl.DateTimeFormat | undefined
    try {
      zone = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
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

/** Moves a moment so that its UTC fields read what a clock in the zone shows. An unknown zone is taken as UTC. */
export function wallClock(moment: number, timeZone: string): number {
  if (timeZone === 'UTC' || !Number.isFinite(moment)) return moment
  const zone = zoneOf(timeZone)
  if (!zone) return moment
  const fields: Record<string, number> = {}
  for (const { type, value } of zone.formatToParts(moment)) fields[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1000) + 1000) % 1000)
}
