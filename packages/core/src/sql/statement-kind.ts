import { isOneOf, isSymbol, isWord, spelledName, type PlacedToken, type SqlStatement } from './split-statements.ts'
import { statementRulesOf, type StatementRules } from './statement-rules.ts'

/**
 * What a statement does, as far as its text can prove. Whatever is not known to read counts as writing; the connection itself is opened
 * read-only besides, so this decides what is offered and said, and never stands alone.
 */
export interface StatementKind {
  readonly reads: boolean
  /** A query expression whose rows a LIMIT can cap. */
  readonly isQuery: boolean
}

const writes: StatementKind = { reads: false, isQuery: false }

export function kindOfStatement({ tokens, dialectId }: Pick<SqlStatement, 'tokens' | 'dialectId'>): StatementKind {
  let kind = kinds.get(tokens)
  if (!kind) kinds.set(tokens, (kind = readKindOnce({ tokens, dialectId })))
  return kind
}

/** For a statement that nobody will ask about again. */
export const readKindOnce = ({ tokens, dialectId }: Pick<SqlStatement, 'tokens' | 'dialectId'>): StatementKind =>
  kindOf(tokens, statementRulesOf(dialectId), dialectId)

/** A statement is asked for its kind by everybody who handles it, and read once. */
const kinds = new WeakMap<SqlStatement['tokens'], StatementKind>()

function kindOf(tokens: readonly PlacedToken[], rules: StatementRules, dialectId: string): StatementKind {
  const first = tokens.findIndex((token) => !isSymbol(token, '('))
  const begin = tokens[first]
  if (begin?.kind !== 'word') return writes
  const describesQuery = first === 0 && isWord(begin, 'DESCRIBE', 'DESC') && dialectId === 'mysql'
  if (isWord(begin, 'EXPLAIN') || describesQuery) return kindOfExplained(tokens, first, rules, dialectId)
  const isQuery = isWord(begin, ...rules.queries)
  if ((!isQuery && !(first === 0 && isWord(begin, ...rules.otherReads))) || hidesWrite(tokens, rules, dialectId)) return writes
  return { reads: true, isQuery }
}

function kindOfExplained(tokens: readonly PlacedToken[], first: number, rules: StatementRules, dialectId: string): StatementKind {
  if (first !== 0) return writes
  const rest = withoutExplain(tokens, rules)
  // MySQL's `DESCRIBE t` and `EXPLAIN t` list the columns of a table.
  const isName = (token: PlacedToken | undefined): boolean => token?.kind === 'word' || token?.kind === 'name'
  const isPath = rest.length === 1 ? isName(rest[0]) : rest.length === 3 && isName(rest[0]) && isSymbol(rest[1], '.') && isName(rest[2])
  const isTableName = dialectId === 'mysql' && isPath
  return { reads: isTableName || kindOf(rest, rules, dialectId).reads, isQuery: false }
}

/** Options stand in parentheses or as words; what follows is the statement that would be explained, or run with ANALYZE. */
function withoutExplain(tokens: readonly PlacedToken[], rules: StatementRules): readonly PlacedToken[] {
  let place = 1
  if (isSymbol(tokens[place], '(') && !isWord(tokens[place + 1], ...rules.queries) && !isSymbol(tokens[place + 1], '(')) {
    while (place < tokens.length && !isSymbol(tokens[place], ')')) place++
    place++
  }
  // `FORMAT = JSON`, `indexes = 1, header = 1`
  for (; place < tokens.length; place++) {
    const isSetting = tokens[place]?.kind === 'word' && isSymbol(tokens[place + 1], '=')
    if (isSetting) place += isSymbol(tokens[place + 3], ',') ? 3 : 2
    else if (!isWord(tokens[place], ...rules.explainWords)) break
  }
  return tokens.slice(place)
}

/** Words after which UPDATE and its like can only be the name of a column. */
const beforeColumn = ['AS', 'SELECT', 'WHERE', 'AND', 'OR']
const afterStatement = new Set(['(', ')'])

/** Words by which something may be written, kept from others or counted on; all others are passed over at once. */
const writingWords = new Set(['INTO', 'FOR', 'LOCK', 'NEXT', 'TABLE', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE'])

function hidesWrite(tokens: readonly PlacedToken[], rules: StatementRules, dialectId: string): boolean {
  return tokens.some((token, index) => {
    const before = tokens[index - 1]
    const next = tokens[index + 1]
    if (isSymbol(next, '(') && (token.kind === 'word' || token.kind === 'name')) {
      const name = spelledName(token).toLowerCase()
      if (rules.writingFunctions.test(name) || rules.forbiddenFunctions.test(name)) return true
    }
    if (!isOneOf(token, writingWords)) return false
    if (isWord(token, 'INTO')) return !isSymbol(before, '.')
    if (isWord(token, 'FOR') && isWord(next, 'UPDATE', 'SHARE', 'NO', 'KEY')) return true
    if (isWord(token, 'LOCK') && isWord(next, 'IN')) return true
    if (isWord(token, 'NEXT') && isWord(next, 'VALUE') && isWord(tokens[index + 2], 'FOR')) return true
    if (isWord(token, 'TABLE') && isSymbol(next, '(') && dialectId === 'trino') return true
    // The body of a WITH clause, or the statement after it, which may follow the names that SEARCH and CYCLE make.
    if (!isWord(token, 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE') || isSymbol(next, '(')) return false
    return !(before?.kind === 'symbol' && !afterStatement.has(before.text)) && !isWord(before, ...beforeColumn)
  })
}
