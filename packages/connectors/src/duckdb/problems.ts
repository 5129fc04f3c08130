import type { Problem } from '@sightline/contract'

export const engineName = 'DuckDB'

/** The engine's words as a problem of the interface. */
export function problemOf(message: string, sql: string): Problem {
  const extra = { engine_name: engineName }
  const column = /Referenced column "([^"]+)" (?:was )?not found/.exec(message)?.[1] ?? /does not have a column named "([^"]+)"/.exec(message)?.[1]
  if (column) {
    return { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "${column}" at line ${lineIn(message)}.`, extra }
  }
  if (message.startsWith('Catalog Error: Table with name')) return { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `duckdb error: ${message}`, extra }
  const near = /syntax error at or near "([^"]*)"/.exec(message)?.[1]
  if (near !== undefined) {
    return { code: 'SYNTAX_ERROR', message: `Please check your query for syntax errors at or near "${near}". Then, try running your query again.`, extra }
  }
  if (message.startsWith('Parser Error') && sql.trim() !== '') return { code: 'SYNTAX_ERROR', message: `duckdb error: ${message}`, extra }
  return { code: 'GENERIC_DB_ENGINE_ERROR', message: `duckdb error: ${message}`, extra }
}

export const refusal = (message: string): Problem => ({
  code: 'GENERIC_DB_ENGINE_ERROR',
  message: `duckdb error: ${message}`,
  extra: { engine_name: engineName },
})

const lineIn = (message: string): string => /LINE (\d+):/.exec(message)?.[1] ?? '1'

export const died: Problem = {
  code: 'GENERIC_DB_ENGINE_ERROR',
  message: 'duckdb error: The database engine stopped while it ran this query. It starts again with the next one.',
  extra: { engine_name: engineName },
}
