import { readTables, readTablesOnce } from './read-tables.ts'
import { kindOfStatement, readKindOnce } from './statement-kind.ts'
import { isSymbol, isWord, longestSql, placeToken, splitStatements, type PlacedToken, type SqlStatement } from './split-statements.ts'

/** The number of rows the statement itself asks for at most; null if it says none that can be read. */
export function limitOf(statement: SqlStatement): number | null {
  const token = limitNumber(statement)
  return token ? Number(token.text.replaceAll('_', '')) : null
}

/**
 * The statement's text with at most `rows` rows: its own larger limit is lowered, a missing one is added behind the last word. What cannot be
 * read is left alone, because the reader of the rows stops at the same number. `replace` also raises its own limit: one row more than asked for tells
 * whether there are more.
 */
export function limitRows(statement: SqlStatement, rows: number, ownLimit: 'lower' | 'replace' = 'lower'): string {
  if (!kindOfStatement(statement).isQuery) return statement.text
  const { text } = statement
  const own = limitNumber(statement)
  if (own) {
    if (ownLimit === 'lower' && Number(own.text) <= rows) return text
    return checked(statement, splice(statement, own.start, own.end, String(rows)))
  }
  const end = placeForLimit(statement)
  return end === null ? text : checked(statement, splice(statement, end, end, `\nLIMIT ${rows}`))
}

/**
 * The statement with another text between two places. What stands before the token in front of the first place is what it was, because text is cut from
 * left to right; only the rest is cut anew. Null if that makes it something else than one statement.
 */
function splice(statement: SqlStatement, from: number, to: number, put: string): SqlStatement | null {
  const { text, tokens, dialectId } = statement
  if (text.length - (to - from) + put.length > longestSql) return null
  const kept = Math.max(
    0,
    tokens.findLastIndex(({ end }) => end <= from),
  )
  const cutFrom = tokens[kept]!.end <= from ? tokens[kept]!.start : 0
  const rest = text.slice(cutFrom, from) + put + text.slice(to)
  const again = splitStatements(rest, dialectId)
  const [only] = again ?? []
  if (again?.length !== 1 || !only) return null
  const shift = cutFrom + only.start
  const cut = only.tokens.map((token) => placeToken(token.kind, token.text, token.start + shift))
  return { text: text.slice(0, cutFrom) + rest, tokens: [...tokens.slice(0, cutFrom === 0 ? 0 : kept), ...cut], start: statement.start, dialectId }
}

/** The new text if it still is a query over the same tables; otherwise the old one. */
function checked(statement: SqlStatement, changed: SqlStatement | null): string {
  if (!changed) return statement.text
  const kind = readKindOnce(changed)
  if (!kind.isQuery) return statement.text
  const [before, after] = [readTables(statement), readTablesOnce(changed, kind)]
  const isSame = before.isProven === after.isProven && before.tables.length === after.tables.length
  return isSame && before.tables.every(({ table }, index) => after.tables[index]!.table === table) ? changed.text : statement.text
}

const afterNumber = ['OFFSET', 'FOR', 'FETCH', 'SETTINGS', 'FORMAT']

/** `LIMIT 10`, `LIMIT 5, 10`, `FETCH FIRST 10 ROWS ONLY`, `TOP 10` and nothing cleverer: not `LIMIT 10%`, `LIMIT 5 + 5`, `LIMIT ALL` or `LIMIT 2 BY a`. */
function limitNumber({ tokens, dialectId }: SqlStatement): PlacedToken | null {
  const outer = outermost(tokens)
  const isWhole = (token: PlacedToken | undefined): token is PlacedToken => token?.kind === 'number' && /^\d+$/.test(token.text)
  const place = outer.findLastIndex((token, index) => isWord(token, 'LIMIT', 'FETCH') && !isSymbol(outer[index - 1], '.'))
  const first = outer[place + 1]
  if (isWord(outer[place], 'LIMIT')) {
    const hasPair = isSymbol(outer[place + 2], ',') && ['mysql', 'sqlite', 'clickhouse'].includes(dialectId)
    const number = hasPair ? outer[place + 3] : first
    const next = outer[place + (hasPair ? 4 : 2)]
    return isWhole(first) && isWhole(number) && (next === undefined || isWord(next, ...afterNumber)) ? number : null
  }
  if (isWord(outer[place], 'FETCH')) {
    const number = outer[place + 2]
    const isOnly = isWord(outer[place + 3], 'ROW', 'ROWS') && isWord(outer[place + 4], 'ONLY')
    return isWord(first, 'FIRST', 'NEXT') && isWhole(number) && isOnly ? number : null
  }
  const isTop = dialectId === 'clickhouse' && isWord(outer[0], 'SELECT') && isWord(outer[1], 'TOP')
  return isTop && isWhole(outer[2]) && !outer.some((token) => isWord(token, 'UNION', 'EXCEPT', 'INTERSECT')) ? outer[2] : null
}

/** Behind the last word, but before what must come after a limit; null where a limit is there already or cannot be put. */
function placeForLimit({ tokens, dialectId }: SqlStatement): number | null {
  const outer = outermost(tokens)
  const isThere = outer.some((token, index) => isWord(token, 'LIMIT', 'FETCH', 'TOP') && !isSymbol(outer[index - 1], '.') && !isWord(outer[index + 2], 'BY'))
  if (isThere) return null
  if (outer.some((token, index) => isWord(token, 'USING') && isWord(outer[index + 1], 'SAMPLE'))) return null
  // SQLite takes no limit behind VALUES, ClickHouse none behind OFFSET or a whole query in parentheses.
  if (dialectId === 'sqlite' && outer.some((token) => isWord(token, 'VALUES'))) return null
  if (dialectId === 'clickhouse' && (isSymbol(outer[0], '(') || outer.some((token) => isWord(token, 'OFFSET')))) return null
  const tail = dialectId === 'clickhouse' ? outer.findIndex((token, index) => index > 1 && isWord(token, 'SETTINGS', 'FORMAT')) : -1
  const last = tail > 0 ? outer[tail - 1]! : tokens.at(-1)!
  return last.end
}

/** Tokens outside every parenthesis; the parentheses themselves are kept. */
function outermost(tokens: readonly PlacedToken[]): PlacedToken[] {
  let depth = 0
  return tokens.filter(({ kind, text }) => {
    if (kind !== 'symbol') return depth === 0
    if (text === '(' || text === '[' || text === '{') return depth++ === 0
    if (text === ')' || text === ']' || text === '}') return --depth === 0
    return depth === 0
  })
}
