import { SQLDialect, type SQLDialectSpec } from '@codemirror/lang-sql'
import { scanRulesOf, sqlDialectOf } from '@sightline/core'
import { colouredTypes, colouredWords, doubtfulFunctions, reservedWords, wordsOfDialect } from './sql-words.ts'

const moreOf: Readonly<Record<string, SQLDialectSpec>> = {
  postgresql: { operatorChars: '+-*/<>=~!@#%^&|`?', specialVar: '' },
  duckdb: { operatorChars: '+-*/<>=~!@%^&|?', specialVar: '$', caseInsensitiveIdentifiers: true },
  mysql: { operatorChars: '*+-%<>!=&|^', charSetCasts: true, specialVar: '@?', caseInsensitiveIdentifiers: true },
  sqlite: { operatorChars: '*+-%<>!=&|/~', specialVar: '@:?$', caseInsensitiveIdentifiers: true },
  clickhouse: { operatorChars: '*+-%<>!=&|/~?' },
  trino: { operatorChars: '*+-%<>!=&|/?', caseInsensitiveIdentifiers: true },
}

const dialects = new Map<string, SQLDialect>()

/** How text of a database is coloured: strings, comments and names are cut as the database cuts them, functions are those it told. */
export function dialectOf(backend: string, functions: readonly string[]): SQLDialect {
  const id = sqlDialectOf(backend)
  const key = `${id} ${functions.join(' ')}`
  const known = dialects.get(key)
  if (known) return known
  const rules = scanRulesOf(id)
  const keywords = new Set([...reservedWords, ...colouredWords, ...(wordsOfDialect[id] ?? [])])
  const types = new Set(colouredTypes)
  const made = SQLDialect.define({
    ...moreOf[id],
    keywords: [...keywords].filter((word) => !types.has(word)).join(' '),
    types: colouredTypes.join(' '),
    builtin: functions
      .map((name) => name.toLowerCase())
      .filter((name) => !doubtfulFunctions.has(name) && !keywords.has(name) && !types.has(name))
      .join(' '),
    backslashEscapes: rules.backslashIn.includes("'"),
    hashComments: rules.hashComments !== 'never',
    slashComments: rules.hasSlashComments,
    spaceAfterDashes: rules.dashesNeedBlank,
    doubleDollarQuotedStrings: rules.hasDollarQuotes,
    doubleQuotedStrings: rules.doubleQuotes === 'string',
    identifierQuotes: `${rules.doubleQuotes === 'name' ? '"' : ''}${rules.hasBackticks ? '`' : ''}`,
  })
  dialects.set(key, made)
  return made
}
