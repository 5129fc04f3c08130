import { isSymbol, isWord, type PlacedToken } from './split-statements.ts'

/** A name made by WITH: where its body opens, and from where inside it means itself. */
export interface WithName {
  readonly body: number
  /** In a recursive one, the last UNION: what stands behind it reads the rows made so far. Before it, and without UNION, the name is a table's. */
  readonly recursesFrom: number | null
}

/** What `name [(columns)] AS [NOT] [MATERIALIZED] (` makes, if that stands at this place of a WITH clause. */
export function withNameAt(tokens: readonly PlacedToken[], place: number, isRecursive: boolean): WithName | null {
  const token = tokens[place]!
  const before = tokens[place - 1]
  if (token.kind !== 'word' && token.kind !== 'name') return null
  const follows = isWord(before, 'WITH', 'RECURSIVE') || (isSymbol(before, ',') && isSymbol(tokens[place - 2], ')'))
  if (!follows) return null
  let body = place + 1
  if (isSymbol(tokens[body], '(')) {
    while (body < tokens.length && !isSymbol(tokens[body], ')')) body++
    body++
  }
  if (!isWord(tokens[body], 'AS')) return null
  body++
  while (isWord(tokens[body], 'NOT', 'MATERIALIZED')) body++
  return isSymbol(tokens[body], '(') ? { body, recursesFrom: isRecursive ? lastUnionOf(tokens, body) : null } : null
}

function lastUnionOf(tokens: readonly PlacedToken[], body: number): number | null {
  let depth = 0
  let last: number | null = null
  for (let at = body; at < tokens.length; at++) {
    const token = tokens[at]
    if (isSymbol(token, '(')) depth++
    else if (isSymbol(token, ')') && --depth === 0) break
    else if (depth === 1 && isWord(token, 'EXCEPT', 'INTERSECT', 'MINUS')) return null
    else if (depth === 1 && isWord(token, 'UNION')) last = at
  }
  return last
}
