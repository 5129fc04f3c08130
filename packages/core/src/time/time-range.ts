import { fail, ok, type Result } from '../result.ts'
import { addUnits, truncateTo, type Unit } from './calendar.ts'
import { readNaturalDate } from './natural-date.ts'
import { isTimeExpression, readTimeExpression } from './time-expression.ts'

/** The text that means: all times. */
export const noTimeRange = 'No filter'
const separator = ' : '

/** Start inclusive, end exclusive; null is open. */
export interface TimeRange {
  readonly since: Date | null
  readonly until: Date | null
}

export interface TimeRangeOptions {
  /** The wall clock that `now` and `today` mean. */
  readonly now: Date
  readonly relativeStart?: 'today' | 'now' | null | undefined
  readonly relativeEnd?: 'today' | 'now' | null | undefined
  /** `1 week ago`: both ends move back by it. */
  readonly timeShift?: string | null | undefined
}

const refuse = (message: string) => fail({ code: 'GENERIC_COMMAND_ERROR' as const, status: 400, message })

/** `1 week ago`, `28 days later`, or without the last word, which then means ago. A quarter is three months. */
export function readTimeDelta(text: string): Result<{ readonly amount: number; readonly unit: Unit }> {
  const found = /^\s*(\d{1,6}|an?|one)\s+(second|minute|hour|day|week|month|quarter|year)s?(?:\s+(ago|later))?\s*$/i.exec(text)
  if (!found) return refuse(`Time delta is ambiguous. Please specify [${text} ago] or [${text} later].`)
  const amount = /^\d/.test(found[1]!) ? Number(found[1]) : 1
  return ok({ amount: found[3]?.toLowerCase() === 'later' ? amount : -amount, unit: found[2]!.toLowerCase() as Unit })
}

function readWholePhrase(text: string, today: Date): TimeRange | null {
  const calendar = /^(previous calendar|current) (day|week|month|quarter|year)$/i.exec(text)
  if (!calendar) return null
  const unit = calendar[2]!.toLowerCase() as Unit
  const start = truncateTo(today, unit)
  return calendar[1]!.toLowerCase() === 'current'
    ? { since: start, until: addUnits(start, 1, unit) }
    : { since: truncateTo(addUnits(today, -1, unit), unit), until: start }
}

function readSide(text: string, now: Date, last: Date, next: Date): Result<Date | null> {
  const side = text.trim()
  if (side === '') return ok(null)
  let found = /^(last|next)\s+(?:(\d{1,6})\s+)?(second|minute|hour|day|week|month|quarter|year)s?$/i.exec(side)
  if (found) {
    const amount = Number(found[2] ?? 1)
    const isLast = found[1]!.toLowerCase() === 'last'
    return ok(addUnits(isLast ? last : next, isLast ? -amount : amount, found[3]!.toLowerCase() as Unit))
  }
  found = /^(start of|beginning of|end of)\s+(this|last|next|prior)\s+(?:(\d{1,6})\s+)?(day|week|month|quarter|year)s?$/i.exec(side)
  if (found) {
    const unit = found[4]!.toLowerCase() as Unit
    const scope = found[2]!.toLowerCase()
    const amount = scope === 'this' ? 0 : Number(found[3] ?? 1) * (scope === 'next' ? 1 : -1)
    const start = truncateTo(addUnits(now, amount, unit), unit)
    return ok(/^end/i.test(found[1]!) ? addUnits(addUnits(start, 1, unit), -1, 'day') : start)
  }
  return isTimeExpression(side) ? readTimeExpression(side, now) : readNaturalDate(side, now)
}

/** The text of a time range → its two ends. */
export function readTimeRange(given: string | null | undefined, { now, relativeStart, relativeEnd, timeShift }: TimeRangeOptions): Result<TimeRange> {
  const today = truncateTo(now, 'day')
  const start = relativeStart === 'now' ? now : today
  const end = relativeEnd === 'now' ? now : today
  const bounds = readBounds(given ?? '', now, today, start, end)
  if (!bounds.ok) return bounds
  let { since, until } = bounds.value
  if (timeShift) {
    const delta = readTimeDelta(timeShift)
    if (!delta.ok) return delta
    const move = (date: Date | null) => date && addUnits(date, delta.value.amount, delta.value.unit)
    since = move(since)
    until = move(until)
  }
  if (since && until && since > until) return refuse('From date cannot be larger than to date')
  return ok({ since, until })
}

function readBounds(given: string, now: Date, today: Date, start: Date, end: Date): Result<TimeRange> {
  if (given.trim() === noTimeRange) return ok({ since: null, until: null })
  let text = given
  if (!text.includes(separator)) {
    const whole = readWholePhrase(text.trim(), today)
    if (whole) return ok(whole)
    // The open side of `Last week` is the end of the range; the anchor that `last` counts from is another.
    if (/^\s*last\s/i.test(text)) {
      const since = readSide(text, now, start, end)
      return since.ok ? ok({ since: since.value, until: end }) : since
    }
    if (/^\s*next\s/i.test(text)) {
      const until = readSide(text, now, start, end)
      return until.ok ? ok({ since: start, until: until.value }) : until
    }
    // Anything else without a separator says nothing about the start; the end is today.
    return ok({ since: null, until: end })
  }
  const at = text.indexOf(separator)
  const since = readSide(text.slice(0, at), now, start, end)
  if (!since.ok) return since
  const until = readSide(text.slice(at + separator.length), now, start, end)
  return until.ok ? ok({ since: since.value, until: until.value }) : until
}
