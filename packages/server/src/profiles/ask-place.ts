import type { Problem } from '@sightline/contract'
import type { Caller, Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { contextOf } from '../sqllab/open-place.ts'
import { prepareText, type PreparedRun, type RunPlace } from '../sqllab/prepare-run.ts'
import type { Ask } from './profile-column.ts'

export const missingDatabase: Problem = { code: 'DATABASE_NOT_FOUND_ERROR', status: 404, message: 'Database not found.' }

export type Prepare = (sql: string, rows: number) => Promise<Result<PreparedRun>>

/** What may be asked of a place by this caller, with the row rules that hold for them. */
export const preparerFor =
  (deps: Deps, caller: Caller, place: RunPlace, schema: string | null): Prepare =>
  (sql, rows) =>
    prepareText(deps, caller, place, { database_id: place.database.id, sql, schema, queryLimit: rows }, contextOf(caller, null))

/** One time limit for all that is asked. */
export function askerFor(deps: Deps, caller: Caller, { database, signal }: RunPlace, schema: string | null, prepare: Prepare): Ask {
  const until = performance.now() + deps.config.sqllabTimeoutSeconds * 1000
  return async (sql, rows) => {
    const prepared = await prepare(sql, rows)
    if (!prepared.ok) return prepared
    return deps.queries.run({
      databaseId: database.id,
      statement: { sql: prepared.value.steps[0]!.sql, params: [] },
      schema: schema ?? undefined,
      readOnly: true,
      maxRows: rows,
      timeoutSeconds: Math.max(0.1, (until - performance.now()) / 1000),
      signal,
      userId: caller.id,
    })
  }
}
