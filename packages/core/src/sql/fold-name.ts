import { spelledName } from './split-statements.ts'
import type { SqlToken } from './scan-sql.ts'

type Folding = 'unquoted' | 'all' | 'none'

const foldings: Readonly<Record<string, Folding>> = { postgresql: 'unquoted', duckdb: 'all', sqlite: 'all', trino: 'all', mysql: 'none', clickhouse: 'none' }

/** Databases lower ASCII letters only. */
const lowered = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** A name such that two of them are the same to the database exactly if they are the same text. */
export function foldName(name: string, dialectId: string, isQuoted = true): string {
  const folding = foldings[dialectId] ?? 'none'
  return folding === 'all' || (folding === 'unquoted' && !isQuoted) ? lowered(name) : name
}

export const foldedName = (token: SqlToken, dialectId: string): string => foldName(spelledName(token), dialectId, token.kind !== 'word')

const longestName = 63

/** Whether the name can be told from its spelling: PostgreSQL cuts long names short, and in ClickHouse a backslash spells other letters. */
export function isPlainlySpelled(token: SqlToken, dialectId: string): boolean {
  if (dialectId === 'clickhouse') return !token.text.includes('\\')
  return dialectId !== 'postgresql' || new TextEncoder().encode(spelledName(token)).length <= longestName
}
