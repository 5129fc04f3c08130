const units: Readonly<Record<string, (at: Date, count: number) => void>> = {
  minute: (at, count) => at.setMinutes(at.getMinutes() + count),
  hour: (at, count) => at.setHours(at.getHours() + count),
  day: (at, count) => at.setDate(at.getDate() + count),
  week: (at, count) => at.setDate(at.getDate() + 7 * count),
  month: (at, count) => at.setMonth(at.getMonth() + count),
  year: (at, count) => at.setFullYear(at.getFullYear() + count),
}
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** A moment as an operator writes it into a form: an ISO date, or `tomorrow at 9am`, `in 3 days`, `next monday 08:30`, `now`. */
export function readSpokenMoment(text: string, now: Date): Date | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (/^\d{4}-\d\d-\d\d/.test(words)) {
    const at = new Date(text.trim())
    return Number.isNaN(at.getTime()) ? undefined : at
  }
  const { rest, time } = splitTime(words)
  const at = dayOf(rest, now)
  if (at && time) at.setHours(time.hours, time.minutes, 0, 0)
  return at
}

function splitTime(words: string): { rest: string; time: { hours: number; minutes: number } | undefined } {
  const named = /(?:^|\s)(?:at )?(noon|midnight)$/.exec(words)
  if (named) return { rest: words.slice(0, named.index).trim(), time: { hours: named[1] === 'noon' ? 12 : 0, minutes: 0 } }
  const found = /(?:^|\s)(?:at )?(\d{1,2})(?::(\d\d))?\s?(am|pm)?$/.exec(words)
  const [whole, hour, minute, half] = found ?? []
  // A bare number is a time only after "at" or with its half of the day.
  if (!found || !whole || (minute === undefined && half === undefined && !whole.includes('at '))) return { rest: words, time: undefined }
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  const minutes = Number(minute ?? 0)
  if (hours > 23 || minutes > 59) return { rest: words, time: undefined }
  return { rest: words.slice(0, found.index).trim(), time: { hours, minutes } }
}

function dayOf(words: string, now: Date): Date | undefined {
  const at = new Date(now)
  at.setSeconds(0, 0)
  if (words === '' || words === 'now' || words === 'today') return at
  if (words === 'tomorrow' || words === 'yesterday') {
    at.setDate(at.getDate() + (words === 'tomorrow' ? 1 : -1))
    return at
  }
  const [, count, unit] = /^(?:in )?(\d+|an?) (minute|hour|day|week|month|year)s?(?: from now)?$/.exec(words) ?? []
  const move = units[unit ?? '']
  if (move) {
    move(at, Number(count) || 1)
    return at
  }
  const [, next] = /^next (\w+)$/.exec(words) ?? []
  if (next !== undefined && units[next]) {
    units[next](at, 1)
    return at
  }
  const [, name] = /^(?:next |on )?(\w+day)$/.exec(words) ?? []
  const weekday = weekdays.indexOf(name ?? '')
  if (weekday < 0) return undefined
  at.setDate(at.getDate() + (((weekday - at.getDay() + 6) % 7) + 1))
  return at
}
