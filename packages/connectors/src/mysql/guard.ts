/** Beginnings of statements that read. A read-only transaction does not stop those that set, flush, kill, lock or shut down. */
const readers = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN'])

/** Space, comments and opening brackets before the first word. What the server runs out of a comment (`/*!`) is not taken for a gap. */
const first = /^(?:[\s(]+|--[\s][^\n]*|#[^\n]*|\/\*(?![!M])[\s\S]*?\*\/)*([A-Za-z]+)/

/** Why a read-only statement is refused before the server sees it, or null. Writing to a file of the server is no write to its transactions. */
export function refusalOf(sql: string): string | null {
  const word = first.exec(sql)?.[1]?.toUpperCase()
  // An unknown word is a mistake that the server explains best.
  if (word === undefined) return /^[\s;]*$/.test(sql) ? 'There is no statement to run.' : 'This kind of statement is not allowed on a read-only connection.'
  if (writers.has(word)) return `${word} statement is not allowed on a read-only connection.`
  return !readers.has(word) ? null : /\b(?:OUTFILE|DUMPFILE)\b/i.test(sql) ? 'Cannot write a file: this connection is read-only.' : null
}

/** Every other word with which a statement may begin. */
const writers = new Set(
  (
    'ALTER ANALYZE BACKUP BEGIN BINLOG CACHE CALL CHANGE CHECK CHECKSUM CLONE COMMIT CREATE DEALLOCATE DELETE DO DROP EXECUTE FLUSH GET GRANT HANDLER HELP ' +
    'IMPORT INSERT INSTALL KILL LOAD LOCK OPTIMIZE PREPARE PURGE RELEASE RENAME REPAIR REPLACE RESET RESIGNAL RESTART REVOKE ROLLBACK SAVEPOINT SET SHUTDOWN ' +
    'SIGNAL SLAVE START STOP TRUNCATE UNINSTALL UNLOCK UPDATE USE XA IF LOOP WHILE REPEAT FOR CASE'
  ).split(' '),
)
