import { placeOfMistake, splitStatements, type SqlStatement } from '@sightline/core'
import type { Fault } from '../state/model.ts'

interface Told {
  readonly message?: unknown
  readonly error_type?: unknown
  readonly extra?: { readonly line?: unknown; readonly column?: unknown } | null
}

/**
 * Where in the text of a tab a failed run went wrong; undefined where the database does not tell, or where the text is another one by now. Lines and columns
 * count from one.
 */
export function faultIn(text: string, run: { readonly sql: string; readonly backend: string }, error: unknown): Fault | undefined {
  const told = (typeof error === 'object' && error !== null ? error : {}) as Told
  const message = typeof told.message === 'string' ? told.message : ''
  const at = text.indexOf(run.sql)
  if (at < 0 || message === '') return undefined
  // What runs is the text without the blanks around it, and of a script the statement that failed.
  const number = Number(/^Statement (\d+) out of \d+ /.exec(message)?.[1] ?? 1)
  const statement = splitStatements(run.sql, run.backend)?.[number - 1]
  if (!statement) return undefined
  const place = readPlace(told, message, statement)
  if (!place) return undefined
  const before = text.slice(0, at + statement.start).split('\n')
  return {
    line: before.length - 1 + place.line,
    column: place.start === null ? null : place.start + (place.line === 1 ? before.at(-1)!.length : 0),
    message,
  }
}

interface Place {
  readonly line: number
  readonly start: number | null
}

function readPlace({ extra }: Told, message: string, statement: SqlStatement): Place | undefined {
  const { line, column } = extra ?? {}
  if (typeof line === 'number') return { line, start: typeof column === 'number' ? column : null }
  const pointed = placeOfMistake(message, statement)
  return pointed.start !== null || /\bline \d/i.test(message) ? pointed : undefined
}
