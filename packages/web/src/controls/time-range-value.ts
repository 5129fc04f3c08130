/** The kinds of time range the editor knows, derived from the text that is stored. */
export type RangeFrame = 'common' | 'calendar' | 'custom' | 'advanced' | 'none'

export const noTimeFilter = 'No filter'
export const commonRanges = ['Last day', 'Last week', 'Last month', 'Last quarter', 'Last year'] as const
export const calendarRanges = ['previous calendar week', 'previous calendar month', 'previous calendar year'] as const
export const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Unit = (typeof units)[number]
export type EndMode = 'specific' | 'relative' | 'now' | 'today'

export interface RangeEnd {
  readonly mode: EndMode
  /** `YYYY-MM-DDTHH:mm:ss`, used by `specific`. */
  readonly moment: string
  /** Used by `relative`; negative is before. */
  readonly amount: number
  readonly unit: Unit
}

export interface CustomRange {
  readonly since: RangeEnd
  readonly until: RangeEnd
  /** What relative ends count from when both are relative: now, or a moment. */
  readonly anchor: string
}

const momentPattern = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2})?`
const anchorPattern = String.raw`(${momentPattern}|now|today)`
const plain = new RegExp(`^${anchorPattern}$`, 'i')
const shifted = new RegExp(String.raw`^DATEADD\(DATETIME\("${anchorPattern}"\),\s*(-?\d+),\s*(${units.join('|')})\)$`, 'i')

const withTime = (text: string): string => (text.includes('T') ? text : `${text}T00:00:00`)

const readEnd = (text: string): { readonly end: RangeEnd; readonly anchor?: string } | undefined => {
  const base = { moment: '', amount: -7, unit: 'day' as Unit }
  const simple = plain.exec(text)?.[1]
  if (simple !== undefined) {
    const word = simple.toLowerCase()
    return { end: word === 'now' || word === 'today' ? { ...base, mode: word } : { ...base, mode: 'specific', moment: withTime(simple) } }
  }
  const match = shifted.exec(text)
  if (!match) return undefined
  const [, anchor = 'now', amount = '0', unit = 'day'] = match
  const named = /^(now|today)$/i.test(anchor) ? anchor.toLowerCase() : withTime(anchor)
  return { end: { ...base, mode: 'relative', amount: Number(amount), unit: unit.toLowerCase() as Unit }, anchor: named }
}

/** EXP-5.16: the texts a custom range may have; undefined for anything else. */
export function readCustomRange(text: string): CustomRange | undefined {
  const parts = text.split(' : ')
  if (parts.length !== 2) return undefined
  const since = readEnd(parts[0]!.trim())
  const until = readEnd(parts[1]!.trim())
  if (!since || !until) return undefined
  const momentOf = ({ mode, moment }: RangeEnd): string => (mode === 'specific' ? moment : mode)
  if (since.anchor !== undefined && until.anchor !== undefined)
    return since.anchor === until.anchor ? { since: since.end, until: until.end, anchor: since.anchor } : undefined
  if (since.anchor !== undefined && since.anchor !== momentOf(until.end)) return undefined
  if (until.anchor !== undefined && until.anchor !== momentOf(since.end)) return undefined
  return { since: since.end, until: until.end, anchor: 'now' }
}

export function printCustomRange({ since, until, anchor }: CustomRange): string {
  const own = (end: RangeEnd): string => (end.mode === 'specific' ? end.moment : end.mode)
  const print = (end: RangeEnd, other: RangeEnd): string => {
    if (end.mode !== 'relative') return own(end)
    const from = other.mode === 'relative' ? anchor : own(other)
    return `DATEADD(DATETIME("${from}"), ${String(end.amount)}, ${end.unit})`
  }
  return `${print(since, until)} : ${print(until, since)}`
}

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
