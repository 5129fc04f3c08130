import { fail, ok, type Result } from '../result.ts'
import { addUnits, isRealDate, truncateTo, type Unit, wallClock } from './calendar.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const monthOf = (word: string): number => months.indexOf(word.slice(0, 3)) + 1
const weekdayOf = (word: string): number => weekdays.indexOf(word.slice(0, 3))
const monthWord = '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const weekdayWord = '(?:sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?)'
const unitWord = '(second|minute|hour|day|week|month|quarter|year)s?'

const refuse = (text: string) => fail({ code: 'GENERIC_COMMAND_ERROR' as const, status: 400, message: `Cannot parse time string [${text}]` })

interface Clock {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}
const midnight: Clock = { hour: 0, minute: 0, second: 0, millisecond: 0 }

/** `10:20`, `10:20:30.5`, `7 pm`, `noon`; null if it is none. */
function readClock(text: string): Clock | null {
  if (text === 'noon') return { ...midnight, hour: 12 }
  if (text === 'midnight') return midnight
  const found = /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(am|pm)?$/.exec(text)
  if (!found || (found[2] === undefined && found[5] === undefined)) return null
  let hour = Number(found[1])
  if (found[5]) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (found[5] === 'pm' ? 12 : 0)
  }
  const [minute, second] = [Number(found[2] ?? 0), Number(found[3] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return null
  return { hour, minute, second, millisecond: Number((found[4] ?? '0').padEnd(3, '0').slice(0, 3)) }
}

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

const shortYear = (text: string): number => (text.length > 2 ? Number(text) : Number(text) + (Number(text) > 68 ? 1900 : 2000))

/** A calendar day in one of the ways people write it. What is missing is January, the first, and this year. */
function readDay(text: string, thisYear: number): Day | null {
  const day = (year: number, month: number, date: number): Day | null => (isRealDate(year, month, date) ? { year, month, day: date } : null)
  let found = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text)
  if (found) return day(Number(found[1]), Number(found[2] ?? 1), Number(found[3] ?? 1))
  found = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (found) return day(Number(found[1]), Number(found[2]), Number(found[3]))
  // Month first, unless only the other order makes a date.
  found = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text)
  if (found) {
    const year = shortYear(found[3]!)
    return day(year, Number(found[1]), Number(found[2])) ?? day(year, Number(found[2]), Number(found[1]))
  }
  found = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?[\\s-]+(${monthWord})\\.?,?(?:[\\s-]+(\\d{4}))?$`).exec(text)
  if (found) return day(found[3] ? Number(found[3]) : thisYear, monthOf(found[2]!), Number(found[1]))
  found = new RegExp(`^(${monthWord})\\.?(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?)?,?(?:[\\s-]+(\\d{4}))?$`).exec(text)
  if (found) return day(found[3] ? Number(found[3]) : thisYear, monthOf(found[1]!), Number(found[2] ?? 1))
  return null
}

/** A date with or without a clock time and a zone offset; an offset is applied. */
function readDateTime(text: string, now: Date): Date | null {
  const offset = /(?<=\d)\s*(z|utc|[+-]\d{2}:?\d{2})$/.exec(text)
  const bare = offset && /\d:\d/.test(text) ? text.slice(0, offset.index) : text
  const place = /^(.*?)(?:t(?=\d)|\s+|,\s*)(?:at\s+)?((?:\d{1,2}(?::\d{2}){1,2}(?:[.,]\d+)?\s*(?:am|pm)?)|(?:\d{1,2}\s*(?:am|pm)))$/.exec(bare)
  const clock = place ? readClock(place[2]!) : midnight
  const day = readDay((place ? place[1]! : bare).trim(), now.getUTCFullYear())
  if (!day || !clock) return null
  const date = wallClock(day.year, day.month, day.day, clock.hour, clock.minute, clock.second, clock.millisecond)
  if (bare === text || !offset || /^(z|utc)$/.test(offset[1]!)) return date
  const digits = offset[1]!.replace(':', '')
  const minutes = (Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5))) * (digits.startsWith('-') ? -1 : 1)
  return new Date(date.getTime() - minutes * 60_000)
}

/** now, today, yesterday, `3 days ago`, `last monday`, `next week`, `in 2 hours`, `noon`. */
function readPhrase(text: string, now: Date): Date | null {
  const today = truncateTo(now, 'day')
  if (text === 'now') return now
  if (text === 'today') return today
  if (text === 'yesterday') return addUnits(today, -1, 'day')
  if (text === 'tomorrow') return addUnits(today, 1, 'day')
  const amountOf = (word: string) => (/^an?$|^one$/.test(word) ? 1 : Number(word))
  const shift = (amount: number, unit: Unit): Date => {
    const moved = addUnits(now, amount, unit)
    // A phrase without a clock time means midnight.
    return unit === 'second' || unit === 'minute' || unit === 'hour' ? moved : truncateTo(moved, 'day')
  }
  let found = new RegExp(`^(\\d{1,6}|an?|one)\\s+${unitWord}\\s+(ago|before|later|from now|after|hence)$`).exec(text)
  if (found) return shift(amountOf(found[1]!) * (/ago|before/.test(found[3]!) ? -1 : 1), found[2] as Unit)
  found = new RegExp(`^in\\s+(\\d{1,6}|an?|one)\\s+${unitWord}$`).exec(text)
  if (found) return shift(amountOf(found[1]!), found[2] as Unit)
  found = /^(last|previous|prior|next|this)\s+(second|minute|hour|day|week|month|quarter|year)$/.exec(text)
  if (found) return shift(found[1] === 'next' ? 1 : found[1] === 'this' ? 0 : -1, found[2] as Unit)
  found = new RegExp(`^(?:(last|previous|next|this)\\s+)?(${weekdayWord})$`).exec(text)
  if (found) {
    const ahead = (weekdayOf(found[2]!) - today.getUTCDay() + 7) % 7
    if (found[1] === 'last' || found[1] === 'previous') return addUnits(today, ahead === 0 ? -7 : ahead - 7, 'day')
    return addUnits(today, found[1] === 'next' && ahead === 0 ? 7 : ahead, 'day')
  }
  found = /^(?:(today|yesterday|tomorrow)\s+(?:at\s+)?)?(.+)$/.exec(text)
  const clock = found ? readClock(found[2]!) : null
  if (found && clock) {
    const day = found[1] === 'yesterday' ? addUnits(today, -1, 'day') : found[1] === 'tomorrow' ? addUnits(today, 1, 'day') : today
    return wallClock(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate(), clock.hour, clock.minute, clock.second, clock.millisecond)
  }
  return null
}

/** A date or a phrase, as people write them → wall clock. */
export function readNaturalDate(given: string, now: Date): Result<Date> {
  const text = given.trim().toLowerCase().replace(/\s+/g, ' ')
  if (text === '' || text.length > 200) return refuse(given)
  const bare = new RegExp(`^(\\d+)\\s+(${unitWord})$`).exec(text)
  if (bare) {
    const message = `Time string is ambiguous. Please specify [${given.trim()} ago] or [${given.trim()} later].`
    return fail({ code: 'GENERIC_COMMAND_ERROR', status: 400, message })
  }
  const date = readDateTime(text, now) ?? readPhrase(text, now)
  return date && !Number.isNaN(date.getTime()) ? ok(date) : refuse(given.trim())
}
