import { numberFrom } from '@sightline/core'

type Rule = Readonly<Record<string, unknown>>

/** The least and the greatest value of a column. */
export interface Extent {
  readonly low: number
  readonly high: number
}

/** Without spreading: a column may be longer than a call may have arguments. */
export const extentOf = (values: Iterable<number>): Extent => {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return { low, high }
}

const least = 0.05

const operators: ReadonlySet<unknown> = new Set(['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'])

/** Whether a rule with this operator can colour anything; without one it colours every value. */
export const isKnownOperator = (operator: unknown): boolean => operators.has(operator ?? 'None')

/** The strength of a rule's colour for a value, or undefined when the rule does not match. */
function strengthOf(rule: Rule, value: number, { low, high }: Extent): number | undefined {
  const target = numberFrom(rule['targetValue'])
  const left = numberFrom(rule['targetValueLeft'])
  const right = numberFrom(rule['targetValueRight'])
  const between = (from: number, to: number, base = least): number =>
    from === to ? 1 : Math.min(1, Math.round((Math.abs(((1 - base) / (to - from)) * (value - from)) + base) * 100) / 100)
  const operator = String(rule['operator'] ?? 'None')
  if (operator === 'None') return between(low, high, 0)
  if (left !== undefined && right !== undefined) {
    const inside: Readonly<Record<string, boolean>> = {
      '< x <': left < value && value < right,
      '≤ x ≤': left <= value && value <= right,
      '≤ x <': left <= value && value < right,
      '< x ≤': left < value && value <= right,
    }
    if (operator in inside) return inside[operator] ? between(left, right) : undefined
  }
  if (target === undefined) return undefined
  switch (operator) {
    case '>':
      return value > target ? between(target, high) : undefined
    case '<':
      return value < target ? between(target, low) : undefined
    case '≥':
      return value >= target ? between(target, high) : undefined
    case '≤':
      return value <= target ? between(target, low) : undefined
    case '=':
      return value === target ? 1 : undefined
    case '≠':
      return value === target ? undefined : between(target, Math.abs(high - target) > Math.abs(low - target) ? high : low)
    default:
      return undefined
  }
}

/** The colour that the last matching rule for the column gives, with its strength. */
export function colorOfRules(
  rules: readonly unknown[],
  column: string,
  value: number,
  extent: Extent,
): { readonly hex: string; readonly strength: number } | undefined {
  let found: { hex: string; strength: number } | undefined
  for (const rule of rules as readonly (Rule | null)[]) {
    if (typeof rule !== 'object' || rule === null || rule['column'] !== column) continue
    const hex = String(rule['colorScheme'] ?? '')
    const strength = strengthOf(rule, value, extent)
    if (strength !== undefined && /^#[0-9a-f]{6}$/i.test(hex)) found = { hex, strength }
  }
  return found
}

export const withStrength = ({ hex, strength }: { readonly hex: string; readonly strength: number }): string =>
  `${hex}${Math.round(strength * 255)
    .toString(16)
    .padStart(2, '0')}`
