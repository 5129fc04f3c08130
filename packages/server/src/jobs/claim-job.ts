import { sql } from 'kysely'
import type { Db } from '../db/store.ts'
import { momentOf } from '../moment.ts'
import type { Job } from './jobs.ts'

interface ClaimLimits {
  readonly perUser: number
  readonly perDatabase: number
}

/**
 * Takes the next job: that of the user of whom the fewest run, the oldest of several. Users and databases that have their share in this process
 * already are passed over. Two processes never take the same one.
 */
export async function claimJob(db: Db, now: Date, runner: string, places: readonly string[], limits: ClaimLimits): Promise<Job | null> {
  const running = await db.selectFrom('jobs').select(['user_id', 'database_id', 'runner']).where('runner', 'is not', null).execute()
  const mine = running.filter((job) => job.runner === runner)
  const waiting = await db
    .selectFrom('jobs')
    .select(['user_id', 'database_id', sql<number>`min(id)`.as('id')])
    .where('runner', 'is', null)
    .where('place', 'in', places)
    .groupBy(['user_id', 'database_id'])
    .execute()
  const runningOf = (user: number | null): number => running.filter(({ user_id }) => user_id === user).length
  const next = waiting
    .filter(({ user_id }) => mine.filter((job) => job.user_id === user_id).length < limits.perUser)
    .filter(({ database_id }) => mine.filter((job) => job.database_id === database_id).length < limits.perDatabase)
    .map((job) => ({ id: job.id, load: runningOf(job.user_id) }))
    .toSorted((a, b) => a.load - b.load || a.id - b.id)
  for (const { id } of next) {
    const job = await db.transaction().execute((tx) => take(tx, now, id, runner))
    if (job) return job
  }
  return null
}

async function take(tx: Db, now: Date, id: number, runner: string): Promise<Job | null> {
  const job = await tx
    .updateTable('jobs')
    .set((eb) => ({ runner, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('runner', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!job) return null
  const taken = await tx
    .updateTable('queries')
    .set({ runner, changed_on: momentOf(now) })
    .where('id', '=', job.query_id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  if (taken) return job
  // It was stopped while it waited.
  await tx.deleteFrom('jobs').where('id', '=', id).execute()
  return null
}
