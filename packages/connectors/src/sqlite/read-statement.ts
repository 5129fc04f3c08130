/** One statement of a user, as far as its safety needs it understood. */
export interface ReadStatement {
  readonly reads: boolean
  /** Every name that could be a function or a table, lower case, quotes taken off. Quoted texts count: this engine takes them as names, too. */
  readonly names: ReadonlySet<string>
}

interface Token {
  readonly kind: 'word' | 'quoted' | 'end' | 'other'
  readonly text: string
  readonly raw: string
}

/** As the engine's own tokenizer cuts: four kinds of quotes, two of comments, letters of any script in words. */
const pattern =
  /(?<gap>[\t\n\f\r ]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<end>;)|(?<number>\.?\d[\w.]*)|(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|(?<other>[\s\S])/gy

function tokensOf(sql: string): readonly Token[] {
  const tokens: Token[] = []
  for (const { groups } of sql.matchAll(pattern)) {
    const { quoted, end, word, number, other } = groups!
    if (quoted !== undefined) tokens.push({ kind: 'quoted', text: unquoted(quoted), raw: quoted })
    else if (end !== undefined) tokens.push({ kind: 'end', text: end, raw: end })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word.toLowerCase(), raw: word })
    else if (number !== undefined || other !== undefined) tokens.push({ kind: 'other', text: (number ?? other)!.toLowerCase(), raw: (number ?? other)! })
  }
  return tokens
}

function unquoted(text: string): string {
  const close = text.at(-1)!
  const inside = text.slice(1, -1).toLowerCase()
  return close === ']' ? inside : inside.replaceAll(close + close, close)
}

const readers = new Set(['select', 'values'])
const writers = new Set(['insert', 'replace', 'update', 'delete', 'alter', 'analyze', 'reindex'])
/** What may be created and dropped. Triggers hold further statements, virtual tables bring code of their own. */
const makeable = new Set(['table', 'view', 'index'])
/** What else the engine knows; any other beginning is a mistake. */
const refused = new Set(['attach', 'begin', 'commit', 'detach', 'end', 'pragma', 'release', 'rollback', 'savepoint', 'vacuum', 'explain'])

/** Reads a statement, or says why it is refused: only listed kinds pass, and only one at a time. */
export function readStatement(sql: string): ReadStatement | { readonly refused: string } | { readonly mistake: string } {
  if (sql.includes('\0')) return { refused: 'The statement holds a character that is not allowed.' }
  const all = tokensOf(sql)
  const tokens = all.slice(0, lastThatCounts(all))
  if (tokens.length === 0) return { refused: 'There is no statement to run.' }
  if (tokens.some(({ kind }) => kind === 'end')) return { refused: 'Only one statement can be run at a time.' }
  const words = tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))
  let first = 0
  if (words[0] === 'explain') first = words[1] === 'query' && words[2] === 'plan' ? 3 : 1
  const kind = tokens[first]?.kind === 'word' ? words[first]! : ''
  const names = new Set(tokens.flatMap(({ kind: sort, text }) => (sort === 'word' || sort === 'quoted' ? [text] : [])))
  if (readers.has(kind)) return { reads: true, names }
  // After its parts WITH begins any of four statements; the writing ones cannot stand inside an expression.
  if (kind === 'with') return { reads: !writesAfterWith(tokens), names }
  if (writers.has(kind)) return { reads: false, names }
  if (kind === 'create' || kind === 'drop') {
    const what = words.slice(first + 1).find((word) => !['temp', 'temporary', 'unique'].includes(word))
    if (what !== undefined && makeable.has(what)) return { reads: false, names }
    return { refused: `${kind.toUpperCase()} ${(what ?? '').toUpperCase()} statement is not allowed.`.replace('  ', ' ') }
  }
  return refused.has(kind) ? { refused: `${kind.toUpperCase()} statement is not allowed.` } : { mistake: tokens[first]?.raw ?? '' }
}

/** Semicolons at the end belong to the only statement. */
function lastThatCounts(tokens: readonly Token[]): number {
  let end = tokens.length
  while (end > 0 && tokens[end - 1]!.kind === 'end') end--
  return end
}

/** INSERT, UPDATE, DELETE or REPLACE INTO outside of all brackets; alone REPLACE is a function. */
function writesAfterWith(tokens: readonly Token[]): boolean {
  let depth = 0
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'other' && text === '(') depth++
    else if (kind === 'other' && text === ')') depth--
    else if (kind !== 'word' || depth !== 0) continue
    else if (['insert', 'update', 'delete'].includes(text) || (text === 'replace' && tokens[at + 1]?.text === 'into')) return true
  }
  return false
}
