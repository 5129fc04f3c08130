import { scanRulesOf, sqlDialectOf } from './scan-rules.ts'
import { scanTokens, type SqlToken } from './scan-sql.ts'

/** A token with its place in the whole text, so that the text itself can be changed and never a reading of it. */
export interface PlacedToken extends SqlToken {
  readonly start: number
  readonly end: number
  /** A short word in capitals: it is compared with many others. */
  readonly upper: string | undefined
}

export interface SqlStatement {
  /** As its author wrote it, without the semicolon; comments are kept. */
  readonly text: string
  /** Everything but white space and comments; places count from the beginning of `text`. */
  readonly tokens: readonly PlacedToken[]
  /** Where `text` begins in the whole text. */
  readonly start: number
  /** Whose rules it was cut by: `postgresql`, `mysql` … */
  readonly dialectId: string
}

/** Longer than any script that people write. Reading a text takes the one thread of a server: longer ones would make others wait. */
export const longestSql = 300_000

/** The statements of a text, empty ones left out; null if the text is too long or cannot be read the way the database would. */
export function splitStatements(sql: string, dialectId: string): readonly SqlStatement[] | null {
  if (sql.length > longestSql) return null
  const dialect = sqlDialectOf(dialectId)
  const statements: SqlStatement[] = []
  let tokens: PlacedToken[] = []
  /** Where the statement begins and ends, blanks around it left out. */
  let start = -1
  let last = 0
  const finish = (): void => {
    // The blanks at the end of a comment are left out too.
    if (tokens.length > 0) statements.push({ text: sql.slice(start, last).trimEnd(), tokens, start, dialectId: dialect })
    tokens = []
    start = -1
  }
  const isWhole = scanTokens(sql, scanRulesOf(dialectId), (kind, from, end) => {
    if (kind === 'space') return
    if (kind === 'symbol' && sql.charCodeAt(from) === semicolon) return finish()
    if (start < 0) start = from
    last = end
    if (kind !== 'comment') tokens.push(placeToken(kind, sql.slice(from, end), from - start))
  })
  if (!isWhole) return null
  finish()
  return statements
}

const semicolon = ';'.charCodeAt(0)
const longestWord = 15

export const placeToken = (kind: SqlToken['kind'], text: string, start: number): PlacedToken => ({
  kind,
  text,
  start,
  end: start + text.length,
  upper: kind === 'word' && text.length <= longestWord ? text.toUpperCase() : undefined,
})

export const isWord = (token: PlacedToken | undefined, ...words: readonly string[]): boolean => token?.upper !== undefined && words.includes(token.upper)

/** The same for many words. */
export const isOneOf = (token: PlacedToken | undefined, words: ReadonlySet<string>): boolean => token?.upper !== undefined && words.has(token.upper)

export const isSymbol = (token: SqlToken | undefined, text: string): boolean => token?.kind === 'symbol' && token.text === text

/** The name a token spells, without its quotes; the case is as written. */
export function spelledName(token: SqlToken): string {
  if (token.kind === 'word') return token.text
  const quote = token.text.at(-1)!
  const inside = token.text.slice(1, -1)
  return quote === ']' ? inside : inside.replaceAll(quote + quote, quote)
}
