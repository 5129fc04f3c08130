import { t } from '../words/words.ts'

const minute = 60_000
const hour = 60 * minute

const clock = (at: Date): string => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at)
const day = (at: Date): string => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(at)

/** The wire's moments carry no zone and mean UTC. */
export const readMoment = (text: string | number | null | undefined): Date | undefined => {
  if (text === null || text === undefined || text === '') return undefined
  const at = new Date(typeof text === 'number' ? text : /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : `${text}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** How long ago, in the shortest words that still help: minutes, hours, yesterday with its time, then the date. */
export const timeAgo = (at: Date, now: Date): string => {
  const passed = now.getTime() - at.getTime()
  if (passed < minute) return t('time.justNow')
  if (passed < hour) return t('time.minutes', { count: Math.floor(passed / minute) })
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (at.toDateString() === yesterday.toDateString()) return t('time.yesterday', { time: clock(at) })
  if (passed < 24 * hour) return t('time.hours', { count: Math.floor(passed / hour) })
  return day(at)
}

export const fullTime = (at: Date): string => `${day(at)}, ${clock(at)}`

/** `1.2 s`, `340 ms`, `2 min 5 s`. */
export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}
