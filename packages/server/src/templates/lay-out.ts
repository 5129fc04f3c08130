import { scanRulesOf, scanSql, type SqlToken } from '@sightline/core'
import type { SqlLanguage } from 'sql-formatter'

const languages: Readonly<Record<string, SqlLanguage>> = {
  postgresql: 'postgresql',
  duckdb: 'duckdb',
  sqlite: 'sqlite',
  mysql: 'mysql',
  clickhouse: 'clickhouse',
  trino: 'trino',
}

/** Words that are written large. Only those that no database takes for a name, because some tell large names from small ones. */
const largeWords = new Set(
  (
    'ALL AND AS ASC BETWEEN BY CASE CREATE CROSS DELETE DESC DISTINCT DROP ELSE END EXCEPT EXISTS FROM FULL GROUP HAVING IN INNER INSERT INTERSECT INTO IS JOIN LEFT LIKE LIMIT ' +
    'NATURAL NOT NULL ON OR ORDER OUTER OVER PARTITION RIGHT SELECT SET TABLE THEN UNION UPDATE USING VALUES WHEN WHERE WITH'
  ).split(' '),
)

/** SQL laid out in lines, or null where the result would not be the same SQL: every name, literal and comment must come out as it went in. */
export async function layOutSql(sql: string, dialectId: string): Promise<string | null> {
  const rules = scanRulesOf(dialectId)
  const before = scanSql(sql, rules)
  if (!before) return null
  const { format } = await import('sql-formatter')
  try {
    const laidOut = format(sql, {
      language: languages[dialectId] ?? 'sql',
      keywordCase: 'preserve',
      // Templates stay as they are.
      paramTypes: { custom: [{ regex: String.raw`\{\{[\s\S]*?\}\}` }, { regex: String.raw`\{%[\s\S]*?%\}` }, { regex: String.raw`\{#[\s\S]*?#\}` }] },
    })
    const after = scanSql(laidOut, rules)
    return after && isSameSql(before, after) ? enlarge(after) : null
  } catch {
    return null
  }
}

function isSameSql(before: readonly SqlToken[], after: readonly SqlToken[]): boolean {
  const solid = (tokens: readonly SqlToken[]): string[] => tokens.filter(({ kind }) => kind !== 'space').map(({ text }) => text.trimEnd())
  const [old, fresh] = [solid(before), solid(after)]
  return old.length === fresh.length && old.every((text, index) => text === fresh[index])
}

function enlarge(tokens: readonly SqlToken[]): string {
  const solid = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const places = new Map(solid.map((token, index) => [token, index]))
  const isDot = (token: SqlToken | undefined): boolean => token?.text === '.'
  let depth = 0
  return tokens
    .map((token) => {
      // Inside braces stand templates, parameters and structures.
      if (token.text === '{') depth++
      else if (token.text === '}') depth = Math.max(0, depth - 1)
      if (token.kind !== 'word' || depth > 0 || !largeWords.has(token.text.toUpperCase())) return token.text
      const place = places.get(token)!
      return isDot(solid[place - 1]) || isDot(solid[place + 1]) ? token.text : token.text.toUpperCase()
    })
    .join('')
}
