import { isSymbol, isWord, type PlacedToken, type SqlStatement } from './split-statements.ts'

/**
 * What a statement does, as far as its text can prove. Whatever is not known to read counts as writing; the connection itself is opened
 * read-only besides, so this decides what is offered and said, and never stands alone.
 */
export interface StatementKind {
  readonly reads: boolean
  /** A query expression whose rows a LIMIT can cap. */
  readonly isQuery: boolean
}

const queries = ['SELECT', 'WITH', 'VALUES', 'TABLE', 'FROM']
const otherReads = ['SHOW', 'DESCRIBE', 'DESC', 'SUMMARIZE', 'PIVOT', 'UNPIVOT']

/** Calls that change something outside the transaction, end other people's work or reach files, although they stand in a SELECT. */
const writingFunctions =
  /^(?:setval|nextval|set_config|pg_(?:terminate|cancel)_backend|pg_reload_conf|pg_rotate_logfile|pg_promote|pg_switch_\w+|pg_create_\w+|pg_drop_\w+|pg_(?:try_)?advisory_\w+|pg_notify|pg_logical_\w+|pg_replication_\w+|pg_wal_\w+|pg_backup_\w+|pg_start_backup|pg_stop_backup|pg_read_\w*file|pg_ls_\w+|pg_stat_file|pg_file_\w+|pg_stat_reset\w*|pg_export_snapshot|lo_(?!get)\w+|lowrite|dblink\w*|txid_current|pg_current_xact_id|load_file|load_extension|sys_exec|sys_eval|xp_\w+)$/

export function kindOfStatement({ tokens }: Pick<SqlStatement, 'tokens'>): StatementKind {
  const writes: StatementKind = { reads: false, isQuery: false }
  const first = tokens.findIndex((token) => !isSymbol(token, '('))
  const begin = tokens[first]
  if (begin?.kind !== 'word') return writes
  if (isWord(begin, 'EXPLAIN')) return { reads: first === 0 && kindOfStatement({ tokens: withoutExplain(tokens) }).reads, isQuery: false }
  const isQuery = isWord(begin, ...queries)
  if ((!isQuery && !(first === 0 && isWord(begin, ...otherReads))) || hidesWrite(tokens)) return writes
  return { reads: true, isQuery }
}

/** Options stand in parentheses or as words; what follows is the statement that would be explained, or run with ANALYZE. */
function withoutExplain(tokens: readonly PlacedToken[]): readonly PlacedToken[] {
  let place = 1
  if (isSymbol(tokens[place], '(') && !isWord(tokens[place + 1], ...queries)) {
    while (place < tokens.length && !isSymbol(tokens[place], ')')) place++
    place++
  }
  while (isWord(tokens[place], 'ANALYZE', 'ANALYSE', 'VERBOSE', 'QUERY', 'PLAN', 'EXTENDED')) place++
  return tokens.slice(place)
}

function hidesWrite(tokens: readonly PlacedToken[]): boolean {
  return tokens.some((token, index) => {
    if (isSymbol(tokens[index + 1], '(') && writingFunctions.test(nameOf(token))) return true
    if (token.kind !== 'word') return false
    if (isWord(token, 'INTO')) return true
    const before = tokens[index - 1]
    // The body of a WITH clause, or the statement after it.
    return isWord(token, 'INSERT', 'UPDATE', 'DELETE', 'MERGE') && (isSymbol(before, '(') || isSymbol(before, ')'))
  })
}

const nameOf = (token: PlacedToken): string => (token.kind === 'word' ? token.text : token.kind === 'name' ? token.text.slice(1, -1) : '').toLowerCase()
