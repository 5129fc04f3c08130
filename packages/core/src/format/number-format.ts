import { format as d3Format } from 'd3-format'
import { type CurrencyFormat, addCurrency } from './currency.ts'
import { formatDuration } from './duration.ts'

export type NumberFormatter = (value: unknown) => string

const shortest = d3Format('.3~s')
const tenths = d3Format('.2~f')
const thousandths = d3Format('.4~f')

/** Short enough for an axis, exact enough to compare: `12345` is `12.3k`, `1.5e9` is `1.5B`. */
function formatSmart(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1000) return shortest(value).replace('G', 'B')
  if (size >= 1) return tenths(value)
  if (size >= 0.001) return thousandths(value)
  if (size > 0.000001) return `${shortest(value * 1_000_000)}µ`
  return shortest(value)
}

const named: Readonly<Record<string, (value: number) => string>> = {
  SMART_NUMBER: formatSmart,
  SMART_NUMBER_SIGNED: (value) => (value > 0 ? `+${formatSmart(value)}` : formatSmart(value)),
  DURATION: (value) => formatDuration(value),
  DURATION_SUB: (value) => formatDuration(value, true),
}

/** d3 writes a true minus sign; the product's texts use the plain hyphen so that they can be copied into other programs. */
const withHyphen = (text: string): string => text.replace('\u2212', '-')

const kept = new Map<string, (value: number) => string>()

function compile(pattern: string): (value: number) => string {
  const ready = named[pattern] ?? kept.get(pattern)
  if (ready) return ready
  let made: (value: number) => string
  try {
    made = d3Format(pattern)
  } catch {
    made = (value) => `${value} (Invalid format: ${pattern})`
  }
  if (kept.size > 500) kept.clear()
  kept.set(pattern, made)
  return made
}

/** A number out of what a cell may hold (also digits as text, big integers, exact decimals), or undefined. */
export function numberFrom(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null || value === undefined || value === '') return undefined
  const number = Number(String(value))
  return Number.isNaN(number) ? undefined : number
}

/** A formatter for a named format (`SMART_NUMBER`, `DURATION` …) or a d3 pattern (`,.2f`, `.1%` …). Never throws, whatever the pattern. */
export function numberFormatter(pattern: string | null | undefined, currency?: CurrencyFormat | undefined): NumberFormatter {
  const write = compile(pattern || 'SMART_NUMBER')
  return (value) => {
    if (value === null || value === undefined) return String(value)
    const number = numberFrom(value)
    if (number === undefined || Number.isNaN(number)) return String(value)
    if (!Number.isFinite(number)) return number > 0 ? '∞' : '-∞'
    const text = withHyphen(write(number))
    return currency ? addCurrency(text, currency) : text
  }
}

export const formatNumber = (pattern: string | null | undefined, value: unknown): string => numberFormatter(pattern)(value)

export const isPercentFormat = (pattern: string): boolean => pattern.includes('%')
