import type { ScanRules } from './scan-rules.ts'

export interface SqlToken {
  readonly kind: 'space' | 'comment' | 'string' | 'name' | 'word' | 'number' | 'symbol'
  readonly text: string
}

/** Every character beyond ASCII may stand in a name, as databases read it. */
const wordStart = /[A-Za-z_\u0080-\u{10ffff}]/u
const word = /[A-Za-z_\u0080-\u{10ffff}][A-Za-z0-9_\u0080-\u{10ffff}]*/uy
const wordWithDollar = /[A-Za-z_$\u0080-\u{10ffff}][A-Za-z0-9_$\u0080-\u{10ffff}]*/uy
const wordWithDigits = /[0-9A-Za-z_$\u0080-\u{10ffff}]+/uy
const number = /\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?/y
const hexNumber = /0[xXbB][\da-fA-F]+/y
const space = /[ \t\n\r\f\v]+/y
const dollarTag = /\$(?:[A-Za-z_\u0080-\u{10ffff}][A-Za-z0-9_\u0080-\u{10ffff}]*)?\$/uy
/** Blanks and marks that some databases read as a space, others as a letter, and nobody sees; and characters no text has. */
// oxlint-disable-next-line no-control-regex
const unseen = /[\0-\x08\x0e-\x1f\x7f\u0080-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/u

/**
 * Cuts SQL into tokens without understanding it. Every character is in exactly one token. Null if a string, a quoted name or a comment never ends,
 * or if something stands there that databases would not all cut alike: such a text is run for nobody.
 */
export function scanSql(sql: string, rules: ScanRules): readonly SqlToken[] | null {
  const tokens: SqlToken[] = []
  const isWhole = scanTokens(sql, rules, (kind, start, end) => tokens.push({ kind, text: sql.slice(start, end) }))
  return isWhole ? tokens : null
}

/** The same for those that keep only some of the tokens: they are told one after the other. False where `scanSql` answers null. */
export function scanTokens(sql: string, rules: ScanRules, take: (kind: SqlToken['kind'], start: number, end: number) => void): boolean {
  if (sql.includes('\0')) return false
  let afterEscapeString = false
  for (let at = 0; at < sql.length;) {
    // What most of a text is made of is cut without patterns.
    const plain = plainKindOf(sql.charCodeAt(at))
    let kind: SqlToken['kind'] | null = plain
    let end = plain === null ? -1 : plainEnd(sql, at, plain, rules.hasDollarInWords)
    if (kind === null || end < 0) {
      const token = nextToken(sql, at, rules)
      if (!token) return false
      kind = token.kind
      end = at + token.text.length
    }
    if (kind === 'string') {
      // PostgreSQL goes on with backslashes in the string after `E'…'`; nobody writes that in good faith.
      if (afterEscapeString) return false
      afterEscapeString = rules.hasEscapeStrings && (sql[at] === 'e' || sql[at] === 'E')
    } else if (kind !== 'space' && kind !== 'comment') afterEscapeString = false
    take(kind, at, end)
    at = end
  }
  return true
}

function nextToken(sql: string, at: number, rules: ScanRules): SqlToken | null {
  const first = sql[at]!
  const second = sql[at + 1] ?? ''
  const cut = (kind: SqlToken['kind'], end: number): SqlToken | null => (end < 0 ? null : { kind, text: sql.slice(at, end) })
  const run = (kind: SqlToken['kind'], pattern: RegExp): SqlToken | null => cut(kind, endOf(pattern, sql, at))

  if (first === "'") return cut('string', endOfQuoted(sql, at, "'", rules.backslashIn.includes("'")))
  const blanks = endOf(space, sql, at)
  if (blanks > at) return cut('space', blanks)
  if (unseen.test(first)) return null
  if (beginsLineComment(sql, at, rules)) return cut('comment', endOfLine(sql, at, rules.lineEnds))
  if (first === '/' && second === '*') {
    // `/*! … */` and `/*M! … */` are no comments to MySQL and MariaDB: what stands inside is run.
    if (rules.dashesNeedBlank && /^\/\*M?!/.test(sql.slice(at, at + 4))) return null
    return cut('comment', endOfBlock(sql, at, rules.hasNestedComments))
  }
  if ((first === 'e' || first === 'E') && second === "'" && rules.hasEscapeStrings) return cut('string', endOfQuoted(sql, at + 1, "'", true))
  if (first === '"') return cut(rules.doubleQuotes, endOfQuoted(sql, at, '"', rules.backslashIn.includes('"')))
  if (first === '`' && rules.hasBackticks) return cut('name', endOfQuoted(sql, at, '`', rules.backslashIn.includes('`')))
  if (first === '[' && rules.hasBracketNames) {
    const end = sql.indexOf(']', at)
    return cut('name', end < 0 ? -1 : end + 1)
  }
  if (first === '$') return cutDollar(sql, at, rules, cut)
  if (wordStart.test(codePointAt(sql, at))) {
    const token = run('word', rules.hasDollarInWords ? wordWithDollar : word)
    return token && unseen.test(token.text) ? null : token
  }
  if (first >= '0' && first <= '9') return cutNumber(sql, at, rules, cut)
  return cut('symbol', at + codePointAt(sql, at).length)
}

/** Blanks, ASCII words, whole numbers and single signs: what a character of theirs begins. Null leaves the token to the full rules. */
function plainKindOf(code: number): 'space' | 'word' | 'number' | 'symbol' | null {
  if (isLetter(code)) return 'word'
  if (isBlank(code)) return 'space'
  if (isDigit(code)) return 'number'
  // ( ) * + , . ; < = > ] { | }
  const isSign = (code >= 0x28 && code <= 0x2c) || code === 0x2e || (code >= 0x3b && code <= 0x3e) || code === 0x5d || (code >= 0x7b && code <= 0x7d)
  return isSign ? 'symbol' : null
}

/** Where the token ends; -1 leaves it to the full rules. */
function plainEnd(sql: string, at: number, kind: 'space' | 'word' | 'number' | 'symbol', hasDollar: boolean): number {
  let end = at + 1
  if (kind === 'symbol') return end
  if (kind === 'space') {
    while (isBlank(sql.charCodeAt(end))) end++
    return end
  }
  if (kind === 'number') {
    while (isDigit(sql.charCodeAt(end))) end++
    const next = sql.charCodeAt(end)
    // `1.5`, `1e3`, `0x1f`, `1_000`, `1a`
    return next >= 0x80 || next === 0x2e || next === 0x24 || isLetter(next) ? -1 : end
  }
  for (; end < sql.length; end++) {
    const next = sql.charCodeAt(end)
    if (next >= 0x80) return -1
    if (!isLetter(next) && !isDigit(next) && !(hasDollar && next === 0x24)) break
  }
  // `E'…'` is a string of its own.
  return end === at + 1 && sql.charCodeAt(end) === 0x27 ? -1 : end
}

const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f

type Cut = (kind: SqlToken['kind'], end: number) => SqlToken | null

function cutDollar(sql: string, at: number, rules: ScanRules, cut: Cut): SqlToken | null {
  if (rules.hasDollarQuotes) {
    const end = endOf(dollarTag, sql, at)
    if (end > at) {
      const tag = sql.slice(at, end)
      const close = sql.indexOf(tag, end)
      return unseen.test(tag) || close < 0 ? null : cut('string', close + tag.length)
    }
  }
  // `$1` is a parameter. Anything else after a dollar is read in a different way by every database: `$a(')` is one word to SQLite.
  return /\d/.test(sql[at + 1] ?? '') && rules.hasEscapeStrings ? cut('symbol', at + 1) : null
}

function cutNumber(sql: string, at: number, rules: ScanRules, cut: Cut): SqlToken | null {
  const hex = endOf(hexNumber, sql, at)
  const end = hex > at ? hex : endOf(number, sql, at)
  if (!rules.digitsBeginWords) return cut('number', end)
  const longest = endOf(wordWithDigits, sql, at)
  return longest > end ? cut('word', longest) : cut('number', end)
}

function beginsLineComment(sql: string, at: number, rules: ScanRules): boolean {
  const [first, second, third] = [sql[at]!, sql[at + 1] ?? '', sql[at + 2] ?? '']
  // oxlint-disable-next-line no-control-regex
  if (first === '-' && second === '-') return !rules.dashesNeedBlank || third === '' || /[\x01-\x20]/.test(third)
  if (first === '/' && second === '/') return rules.hasSlashComments
  if (first !== '#') return false
  return rules.hashComments === 'always' || (rules.hashComments === 'before blank' && (second === ' ' || second === '!'))
}

const codePointAt = (sql: string, at: number): string => String.fromCodePoint(sql.codePointAt(at)!)

/** Where a sticky pattern ends that begins at this place; the place itself if it does not begin here. */
function endOf(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : at
}

const newLine = /\n/g
const newLineOrReturn = /[\n\r]/g

function endOfLine(sql: string, at: number, lineEnds: ScanRules['lineEnds']): number {
  const end = lineEnds === '\n' ? newLine : newLineOrReturn
  end.lastIndex = at
  return end.exec(sql)?.index ?? sql.length
}

const commentMark = /\/\*|\*\//g

function endOfBlock(sql: string, at: number, nested: boolean): number {
  if (!nested) {
    const end = sql.indexOf('*/', at + 2)
    return end < 0 ? -1 : end + 2
  }
  let depth = 0
  commentMark.lastIndex = at
  for (let mark = commentMark.exec(sql); mark; mark = commentMark.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return commentMark.lastIndex
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
