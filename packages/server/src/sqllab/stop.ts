import type { Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { markStopped } from './query-row.ts'
import { endRun, liveRuns } from './running.ts'

/** Only one's own; a run that is over is left as it is. One that another process has in hand is ended by that process, which sees the state of its row. */
export async function stopQuery(deps: Deps, caller: Caller, clientId: string): Promise<void> {
  const row = await deps.db
    .selectFrom('queries')
    .select(['id', 'status', 'database_id'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', caller.id ?? -1)
    .executeTakeFirst()
  if (!row) throw new Refusal(404, `Query with client_id ${clientId} not found`)
  if (row.status === 'running') {
    const connector = await deps.queries.connectorOf(row.database_id)
    if (connector.ok && connector.value.lacks.cancel !== undefined) throw new Refusal(422, 'Could not cancel query')
  }
  // The state first: whatever the run does from now on, it stays stopped.
  if (await markStopped(deps, row.id)) endRun(deps.queries, clientId)
}

/** Runs of this process that were stopped through another one. */
export async function noticeStops({ db, queries }: Pick<Deps, 'db' | 'queries'>): Promise<void> {
  const live = liveRuns(queries)
  if (live.length === 0) return
  const rows = await db.selectFrom('queries').select('client_id').where('client_id', 'in', live).where('status', '=', 'stopped').execute()
  for (const { client_id } of rows) endRun(queries, client_id)
}
