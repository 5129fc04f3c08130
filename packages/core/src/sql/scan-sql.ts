/** What the scanner must know about a dialect; everything else is alike everywhere. */
export interface ScanRules {
  readonly backslashEscapes: boolean
  readonly dollarQuotes: boolean
  readonly hashComments: boolean
  readonly nestedComments: boolean
}

export interface SqlToken {
  readonly kind: 'space' | 'comment' | 'string' | 'name' | 'word' | 'number' | 'symbol'
  readonly text: string
}

const looksLikePostgres = new Set(['postgresql', 'redshift', 'duckdb', 'cockroachdb'])
const looksLikeMysql = new Set(['mysql', 'mariadb', 'starrocks', 'doris'])

export const scanRulesOf = (dialectId: string): ScanRules => ({
  backslashEscapes: looksLikeMysql.has(dialectId) || dialectId === 'bigquery' || dialectId === 'clickhouse' || dialectId === 'hive',
  dollarQuotes: looksLikePostgres.has(dialectId),
  hashComments: looksLikeMysql.has(dialectId) || dialectId === 'bigquery',
  nestedComments: looksLikePostgres.has(dialectId),
})

/** Words as databases read them: letters of any script, digits, underscore, dollar inside. */
const wordStart = /[\p{L}_]/u
const wordRest = /[\p{L}\p{N}_$]/u

/** Cuts SQL into tokens without understanding it; null if a string, a quoted name or a comment never ends. Every character is in exactly one token. */
export function scanSql(sql: string, rules: ScanRules): readonly SqlToken[] | null {
  const tokens: SqlToken[] = []
  let at = 0
  while (at < sql.length) {
    const token = nextToken(sql, at, rules)
    if (!token) return null
    tokens.push(token)
    at += token.text.length
  }
  return tokens
}

function nextToken(sql: string, at: number, rules: ScanRules): SqlToken | null {
  const first = sql[at]!
  const two = sql.slice(at, at + 2)
  const cut = (kind: SqlToken['kind'], end: number): SqlToken | null => (end < 0 ? null : { kind, text: sql.slice(at, end) })
  if (/\s/.test(first)) return cut('space', endOfRun(sql, at, /\s/))
  if (two === '--' || (first === '#' && rules.hashComments)) return cut('comment', endOfLine(sql, at))
  if (two === '/*') return cut('comment', endOfBlock(sql, at, rules.nestedComments))
  if (first === "'") return cut('string', endOfQuoted(sql, at, "'", rules.backslashEscapes))
  if (/e/i.test(first) && sql[at + 1] === "'" && rules.dollarQuotes) return cut('string', endOfQuoted(sql, at + 1, "'", true))
  if (first === '"') return cut('name', endOfQuoted(sql, at, '"', rules.backslashEscapes))
  if (first === '`') return cut('name', endOfQuoted(sql, at, '`', false))
  if (first === '$' && rules.dollarQuotes) {
    const tag = /^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u.exec(sql.slice(at, at + 70))?.[0]
    if (tag) {
      const end = sql.indexOf(tag, at + tag.length)
      return cut('string', end < 0 ? -1 : end + tag.length)
    }
  }
  if (wordStart.test(codePointAt(sql, at))) return cut('word', endOfRun(sql, at, wordRest))
  if (/\d/.test(first)) return cut('number', at + /^\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?/.exec(sql.slice(at))![0].length)
  return cut('symbol', at + codePointAt(sql, at).length)
}

const codePointAt = (sql: string, at: number): string => String.fromCodePoint(sql.codePointAt(at)!)

function endOfRun(sql: string, at: number, inside: RegExp): number {
  let end = at
  while (end < sql.length) {
    const point = codePointAt(sql, end)
    if (!inside.test(point)) break
    end += point.length
  }
  return end
}

function endOfLine(sql: string, at: number): number {
  const end = sql.slice(at).search(/[\n\r]/)
  return end < 0 ? sql.length : at + end
}

function endOfBlock(sql: string, at: number, nested: boolean): number {
  let depth = 0
  for (let place = at; place < sql.length;) {
    const two = sql.slice(place, place + 2)
    if (two === '/*' && (depth === 0 || nested)) {
      depth++
      place += 2
    } else if (two === '*/') {
      depth--
      place += 2
      if (depth === 0) return place
    } else place++
  }
  return -1
}

/** A doubled quote is a quote inside. */
function endOfQuoted(sql: string, at: number, quote: string, backslashEscapes: boolean): number {
  for (let place = at + 1; place < sql.length; place++) {
    if (backslashEscapes && sql[place] === '\\') place++
    else if (sql[place] === quote) {
      if (sql[place + 1] !== quote) return place + 1
      place++
    }
  }
  return -1
}
