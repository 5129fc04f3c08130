import type { Problem } from '@sightline/contract'
import pg from 'pg'
import { networkProblem } from '../network-problem.ts'

export const engineName = 'PostgreSQL'

export interface Target {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly username: string
}

/** The server's or the network's words as a problem of the interface. Texts are matched only where the server gives no code. */
export function problemOf(error: unknown, target: Target, sql?: string): Problem {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  const text = message ?? String(error)
  const extra = (...invalid: string[]) => (invalid.length > 0 ? { engine_name: engineName, invalid } : { engine_name: engineName })
  // The package says in words of its own that a connection took too long.
  const isLate = /timeout expired|connection timeout|timeout exceeded when trying to connect/i.test(text)
  const unreached = networkProblem(isLate ? { code: 'ETIMEDOUT' } : error, target, engineName)
  if (unreached) return unreached
  if (code === '28P01') {
    const user = /user "([^"]*)"/.exec(text)?.[1] ?? target.username
    return {
      code: 'CONNECTION_INVALID_PASSWORD_ERROR',
      message: `The password provided for username "${user}" is incorrect.`,
      extra: extra('username', 'password'),
    }
  }
  if (code === '28000' && /role "[^"]*" does not exist/.test(text)) {
    return { code: 'CONNECTION_INVALID_USERNAME_ERROR', message: `The username "${target.username}" does not exist.`, extra: extra('username') }
  }
  if (/client password must be a|no password supplied/i.test(text)) {
    return { code: 'CONNECTION_ACCESS_DENIED_ERROR', message: 'Please re-enter the password.', extra: extra('password') }
  }
  if (code === '3D000') {
    return { code: 'CONNECTION_UNKNOWN_DATABASE_ERROR', message: `Unable to connect to database "${target.database}".`, extra: extra('database') }
  }
  if (code === '42703' && sql !== undefined) {
    const column = /column "?([^" ]+)"? does not exist/.exec(text)?.[1]
    if (column) {
      return {
        code: 'COLUMN_DOES_NOT_EXIST_ERROR',
        message: `We can't seem to resolve the column "${column}" at line ${lineOf(error, sql)?.number ?? 1}.`,
        extra: extra(),
      }
    }
  }
  if (code === '42601') {
    const near = /syntax error at or near "([^"]*)"/.exec(text)?.[1]
    if (near !== undefined) {
      return {
        code: 'SYNTAX_ERROR',
        message: `Please check your query for syntax errors at or near "${near}". Then, try running your query again.`,
        extra: extra(),
      }
    }
  }
  return { code: 'GENERIC_DB_ENGINE_ERROR', message: `postgresql error: ${text}${sql === undefined ? '' : pointer(error, sql)}`, extra: extra() }
}

export const refusal = (message: string): Problem => ({
  code: 'GENERIC_DB_ENGINE_ERROR',
  message: `postgresql error: ${message}`,
  extra: { engine_name: engineName },
})

/** The line the server points at, as its own client shows it. */
function pointer(error: unknown, sql: string): string {
  const line = lineOf(error, sql)
  return line ? `\nLINE ${line.number}: ${line.text}\n${' '.repeat(`LINE ${line.number}: `.length + line.column)}^\n` : ''
}

function lineOf(error: unknown, sql: string): { number: number; text: string; column: number } | null {
  const position = error instanceof pg.DatabaseError && error.position ? Number(error.position) - 1 : -1
  if (position < 0) return null
  // The server counts characters, not UTF-16 units.
  const before = Array.from(sql).slice(0, position).join('')
  const number = before.split('\n').length
  return { number, text: sql.split('\n')[number - 1] ?? '', column: before.length - (before.lastIndexOf('\n') + 1) }
}

/** The connection itself is gone; a statement that had not begun may be tried again on a new one. */
export const isLostConnection = (error: unknown): boolean => {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  return (
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    code === '57P01' ||
    code === '57P02' ||
    code === '57P03' ||
    /Connection terminated|Client has encountered a connection error/.test(message ?? '')
  )
}
