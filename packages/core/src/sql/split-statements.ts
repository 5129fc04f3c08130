import { scanRulesOf, sqlDialectOf } from './scan-rules.ts'
import { scanSql, type SqlToken } from './scan-sql.ts'

/** A token with its place in the whole text, so that the text itself can be changed and never a reading of it. */
export interface PlacedToken extends SqlToken {
  readonly start: number
  readonly end: number
  /** A short word in capitals: it is compared with many others. */
  readonly upper?: string
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
  const tokens = scanSql(sql, scanRulesOf(dialectId))
  if (!tokens) return null
  const statements: SqlStatement[] = []
  let start = 0
  let at = 0
  let solid: PlacedToken[] = []
  const finish = (end: number): void => {
    if (solid.length > 0) statements.push(trimmed(sql.slice(start, end), solid, start, sqlDialectOf(dialectId)))
    solid = []
  }
  for (const token of tokens) {
    const end = at + token.text.length
    if (token.kind === 'symbol' && token.text === ';') {
      finish(at)
      start = end
    } else if (token.kind !== 'space' && token.kind !== 'comment') solid.push({ kind: token.kind, text: token.text, start: at, end })
    at = end
  }
  finish(at)
  return statements
}

function trimmed(text: string, tokens: readonly PlacedToken[], start: number, dialectId: string): SqlStatement {
  const lead = text.length - text.trimStart().length
  const shift = start + lead
  return { text: text.trim(), start: shift, dialectId, tokens: tokens.map((token) => placed(token, token.start - shift)) }
}

const placed = ({ kind, text }: SqlToken, start: number): PlacedToken =>
  kind === 'word' && text.length <= 15
    ? { kind, text, start, end: start + text.length, upper: text.toUpperCase() }
    : { kind, text, start, end: start + text.length }

export const isWord = (token: SqlToken | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && token.text.length <= 15 && words.includes((token as PlacedToken).upper ?? token.text.toUpperCase())

export const isSymbol = (token: SqlToken | undefined, text: string): boolean => token?.kind === 'symbol' && token.text === text

/** The name a token spells, without its quotes; the case is as written. */
export function spelledName(token: SqlToken): string {
  if (token.kind === 'word') return token.text
  const quote = token.text.at(-1)!
  const inside = token.text.slice(1, -1)
  return quote === ']' ? inside : inside.replaceAll(quote + quote, quote)
}
