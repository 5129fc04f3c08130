import type { Problem } from '@sightline/contract'

export const engineName = 'SQLite'

const extra = { engine_name: engineName }

/** The engine's words as a problem of the interface. */
export function problemOf(message: string, sql: string): Problem {
  const column = /^no such column: (.+)$/m.exec(message)?.[1]
  if (column !== undefined) {
    return { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "${column}" at line ${lineOf(column, sql)}.`, extra }
  }
  if (message.startsWith('no such table: ')) return { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `sqlite error: ${message}`, extra }
  const near = /near "([^"]*)": syntax error/.exec(message)?.[1]
  if (near !== undefined) {
    return { code: 'SYNTAX_ERROR', message: `Please check your query for syntax errors at or near "${near}". Then, try running your query again.`, extra }
  }
  if (/^(incomplete input|unrecognized token)/.test(message)) return { code: 'SYNTAX_ERROR', message: `sqlite error: ${message}`, extra }
  return refusal(message)
}

/** The engine names the column but not its place: it is the first line on which the name stands. */
function lineOf(column: string, sql: string): number {
  const at = sql.toLowerCase().indexOf(column.toLowerCase())
  return at < 0 ? 1 : sql.slice(0, at).split('\n').length
}

export const refusal = (message: string): Problem => ({ code: 'GENERIC_DB_ENGINE_ERROR', message: `sqlite error: ${message}`, extra })

/** The library ends its process over a text that is none. */
export const problemOfEnd = (complaint: string): Problem =>
  complaint.includes('Utf8Error') ? refusal('A text in the answer is not valid UTF-8. Cast the column to BLOB to see its bytes.') : died

export const died: Problem = refusal('The database engine stopped while it ran this query. It starts again with the next one.')
