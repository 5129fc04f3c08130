import { placeOfMistake, splitStatements } from '@sightline/core'
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
  const { line, column } = told.extra ?? {}
  const place =
    typeof line === 'number'
      ? { line, start: typeof column === 'number' ? column : null }
      : (namedPlace(message, statement) ?? placeOfMistake(message, statement))
  if (place.start === null && typeof line !== 'number' && !/\bline \d/i.test(message)) return undefined
  const before = text.slice(0, at + statement.start).split('\n')
  return {
    line: before.length - 1 + place.line,
    column: place.start === null ? null : place.start + (place.line === 1 ? before.at(-1)!.length : 0),
    message,
  }
}

const named = /(?:no such (?:column|table|function): |unknown (?:column|table|identifier|function|database) |table )[`'"]?([\w.]+)/i

/** Databases that only name what they did not find: where that name stands. */
function namedPlace(
  message: string,
  { text, tokens }: { readonly text: string; readonly tokens: readonly { readonly text: string; readonly start: number }[] },
): { line: number; start: number } | undefined {
  if (/\bline \d/i.test(message)) return undefined
  const name = named.exec(message)?.[1]?.split('.').at(-1)?.toLowerCase()
  const token = name && tokens.find((one) => one.text.replaceAll(/["`[\]]/g, '').toLowerCase() === name)
  if (!token) return undefined
  const before = text.slice(0, token.start)
  return { line: before.split('\n').length, start: token.start - before.lastIndexOf('\n') }
}
