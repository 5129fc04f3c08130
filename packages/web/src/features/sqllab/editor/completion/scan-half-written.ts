import { scanRulesOf, scanSql, type SqlToken } from '@sightline/core'
import { blankTemplates } from '../blank-templates.ts'

/** A token and where it stands. */
export interface Placed extends SqlToken {
  readonly from: number
  readonly to: number
}

const openers = [`'`, '"', '`', '/*', '$']

/** Everything but blanks and comments. A quote that is still open ends the reading: what stands before it counts. */
export function scanHalfWritten(statement: string, backend: string): readonly Placed[] {
  const text = blankTemplates(statement)
  const rules = scanRulesOf(backend)
  let read = scanSql(text, rules)
  for (let end = text.length; !read && end > 0; read = scanSql(text.slice(0, end), rules))
    end = Math.max(0, ...openers.map((sign) => (end === 0 ? -1 : text.lastIndexOf(sign, end - 1))))
  const placed: Placed[] = []
  let from = 0
  for (const token of read ?? []) {
    const to = from + token.text.length
    if (token.kind !== 'space' && token.kind !== 'comment') placed.push({ ...token, from, to })
    from = to
  }
  return placed
}

export const wordOf = (token: Placed | undefined): string => (token?.kind === 'word' ? token.text.toUpperCase() : '')
export const isName = (token: Placed | undefined): boolean => token?.kind === 'word' || token?.kind === 'name'
export const isSign = (token: Placed | undefined, sign: string): boolean => token?.kind === 'symbol' && token.text === sign

/** The name without its quotes. */
export function spelled(token: Placed): string {
  if (token.kind === 'word') return token.text
  const quote = token.text.at(-1)!
  return quote === ']' ? token.text.slice(1, -1) : token.text.slice(1, -1).replaceAll(quote + quote, quote)
}
