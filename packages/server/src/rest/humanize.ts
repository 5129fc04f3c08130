import { dateOf } from '../moment.ts'

/** `3 days ago`, `a minute ago`: the words lists show for a moment. */
export function humanizeSince(moment: string | null | undefined, now: Date): string {
  if (moment === null || moment === undefined) return ''
  const seconds = Math.floor((now.getTime() - dateOf(moment).getTime()) / 1000)
  const text = span(Math.abs(seconds))
  if (text === 'now') return 'now'
  return seconds < 0 ? `${text} from now` : `${text} ago`
}

function span(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const years = Math.floor(days / 365)
  const daysOfYear = days % 365
  const months = Math.floor(daysOfYear / 30.5)
  if (years === 0 && days === 0) {
    if (seconds === 0) return 'now'
    if (seconds === 1) return 'a second'
    if (seconds < 60) return `${seconds} seconds`
    if (seconds < 120) return 'a minute'
    if (seconds < 3600) return `${Math.floor(seconds / 60)} minutes`
    if (seconds < 7200) return 'an hour'
    return `${Math.floor(seconds / 3600)} hours`
  }
  if (years === 0) {
    if (days === 1) return 'a day'
    if (months === 0) return `${days} days`
    return months === 1 ? 'a month' : `${months} months`
  }
  if (years === 1) {
    if (months === 0 && daysOfYear === 0) return 'a year'
    if (months === 0) return daysOfYear === 1 ? '1 year, 1 day' : `1 year, ${daysOfYear} days`
    return months === 1 ? '1 year, 1 month' : `1 year, ${months} months`
  }
  return `${years} years`
}
