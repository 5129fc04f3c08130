import { fail, ok, printCsv, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { printPieces } from '../chart-data/print-pieces.ts'
import { contextOf, findDatabase, openPlace } from './open-place.ts'
import { prepareText } from './prepare-run.ts'
import { distinctNames } from './result-columns.ts'

const gone = {
  code: 'RESULTS_BACKEND_ERROR' as const,
  status: 404,
  message: 'The query associated with the results could not be found. You need to re-run the original query.',
}

/** The rows of a run as CSV: its last statement is asked again, with what the caller may see now. */
export async function exportRun(
  deps: Deps,
  caller: Caller,
  clientId: string,
  signal: AbortSignal,
): Promise<Result<{ readonly name: string; readonly csv: Uint8Array }>> {
  const row = await deps.db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  const database = row ? await findDatabase(deps, caller, row.database_id) : undefined
  if (!row || !database || !row.executed_sql) return fail(gone)
  const place = await openPlace(deps, database, row.schema, signal)
  if (!place.ok) return place
  // Only reading is repeated, whatever the database allows.
  const readOnly = { ...place.value, database: { ...database, allow_dml: false } }
  const body = { database_id: database.id, sql: row.executed_sql, schema: row.schema, queryLimit: row.limit }
  const prepared = await prepareText(deps, caller, readOnly, body, contextOf(caller, null))
  if (!prepared.ok) return prepared
  const frame = await deps.queries.run({
    databaseId: database.id,
    statement: { sql: prepared.value.steps.at(-1)!.sql, params: [] },
    schema: row.schema ?? undefined,
    readOnly: true,
    maxRows: prepared.value.limit,
    timeoutSeconds: deps.config.sqllabTimeoutSeconds,
    signal,
    userId: caller.id,
  })
  if (!frame.ok) return frame
  return ok({ name: row.tab_name || 'query', csv: await printPieces(printCsv(frame.value, distinctNames(frame.value.columns))) })
}
