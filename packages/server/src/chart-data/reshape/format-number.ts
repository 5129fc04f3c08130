/** What a column of numbers holds: whole numbers cannot be written as everything that fractions can, and the other way round. */
export type NumberKind = 'whole' | 'fraction'

const pattern = /^(?:(.)?([<>=^]))?([+\- ])?(0)?(\d{1,3})?([,_])?(?:\.(\d{1,2}))?([a-zA-Z%])?$/su

/**
 * A number by a format that tables keep for their columns: sign, width, thousands, places and `d`, `f`, `e`, `g` or `%`. Null where the format
 * means something else (`.3s`, `SMART_NUMBER`): such a column stays as it is.
 */
export function formatNumber(format: string, value: number, kind: NumberKind): string | null {
  const found = pattern.exec(format)
  if (!found) return null
  const [, fill, align, sign = '-', zeros, width, separator, precision, type] = found
  const places = precision === undefined ? undefined : Number(precision)
  const digits = digitsOf(Math.abs(value), type, places, kind)
  if (digits === null) return null
  const mark = value < 0 || Object.is(value, -0) ? '-' : sign === '-' ? '' : sign
  const text = separator === undefined ? digits : withThousands(digits, separator)
  return pad(mark, text, Number(width ?? 0), align ?? (zeros ? '=' : '>'), fill ?? (zeros ? '0' : ' '))
}

function digitsOf(value: number, type: string | undefined, places: number | undefined, kind: NumberKind): string | null {
  switch (type) {
    case 'f':
    case 'F':
      return value.toFixed(places ?? 6)
    case '%':
      return `${(value * 100).toFixed(places ?? 6)}%`
    case 'e':
    case 'E': {
      const text = value.toExponential(places ?? 6).replace(/e([+-])(\d)$/, 'e$10$2')
      return type === 'e' ? text : text.toUpperCase()
    }
    case 'g':
    case 'G':
      return shortest(value, places ?? 6)
    case 'd':
      return kind === 'whole' && places === undefined ? String(value) : null
    case undefined:
      if (kind === 'whole') return places === undefined ? String(value) : null
      return places === undefined ? (Number.isInteger(value) ? value.toFixed(1) : String(value)) : shortest(value, places)
    default:
      return null
  }
}

/** So many digits that mean something, without zeros at the end. */
const shortest = (value: number, places: number): string => {
  const text = value.toPrecision(Math.max(1, places))
  const [number = '', exponent] = text.split('e')
  const bare = number.includes('.') ? number.replace(/\.?0+$/, '') : number
  return exponent === undefined ? bare : `${bare}e${exponent.replace(/^([+-])(\d)$/, '$10$2')}`
}

function withThousands(digits: string, separator: string): string {
  const [, whole = '', rest = ''] = /^(\d*)(.*)$/su.exec(digits) ?? []
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, separator) + rest
}

function pad(mark: string, text: string, width: number, align: string, fill: string): string {
  const missing = Math.max(0, width - mark.length - text.length)
  if (align === '=') return mark + fill.repeat(missing) + text
  if (align === '<') return mark + text + fill.repeat(missing)
  const left = align === '^' ? Math.floor(missing / 2) : missing
  return fill.repeat(left) + mark + text + fill.repeat(missing - left)
}
