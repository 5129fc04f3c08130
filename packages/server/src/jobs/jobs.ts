import type { Selectable } from 'kysely'
import type { Jobs as JobTable } from '../db/schema.ts'
import type { Db } from '../db/store.ts'

export type Job = Selectable<JobTable>

export interface NewJob {
  readonly queryId: number
  readonly databaseId: number
  readonly userId: number | null
  /** The database is a file of this server: nobody else may open it. */
  readonly isLocal: boolean
  /** It only reads. */
  readonly mayRepeat: boolean
  readonly input: unknown
}

/** Why the signal of a running job was aborted, other than by its user. */
export const endings = { closing: 'closing', lost: 'lost' } as const

/** Runs a job to its end and writes what became of it into its query. */
export type RunJob = (job: Job, signal: AbortSignal) => Promise<void>

/**
 * Queries that run in the background. Jobs are rows of the metadata store, added in the transaction that accepts the query, so none is lost;
 * this process takes them in turns of their users. Where Redis is set it tells other processes that there is something to take.
 */
export interface Jobs {
  /** The name of this process in `queries.runner`. */
  readonly runner: string
  /** From now on this process counts as alive, and takes jobs. What processes that ended have left is put right first. */
  start(role: 'server' | 'worker', run: RunJob): Promise<void>
  /** How many wait, of one user and of all. */
  waiting(userId: number | null): Promise<{ readonly own: number; readonly all: number }>
  /** Within the transaction of the caller, who calls `wake` after it. */
  add(tx: Db, job: NewJob): Promise<void>
  wake(): void
  /** Takes no more, ends what runs: what only reads waits for the next start, the rest has failed. */
  close(): Promise<void>
}
