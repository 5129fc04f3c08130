import type { Problem } from '@sightline/contract'
import { networkProblem } from '../network-problem.ts'

export const engineName = 'MySQL'

export interface Target {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly username: string
}

const extra = (...invalid: string[]) => (invalid.length > 0 ? { engine_name: engineName, invalid } : { engine_name: engineName })

/** The server's or the network's words as a problem of the interface, by the server's numbers, which do not depend on its language. */
export function problemOf(error: unknown, target: Target, sql?: string): Problem {
  const { errno, message } = error as { readonly errno?: number; readonly message?: string }
  const text = message ?? String(error)
  const network = networkProblem(error, target, engineName)
  if (network) return network
  // Whatever else ends a connection before it stands says that the host is not well.
  if (/Connection lost: The server closed|connect ETIMEDOUT/.test(text) && sql === undefined) {
    return {
      code: 'CONNECTION_HOST_DOWN_ERROR',
      message: `The host "${target.host}" might be down, and can't be reached on port ${target.port}.`,
      extra: extra('host', 'port'),
    }
  }
  if (errno === 1045 || errno === 1698) {
    return {
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: `Either the username "${target.username}" or the password is incorrect.`,
      extra: extra('username', 'password'),
    }
  }
  if (errno === 1049) {
    const database = /Unknown database '([^']*)'/.exec(text)?.[1] ?? target.database
    return { code: 'CONNECTION_UNKNOWN_DATABASE_ERROR', message: `Unable to connect to database "${database}".`, extra: extra('database') }
  }
  if (errno === 1044) {
    return { code: 'CONNECTION_DATABASE_PERMISSIONS_ERROR', message: `mysql error: ${text}`, extra: extra() }
  }
  if (errno === 1054 && sql !== undefined) {
    const column = /Unknown column '([^']*)'/.exec(text)?.[1]
    if (column !== undefined) {
      return { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "${column}" at line ${lineOf(column, sql)}.`, extra: extra() }
    }
  }
  if (errno === 1146) return { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `mysql error: ${text}`, extra: extra() }
  if (errno === 1064) {
    const near = /right syntax to use near '([\s\S]*)' at line \d+/.exec(text)?.[1]
    return {
      code: 'SYNTAX_ERROR',
      message: `Please check your query for syntax errors near "${near ?? ''}". Then, try running your query again.`,
      extra: extra(),
    }
  }
  return { code: 'GENERIC_DB_ENGINE_ERROR', message: `mysql error: ${text}`, extra: extra() }
}

export const refusal = (message: string): Problem => ({ code: 'GENERIC_DB_ENGINE_ERROR', message: `mysql error: ${message}`, extra: extra() })

/** The server names the column but not its place: it is the first line on which the name stands. */
function lineOf(column: string, sql: string): number {
  const at = sql.toLowerCase().indexOf(column.toLowerCase())
  return at < 0 ? 1 : sql.slice(0, at).split('\n').length
}

const lostCodes = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'])
/** Shutdown, killed, idle for too long. */
const lostNumbers = new Set([1053, 1927, 3169, 4031])

/** The connection itself is gone; a statement that had not begun may be tried again on a new one. */
export const isLostConnection = (error: unknown): boolean => {
  const { code, errno, message } = error as { readonly code?: string; readonly errno?: number; readonly message?: string }
  return (code !== undefined && lostCodes.has(code)) || (errno !== undefined && lostNumbers.has(errno)) || /closed state/.test(message ?? '')
}
