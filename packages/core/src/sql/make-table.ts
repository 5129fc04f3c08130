import { isWord, splitStatements } from './split-statements.ts'
import { kindOfStatement } from './statement-kind.ts'

/** What a dialect needs between the name of a new table and the query that fills it. */
const beforeQuery: Readonly<Record<string, string>> = { clickhouse: ' ENGINE = MergeTree ORDER BY tuple()' }

/**
 * A query as the statement that makes a table or a view of its rows. `path` is the quoted name. The query's text is kept to the letter; the result is
 * read again, and null if it is not one statement that makes exactly this.
 */
export function makeFromQuery(query: string, dialectId: string, kind: 'TABLE' | 'VIEW', path: string): string | null {
  const text = `CREATE ${kind} ${path}${kind === 'TABLE' ? (beforeQuery[dialectId] ?? '') : ''} AS\n${query}`
  const [before, after] = [splitStatements(query, dialectId), splitStatements(text, dialectId)]
  const [inner] = before ?? []
  const [made] = after ?? []
  if (before?.length !== 1 || after?.length !== 1 || !inner || !made || !kindOfStatement(inner).isQuery) return null
  const head = made.tokens.slice(0, made.tokens.length - inner.tokens.length)
  const isKept = inner.tokens.every((token, index) => made.tokens[head.length + index]?.text === token.text)
  const isIntended = isWord(head[0], 'CREATE') && isWord(head[1], kind) && isWord(head.at(-1), 'AS')
  return isKept && isIntended ? text : null
}
