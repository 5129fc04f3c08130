import { type Unit, units } from './calendar.ts'

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

/** The texts that a range with two ends of its own may have; undefined for anything else. */
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
