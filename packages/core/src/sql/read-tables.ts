import { foldedName, isPlainlySpelled } from './fold-name.ts'
import { isKnownFunction } from './known-functions.ts'
import { isOneOf, isSymbol, isWord, spelledName, type PlacedToken, type SqlStatement } from './split-statements.ts'
import { kindOfStatement, type StatementKind } from './statement-kind.ts'
import { statementRulesOf } from './statement-rules.ts'
import {
  afterTable,
  beforeParenthesis,
  bindsToTable,
  functionsWithFrom,
  moreBeforeParenthesis,
  otherReadings,
  rowFunctions,
  samplers,
  steeringWords,
  unknownClauses,
} from './table-words.ts'
import { withNameAt } from './with-names.ts'

/** A table that a statement reads, and where its name stands in the text. */
export interface TableReference {
  readonly catalog: string | null
  readonly schema: string | null
  readonly table: string
  readonly start: number
  readonly end: number
  /** Whether a name of its own follows (`orders o`); otherwise columns are reached by the table's name. */
  readonly hasAlias: boolean
  /** `FROM t` and `JOIN t` can be replaced by a sub-query, `TABLE t` and `ONLY t` cannot. */
  readonly isReplaceable: boolean
}

export interface TablesRead {
  readonly tables: readonly TableReference[]
  /** False when something stands where a table could be read that this reading does not know. Then only those may run it who may read all. */
  readonly isProven: boolean
}

/** Where in a query this is: it decides what a comma means. */
type Clause = 'none' | 'from' | 'condition' | 'limit' | 'list'

interface Level {
  clause: Clause
  expectsTable: boolean
  isOnly: boolean
  /** Between WITH and the query it belongs to, and whether that said RECURSIVE. */
  inWith: boolean
  isRecursive: boolean
  /** Inside the parentheses of a function whose arguments have a FROM of their own. */
  readonly isFunction: boolean
  /** Closes as something that stands in FROM and may have a name of its own. */
  readonly isTable: boolean
  /** Names made by WITH that are complete here, as far as they are not known outside. */
  readonly names: string[]
}

/** How many levels know a name, so that entering and leaving one costs nothing for the names around it. */
type KnownNames = Map<string, number>

/** Nobody nests queries so deep; to follow the names of more would take as long as somebody wishes. */
const deepestLevel = 500

interface Reading {
  readonly statement: SqlStatement
  readonly tables: TableReference[]
  isProven: boolean
  readonly known: KnownNames
  /** The next parenthesis holds the arguments of a function in FROM. */
  opensRows: boolean
}

/** A statement is asked for its tables by everybody who guards it, and read once. */
const readBefore = new WeakMap<SqlStatement, TablesRead>()

/** Which tables a statement reads. Everything unknown makes the answer unproven; nothing unknown is passed over. */
export function readTables(statement: SqlStatement): TablesRead {
  let read = readBefore.get(statement)
  if (!read) readBefore.set(statement, (read = readTablesOnce(statement, kindOfStatement(statement))))
  return read
}

/** For a statement that nobody will ask about again. */
export function readTablesOnce(statement: SqlStatement, kind: StatementKind): TablesRead {
  const { tokens, dialectId } = statement
  const reading: Reading = { statement, tables: [], isProven: isReadableQuery(statement, kind), known: new Map(), opensRows: false }
  const levels: Level[] = [newLevel(false, false, false)]
  /** Names that become known where the body of their WITH closes, and where in a recursive body they mean themselves. */
  const opening: { readonly name: string; readonly depth: number }[] = []
  const recursing = new Map<number, string>()

  for (let place = 0; place < tokens.length; place++) {
    const token = tokens[place]!
    const level = levels.at(-1)!
    const recursed = recursing.get(place)
    if (recursed !== undefined) learn(reading, level, recursed)
    if (token.kind === 'symbol') {
      if ('([{'.includes(token.text)) levels.push(openLevel(reading, level, token, tokens[place - 1]))
      else if (')]}'.includes(token.text)) {
        if (level.expectsTable || levels.length === 1) reading.isProven = false
        if (levels.length > 1) forget(reading, levels.pop()!)
        if (opening.at(-1)?.depth === levels.length) learn(reading, levels.at(-1)!, opening.pop()!.name)
        if (level.isTable) place = skipAlias(tokens, place + 1) - 1
      } else readSymbol(reading, level, token, tokens[place + 1])
      continue
    }
    const made = level.inWith && levels.length <= deepestLevel ? withNameAt(tokens, place, level.isRecursive) : null
    if (level.inWith && levels.length > deepestLevel) reading.isProven = false
    if (made) {
      const name = foldedName(token, dialectId)
      opening.push({ name, depth: levels.length })
      if (made.recursesFrom !== null) recursing.set(made.recursesFrom, name)
      // On to the parenthesis that opens the body: a list of columns before it must not count as the body.
      place = made.body - 1
    } else if (level.expectsTable) place = readTable(reading, level, place)
    else readWord(reading, level, place)
  }
  if (levels.length > 1 || levels.some(({ expectsTable }) => expectsTable)) reading.isProven = false
  return { tables: reading.tables, isProven: reading.isProven }
}

/** A query, or one that is explained; names spelled with code points could be anything. */
function isReadableQuery(statement: SqlStatement, kind: StatementKind): boolean {
  const { queries } = statementRulesOf(statement.dialectId)
  const isExplained = isWord(statement.tokens[0], 'EXPLAIN') && kind.reads && statement.tokens.some((token) => isWord(token, ...queries))
  return (kind.isQuery || isExplained) && !spellsWithCodePoints(statement.text)
}

/** The pattern is slow for what hardly ever happens. */
const spellsWithCodePoints = (text: string): boolean => text.includes('&') && /(?:^|[^\p{L}\p{N}_])u&["']/iu.test(text)

function learn({ known }: Reading, level: Level, name: string): void {
  level.names.push(name)
  known.set(name, (known.get(name) ?? 0) + 1)
}

function forget({ known }: Reading, level: Level): void {
  for (const name of level.names) {
    const left = known.get(name)! - 1
    if (left === 0) known.delete(name)
    else known.set(name, left)
  }
}

const newLevel = (expectsTable: boolean, isTable: boolean, isFunction: boolean): Level => ({
  clause: expectsTable ? 'from' : 'none',
  expectsTable,
  isOnly: false,
  inWith: false,
  isRecursive: false,
  isFunction,
  isTable,
  names: [],
})

function openLevel(reading: Reading, level: Level, token: PlacedToken, before: PlacedToken | undefined): Level {
  const isRound = token.text === '('
  if (level.expectsTable && !isRound) reading.isProven = false
  const carries = level.expectsTable && isRound
  const opened = newLevel(carries, carries || reading.opensRows, isRound && isOneOf(before, functionsWithFrom))
  level.expectsTable = false
  reading.opensRows = false
  return opened
}

function readSymbol(reading: Reading, level: Level, token: PlacedToken, next: PlacedToken | undefined): void {
  if (level.expectsTable) reading.isProven = false
  if (token.text !== ',') return
  // A condition has no commas of its own: the word before it was a name, and what follows may be a table.
  if (level.clause === 'condition') reading.isProven = false
  const { dialectId } = reading.statement
  if (level.clause === 'limit' && (next?.kind !== 'number' || !['mysql', 'sqlite', 'clickhouse'].includes(dialectId))) reading.isProven = false
  level.expectsTable = level.clause === 'from'
}

/** What stands where a table is expected; answers the place of its last token. */
function readTable(reading: Reading, level: Level, place: number): number {
  const { tokens, dialectId } = reading.statement
  const token = tokens[place]!
  const isFirst = isSymbol(tokens[place - 1], '(')
  if (isWord(token, 'LATERAL')) return place
  if (isWord(token, 'ONLY') && (dialectId === 'postgresql' || dialectId === 'duckdb')) {
    level.isOnly = true
    return place
  }
  // A parenthesis after FROM holds a query or more tables.
  if (isFirst && isWord(token, 'SELECT', 'WITH', 'VALUES', 'FROM', 'TABLE')) {
    level.expectsTable = false
    level.clause = 'none'
    readWord(reading, level, place)
    return place
  }
  if (isFirst && (isOneOf(token, otherReadings) || isOneOf(token, unknownClauses))) reading.isProven = false
  level.expectsTable = false
  const path = pathAt(tokens, place)
  const last = path.at(-1)
  if (!last || path.length > 3) {
    reading.isProven = false
    return place
  }
  const end = place + (path.length - 1) * 2
  const next = tokens[end + 1]
  const names = path.map((part) => foldedName(part, dialectId))
  if (path.some((part) => !isPlainlySpelled(part, dialectId))) reading.isProven = false
  if (isSymbol(next, '(')) {
    if (path.length > 1 || !rowFunctions[dialectId]?.test(names[0]!.toLowerCase())) reading.isProven = false
    reading.opensRows = true
    return end
  }
  // `a: b` names the table b in DuckDB.
  if (isSymbol(next, ':')) reading.isProven = false
  const isMade = path.length === 1 && reading.known.has(names[0]!)
  const isNothing = path.length === 1 && dialectId === 'mysql' && isWord(last, 'DUAL')
  const after = skipAlias(tokens, end + 1)
  if (!isMade && !isNothing) {
    reading.tables.push({
      catalog: names.at(-3) ?? null,
      schema: names.at(-2) ?? null,
      table: names.at(-1)!,
      start: token.start,
      end: last.end,
      hasAlias: after > end + 1,
      isReplaceable: !level.isOnly && !isOneOf(next, bindsToTable) && !isOneOf(tokens[after], bindsToTable),
    })
  }
  level.isOnly = false
  return after - 1
}

/** The place behind `[AS] name`, if a name follows. After AS any word is a name. */
function skipAlias(tokens: readonly PlacedToken[], place: number): number {
  const token = tokens[place]
  if (isWord(token, 'AS')) return place + 2
  return token?.kind === 'name' || (token?.kind === 'word' && !isOneOf(token, afterTable)) ? place + 1 : place
}

function readWord(reading: Reading, level: Level, place: number): void {
  const { tokens, dialectId } = reading.statement
  const token = tokens[place]!
  const [before, next] = [tokens[place - 1], tokens[place + 1]]
  if (isSymbol(next, '(') && !isHarmlessCall(tokens, place, dialectId)) reading.isProven = false
  if (token.kind !== 'word') return
  if (isSymbol(before, '.')) {
    if (isWord(token, 'FROM', 'JOIN', 'TABLE', 'SELECT')) reading.isProven = false
    return
  }
  if (!isOneOf(token, steeringWords)) return
  const beginsQuery = before === undefined || isSymbol(before, '(')
  if (isWord(token, 'FROM', 'JOIN') || (isWord(token, 'STRAIGHT_JOIN') && level.clause === 'from')) readFrom(level, tokens, place)
  else if (isWord(token, 'TABLE')) {
    if (!beginsQuery && !isWord(before, 'UNION', 'EXCEPT', 'INTERSECT', 'ALL', 'DISTINCT', 'EXPLAIN', 'ANALYZE', 'VERBOSE')) reading.isProven = false
    Object.assign(level, { expectsTable: true, clause: 'none', isOnly: true, inWith: false } satisfies Partial<Level>)
  } else if (isWord(token, 'WITH')) {
    level.isRecursive = isWord(next, 'RECURSIVE')
    level.inWith = beginsQuery || isWord(before, 'EXPLAIN', 'ANALYZE', 'VERBOSE', 'PLAN', 'JSON', 'SYNTAX', 'AST', 'PIPELINE', 'ESTIMATE')
  } else if (isWord(token, 'SELECT')) {
    if (level.isFunction) reading.isProven = false
    Object.assign(level, { clause: 'none', inWith: false } satisfies Partial<Level>)
  } else if (isWord(token, 'IN')) {
    if (namesTableAfterIn(tokens, place, dialectId)) reading.isProven = false
  } else if (isOneOf(token, unknownClauses) && !isSymbol(next, '(')) reading.isProven = false
  else if (isWord(token, 'PIVOT', 'UNPIVOT', 'MATCH_RECOGNIZE')) reading.isProven = false
  else if (beginsQuery && isOneOf(token, otherReadings) && !isWord(tokens[0], 'EXPLAIN')) reading.isProven = false
  else if (dialectId === 'clickhouse' && isWord(token, 'SETTINGS', 'FORMAT') && !isSymbol(next, '(')) reading.isProven = false
  else enterClause(reading, level, place)
}

/** `x IN t` reads the table t in SQLite, and in ClickHouse with and without parentheses. */
function namesTableAfterIn(tokens: readonly PlacedToken[], place: number, dialectId: string): boolean {
  if (dialectId !== 'sqlite' && dialectId !== 'clickhouse') return false
  if (!isSymbol(tokens[place + 1], '(')) return true
  const inside = tokens[place + 2]
  const isName = inside?.kind === 'name' || inside?.kind === 'word'
  return dialectId === 'clickhouse' && isName && (isSymbol(tokens[place + 3], ')') || isSymbol(tokens[place + 3], '.'))
}

function readFrom(level: Level, tokens: readonly PlacedToken[], place: number): void {
  const before = tokens[place - 1]
  const beforeDistinct = isWord(before, 'DISTINCT') ? tokens[place - 2] : undefined
  const isComparison = isWord(beforeDistinct, 'IS') || (isWord(beforeDistinct, 'NOT') && isWord(tokens[place - 3], 'IS'))
  if (isWord(tokens[place], 'FROM') && (isComparison || level.isFunction)) return
  const isArray = isWord(tokens[place], 'JOIN') && isWord(before, 'ARRAY')
  Object.assign(level, { expectsTable: !isArray, clause: isArray ? 'list' : 'from', isOnly: false, inWith: false } satisfies Partial<Level>)
}

/**
 * Words that end FROM. Many of them may also be another name of a table (`FROM a offset, b`); where what follows does not fit the clause, that
 * could be meant, and the reading is in doubt.
 */
function enterClause(reading: Reading, level: Level, place: number): void {
  const { tokens } = reading.statement
  const [token, before, next] = [tokens[place], tokens[place - 1], tokens[place + 1]]
  const endsHere =
    next === undefined || isSymbol(next, ',') || isSymbol(next, ')') || isWord(next, 'JOIN', 'LEFT', 'RIGHT', 'CROSS', 'INNER', 'FULL', 'ON', 'USING')
  const enter = (clause: Clause, fits: boolean): void => {
    if (!fits && level.clause === 'from') reading.isProven = false
    level.clause = clause
  }
  if (isWord(token, 'WHERE', 'HAVING', 'QUALIFY', 'PREWHERE')) enter('condition', !endsHere)
  else if (isWord(token, 'GROUP', 'ORDER') && !isWord(before, 'FOR', 'WITHIN')) enter('list', isWord(next, 'BY'))
  else if (isWord(token, 'LIMIT', 'OFFSET', 'FETCH')) enter('limit', !endsHere)
  else if (isWord(token, 'BY') && level.clause === 'limit') level.clause = 'list'
  else if (isWord(token, 'WINDOW')) enter('list', isWord(tokens[place + 2], 'AS'))
  else if (isWord(token, 'UNION', 'EXCEPT', 'INTERSECT', 'MINUS'))
    enter('none', isSymbol(next, '(') || isWord(next, 'ALL', 'DISTINCT', 'SELECT', 'VALUES', 'TABLE', 'FROM', 'BY'))
}

/** Whether the name before a parenthesis calls nothing, or a function that is known to read nothing but its arguments. */
function isHarmlessCall(tokens: readonly PlacedToken[], place: number, dialectId: string): boolean {
  const token = tokens[place]!
  const before = tokens[place - 1]
  if (token.kind !== 'word' && token.kind !== 'name') return true
  const name = spelledName(token)
  if (isSymbol(before, '.')) return isWord(tokens[place - 2], 'PG_CATALOG') && !isSymbol(tokens[place - 3], '.') && isKnownFunction(dialectId, name)
  // The type of a cast, or the name that a query, a window or a row gets.
  const isType = isSymbol(before, ':') && isSymbol(tokens[place - 2], ':')
  if (isType || isWord(before, 'AS')) return true
  if (token.kind === 'word') {
    const word = name.toUpperCase()
    if (beforeParenthesis.has(word) || moreBeforeParenthesis[dialectId]?.includes(word)) return true
    if (isWord(before, 'TABLESAMPLE') && isOneOf(token, samplers)) return true
  }
  return isKnownFunction(dialectId, name)
}

/** `a.b.c` as its parts. */
function pathAt(tokens: readonly PlacedToken[], from: number): PlacedToken[] {
  const path: PlacedToken[] = []
  for (let place = from; ; place += 2) {
    const token = tokens[place]
    if (token?.kind !== 'word' && token?.kind !== 'name') break
    path.push(token)
    if (!isSymbol(tokens[place + 1], '.')) break
  }
  return path
}
