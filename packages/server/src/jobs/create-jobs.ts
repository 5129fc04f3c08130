import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db, Store } from '../db/store.ts'
import { momentOf } from '../moment.ts'
import { claimJob } from './claim-job.ts'
import { endings, type Job, type Jobs, type RunJob } from './jobs.ts'
import { failStranded, letGo, recoverRuns } from './recover-runs.ts'
import { createRunners } from './runners.ts'
import type { Tickets } from './tickets.ts'

export interface JobsDeps {
  readonly config: Pick<Config, 'dataFolder' | 'asyncQueries' | 'queriesPerDatabase' | 'runnerSilenceSeconds'>
  readonly db: Db
  readonly store: Store
  readonly log: Logger
  readonly now: () => Date
  /** Runs of this process, background or not, that somebody stopped through another process. */
  readonly noticeStops: () => Promise<void>
  /** Ends every run of this process: others have taken them for lost. */
  readonly loseRuns: () => void
  readonly tickets: Tickets | null
}

export function createJobs(deps: JobsDeps): Jobs {
  const { config, db, log, now, tickets } = deps
  const ownPlace = `${hostname()}:${config.dataFolder}`
  const runner = `${hostname()}:${process.pid}:${randomUUID()}`
  // An embedded store has one process: nobody watches it, and nobody has to be told that it lives.
  const isShared = deps.store === 'postgres'
  const silenceMs = config.runnerSilenceSeconds * 1000
  const limits = { perUser: Math.max(1, Math.ceil(config.asyncQueries / 2)), perDatabase: Math.max(1, Math.ceil(config.queriesPerDatabase / 2)) }
  const live = new Map<number, { readonly controller: AbortController; readonly done: Promise<void> }>()
  const missingSince = new Map<string, number>()
  let run: RunJob | null = null
  let role: 'server' | 'worker' = 'server'
  let isClosing = false
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> = Promise.resolve()
  let pumping: Promise<void> | null = null
  let isAskedAgain = false
  let runners = createRunners(db, { id: runner, place: '', ownsStore: !isShared }, now, silenceMs)

  async function runOne(job: Job): Promise<void> {
    const controller = new AbortController()
    const work = async (): Promise<void> => {
      try {
        await run!(job, controller.signal)
      } catch (error) {
        log.error({ err: error, query: job.query_id }, 'a background query failed unexpectedly')
      }
      if (controller.signal.reason === endings.lost) return
      const reason = isClosing ? 'The server was stopped while it ran this query.' : 'This query failed unexpectedly.'
      // Nothing happens here to a run that is over.
      const row = await db
        .selectFrom('queries')
        .select(['id', 'runner', 'extra_json'])
        .where('id', '=', job.query_id)
        .where('runner', '=', runner)
        .executeTakeFirst()
      if (row) await letGo(db, now(), row, reason)
      await db.deleteFrom('jobs').where('id', '=', job.id).where('runner', '=', runner).execute()
    }
    const done = work().catch((error: unknown) => log.error({ err: error, query: job.query_id }, 'the end of a background query could not be noted'))
    live.set(job.id, { controller, done })
    await done
    live.delete(job.id)
  }

  /** Takes what may be taken of these places. */
  const takeOne = (places: readonly string[]): Promise<Job | null> => claimJob(db, now(), runner, places, limits)

  async function pump(): Promise<void> {
    const places = tickets ? [ownPlace] : [ownPlace, '']
    do {
      isAskedAgain = false
      while (!isClosing && live.size < config.asyncQueries) {
        const job = await takeOne(places)
        if (!job) break
        void runOne(job).then(wakeHere)
      }
    } while (isAskedAgain && !isClosing)
  }
  const wakeHere = (): void => {
    if (!run || isClosing || role === 'worker') return
    isAskedAgain = true
    pumping ??= pump()
      .catch((error: unknown) => log.error({ err: error }, 'background queries could not be taken'))
      .finally(() => (pumping = null))
  }

  async function useTicket(): Promise<'done' | 'none' | 'later'> {
    if (isClosing || live.size >= config.asyncQueries) return 'later'
    const job = await takeOne([''])
    if (job) {
      await runOne(job)
      wakeHere()
      return 'done'
    }
    return (await countWaiting('')) > 0 ? 'later' : 'none'
  }
  async function countWaiting(place: string): Promise<number> {
    const found = await db
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('runner', 'is', null)
      .where('place', '=', place)
      .executeTakeFirst()
    return Number(found?.count ?? 0)
  }

  /** Everything that is looked after from time to time, where there are other processes. */
  async function beat(): Promise<void> {
    if (!(await runners.beat())) {
      log.warn('Other processes took this one for ended; its queries have been given to them.')
      for (const { controller } of live.values()) controller.abort(endings.lost)
      deps.loseRuns()
    }
    await deps.noticeStops()
    await runners.removeSilent()
    if ((await recoverRuns(db, now())) > 0) log.warn('queries of a process that ended are run again')
    await failStranded(db, now(), await missingPlaces())
    if (tickets) {
      const waiting = await countWaiting('')
      if (waiting > 0) await tickets.topUp(waiting)
    }
    wakeHere()
  }
  /** Places for which jobs wait and which had no server for long. */
  async function missingPlaces(): Promise<string[]> {
    const there = await runners.places()
    const wanted = await db.selectFrom('jobs').select('place').distinct().where('runner', 'is', null).where('place', '<>', '').execute()
    const time = performance.now()
    const missing = wanted.map(({ place }) => place).filter((place) => !there.has(place))
    for (const place of missingSince.keys()) if (!missing.includes(place)) missingSince.delete(place)
    for (const place of missing) if (!missingSince.has(place)) missingSince.set(place, time)
    return missing.filter((place) => time - missingSince.get(place)! > 3 * silenceMs)
  }
  const beatLater = (): void => {
    timer = setTimeout(() => {
      beating = beat()
        .catch((error: unknown) => log.error({ err: error }, 'background queries could not be looked after'))
        .then(() => {
          if (!isClosing) beatLater()
        })
    }, silenceMs / 10)
    timer.unref()
  }

  return {
    runner,
    start: async (asRole, runJob) => {
      role = asRole
      run = runJob
      runners = createRunners(db, { id: runner, place: role === 'server' ? ownPlace : '', ownsStore: !isShared }, now, silenceMs)
      await runners.register()
      await recoverRuns(db, now())
      if (isShared) beatLater()
      if (tickets) {
        await tickets.serve(config.asyncQueries, useTicket)
        await tickets.topUp(await countWaiting(''))
      }
      wakeHere()
    },
    waiting: async (userId) => {
      const rows = await db
        .selectFrom('jobs')
        .select((eb) => ['user_id', eb.fn.countAll<number>().as('count')])
        .where('runner', 'is', null)
        .groupBy('user_id')
        .execute()
      const sum = (of: readonly { readonly count: number }[]): number => of.reduce((total, { count }) => total + Number(count), 0)
      return { own: sum(rows.filter(({ user_id }) => user_id === userId)), all: sum(rows) }
    },
    add: async (tx, job) => {
      await tx
        .insertInto('jobs')
        .values({
          query_id: job.queryId,
          database_id: job.databaseId,
          user_id: job.userId,
          // Without Redis the result is a file of this server, so it runs here.
          place: tickets && !job.isLocal ? '' : ownPlace,
          runner: null,
          attempts: 0,
          may_repeat: job.mayRepeat,
          input: JSON.stringify(job.input),
          created_on: momentOf(now()),
        })
        .execute()
    },
    wake: () => {
      wakeHere()
      // What Redis does not hear now it is told with the next beat.
      tickets?.issue().catch((error: unknown) => log.warn({ err: error }, 'Redis does not answer'))
    },
    close: async () => {
      isClosing = true
      clearTimeout(timer)
      await beating
      await pumping
      for (const { controller } of live.values()) controller.abort(endings.closing)
      await Promise.all([...live.values()].map(({ done }) => done))
      if (run) await runners.leave()
      await tickets?.close()
    },
  }
}
