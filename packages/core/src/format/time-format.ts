import { utcFormat } from 'd3-time-format'
import { wallClock } from '../time/wall-clock.ts'

export type TimeFormatter = (value: number | Date) => string

/** Picks the first pattern whose part is not zero, from milliseconds up to years. */
interface Steps {
  readonly millisecond: string
  readonly second: string
  readonly minute: string
  readonly hour: string
  readonly day: string
  readonly week: string
  readonly month: string
  readonly year: string
}

function adaptive(steps: Steps): (date: Date) => string {
  const write = Object.fromEntries(Object.entries(steps).map(([step, pattern]) => [step, utcFormat(pattern)])) as Record<keyof Steps, (date: Date) => string>
  return (date) => {
    if (date.getUTCMilliseconds()) return write.millisecond(date)
    if (date.getUTCSeconds()) return write.second(date)
    if (date.getUTCMinutes()) return write.minute(date)
    if (date.getUTCHours()) return write.hour(date)
    if (date.getUTCDate() !== 1) return date.getUTCDay() === 0 ? write.week(date) : write.day(date)
    return date.getUTCMonth() ? write.month(date) : write.year(date)
  }
}

const named: Readonly<Record<string, (date: Date) => string>> = {
  smart_date: adaptive({ millisecond: '.%Lms', second: ':%Ss', minute: '%I:%M', hour: '%I %p', day: '%a %d', week: '%b %d', month: '%B', year: '%Y' }),
  smart_date_verbose: adaptive({
    millisecond: '.%L',
    second: '%a %b %d, %I:%M:%S %p',
    minute: '%a %b %d, %I:%M %p',
    hour: '%a %b %d, %I %p',
    day: '%a %b %-e',
    week: '%a %b %-e',
    month: '%b %Y',
    year: '%Y',
  }),
  smart_date_detailed: adaptive({
    millisecond: '%Y-%m-%d %H:%M:%S.%L',
    second: '%Y-%m-%d %H:%M:%S',
    minute: '%Y-%m-%d %H:%M',
    hour: '%Y-%m-%d %H:%M',
    day: '%Y-%m-%d',
    week: '%Y-%m-%d',
    month: '%Y-%m-%d',
    year: '%Y',
  }),
  database_datetime: utcFormat('%Y-%m-%d %H:%M:%S'),
  database_date: utcFormat('%Y-%m-%d'),
}

const kept = new Map<string, (date: Date) => string>()

function compile(pattern: string): (date: Date) => string {
  const ready = named[pattern] ?? kept.get(pattern)
  if (ready) return ready
  const made = utcFormat(pattern)
  if (kept.size > 500) kept.clear()
  kept.set(pattern, made)
  return made
}

/** A formatter for a named format or a strftime pattern, in the given zone. `local!` before a pattern is accepted and means the same: the zone decides. */
export function timeFormatter(pattern: string | null | undefined, timeZone = 'UTC'): TimeFormatter {
  const write = compile((pattern || 'smart_date').replace(/^local!/, ''))
  return (value) => {
    const moment = wallClock(Number(value), timeZone)
    return Number.isFinite(moment) ? write(new Date(moment)) : String(value)
  }
}

const byGrain: Readonly<Record<string, string>> = {
  PT1S: '%Y-%m-%d %H:%M:%S',
  PT5S: '%Y-%m-%d %H:%M:%S',
  PT30S: '%Y-%m-%d %H:%M:%S',
  PT1M: '%Y-%m-%d %H:%M',
  PT5M: '%Y-%m-%d %H:%M',
  PT10M: '%Y-%m-%d %H:%M',
  PT15M: '%Y-%m-%d %H:%M',
  PT30M: '%Y-%m-%d %H:%M',
  PT1H: '%Y-%m-%d %H:00',
  PT6H: '%Y-%m-%d %H:00',
  P1D: '%Y-%m-%d',
  P1W: '%Y-%m-%d',
  P1M: '%b %Y',
  P3M: '%Y Q%q',
  P1Y: '%Y',
}

/** The pattern that shows a bucket of this grain in full, as tables and tooltips do. */
export const patternOfGrain = (grain: string | null | undefined): string | undefined =>
  grain ? (byGrain[grain] ?? (grain.includes('P1W') ? '%Y-%m-%d' : undefined)) : undefined
