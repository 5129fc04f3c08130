import { scanRulesOf, scanSql } from '@sightline/core'
import { blankTemplates } from '../blank-templates.ts'
import { isName, isSign, scanHalfWritten, spelled, wordOf, type Placed } from './scan-half-written.ts'

/** What fits where the cursor stands. */
type PlaceKind = 'table' | 'expression' | 'type' | 'alias' | 'naming' | 'start'

export interface Place {
  readonly kind: PlaceKind
  /** Where the name that is being typed begins, in the statement. */
  readonly from: number
  /** What was typed of it, without its quote. */
  readonly typed: string
  readonly isQuoted: boolean
  /** `schema.table.` before it, as its parts. */
  readonly path: readonly string[]
}

const beforeTable = new Set(['FROM', 'JOIN', 'INTO', 'UPDATE', 'TABLE', 'DESCRIBE', 'SUMMARIZE', 'ONLY', 'LATERAL'])
const clauses = new Set(
  'SELECT FROM JOIN WHERE GROUP ORDER HAVING LIMIT ON USING SET VALUES WINDOW QUALIFY PREWHERE OFFSET UNION EXCEPT INTERSECT WITH RETURNING'.split(' '),
)
const word = /[\p{L}_][\p{L}\p{N}_$]*$/u
const openName = /["`][^"`\n]*$/

/** Reads what stands before the cursor. */
export function readPlace(before: string, backend: string): Place {
  const name = openNameIn(before, backend) ?? word.exec(before.slice(-longestName))?.[0] ?? ''
  const from = before.length - name.length
  const isQuoted = /^["`]/.test(name)
  const tokens = [...scanHalfWritten(before.slice(0, from), backend)]
  const path: string[] = []
  while (isSign(tokens.at(-1), '.') && isName(tokens.at(-2))) {
    path.unshift(spelled(tokens.at(-2)!))
    tokens.splice(-2)
  }
  return { kind: kindAfter(tokens), from, typed: isQuoted ? name.slice(1) : name, isQuoted, path }
}

const longestName = 200

/** A quoted name that is not closed yet: without its quote the text can be read, with it it cannot. */
function openNameIn(before: string, backend: string): string | undefined {
  const found = openName.exec(before)?.[0]
  if (found === undefined) return undefined
  const [text, rules] = [blankTemplates(before), scanRulesOf(backend)]
  return scanSql(text, rules) === null && scanSql(text.slice(0, -found.length), rules) !== null ? found : undefined
}

function kindAfter(tokens: readonly Placed[]): PlaceKind {
  const last = tokens.at(-1)
  if (!last) return 'start'
  const word = wordOf(last)
  if (beforeTable.has(word)) return 'table'
  if (word === 'AS') return isInCast(tokens) ? 'type' : 'naming'
  if (isSign(last, ':') && isSign(tokens.at(-2), ':')) return 'type'
  const clause = clauseAround(tokens)
  if (isSign(last, ',') && (clause === 'FROM' || clause === 'JOIN')) return 'table'
  // Behind a table comes its other name, which no list knows.
  if ((clause === 'FROM' || clause === 'JOIN') && isName(last) && !clauses.has(word)) return 'alias'
  return 'expression'
}

/** The last word that begins a clause, outside of closed parentheses. */
function clauseAround(tokens: readonly Placed[]): string {
  let depth = 0
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at]!
    if (isSign(token, ')')) depth++
    else if (isSign(token, '(')) {
      if (depth === 0) return ''
      depth--
    } else if (depth === 0 && clauses.has(wordOf(token))) return wordOf(token)
  }
  return ''
}

function isInCast(tokens: readonly Placed[]): boolean {
  let depth = 0
  for (let at = tokens.length - 1; at >= 0; at--) {
    if (isSign(tokens[at], ')')) depth++
    else if (isSign(tokens[at], '(') && depth-- === 0) return ['CAST', 'TRY_CAST'].includes(wordOf(tokens[at - 1]))
  }
  return false
}
