import { isSymbol, isWord, spelledName, type SqlStatement } from './split-statements.ts'
import { statementRulesOf } from './statement-rules.ts'

/**
 * Functions and tables in a statement that are refused to everybody, whatever they may read: they reach files of the database's machine, other
 * servers, passwords or other people's statements. A name counts wherever it stands.
 */
export function forbiddenNames({ tokens, dialectId }: SqlStatement): readonly string[] {
  const rules = statementRulesOf(dialectId)
  const found = new Set<string>()
  const sets = isWord(tokens[0], 'SET', 'RESET')
  tokens.forEach((token, place) => {
    if (isWord(token, 'PROGRAM') && isWord(tokens[0], 'COPY')) found.add('COPY … PROGRAM')
    if (token.kind !== 'word' && token.kind !== 'name') return
    const name = spelledName(token).toLowerCase()
    if (sets && rules.forbiddenSettings.test(name)) found.add(`SET ${name}`)
    if (isSymbol(tokens[place + 1], '(') && rules.forbiddenFunctions.test(name)) found.add(name)
    const qualifier = isSymbol(tokens[place - 1], '.') ? tokens[place - 2] : undefined
    const path = qualifier && (qualifier.kind === 'word' || qualifier.kind === 'name') ? `${spelledName(qualifier).toLowerCase()}.${name}` : name
    if (rules.forbiddenTables.test(path)) found.add(path)
  })
  const [first, second] = tokens
  if (dialectId === 'mysql' && isWord(first, 'LOAD')) found.add('LOAD')
  if (dialectId === 'sqlite' && isWord(first, 'ATTACH', 'DETACH')) found.add(first!.text.toUpperCase())
  // A file of the database's machine; `COPY … FROM STDIN` has no meaning here either.
  if (dialectId === 'postgresql' && isWord(first, 'COPY')) found.add('COPY')
  if (dialectId === 'clickhouse' && isWord(first, 'SYSTEM', 'KILL')) found.add(first!.text.toUpperCase())
  if (dialectId === 'mysql' && tokens.some((token, place) => isWord(token, 'INTO') && isWord(tokens[place + 1], 'OUTFILE', 'DUMPFILE')))
    found.add('INTO OUTFILE')
  if (dialectId === 'clickhouse' && tokens.some((token, place) => isWord(token, 'INTO') && isWord(tokens[place + 1], 'OUTFILE'))) found.add('INTO OUTFILE')
  if (
    dialectId === 'mysql' &&
    isWord(first, 'SHOW') &&
    isWord(second, 'PROCESSLIST', 'GRANTS', 'FULL', 'BINLOG', 'BINARY', 'SLAVE', 'MASTER', 'REPLICA', 'ENGINE')
  )
    if (!isWord(second, 'FULL') || isWord(tokens[2], 'PROCESSLIST')) found.add(`SHOW ${second!.text.toUpperCase()}`)
  return [...found]
}
