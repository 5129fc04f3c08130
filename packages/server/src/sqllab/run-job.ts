import type { ExecuteBody, Problem } from '@sightline/contract'
import { fail, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { endings, type Job, type RunJob } from '../jobs/jobs.ts'
import { makeCallers } from '../people/load-caller.ts'
import { prepareStored, type RunInput } from './execute.ts'
import { findDatabase } from './open-place.ts'
import { markFailed, type QueryRow } from './query-row.ts'
import { runQuery } from './run-query.ts'
import { beginRun } from './running.ts'

/** Runs an accepted query as its author, with what the author may do now: rights may have been taken away while it waited. */
export function makeRunJob(deps: Deps): RunJob {
  const callers = makeCallers(deps)
  return async (job, ending) => {
    const row = await deps.db.selectFrom('queries').selectAll().where('id', '=', job.query_id).executeTakeFirst()
    if (!row || row.status !== 'pending') return
    const run = beginRun(deps.queries, row.client_id, ending)
    try {
      const caller = row.user_id === null ? null : await callers.ofUser(row.user_id)
      const done = caller ? await runAs(deps, caller, row, inputOf(job, run.signal)) : fail(nobody)
      // What was cut off by our own end is put right by who ended it.
      if (!done.ok && !ending.aborted) await markFailed(deps, row.id, run.signal.aborted ? 'stopped' : 'failed', done.problem)
    } catch (error) {
      if (ending.reason === endings.lost) return
      await markFailed(deps, row.id, 'failed', { code: 'GENERIC_BACKEND_ERROR', message: 'An unexpected error occurred.' })
      throw error
    } finally {
      run.end()
    }
  }
}

const nobody: Problem = { code: 'GENERIC_BACKEND_ERROR', message: 'The user who asked for this query is no more, or may not sign in.' }
const gone: Problem = { code: 'DATABASE_NOT_FOUND_ERROR', message: 'The database was not found.' }

async function runAs(deps: Deps, caller: Caller, row: QueryRow, input: RunInput): Promise<Result<unknown>> {
  const database = await findDatabase(deps, caller, row.database_id)
  if (!database) return fail(gone)
  const ready = await prepareStored(deps, caller, database, row, input)
  if (!ready.ok) return ready
  const { body, signal } = input
  const timeoutSeconds = deps.config.asyncTimeLimitSeconds
  const keep = body.select_as_cta ? 'no' : 'must'
  const ran = await runQuery(deps, { caller, row, body, signal, ...ready.value, timeoutSeconds, shown: 0, channel: null, keep })
  if (ran.ok || ran.problem.code !== 'BACKEND_TIMEOUT_ERROR') return ran
  return fail({ code: 'SQLLAB_TIMEOUT_ERROR', message: `The query exceeded the ${timeoutSeconds} seconds timeout.`, extra: { timeout: timeoutSeconds } })
}

const inputOf = (job: Job, signal: AbortSignal): RunInput => {
  const { body, urlParams } = JSON.parse(job.input) as { readonly body: ExecuteBody; readonly urlParams: Record<string, string> }
  return { body, urlParams, signal }
}
