import { isName, isSign, scanHalfWritten, spelled, wordOf, type Placed } from './scan-half-written.ts'

/** Something with columns that stands in FROM, or that WITH made. */
export interface Source {
  /** What its columns are reached by: its other name, or the last part of its own. */
  readonly name: string
  readonly hasAlias: boolean
  /** `schema.table`, as its parts; empty for a query in parentheses. */
  readonly path: readonly string[]
  /** The query in parentheses that it is. */
  readonly query: Scope | null
}

/** A column that a query gives: its name, and whether it is one of its sources' as it is; or all those of one of its sources (null: of all). */
export type Output = { readonly name: string; readonly isPlain: boolean } | { readonly allOf: string | null }

/** One SELECT and what its columns can come from. */
export interface Scope {
  readonly from: number
  to: number
  readonly parent: Scope | null
  readonly sources: Source[]
  /** Made by WITH, by name in small letters. */
  readonly made: Map<string, { readonly name: string; readonly query: Scope }>
  readonly outputs: Output[]
}

type Clause = 'none' | 'select' | 'from' | 'other'

interface Level {
  scope: Scope
  clause: Clause
  expectsTable: boolean
  inWith: boolean
  /** Parentheses of an expression: `extract(year FROM x)` names no table. */
  readonly isPlain: boolean
  /** The tokens of the column that is being read. */
  column: Placed[]
  /** What the parenthesis of this level is to the level around it. */
  readonly role: { readonly kind: 'source' } | { readonly kind: 'made'; readonly name: string } | { readonly kind: 'other' }
}

const endOfFrom = new Set('WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH WINDOW QUALIFY PREWHERE RETURNING SET SETTINGS FORMAT ON USING FOR'.split(' '))
const notAnAlias = new Set(
  (
    'ON USING JOIN INNER LEFT RIGHT FULL CROSS NATURAL ASOF POSITIONAL SEMI ANTI LATERAL TABLESAMPLE WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH UNION EXCEPT INTERSECT MINUS SELECT ' +
    'WINDOW QUALIFY PREWHERE FOR WITH SET RETURNING STRAIGHT_JOIN PARTITION USE FORCE IGNORE INDEXED NOT FINAL SAMPLE GLOBAL ANY ALL ARRAY SETTINGS FORMAT VALUES DEFAULT'
  ).split(' '),
)

/** The outermost query of a statement with all those inside of it. The text may be half written: what cannot be read is passed over. */
export function readScopes(statement: string, backend: string): readonly Scope[] {
  const tokens = scanHalfWritten(statement, backend)
  const all: Scope[] = []
  const open = (parent: Scope | null, from: number): Scope => {
    const scope: Scope = { from, to: statement.length, parent, sources: [], made: new Map(), outputs: [] }
    all.push(scope)
    return scope
  }
  const levels: Level[] = [{ scope: open(null, 0), clause: 'none', expectsTable: false, inWith: false, isPlain: false, column: [], role: { kind: 'other' } }]

  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const level = levels.at(-1)!
    if (isSign(token, '(') || isSign(token, '[')) {
      levels.push(openLevel(level, tokens, at, open))
      level.expectsTable = false
    } else if (isSign(token, ')') || isSign(token, ']')) {
      if (levels.length === 1) continue
      levels.pop()
      finishColumn(level)
      if (level.scope !== levels.at(-1)!.scope) level.scope.to = token.from
      at = closeLevel(level, levels.at(-1)!, tokens, at)
    } else if (isSign(token, ',')) {
      if (level.clause === 'select') finishColumn(level)
      else level.expectsTable = level.clause === 'from'
    } else if (level.expectsTable && isName(token) && wordOf(token) !== 'LATERAL' && wordOf(token) !== 'ONLY' && wordOf(token) !== 'SELECT')
      at = readSource(level, tokens, at)
    else readWord(level, token, open)
    if (level.clause === 'select' && !isSign(token, ',') && wordOf(token) !== 'SELECT') level.column.push(token)
  }
  for (const level of levels) finishColumn(level)
  return all
}

type Open = (parent: Scope | null, from: number) => Scope

function openLevel(level: Level, tokens: readonly Placed[], at: number, open: Open): Level {
  const next = wordOf(tokens[at + 1])
  const name = level.inWith ? madeNameBefore(tokens, at) : null
  const holdsQuery = next === 'SELECT' || next === 'WITH' || next === 'FROM'
  const blank = { clause: 'none', expectsTable: false, inWith: false, isPlain: false, column: [] } satisfies Omit<Level, 'scope' | 'role'>
  if (name !== null) return { ...blank, scope: open(level.scope, tokens[at]!.from), role: { kind: 'made', name } }
  if (level.expectsTable) {
    if (holdsQuery) return { ...blank, scope: open(level.scope, tokens[at]!.from), role: { kind: 'source' } }
    // More tables in parentheses belong to the same query.
    return { ...blank, clause: 'from', expectsTable: true, scope: level.scope, role: { kind: 'other' } }
  }
  return { ...blank, isPlain: !holdsQuery, scope: holdsQuery ? open(level.scope, tokens[at]!.from) : level.scope, role: { kind: 'other' } }
}

/** The name in `name [(columns)] AS [NOT MATERIALIZED] (`, read backwards from the parenthesis. */
function madeNameBefore(tokens: readonly Placed[], at: number): string | null {
  let place = at - 1
  while (wordOf(tokens[place]) === 'MATERIALIZED' || wordOf(tokens[place]) === 'NOT') place--
  if (wordOf(tokens[place]) !== 'AS') return null
  place--
  if (isSign(tokens[place], ')')) {
    while (place > 0 && !isSign(tokens[place], '(')) place--
    place--
  }
  const token = tokens[place]
  return token && isName(token) ? spelled(token) : null
}

/** What a closed parenthesis was for: answers the place of the last token that was read. */
function closeLevel(closed: Level, level: Level, tokens: readonly Placed[], at: number): number {
  if (closed.role.kind === 'made') level.scope.made.set(closed.role.name.toLowerCase(), { name: closed.role.name, query: firstOf(closed) })
  if (closed.role.kind !== 'source') return at
  const { alias, end } = aliasAt(tokens, at + 1)
  level.scope.sources.push({ name: alias ?? '', hasAlias: alias !== null, path: [], query: firstOf(closed) })
  return end - 1
}

/** Of several queries joined by UNION the first one names the columns. */
const firstOf = (level: Level): Scope => firstScopes.get(level.scope) ?? level.scope
const firstScopes = new WeakMap<Scope, Scope>()

function aliasAt(tokens: readonly Placed[], place: number): { readonly alias: string | null; readonly end: number } {
  const [token, next] = [tokens[place], tokens[place + 1]]
  if (wordOf(token) === 'AS') return next && isName(next) ? { alias: spelled(next), end: place + 2 } : { alias: null, end: place + 1 }
  if (token && isName(token) && !notAnAlias.has(wordOf(token))) return { alias: spelled(token), end: place + 1 }
  return { alias: null, end: place }
}

/** Answers the place of the last token that belongs to the source. */
function readSource(level: Level, tokens: readonly Placed[], at: number): number {
  level.expectsTable = false
  const path: string[] = []
  let end = at
  for (; ; end += 2) {
    const token = tokens[end]
    if (!token || !isName(token)) break
    path.push(spelled(token))
    if (!isSign(tokens[end + 1], '.')) {
      end++
      break
    }
  }
  // A function that makes rows has columns nobody can foretell; its other name is passed over with it.
  if (isSign(tokens[end], '(') && wordOf(tokens[at - 1]) !== 'INTO') return end - 1
  const { alias, end: after } = aliasAt(tokens, end)
  const last = path.at(-1)
  if (last !== undefined) level.scope.sources.push({ name: alias ?? last, hasAlias: alias !== null, path, query: null })
  return after - 1
}

function readWord(level: Level, token: Placed, open: Open): void {
  const word = wordOf(token)
  if (word === '' || level.isPlain) return
  if (word === 'WITH') level.inWith = true
  else if (word === 'SELECT') Object.assign(level, { clause: 'select', inWith: false, expectsTable: false } satisfies Partial<Level>)
  else if (word === 'FROM' || word === 'JOIN' || word === 'UPDATE' || word === 'INTO') {
    finishColumn(level)
    Object.assign(level, { clause: 'from', expectsTable: true, inWith: false } satisfies Partial<Level>)
  } else if (word === 'UNION' || word === 'EXCEPT' || word === 'INTERSECT' || word === 'MINUS') {
    finishColumn(level)
    const before = level.scope
    before.to = token.from
    const scope = open(before.parent, token.to)
    for (const [name, made] of before.made) scope.made.set(name, made)
    firstScopes.set(scope, firstOf(level))
    Object.assign(level, { scope, clause: 'none', expectsTable: false } satisfies Partial<Level>)
  } else if (endOfFrom.has(word)) {
    finishColumn(level)
    Object.assign(level, { clause: word === 'ON' || word === 'USING' ? 'from' : 'other', expectsTable: false } satisfies Partial<Level>)
  }
}

/** `a`, `t.a`, `… AS a`, `… a`, `*` and `t.*` give a name; what else has none. */
function finishColumn(level: Level): void {
  const { column, scope } = level
  level.column = []
  const last = column.at(-1)
  if (!last || level.clause !== 'select') return
  if (isSign(last, '*')) {
    const of = column.length >= 3 && isSign(column.at(-2), '.') ? column.at(-3) : undefined
    if (column.length === 1 || of) scope.outputs.push({ allOf: of ? spelled(of) : null })
  } else if (isName(last) && !(last.kind === 'word' && ['END', 'NULL', 'TRUE', 'FALSE', 'DISTINCT'].includes(wordOf(last))))
    scope.outputs.push({ name: spelled(last), isPlain: column.length === 1 || (column.length === 3 && isSign(column[1], '.')) })
}
