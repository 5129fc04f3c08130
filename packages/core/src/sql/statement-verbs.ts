import { isSymbol, type PlacedToken, type SqlStatement } from './split-statements.ts'

/** Words with which statements begin, in any of the dialects. */
const verbs = new Set(
  (
    'SELECT WITH VALUES TABLE FROM INSERT UPDATE DELETE MERGE REPLACE UPSERT CREATE ALTER DROP TRUNCATE RENAME COMMENT GRANT REVOKE DENY SET RESET SHOW DESCRIBE DESC ' +
    'EXPLAIN ANALYZE ANALYSE VACUUM BEGIN START COMMIT ROLLBACK END SAVEPOINT RELEASE ABORT CALL DO EXECUTE EXEC PREPARE DEALLOCATE DECLARE FETCH CLOSE OPEN MOVE LISTEN ' +
    'NOTIFY UNLISTEN COPY LOAD INSTALL ATTACH DETACH USE PRAGMA CHECKPOINT CLUSTER REINDEX REFRESH LOCK UNLOCK IMPORT EXPORT SUMMARIZE PIVOT UNPIVOT OPTIMIZE KILL FLUSH ' +
    'SYSTEM EXISTS CHECK CHECKSUM WATCH HANDLER HELP PURGE REPAIR CACHE UNCACHE SECURITY DISCARD FORCE REASSIGN EXCHANGE UNDROP BACKUP RESTORE SIGNAL RESIGNAL GET XA ' +
    'CHANGE STOP SHUTDOWN RESTART UNINSTALL BINLOG IF CASE LOOP WHILE REPEAT RETURN LEAVE ITERATE GO PRINT RAISE CLONE MATERIALIZE PARALLEL'
  ).split(' '),
)

/** The word a statement begins with, where no statement of any dialect begins so: a slip of the fingers. */
export function strangeVerb({ tokens }: Pick<SqlStatement, 'tokens'>): PlacedToken | null {
  const begin = tokens.find((token) => !isSymbol(token, '('))
  return begin?.kind === 'word' && !verbs.has(begin.text.toUpperCase()) ? begin : null
}
