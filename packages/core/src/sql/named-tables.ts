import { scanSql, type SqlToken } from './scan-sql.ts'

export interface NamedTable {
  readonly catalog: string | null
  readonly schema: string | null
  readonly table: string
}

/** Functions whose arguments have a FROM of their own. */
const functionsWithFrom = new Set(['extract', 'substring', 'trim', 'overlay', 'position'])
const endsFrom = new Set([
  'where',
  'group',
  'order',
  'having',
  'limit',
  'offset',
  'fetch',
  'union',
  'except',
  'intersect',
  'select',
  'set',
  'values',
  'window',
  'qualify',
  'returning',
  'with',
])
const beforeTable = new Set(['from', 'join', 'into', 'update'])

interface Level {
  inFrom: boolean
  expectsTable: boolean
  readonly isFunction: boolean
}

/**
 * Tables a text speaks of, in the order of their first mention: what a list shows beside a saved query. A reading aid and nothing
 * more: who may read what is decided on the parsed statement, never on this.
 */
export function namedTables(sql: string): readonly NamedTable[] {
  const tokens = (scanSql(sql, { backslashEscapes: false, dollarQuotes: true, hashComments: false, nestedComments: true }) ?? []).filter(
    ({ kind }) => kind !== 'space' && kind !== 'comment',
  )
  const own = namesOfWith(tokens)
  const found = new Map<string, NamedTable>()
  const levels: Level[] = [{ inFrom: false, expectsTable: false, isFunction: false }]
  for (let i = 0; i < tokens.length; i++) {
    const { kind, text } = tokens[i] as SqlToken
    const level = levels.at(-1) as Level
    const word = kind === 'word' ? text.toLowerCase() : ''
    if (text === '(') {
      levels.push({ inFrom: level.expectsTable, expectsTable: level.expectsTable, isFunction: functionsWithFrom.has(wordAt(tokens, i - 1)) })
      level.expectsTable = false
    } else if (text === ')') {
      if (levels.length > 1) levels.pop()
    } else if (text === ',') level.expectsTable = level.inFrom
    else if (text === ';') levels.splice(0, levels.length, { inFrom: false, expectsTable: false, isFunction: false })
    else if (beforeTable.has(word)) {
      const isComparison = word === 'from' && wordAt(tokens, i - 1) === 'distinct' && ['is', 'not'].includes(wordAt(tokens, i - 2))
      if (!level.isFunction && !isComparison) {
        level.expectsTable = true
        level.inFrom = word === 'from' || word === 'join'
      }
    } else if (endsFrom.has(word)) {
      level.inFrom = false
      level.expectsTable = false
    } else if (level.expectsTable && (kind === 'word' || kind === 'name')) {
      if (word === 'lateral' || word === 'only') continue
      const path = pathAt(tokens, i)
      i += path.length * 2 - 2
      level.expectsTable = false
      const isCall = tokens[i + 1]?.text === '(' && level.inFrom
      if (!isCall && !(path.length === 1 && own.has((path[0] as string).toLowerCase()))) {
        const table = path.at(-1) as string
        found.set(path.join('\u0000'), { catalog: path.at(-3) ?? null, schema: path.at(-2) ?? null, table })
      }
    }
  }
  return [...found.values()]
}

/** `a.b.c` as its parts. */
function pathAt(tokens: readonly SqlToken[], from: number): readonly string[] {
  const path: string[] = []
  for (let i = from; ; i += 2) {
    const token = tokens[i]
    if (token?.kind !== 'word' && token?.kind !== 'name') break
    path.push(token.kind === 'name' ? unquoted(token.text) : token.text)
    if (tokens[i + 1]?.text !== '.') break
  }
  return path
}

const unquoted = (text: string): string => text.slice(1, -1).replaceAll(text[0] === '`' ? '``' : '""', text[0] as string)
const wordAt = (tokens: readonly SqlToken[], i: number): string => (tokens[i]?.kind === 'word' ? (tokens[i] as SqlToken).text.toLowerCase() : '')

/** Names a WITH clause makes: they are no tables. */
function namesOfWith(tokens: readonly SqlToken[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (let i = 1; i < tokens.length; i++) {
    const { kind, text } = tokens[i] as SqlToken
    if (kind !== 'word' && kind !== 'name') continue
    const before = tokens[i - 1] as SqlToken
    if (before.text !== ',' && !['with', 'recursive'].includes(before.text.toLowerCase())) continue
    let next = i + 1
    if (tokens[next]?.text === '(') {
      while (next < tokens.length && tokens[next]?.text !== ')') next += 1
      next += 1
    }
    if (wordAt(tokens, next) !== 'as') continue
    const opens = wordAt(tokens, next + 1) === 'materialized' ? next + 2 : wordAt(tokens, next + 1) === 'not' ? next + 3 : next + 1
    if (tokens[opens]?.text === '(') names.add((kind === 'name' ? unquoted(text) : text).toLowerCase())
  }
  return names
}
