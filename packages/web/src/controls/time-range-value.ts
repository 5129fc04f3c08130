import { printCustomRange, readCustomRange, type CustomRange } from '@sightline/core'

/** The kinds of time range the editor knows, derived from the text that is stored. */
export type RangeFrame = 'common' | 'calendar' | 'custom' | 'advanced' | 'none'

export const noTimeFilter = 'No filter'
export const commonRanges = ['Last day', 'Last week', 'Last month', 'Last quarter', 'Last year'] as const
export const calendarRanges = ['previous calendar week', 'previous calendar month', 'previous calendar year'] as const
/** The order in which the editor offers them. */
export const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export { printCustomRange, readCustomRange, type CustomRange, type EndMode, type RangeEnd } from '@sightline/core'
/** EXP-4.20. */
export const frameOf = (text: string): RangeFrame => {
  if (text === '' || text === noTimeFilter) return 'none'
  if (commonRanges.some((range) => range.toLowerCase() === text.toLowerCase())) return 'common'
  if (calendarRanges.some((range) => range === text.toLowerCase())) return 'calendar'
  return readCustomRange(text) ? 'custom' : 'advanced'
}

const atMidnight = (now: Date, days: number): string => {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${String(day.getFullYear())}-${two(day.getMonth() + 1)}-${two(day.getDate())}T00:00:00`
}

export const defaultCustomRange = (now: Date): CustomRange => ({
  since: { mode: 'relative', moment: atMidnight(now, -7), amount: -7, unit: 'day' },
  until: { mode: 'specific', moment: atMidnight(now, 0), amount: 7, unit: 'day' },
  anchor: 'now',
})

/** What the text becomes when somebody chooses another kind of range. */
export const startFrame = (frame: RangeFrame, text: string, now: Date): string => {
  switch (frame) {
    case 'none':
      return noTimeFilter
    case 'common':
      return 'Last week'
    case 'calendar':
      return 'previous calendar week'
    case 'custom':
      return printCustomRange(readCustomRange(text) ?? defaultCustomRange(now))
    case 'advanced':
      if (text.includes(' : ')) return text
      return text === noTimeFilter ? ' : ' : /^next /i.test(text) ? ` : ${text}` : `${text} : `
  }
}
