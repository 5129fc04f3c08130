import { isSymbol, isWord, type PlacedToken, type SqlStatement } from './split-statements.ts'

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

interface Level {
  expectsTable: boolean
  inFrom: boolean
  /** Inside the parentheses of a function whose arguments have a FROM of their own. */
  readonly isFunction: boolean
  /** Names made by WITH that are complete at this place. */
  readonly names: Set<string>
  isOnly: boolean
  /** Between WITH and the query it belongs to. */
  inWith: boolean
}

const functionsWithFrom = ['EXTRACT', 'SUBSTRING', 'TRIM', 'OVERLAY', 'POSITION']
const endsFrom = 'WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH UNION EXCEPT INTERSECT SELECT WINDOW QUALIFY VALUES WITH FOR'.split(' ')
/** Statements and clauses that read tables in ways of their own, or are no plain reading at all. */
const unknownReadings =
  'PIVOT UNPIVOT SUMMARIZE DESCRIBE DESC_TABLE SHOW INTO CALL EXECUTE COPY ATTACH DETACH USE IMPORT EXPORT LOAD INSTALL DO TRUNCATE ALTER CREATE DROP GRANT REVOKE'.split(
    ' ',
  )
/** Functions in FROM that make rows from their arguments alone. */
const rowFunctions =
  /^(?:generate_series|range|unnest|generate_subscripts|jsonb?_(?:array_elements(?:_text)?|each(?:_text)?|object_keys|to_recordset|to_record|populate_recordset|table)|regexp_(?:matches|split_to_table)|string_to_table|repeat_row|json_tree)$/
/** Functions that read tables, files or settings named by a text. */
const reachingFunctions =
  /^(?:(?:query|table|schema|database|cursor)_to_xml\w*|dblink\w*|lo_\w+|pg_(?!typeof$|column_size$|size_pretty$)\w+|set_config|current_setting|currval|lastval|ts_stat|crosstab\w*|connectby|xmltable|query|query_table|read_\w+|parquet_\w+|glob|getenv|getvariable|duckdb_\w+|pragma_\w+|sniff_csv|which_secret)$/
/** What may follow a table without being its other name. */
const afterTable = (
  'ON USING JOIN INNER LEFT RIGHT FULL CROSS NATURAL ASOF POSITIONAL SEMI ANTI LATERAL TABLESAMPLE WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH UNION EXCEPT INTERSECT ' +
  'SELECT WINDOW QUALIFY FOR WITH SET RETURNING'
).split(' ')

/** Unquoted names mean their lower case in both families this reads. */
const nameOf = (token: PlacedToken): string => {
  if (token.kind === 'word') return token.text.toLowerCase()
  const quote = token.text[0]!
  return token.text.slice(1, -1).replaceAll(quote + quote, quote)
}

/** Which tables a statement reads. Everything unknown makes the answer unproven; nothing unknown is passed over. */
export function readTables({ text, tokens }: SqlStatement): TablesRead {
  const tables: TableReference[] = []
  let isProven = !/(?:^|[^\p{L}\p{N}_])u&["']/iu.test(text) && !text.includes('\0')
  const levels: Level[] = [newLevel(false, false, new Set())]
  /** A WITH name and the depth at which its body closes. */
  const opening: { readonly name: string; readonly depth: number }[] = []

  for (let place = 0; place < tokens.length; place++) {
    const token = tokens[place]!
    const before = tokens[place - 1]
    const level = levels.at(-1)!
    if (token.kind === 'symbol') {
      if ('([{'.includes(token.text)) {
        const isFunction = token.text === '(' && isWord(before, ...functionsWithFrom)
        const carries = token.text === '(' && level.expectsTable
        level.expectsTable = false
        levels.push(newLevel(carries, isFunction, new Set(level.names)))
      } else if (')]}'.includes(token.text)) {
        if (level.expectsTable) isProven = false
        if (levels.length === 1) isProven = false
        else levels.pop()
        const done = opening.at(-1)
        if (done?.depth === levels.length) {
          opening.pop()
          levels.at(-1)!.names.add(done.name)
        }
      } else if (token.text === ',') {
        if (level.expectsTable) isProven = false
        level.expectsTable = level.inFrom
      } else if (level.expectsTable) isProven = false
      continue
    }
    if (isSymbol(tokens[place + 1], '(') && (token.kind === 'word' || token.kind === 'name') && reachingFunctions.test(nameOf(token).toLowerCase()))
      isProven = false
    const body = level.inWith ? bodyOfWith(tokens, place) : -1
    if (body > 0) {
      opening.push({ name: nameOf(token), depth: levels.length })
      // On to the parenthesis that opens the body: a list of columns before it must not count as the body.
      place = body - 1
      continue
    }
    if (level.expectsTable) {
      if (isWord(token, 'LATERAL')) continue
      if (isWord(token, 'ONLY')) {
        level.isOnly = true
        continue
      }
      // A parenthesis after FROM holds a query or more tables.
      if (isWord(token, 'SELECT', 'WITH', 'VALUES', 'FROM', 'TABLE') && isSymbol(before, '(')) {
        level.expectsTable = isWord(token, 'FROM', 'TABLE')
        level.inFrom = isWord(token, 'FROM')
        level.isOnly = isWord(token, 'TABLE')
        level.inWith = isWord(token, 'WITH')
        continue
      }
      level.expectsTable = false
      if ((token.kind !== 'word' && token.kind !== 'name') || isWord(token, ...unknownReadings)) {
        isProven = false
        continue
      }
      const path = pathAt(tokens, place)
      place += path.length * 2 - 2
      const last = tokens[place]!
      const next = tokens[place + 1]
      if (isSymbol(next, '(')) {
        if (path.length > 1 || !rowFunctions.test(path[0]!)) isProven = false
      } else if (path.length > 1 || !level.names.has(path[0]!)) {
        tables.push({
          catalog: path.at(-3) ?? null,
          schema: path.at(-2) ?? null,
          table: path.at(-1)!,
          start: token.start,
          end: last.end,
          hasAlias: isWord(next, 'AS') || next?.kind === 'name' || (next?.kind === 'word' && !isWord(next, ...afterTable)),
          isReplaceable: !level.isOnly,
        })
        // `a: b` names the table b in DuckDB.
        if (path.length > 3 || isSymbol(next, ':')) isProven = false
      }
      level.isOnly = false
      continue
    }
    if (isWord(token, 'FROM', 'JOIN')) {
      const beforeDistinct = isWord(before, 'DISTINCT') ? tokens[place - 2] : undefined
      const isComparison = isWord(beforeDistinct, 'IS') || (isWord(beforeDistinct, 'NOT') && isWord(tokens[place - 3], 'IS'))
      if (isComparison || (level.isFunction && isWord(token, 'FROM'))) continue
      level.expectsTable = true
      level.inFrom = true
      level.isOnly = false
      level.inWith = false
    } else if (isWord(token, 'TABLE')) {
      const beginsQuery = before === undefined || isSymbol(before, '(') || isWord(before, 'UNION', 'EXCEPT', 'INTERSECT', 'ALL', 'DISTINCT')
      if (!beginsQuery) isProven = false
      level.expectsTable = true
      level.inFrom = false
      level.isOnly = true
      level.inWith = false
    } else if (isWord(token, ...endsFrom)) {
      level.inFrom = false
      level.inWith = isWord(token, 'WITH') && (before === undefined || isSymbol(before, '(') || isWord(before, 'EXPLAIN', 'ANALYZE', 'VERBOSE'))
      if (level.isFunction && isWord(token, 'SELECT')) isProven = false
    } else if (isWord(token, 'INSERT', 'UPDATE', 'DELETE', 'MERGE') && (before === undefined || isSymbol(before, '(') || isSymbol(before, ')')))
      isProven = false
    else if (isWord(token, ...unknownReadings) && (before === undefined || isSymbol(before, '(') || isWord(token, 'PIVOT', 'UNPIVOT', 'INTO'))) isProven = false
  }
  if (levels.length > 1 || levels.some(({ expectsTable }) => expectsTable)) isProven = false
  return { tables, isProven }
}

const newLevel = (expectsTable: boolean, isFunction: boolean, names: Set<string>): Level => ({
  expectsTable,
  inFrom: expectsTable,
  isFunction,
  names,
  isOnly: false,
  inWith: false,
})

/** `a.b.c` as its parts. */
function pathAt(tokens: readonly PlacedToken[], from: number): string[] {
  const path: string[] = []
  for (let place = from; ; place += 2) {
    const token = tokens[place]
    if (token?.kind !== 'word' && token?.kind !== 'name') break
    path.push(nameOf(token))
    if (!isSymbol(tokens[place + 1], '.')) break
  }
  return path
}

/** Where the body of `name [(columns)] AS [NOT] [MATERIALIZED] (` opens; -1 if this is no name that WITH makes. */
function bodyOfWith(tokens: readonly PlacedToken[], place: number): number {
  const token = tokens[place]!
  const before = tokens[place - 1]
  if (token.kind !== 'word' && token.kind !== 'name') return -1
  const follows = isWord(before, 'WITH', 'RECURSIVE') || (isSymbol(before, ',') && isSymbol(tokens[place - 2], ')'))
  if (!follows) return -1
  let next = place + 1
  if (isSymbol(tokens[next], '(')) {
    while (next < tokens.length && !isSymbol(tokens[next], ')')) next++
    next++
  }
  if (!isWord(tokens[next], 'AS')) return -1
  next++
  while (isWord(tokens[next], 'NOT', 'MATERIALIZED')) next++
  return isSymbol(tokens[next], '(') ? next : -1
}
