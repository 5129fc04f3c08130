import type { Problem } from '@sightline/contract'
import { networkProblem } from '../network-problem.ts'
import { ProblemError } from '../problem-error.ts'

export const engineName = 'ClickHouse'

interface Target {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly username: string
}

/** What the server says when a statement fails: `Code: 62. DB::Exception: … (SYNTAX_ERROR) (version …)`. */
export class ServerException extends Error {
  readonly number: number
  constructor(text: string) {
    const match = /Code:\s*(\d+)\.\s*(?:DB::Exception:\s*)?([\s\S]*)/.exec(text)
    super(
      (match?.[2] ?? text)
        .replace(/\s*\(version [^)]*\)/, '')
        .replace(/\s*__exception__[\s\S]*$/, '')
        .trim()
        .slice(0, 4000),
    )
    this.number = Number(match?.[1] ?? 0)
  }
}

const denied = new Set([192, 193, 194, 516])

export function problemOf(error: unknown, target: Target, sql?: string): Problem {
  if (error instanceof ProblemError) return error.problem
  const { message = String(error) } = error as { readonly message?: string }
  const extra = { engine_name: engineName }
  const generic: Problem = { code: 'GENERIC_DB_ENGINE_ERROR', message: `clickhouse error: ${message}`, extra }
  if (!(error instanceof ServerException)) return networkProblem(error, target, engineName) ?? generic
  if (denied.has(error.number)) {
    return {
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: `Either the username "${target.username}" or the password is incorrect.`,
      extra: { ...extra, invalid: ['username', 'password'] },
    }
  }
  if (error.number === 497) return { ...generic, code: 'CONNECTION_DATABASE_PERMISSIONS_ERROR' }
  if (error.number === 81) {
    const name = /Database [`']?([^`'\s]+?)[`']? does(?:n't| not) exist/.exec(message)?.[1]
    if (name === target.database) {
      return { code: 'CONNECTION_UNKNOWN_DATABASE_ERROR', message: `Unable to connect to database "${name}".`, extra: { ...extra, invalid: ['database'] } }
    }
    if (name) return { code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: missing('schema', name), extra }
  }
  if (error.number === 62) {
    const near = /failed at position \d+ \(([^)]*)\)/.exec(message)?.[1] ?? /failed at position \d+[^:]*: ([^\s.]+)/.exec(message)?.[1]
    if (near)
      return { code: 'SYNTAX_ERROR', message: `Please check your query for syntax errors at or near "${near}". Then, try running your query again.`, extra }
  }
  if (error.number === 47) {
    const column = /identifier [`']([^`']+)[`']|Missing columns: '([^']+)'/.exec(message)?.slice(1).find(Boolean)
    if (column)
      return { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "${column}" at line ${lineOf(column, sql)}.`, extra }
  }
  if (error.number === 60) {
    const table = /identifier [`']([^`']+)[`']|Table ([^\s]+) does(?:n't| not) exist/.exec(message)?.slice(1).find(Boolean)
    if (table) return { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: missing('table', table), extra }
  }
  return generic
}

const missing = (what: string, name: string): string => `The ${what} "${name}" does not exist. A valid ${what} must be used to run this query.`

/** The server names the column and not its place: the first line that mentions it. */
function lineOf(name: string, sql = ''): number {
  const last = name.slice(name.lastIndexOf('.') + 1)
  const found = sql.split('\n').findIndex((line) => line.includes(last))
  return Math.max(found, 0) + 1
}
