import { kindOfStatement } from './statement-kind.ts'
import { isSymbol, isWord, type PlacedToken, type SqlStatement } from './split-statements.ts'

/** The number in the statement's own LIMIT; null if it has none that can be read. */
export function limitOf(statement: SqlStatement): number | null {
  const token = limitNumber(statement.tokens)
  return token ? Number(token.text) : null
}

/**
 * The statement's text with at most `rows` rows: its own larger LIMIT is lowered, a missing one is added behind the last word. What cannot be
 * read is left alone, because the reader of the rows stops at the same number. `replace` also raises its own LIMIT: one row more than asked for tells
 * whether there are more.
 */
export function limitRows(statement: SqlStatement, rows: number, ownLimit: 'lower' | 'replace' = 'lower'): string {
  if (!kindOfStatement(statement).isQuery) return statement.text
  const { text, tokens } = statement
  const own = limitNumber(tokens)
  if (own) return ownLimit === 'lower' && Number(own.text) <= rows ? text : text.slice(0, own.start) + rows + text.slice(own.end)
  if (outermost(tokens).some((token) => isWord(token, 'LIMIT', 'FETCH', 'TOP'))) return text
  const end = tokens.at(-1)!.end
  return `${text.slice(0, end)}\nLIMIT ${rows}${text.slice(end)}`
}

/** `LIMIT 10` and nothing cleverer: not `LIMIT 5, 10`, `LIMIT 10%`, `LIMIT 5 + 5` or `LIMIT ALL`. */
function limitNumber(tokens: readonly PlacedToken[]): PlacedToken | null {
  const outer = outermost(tokens)
  const place = outer.findLastIndex((token) => isWord(token, 'LIMIT'))
  const number = outer[place + 1]
  if (place < 0 || number?.kind !== 'number' || !/^\d+$/.test(number.text)) return null
  const next = outer[place + 2]
  return next === undefined || isWord(next, 'OFFSET', 'FOR', 'FETCH') ? number : null
}

/** Tokens outside every parenthesis; the parentheses themselves are kept. */
function outermost(tokens: readonly PlacedToken[]): PlacedToken[] {
  let depth = 0
  return tokens.filter((token) => {
    if (isSymbol(token, '(') || isSymbol(token, '[')) return depth++ === 0
    if (isSymbol(token, ')') || isSymbol(token, ']')) return --depth === 0
    return depth === 0
  })
}
