import { wallClock as clockOnWall } from './wall-clock.ts'

/**
 * Arithmetic on wall-clock time. A `Date` here is a wall clock whose digits are read with the UTC getters, whatever zone it stands for;
 * nothing in this folder reads the machine's own zone.
 */
export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

export const units: readonly Unit[] = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']

const milliseconds = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const

/** Unlike `Date.UTC`, years 0 to 99 mean themselves. */
export function wallClock(year: number, month: number, day: number, hour = 0, minute = 0, second = 0, millisecond = 0): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, millisecond)
  return date
}

const daysInMonth = (year: number, month: number): number => wallClock(year, month + 1, 0).getUTCDate()

/** Months and years keep the day where the month has it, and end at its last day where not. */
export function addUnits(date: Date, amount: number, unit: Unit): Date {
  if (unit === 'month' || unit === 'quarter' || unit === 'year') {
    const months = amount * (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12)
    const total = date.getUTCFullYear() * 12 + date.getUTCMonth() + months
    const year = Math.floor(total / 12)
    const month = total - year * 12 + 1
    const moved = wallClock(year, month, Math.min(date.getUTCDate(), daysInMonth(year, month)))
    moved.setUTCHours(date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds())
    return moved
  }
  return new Date(date.getTime() + amount * milliseconds[unit])
}

/** Weeks begin on Monday. */
export function truncateTo(date: Date, unit: Unit): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  switch (unit) {
    case 'year':
      return wallClock(year, 1, 1)
    case 'quarter':
      return wallClock(year, Math.floor((month - 1) / 3) * 3 + 1, 1)
    case 'month':
      return wallClock(year, month, 1)
    case 'week':
      return wallClock(year, month, day - ((date.getUTCDay() + 6) % 7))
    case 'day':
      return wallClock(year, month, day)
    default: {
      const step = milliseconds[unit]
      return new Date(Math.floor(date.getTime() / step) * step)
    }
  }
}

/** The last day of the week (Sunday), month or year, at midnight. */
export const lastDayOf = (date: Date, unit: 'week' | 'month' | 'year'): Date => addUnits(addUnits(truncateTo(date, unit), 1, unit), -1, 'day')

/** False for 31 February and the like. */
export function isRealDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** What a clock on the wall of this zone shows at a moment, in the UTC fields of a date. */
export const wallClockIn = (moment: Date, zone: string): Date => new Date(clockOnWall(moment.getTime(), zone))

/** `2021-03-04T05:06:07`, with microseconds only where there are any. */
export function printWallClock(date: Date): string {
  const text = date.toISOString().replace('Z', '')
  const plain = text.startsWith('+') || text.startsWith('-') ? text.replace(/^[+-]0*(?=\d{4})/, '') : text
  return plain.endsWith('.000') ? plain.slice(0, -4) : `${plain}000`
}
