import { Exact } from '@sightline/core'

/** A decimal text as a number where a double holds every digit, otherwise as `Exact`. NaN and the infinities have no JSON and become null. */
export function exactNumber(text: string): number | Exact | null {
  const value = Number(text)
  if (!Number.isFinite(value)) return /^[+-]?\d/.test(text) ? new Exact(text) : null
  if (text.length <= 15) return value
  return plainDigits(String(value)) === plainDigits(text) ? value : new Exact(text)
}

/** A whole number as a number where a double holds it, otherwise as a bigint. */
export function exactInteger(text: string): number | bigint {
  if (text.length <= 15) return Number(text)
  return narrowBigint(BigInt(text))
}

const largest = BigInt(Number.MAX_SAFE_INTEGER)
export const narrowBigint = (value: bigint): number | bigint => (value >= -largest && value <= largest ? Number(value) : value)

/** Sign, digits and place of the point without leading or trailing zeros, so that 1.50 and 1.5 compare as equal. */
function plainDigits(text: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === undefined) return text
  const digits = whole + fraction
  const significant = digits.replace(/^0+/, '')
  if (significant === '') return '0'
  const point = whole.length + Number(exponent) - (digits.length - significant.length)
  return `${sign === '-' ? '-' : ''}${significant.replace(/0+$/, '')}e${point}`
}
