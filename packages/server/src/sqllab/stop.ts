import type { Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { changeQueryRow } from './query-row.ts'
import { stopRun } from './running.ts'

/** Only one's own; a run that is over is left as it is. */
export async function stopQuery(deps: Deps, caller: Caller, clientId: string): Promise<void> {
  const row = await deps.db
    .selectFrom('queries')
    .select(['id', 'status'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', caller.id ?? -1)
    .executeTakeFirst()
  if (!row) throw new Refusal(404, `Query with client_id ${clientId} not found`)
  if (['failed', 'success', 'timed_out', 'stopped'].includes(row.status)) return
  if (!stopRun(deps.queries, clientId)) throw new Refusal(422, 'Could not cancel query')
  await changeQueryRow(deps, row.id, { status: 'stopped', end_time: deps.now().getTime() })
}
