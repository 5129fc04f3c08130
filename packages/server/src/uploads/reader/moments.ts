const time = String.raw`(?:(?:[T ]|, ?)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([AaPp][Mm])? ?(Z|[+-]\d{2}:?\d{2})?)?`
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${time}$`)
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${time}$`)

/** Whether a text that is a moment names more than a day. */
export const hasTime = (text: string): boolean => text.includes(':')

/**
 * Epoch milliseconds of a text such as 2026-04-03, 2026-04-03T12:30:00.5+02:00, 04/03/2026 or 3.4.2026; NaN if it is none.
 * Dots always put the day first; elsewhere the caller says. A moment without a zone is taken as it stands.
 */
export function momentOfText(text: string, isDayFirst: boolean): number {
  const { length } = text
  if (length < 8 || length > 40) return Number.NaN
  const first = text.charCodeAt(0)
  if (first < 48 || first > 57) return Number.NaN
  if ((length === 10 || length === 19) && text.charCodeAt(4) === 45 && text.charCodeAt(7) === 45) {
    const quick = quickMoment(text)
    if (!Number.isNaN(quick)) return quick
  }
  const found = yearFirst.exec(text)
  if (found) return momentOf(Number(found[1]), Number(found[3]), Number(found[4]), found)
  const last = yearLast.exec(text)
  if (!last) return Number.NaN
  const [one, two] = [Number(last[1]), Number(last[3])]
  return isDayFirst || last[2] === '.' ? momentOf(Number(last[4]), two, one, last) : momentOf(Number(last[4]), one, two, last)
}

/** Whether both orders of day and month read a moment alike: those that begin with the year. */
export const isOrderless = (text: string): boolean => text.length > 4 && (text.charCodeAt(4) < 48 || text.charCodeAt(4) > 57)

const two = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/** The usual forms, 2026-04-03 and 2026-04-03 12:30:00, without a pattern: files are full of them. NaN: look closer. */
function quickMoment(text: string): number {
  const year = two(text, 0) * 100 + two(text, 2)
  const month = two(text, 5)
  const day = two(text, 8)
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 28)) return Number.NaN
  const ms = Date.UTC(year, month - 1, day)
  if (text.length === 10) return ms
  const gap = text.charCodeAt(10)
  if ((gap !== 32 && gap !== 84) || text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return Number.NaN
  const hour = two(text, 11)
  const minute = two(text, 14)
  const second = two(text, 17)
  return hour <= 23 && minute <= 59 && second <= 59 ? ms + ((hour * 60 + minute) * 60 + second) * 1000 : Number.NaN
}

function momentOf(year: number, month: number, day: number, parts: RegExpExecArray): number {
  if (month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCDate() !== day) return Number.NaN
  const ms = date.getTime()
  if (parts[5] === undefined) return ms
  const [minute, second] = [Number(parts[6]), Number(parts[7] ?? 0)]
  const hour = hourOf(Number(parts[5]), parts[9])
  if (Number.isNaN(hour) || minute > 59 || second > 59) return Number.NaN
  const fraction = parts[8] === undefined ? 0 : Number(`0.${parts[8]}`) * 1000
  return ms + ((hour * 60 + minute) * 60 + second) * 1000 + Math.round(fraction * 1000) / 1000 - zoneOf(parts[10])
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour > 23 ? Number.NaN : hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (half[0]!.toLowerCase() === 'p' ? 12 : 0)
}

function zoneOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return (zone[0] === '-' ? -minutes : minutes) * 60_000
}
