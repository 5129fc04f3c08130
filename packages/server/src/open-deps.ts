import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createFinisher } from './chart-data/finish/create-finisher.ts'
import { ConfigError, type Config } from './config.ts'
import { migrateStore, openStore, type Db, type OpenStore } from './db/store.ts'
import type { Deps } from './deps.ts'
import { openEventLog } from './http/event-log.ts'
import { createJobs } from './jobs/create-jobs.ts'
import { endings } from './jobs/jobs.ts'
import type { Tickets } from './jobs/tickets.ts'
import { createMoveDesk } from './moving-in/move-desk.ts'
import { createQueries } from './queries/create-queries.ts'
import { createFileResults } from './results/file-results.ts'
import { createSharedQuestions, type SharedQuestions } from './queries/kept-questions.ts'
import type { SharedRows } from './queries/shared-rows.ts'
import type { Results } from './results/results.ts'
import { openSecrets } from './secrets.ts'
import { endRun, liveRuns } from './sqllab/running.ts'
import { noticeStops } from './sqllab/stop.ts'
import { createTemplates } from './templates/create-templates.ts'
import { createUploadDesk } from './uploads/upload-desk.ts'

/** Everything the server reaches, opened: store migrated, secrets read or made. `close` ends it in the opposite order. */
export async function openDeps(config: Config, log: Logger, now: () => Date = () => new Date()): Promise<{ readonly deps: Deps; close(): Promise<void> }> {
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  const secrets = openSecrets(config.dataFolder)
  const store = openStore(config.store)
  let shared: Shared
  try {
    await migrateStore(store)
    shared = await openShared(config, store, log, now)
  } catch (error) {
    await store.close()
    throw error
  }
  const { db } = store
  const events = openEventLog({ db, log, now, enabled: config.eventLog })
  const queries = createQueries({ config, db, secrets, log, now, sharedRows: shared.rows, sharedQuestions: shared.questions })
  const finisher = createFinisher({ log, timeoutSeconds: config.webserverTimeoutSeconds })
  const templates = createTemplates({ config, log })
  const jobs = createJobs({
    config,
    db,
    store: store.store,
    log,
    now,
    tickets: shared.tickets,
    noticeStops: () => noticeStops({ db, queries }),
    loseRuns: () => {
      for (const run of liveRuns(queries)) endRun(queries, run, endings.lost)
    },
  })
  const { results } = shared
  const uploads = createUploadDesk({ config, now })
  const moves = createMoveDesk()
  const deps: Deps = {
    config,
    db,
    store: store.store,
    queries,
    finisher,
    jobs,
    results,
    templates,
    uploads,
    moves,
    secrets,
    events,
    readiness: { isReady: false },
    log,
    now,
  }
  return {
    deps,
    close: async () => {
      await moves.close()
      await jobs.close()
      await uploads.close()
      await queries.close()
      await finisher.close()
      await templates.close()
      await events.close()
      await shared.close()
      await store.close()
    },
  }
}

interface Shared {
  readonly results: Results
  readonly rows: SharedRows | null
  readonly questions: SharedQuestions | null
  readonly tickets: Tickets | null
  close(): Promise<void>
}

/** Where results and the news of waiting queries go: into files of this server, or through Redis to other processes. */
async function openShared(config: Config, { db, store }: OpenStore, log: Logger, now: () => Date): Promise<Shared> {
  const mostBytes = config.resultMaxMb * 2 ** 20
  if (config.redis === '') {
    const results = createFileResults({ folder: join(config.dataFolder, 'results'), now, mostBytes, mostBytesInAll: config.resultsFolderMb * 2 ** 20 })
    return { results, rows: null, questions: null, tickets: null, close: () => results.close() }
  }
  if (store !== 'postgres') {
    throw new ConfigError(
      'SIGHTLINE_REDIS shares work between processes; that needs PostgreSQL as metadata store (SIGHTLINE_DB=postgres://…), the embedded one has room for one.',
    )
  }
  const [{ openRedis }, { openTickets }, { createRedisResults }, { createSharedRows }] = await Promise.all([
    import('./jobs/redis.ts'),
    import('./jobs/tickets.ts'),
    import('./results/redis-results.ts'),
    import('./queries/shared-rows.ts'),
  ])
  const prefix = `sightline-${await installationOf(db)}`
  const redis = await openRedis(config.redis)
  try {
    const tickets = await openTickets(config.redis, prefix, log)
    const results = createRedisResults({ redis, prefix, mostBytes })
    const [rows, questions] = [createSharedRows({ redis, prefix, log }), createSharedQuestions({ redis, prefix, log })]
    return { results, rows, questions, tickets, close: async () => redis.disconnect() }
  } catch (error) {
    redis.disconnect()
    throw error
  }
}

/** Several installations may share one Redis. */
async function installationOf(db: Db): Promise<string> {
  const name = 'installation'
  await db
    .insertInto('settings')
    .values({ name, value: randomUUID() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value
}
