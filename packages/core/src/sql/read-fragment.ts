import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '../result.ts'
import { scanRulesOf } from './scan-rules.ts'
import { scanSql, type SqlToken } from './scan-sql.ts'
import { longestSql } from './split-statements.ts'

/**
 * Functions that reach other tables, files, other servers or the server's own state from inside an expression.
 * The database's own rights are the wall; this keeps custom fields from being the door.
 */
const refusedFunctions =
  /^(?:(?:query|table|schema|database|cursor)_to_xml\w*|dblink\w*|lo_\w+|pg_(?!typeof$|column_size$)\w+|set_config|current_setting|setval|nextval|txid_\w+|inet_\w+|version|load_file|sleep|benchmark|user_lock\w*|sys_exec|sys_eval|xp_\w+|query|query_table|read_\w+|parquet_\w+|glob|getenv|getvariable|duckdb_\w+|sniff_csv|which_secret|file|url|remote\w*|s3|hdfs|jdbc|odbc)$/

export interface FragmentRules {
  /** Decides how strings and comments are written. */
  readonly dialectId: string
  /** What a parameter looks like there, `$1` or `?`: a fragment must not contain one. */
  readonly placeholder: string
  readonly mayHaveSubqueries: boolean
}

/** Longer than any expression that people write; reading more would only cost memory. */
const longestFragment = 100_000

export type FragmentRefusal = 'unreadable' | 'long' | 'unbalanced' | 'several' | 'empty' | 'subquery' | 'function' | 'parameter'

const problems: Readonly<Record<FragmentRefusal, Problem>> = {
  unreadable: { code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Unclosed quote or comment in custom SQL' },
  long: { code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Custom SQL is too long' },
  unbalanced: { code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Unclosed or unopened parenthesis in custom SQL' },
  several: { code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Custom SQL must be one expression' },
  empty: { code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Custom SQL must not be empty' },
  subquery: { code: 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR', message: 'Custom SQL fields cannot contain sub-queries.' },
  function: { code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Custom SQL uses a function that is not allowed' },
  parameter: { code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Custom SQL must not contain parameters' },
}

const opening: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

function isBalanced(tokens: readonly SqlToken[]): boolean {
  const open: string[] = []
  for (const { kind, text } of tokens) {
    if (kind !== 'symbol') continue
    if (Object.hasOwn(opening, text)) open.push(opening[text]!)
    else if ((text === ')' || text === ']' || text === '}') && open.pop() !== text) return false
  }
  return open.length === 0
}

/** A SELECT that names no table reads nothing; everything else that can stand where a table is read counts. */
function hasSubquery(tokens: readonly SqlToken[]): boolean {
  const words = tokens.map(({ kind, text }) => (kind === 'word' ? text.toUpperCase() : kind === 'symbol' ? text : ''))
  if (words.some((word) => word === 'TABLE' || word === 'INTO' || word === 'UNION' || word === 'INTERSECT' || word === 'PIVOT' || word === 'UNPIVOT'))
    return true
  if (
    words.some(
      (word, index) =>
        index > 0 &&
        words[index - 1] === '(' &&
        (word === 'FROM' || word === 'WITH' || word === 'VALUES' || word === 'DESCRIBE' || word === 'SHOW' || word === 'SUMMARIZE'),
    )
  )
    return true
  if (words[0] === 'FROM' || words[0] === 'WITH') return true
  return words.includes('SELECT') && (words.includes('FROM') || words.includes('JOIN'))
}

function callsRefusedFunction(tokens: readonly SqlToken[]): boolean {
  return tokens.some((token, index) => {
    const next = tokens[index + 1]
    if (next?.kind !== 'symbol' || next.text !== '(') return false
    if (token.kind === 'word') return refusedFunctions.test(token.text.toLowerCase())
    return token.kind === 'name' && refusedFunctions.test(token.text.slice(1, -1).toLowerCase())
  })
}

const holdsParameter = (tokens: readonly SqlToken[], placeholder: string): boolean =>
  tokens.some((token, index) => {
    if (token.kind !== 'symbol') return false
    if (placeholder.startsWith('$')) return token.text === '$'
    return token.text === '?' && placeholder === '?' ? true : placeholder.startsWith(':') && token.text === ':' && tokens[index + 1]?.kind === 'word'
  })

/** Text with every comment turned into a space: what was checked is what is sent, and no comment can swallow what follows it. */
const withoutComments = (tokens: readonly SqlToken[]): string => tokens.map(({ kind, text }) => (kind === 'comment' ? ' ' : text)).join('')

/** Why a piece of SQL written by a user cannot stand inside a statement; or its text, ready to be put in parentheses. */
export function checkFragment(sql: string, rules: FragmentRules): { readonly refused: FragmentRefusal } | { readonly text: string } {
  if (sql.length > longestFragment) return { refused: 'long' }
  const tokens = scanSql(sql, scanRulesOf(rules.dialectId))
  if (!tokens) return { refused: 'unreadable' }
  const solid = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  if (solid.length === 0) return { refused: 'empty' }
  // Names and strings spelled with code points could hide anything.
  if (/(?:^|[^\p{L}\p{N}_])u&["']/iu.test(withoutComments(tokens))) return { refused: 'unreadable' }
  if (sql.includes('\0')) return { refused: 'unreadable' }
  if (solid.some(({ kind, text }) => kind === 'symbol' && text === ';')) return { refused: 'several' }
  if (!isBalanced(solid)) return { refused: 'unbalanced' }
  if (holdsParameter(solid, rules.placeholder)) return { refused: 'parameter' }
  if (!rules.mayHaveSubqueries && hasSubquery(solid)) return { refused: 'subquery' }
  if (callsRefusedFunction(solid)) return { refused: 'function' }
  return { text: withoutComments(tokens).trim() }
}

/** One expression written by a user: complete in itself, reading nothing but the row it stands on. */
export function readFragment(sql: string, rules: FragmentRules): Result<string> {
  const checked = checkFragment(sql, rules)
  return 'text' in checked ? ok(checked.text) : fail(problems[checked.refused])
}

/** The SQL of a virtual dataset: one statement that reads, ready to stand in parentheses. */
export function readSourceStatement(sql: string, rules: Pick<FragmentRules, 'dialectId' | 'placeholder'>): Result<string> {
  const refuse = (message: string) => fail({ code: 'GENERIC_COMMAND_ERROR' as const, status: 400, message })
  if (sql.length > longestSql) return refuse('Virtual dataset query is too long')
  const tokens = scanSql(sql, scanRulesOf(rules.dialectId))
  if (!tokens || sql.includes('\0')) return refuse('Virtual dataset query has an unclosed quote or comment')
  const kept = [...tokens]
  while (kept.length > 0) {
    const last = kept.at(-1)!
    if (last.kind === 'space' || last.kind === 'comment' || last.text === ';') kept.pop()
    else break
  }
  const solid = kept.filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const first = solid.find(({ text }) => text !== '(')
  if (!first) return refuse('Virtual dataset query cannot be empty')
  if (solid.some(({ kind, text }) => kind === 'symbol' && text === ';')) return refuse('Virtual dataset query cannot consist of multiple statements')
  if (!isBalanced(solid)) return refuse('Virtual dataset query has unbalanced parentheses')
  if (!/^(select|with|from|values|table|show|describe|summarize|pivot|unpivot)$/i.test(first.text)) return refuse('Virtual dataset query must be read-only')
  if (holdsParameter(solid, rules.placeholder)) return refuse('Virtual dataset query must not contain parameters')
  return ok(withoutComments(kept).trim())
}
