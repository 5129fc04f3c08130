import { isId } from './ids.ts'

/** Keys sorted, `undefined` members skipped, quotes only where needed. */
export function encodeRison(value: unknown): string {
  if (value === null || value === undefined) return '!n'
  if (value === true) return '!t'
  if (value === false) return '!f'
  if (typeof value === 'number') return Number.isFinite(value) ? String(Object.is(value, -0) ? 0 : value).replace('e+', 'e') : '!n'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `!(${value.map(encodeRison).join(',')})`
  if (typeof value !== 'object') return '!n'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `(${members.map(([key, member]) => `${quoted(key)}:${encodeRison(member)}`).join(',')})`
}

/** The same, percent-encoded as an argument of an address: what rison needs stays readable, a space is `+`. */
export const encodeRisonUri = (value: unknown): string =>
  encodeURIComponent(encodeRison(value).replace(loneSurrogates, '\uFFFD'))
    .replace(/%2C/g, ',')
    .replace(/%3A/g, ':')
    .replace(/%40/g, '@')
    .replace(/%24/g, '$')
    .replace(/%2F/g, '/')
    .replace(/%20/g, '+')

/** Half of a character cannot be percent-encoded. */
const loneSurrogates = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const quoted = (text: string): string => (isId(text) ? text : `'${text.replace(/[!']/g, '!$&')}'`)
