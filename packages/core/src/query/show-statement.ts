import { scanRulesOf } from '../sql/scan-rules.ts'
import { scanSql } from '../sql/scan-sql.ts'
import type { Dialect, Statement } from './dialect.ts'

const printValue = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  return `'${String(value as string).replaceAll("'", "''")}'`
}

/** A statement for people to read, its values written into it. It is shown, never run. */
export function showStatement({ sql, params }: Statement, dialect: Dialect): string {
  const tokens = params.length === 0 ? null : scanSql(sql, scanRulesOf(dialect.id))
  if (!tokens) return sql
  const isNumbered = dialect.placeholder(1).startsWith('$')
  let [text, next] = ['', 0]
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (isNumbered && token.text === '$' && tokens[at + 1]?.kind === 'number') {
      text += printValue(params[Number(tokens[++at]!.text) - 1])
    } else if (!isNumbered && token.kind === 'symbol' && token.text === '?') text += printValue(params[next++])
    else text += token.text
  }
  return text
}
