import { ProblemError, type Driver, type RowStream, type Session, type Surroundings } from '@sightline/connectors'
import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '@sightline/core'
import { setMaxListeners } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from '../db/store.ts'
import { openDriver } from '../databases/open-driver.ts'
import { programPath } from '../programs.ts'
import type { Secrets } from '../secrets.ts'
import { createDrivers } from './drivers.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { stoppedProblem } from './flights.ts'
import { createKeptQuestions, type SharedQuestions } from './kept-questions.ts'
import { frameOfKept, type KeptRows } from './kept-rows.ts'
import type { Queries, QuerySession, RunRequest, SessionRequest } from './queries.ts'
import { createRowCache } from './row-cache.ts'
import type { SharedRows } from './shared-rows.ts'
import { batchesOf, type RowBatch } from '../wire/row-batch.ts'

export interface QueriesDeps {
  readonly config: Pick<Config, 'dataFolder' | 'fileRoots' | 'store' | 'queriesPerDatabase'>
  readonly db: Db
  readonly secrets: Secrets
  readonly log: Logger
  readonly now: () => Date
  /** Rows that other processes keep too. */
  readonly sharedRows?: SharedRows | null
  readonly sharedQuestions?: SharedQuestions | null
}

const idleMilliseconds = 5 * 60_000
const queueLimits = { slots: 16, slotsPerUser: 6, waiting: 500 }

interface Entered {
  readonly driver: Driver
  readonly signal: AbortSignal
  done(): void
}

/** The folder of the data folder in which database files may lie; the examples are one of them. */
export const databaseFolder = (dataFolder: string): string => join(dataFolder, 'files')

export function createQueries({ config, db, secrets, log, now, sharedRows = null, sharedQuestions = null }: QueriesDeps): Queries {
  const ownFolder = databaseFolder(config.dataFolder)
  mkdirSync(ownFolder, { recursive: true })
  // The store of the program lies in no folder for files, unless such a folder is configured around it.
  const closedFiles = config.store.includes('://') ? [] : ['', '-wal', '-shm', '-journal'].map((end) => `${config.store}${end}`)
  const surroundings: Surroundings = { fileRoots: [ownFolder, ...config.fileRoots], closedFiles, program: programPath, log: (message) => log.warn(message) }
  const drivers = createDrivers({ db, secrets, now }, surroundings, idleMilliseconds)
  const everything = createFairQueue(queueLimits)
  const queues = new Map<number, FairQueue>()
  const queueOf = (databaseId: number): FairQueue => {
    const slots = config.queriesPerDatabase
    const queue =
      queues.get(databaseId) ?? createFairQueue({ slots, slotsPerUser: Math.min(slots, Math.max(2, Math.ceil(slots / 2))), waiting: queueLimits.waiting })
    queues.set(databaseId, queue)
    return queue
  }
  const live = new Set<AbortController>()

  /** A place in both queues and a driver that stays open; the database's queue first, so that waiting for a slow database takes nobody else's place. */
  async function enter(request: SessionRequest): Promise<Result<Entered>> {
    const limit = limitedSignal(request, live)
    const giveBack: (() => void)[] = [limit.end]
    const done = (): void => {
      for (const give of giveBack.splice(0)) give()
    }
    try {
      for (const queue of [queueOf(request.databaseId), everything]) {
        const slot = await queue.enter(String(request.userId), limit.signal, () => problemOfSignal(limit.signal))
        if (!slot.ok) {
          done()
          return slot
        }
        giveBack.push(slot.value)
      }
      const held = await drivers.hold(request.databaseId)
      if (!held.ok) {
        done()
        return held
      }
      giveBack.push(held.value.release)
      return ok({ driver: held.value.driver, signal: limit.signal, done })
    } catch (error) {
      done()
      throw error
    }
  }

  async function stream(request: RunRequest): Promise<Result<RowStream>> {
    const entered = await enter(request)
    if (!entered.ok) return entered
    const { driver, signal, done } = entered.value
    try {
      const rows = await driver.stream(request.statement, { signal, schema: request.schema, readOnly: request.readOnly, maxRows: request.maxRows })
      if (!rows.ok) {
        done()
        return rows
      }
      // A reader that never comes back is ended by its signal or the time limit.
      signal.addEventListener('abort', done, { once: true })
      const { columns, batches, packed } = rows.value
      return ok({
        columns,
        batches: untilDone(batches, done),
        ...(packed ? { packed: { layouts: packed.layouts, batches: untilDone(packed.batches, done) } } : {}),
      })
    } catch (error) {
      done()
      throw error
    }
  }

  async function session(request: SessionRequest): Promise<Result<QuerySession>> {
    const entered = await enter(request)
    if (!entered.ok) return entered
    const { driver, signal, done } = entered.value
    let opened: Result<Session>
    try {
      opened = await driver.session({ signal, schema: request.schema, readOnly: request.readOnly })
    } catch (error) {
      done()
      throw error
    }
    if (!opened.ok) {
      done()
      return opened
    }
    const inner = opened.value
    return ok({
      stream: (statement, options) => inner.stream(statement, { ...options, signal }),
      commit: async () => (signal.aborted ? fail(problemOfSignal(signal)) : inner.commit()),
      close: async () => {
        try {
          await inner.close()
        } finally {
          done()
        }
      },
    })
  }

  async function read(request: RunRequest): Promise<Result<KeptRows>> {
    const rows = await stream(request)
    if (!rows.ok) return rows
    const { columns, layouts, batches } = batchesOf(rows.value)
    const kept: RowBatch[] = []
    let length = 0
    try {
      for await (const batch of batches) {
        if (batch.length === 0) continue
        kept.push(batch)
        length += batch.length
      }
    } catch (error) {
      if (error instanceof ProblemError) return fail(error.problem)
      throw error
    }
    return ok({ columns, layouts, batches: kept, length })
  }

  return {
    connectorOf: async (databaseId) => {
      const opened = await drivers.get(databaseId)
      return opened.ok ? ok(opened.value.connector) : opened
    },
    driverOf: async (databaseId) => {
      const opened = await drivers.get(databaseId)
      return opened.ok ? ok(opened.value.driver) : opened
    },
    use: async (databaseId, work) => {
      const held = await drivers.hold(databaseId)
      if (!held.ok) return held
      try {
        return await work(held.value.driver)
      } finally {
        held.value.release()
      }
    },
    tryOut: async (connector, settings, look, extras = {}) => {
      const driver = await openDriver(connector, settings, extras, surroundings)
      if (!driver.ok) return driver
      try {
        return await look(driver.value)
      } finally {
        await driver.value.close()
      }
    },
    run: async (request) => {
      const rows = await read(request)
      return rows.ok ? ok(frameOfKept(rows.value)) : rows
    },
    read,
    stream,
    session,
    cached: createRowCache(now, sharedRows),
    questions: createKeptQuestions(sharedQuestions),
    forget: (databaseId) => {
      queues.delete(databaseId)
      return drivers.forget(databaseId)
    },
    close: async () => {
      for (const controller of live) controller.abort(new ProblemError({ code: 'GENERIC_BACKEND_ERROR', message: 'The server is shutting down.', status: 503 }))
      await drivers.close()
    },
  }
}

const problemOfSignal = (signal: AbortSignal): Problem => (signal.reason instanceof ProblemError ? signal.reason.problem : stoppedProblem)

/** The caller's signal with the time limit added, which names its own problem. */
function limitedSignal(request: SessionRequest, live: Set<AbortController>): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  live.add(controller)
  const follow = (): void => controller.abort(request.signal.reason)
  // One request may run many queries; each of them listens.
  setMaxListeners(0, request.signal, controller.signal)
  request.signal.addEventListener('abort', follow, { once: true })
  if (request.signal.aborted) follow()
  const timer = setTimeout(() => {
    const message = `The query exceeded the ${request.timeoutSeconds} seconds timeout.`
    controller.abort(new ProblemError({ code: 'BACKEND_TIMEOUT_ERROR', message, extra: { timeout: request.timeoutSeconds } }))
  }, request.timeoutSeconds * 1000)
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer)
      live.delete(controller)
      request.signal.removeEventListener('abort', follow)
    },
  }
}

async function* untilDone<Batch>(batches: AsyncIterable<Batch>, done: () => void): AsyncGenerator<Batch> {
  try {
    yield* batches
  } finally {
    done()
  }
}
