import type { Problem } from '@sightline/contract'
import type { Selectable } from 'kysely'
import type { Queries } from '../db/schema.ts'
import type { Db } from '../db/store.ts'
import { printProblem } from '../http/errors.ts'
import { momentOf } from '../moment.ts'
import type { Job } from './jobs.ts'

/** A query that only reads is run at most this often. */
const mostAttempts = 2

const open = ['pending', 'running']

/** Every run that nobody has in hand, though it is not over: it waits again or has failed, and says why. Answers how many wait again. */
export async function recoverRuns(db: Db, now: Date): Promise<number> {
  const rows = await db
    .selectFrom('queries')
    .selectAll()
    .where('status', 'in', open)
    .where((eb) =>
      eb.or([
        eb.and([eb('runner', 'is not', null), eb('runner', 'not in', eb.selectFrom('runners').select('runners.id'))]),
        eb.and([eb('runner', 'is', null), eb('id', 'not in', eb.selectFrom('jobs').select('query_id'))]),
      ]),
    )
    .execute()
  let again = 0
  for (const row of rows) if (await letGo(db, now, row, 'The process that ran this query ended.')) again++
  // Jobs whose query is over were left by a process that ended between the two.
  await db
    .deleteFrom('jobs')
    .where('query_id', 'in', (eb) => eb.selectFrom('queries').select('id').where('status', 'not in', open))
    .execute()
  return again
}

/** One run whose process ends. True if it waits to be run again. */
export async function letGo(db: Db, now: Date, row: Pick<Selectable<Queries>, 'id' | 'runner' | 'extra_json'>, reason: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const job = await tx.selectFrom('jobs').selectAll().where('query_id', '=', row.id).executeTakeFirst()
    const mayRepeat = job !== undefined && job.may_repeat && job.attempts < mostAttempts
    const values = mayRepeat ? waitingAgain(row, job, reason) : failed(row, now, reason, job)
    const changed = await tx
      .updateTable('queries')
      .set({ ...values, runner: null, changed_on: momentOf(now) })
      .where('id', '=', row.id)
      .where('status', 'in', open)
      .where('runner', row.runner === null ? 'is' : '=', row.runner)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return false
    if (mayRepeat) await tx.updateTable('jobs').set({ runner: null }).where('id', '=', job.id).execute()
    else if (job) await tx.deleteFrom('jobs').where('id', '=', job.id).execute()
    return mayRepeat
  })
}

/** Jobs whose server never came back. */
export async function failStranded(db: Db, now: Date, places: readonly string[]): Promise<void> {
  if (places.length === 0) return
  const rows = await db
    .selectFrom('jobs')
    .innerJoin('queries', 'queries.id', 'jobs.query_id')
    .select(['queries.id', 'queries.runner', 'queries.extra_json', 'jobs.id as job_id'])
    .where('jobs.place', 'in', places)
    .where('jobs.runner', 'is', null)
    .execute()
  for (const row of rows) {
    await db.transaction().execute(async (tx) => {
      const gone = await tx.deleteFrom('jobs').where('id', '=', row.job_id).where('runner', 'is', null).returning('id').executeTakeFirst()
      if (!gone) return
      await tx
        .updateTable('queries')
        .set({ ...failed(row, now, 'The server that was to run this query has not come back.', undefined), changed_on: momentOf(now) })
        .where('id', '=', row.id)
        .where('status', 'in', open)
        .execute()
    })
  }
}

const waitingAgain = (row: Pick<Selectable<Queries>, 'extra_json'>, job: Job, reason: string) => ({
  status: 'pending',
  progress: 0,
  start_running_time: null,
  extra_json: JSON.stringify({
    ...extraOf(row),
    progress: `${reason} It is run again (attempt ${job.attempts + 1} of ${mostAttempts}).`,
    retried: { attempts: job.attempts, reason },
  }),
})

function failed(row: Pick<Selectable<Queries>, 'extra_json'>, now: Date, reason: string, job: Job | undefined) {
  const why = job?.may_repeat === false ? ' It may have written, so it is not run again.' : ''
  const problem: Problem = { code: 'ASYNC_WORKERS_ERROR', message: `${reason}${why}` }
  return {
    status: 'failed',
    error_message: problem.message,
    tmp_table_name: null,
    end_time: now.getTime(),
    extra_json: JSON.stringify({ ...extraOf(row), progress: null, errors: [printProblem(problem)] }),
  }
}

function extraOf({ extra_json }: Pick<Selectable<Queries>, 'extra_json'>): Record<string, unknown> {
  try {
    return JSON.parse(extra_json) as Record<string, unknown>
  } catch {
    return {}
  }
}
