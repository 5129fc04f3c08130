import type { Problem } from '@sightline/contract'
import { networkProblem } from '../network-problem.ts'
import { ProblemError } from '../problem-error.ts'

export const engineName = 'Trino'

/** What the server says about a statement that failed. */
export interface TrinoError {
  readonly message?: string
  readonly errorName?: string
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number }
}

interface Target {
  readonly host: string
  readonly port: number
  readonly username: string
}

/** An answer that is not of the protocol: refused, not there, or from something else than Trino. */
export class UnexpectedAnswer extends Error {
  readonly status: number
  constructor(status: number, body: string) {
    super(
      body
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 300),
    )
    this.status = status
  }
}

export const refusal = (message: string): Problem => ({ code: 'GENERIC_DB_ENGINE_ERROR', message, extra: { engine_name: engineName } })

/** What a failed statement says, as a problem of the interface. The server names every kind of failure; its words are only read for names. */
export function problemOfStatement({ message = 'unknown failure', errorName = '', errorLocation }: TrinoError): Problem {
  const extra = { engine_name: engineName }
  const line = errorLocation?.lineNumber ?? 1
  const words = message.replace(/^line \d+:\d+: /, '')
  const quoted = /'([^']*)'/.exec(words)?.[1]
  switch (errorName) {
    case 'SYNTAX_ERROR': {
      const near = /(?:mismatched|extraneous|no viable alternative at) input '([^']*)'/.exec(words)?.[1] ?? quoted
      if (near === undefined) break
      return { code: 'SYNTAX_ERROR', message: `Please check your query for syntax errors at or near "${near}". Then, try running your query again.`, extra }
    }
    case 'COLUMN_NOT_FOUND':
      if (quoted === undefined) break
      return { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "${quoted}" at line ${line}.`, extra }
    case 'TABLE_NOT_FOUND':
      if (quoted === undefined) break
      return { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: missing('table', quoted), extra }
    case 'SCHEMA_NOT_FOUND':
      if (quoted === undefined) break
      return { code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: missing('schema', quoted), extra }
    case 'CATALOG_NOT_FOUND':
      if (quoted === undefined) break
      return {
        code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
        message: `Unable to connect to catalog named "${quoted}".`,
        extra: { ...extra, invalid: ['database'] },
      }
    case 'PERMISSION_DENIED':
      return { code: 'CONNECTION_DATABASE_PERMISSIONS_ERROR', message: `trino error: ${message}`, extra }
  }
  return { code: 'GENERIC_DB_ENGINE_ERROR', message: `trino error: ${message}`, extra }
}

const missing = (what: string, name: string): string => `The ${what} "${name}" does not exist. A valid ${what} must be used to run this query.`

/** Anything else that can go wrong on the way to an answer. */
export function problemOf(error: unknown, target: Target): Problem {
  if (error instanceof ProblemError) return error.problem
  const extra = { engine_name: engineName }
  if (error instanceof UnexpectedAnswer) {
    if (error.status === 401) {
      return {
        code: 'CONNECTION_ACCESS_DENIED_ERROR',
        message: `Either the username "${target.username}" or the password is incorrect.`,
        extra: { ...extra, invalid: ['username', 'password'] },
      }
    }
    if (error.status === 403) return { code: 'CONNECTION_DATABASE_PERMISSIONS_ERROR', message: `trino error: ${error.message || 'access denied'}`, extra }
    return { code: 'GENERIC_DB_ENGINE_ERROR', message: `trino error: the server answered ${error.status}. ${error.message}`.trim(), extra }
  }
  const { message } = error as { readonly message?: string }
  return networkProblem(error, target, engineName) ?? { code: 'GENERIC_DB_ENGINE_ERROR', message: `trino error: ${message ?? String(error)}`, extra }
}
