import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '@sightline/core'
import { setImmediate as breathe } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { programPath } from '../../programs.ts'
import { stoppedProblem } from '../../queries/flights.ts'
import type { FinishOrder, Pieces } from './finish-order.ts'
import { finishRows, needsNoTable } from './finish-rows.ts'
import { beginOf, sendBatch, sourcesOf, type FromWorker } from './protocol.ts'

export interface Finisher {
  /** Rows of the database → the bytes of the answer. Small ones here, large ones in a worker. */
  finish(order: FinishOrder, signal: AbortSignal): Promise<Result<Pieces>>
  close(): Promise<void>
}

/** More than this many cells take longer than a turn of the event loop may. */
const cellsHere = 40_000
/** Steps that may make many rows or columns of a few: as many as so few rows can make are made here. */
const growing: ReadonlySet<string> = new Set(['pivot', 'boxplot', 'rolling'])
const rowsThatGrowHere = 1000
/** Steps whose work says nothing about the number of rows they begin with. */
const boundless: ReadonlySet<string> = new Set(['resample', 'prophet'])
const mostWorkers = 2
const mostWaiting = 100
const startMilliseconds = 10_000
const idleMilliseconds = 60_000
const turnMilliseconds = 8
const mostMegabytes = 3072

interface Job {
  readonly order: FinishOrder
  readonly settle: (result: Result<Pieces>) => void
  readonly isGone: () => boolean
}

interface Crew {
  readonly worker: Worker
  isReady: boolean
  job: Job | null
  timer: NodeJS.Timeout | undefined
}

export function createFinisher({ log, timeoutSeconds }: { readonly log: Logger; readonly timeoutSeconds: number }): Finisher {
  const waiting: Job[] = []
  const crews = new Set<Crew>()
  let isClosed = false

  function start(): void {
    const worker = new Worker(programPath('frame-worker'), { env: {}, argv: [], execArgv: [], resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } })
    const crew: Crew = { worker, isReady: false, job: null, timer: undefined }
    crews.add(crew)
    worker.on('message', (message: FromWorker) => {
      if (message.state === 'ready') crew.isReady = true
      else settle(crew, resultOf(message, log))
      rest(crew)
      next()
    })
    worker.on('error', (error) => end(crew, tooMuch, error.message))
    worker.on('exit', () => end(crew, tooMuch, 'it ended'))
    worker.unref()
    crew.timer = setTimeout(() => end(crew, unprepared, 'it did not start'), startMilliseconds)
  }

  function settle(crew: Crew, result: Result<Pieces>): void {
    clearTimeout(crew.timer)
    const { job } = crew
    crew.job = null
    job?.settle(result)
  }

  /** A worker that has nothing to do gives its memory back after a while. */
  function rest(crew: Crew): void {
    clearTimeout(crew.timer)
    crew.timer = setTimeout(() => end(crew, unprepared, ''), idleMilliseconds)
    crew.timer.unref()
  }

  function end(crew: Crew, told: Problem, reason: string): void {
    if (!crews.delete(crew)) return
    void crew.worker.terminate()
    if (reason !== '' && !isClosed) log.warn(`A worker for chart data was replaced: ${reason}`)
    settle(crew, fail(told))
    // A worker that never gets ready would otherwise be started for ever.
    if (!crew.isReady) for (const job of waiting.splice(0)) job.settle(fail(unprepared))
    next()
  }

  function next(): void {
    while (waiting[0]?.isGone()) waiting.shift()
    if (isClosed || waiting.length === 0) return
    const free = [...crews].find((crew) => crew.isReady && !crew.job)
    if (!free) {
      if (crews.size < mostWorkers && ![...crews].some((crew) => !crew.isReady)) start()
      return
    }
    const job = waiting.shift()!
    free.job = job
    clearTimeout(free.timer)
    free.timer = setTimeout(() => {
      const message = `The query exceeded the ${timeoutSeconds} seconds timeout.`
      settle(free, fail({ code: 'BACKEND_TIMEOUT_ERROR', message, extra: { timeout: timeoutSeconds } }))
      end(free, unprepared, 'a chart took too long')
    }, timeoutSeconds * 1000)
    send(free, job).catch((error: unknown) => end(free, unprepared, error instanceof Error ? error.message : String(error)))
    next()
  }

  /** In turns: copying millions of rows at once would hold up everybody. */
  async function send({ worker }: Crew, job: Job): Promise<void> {
    worker.postMessage(beginOf(job.order))
    let begun = performance.now()
    for (const [source, { rows }] of sourcesOf(job.order).entries()) {
      for (const batch of rows.batches) {
        const { message, memory } = sendBatch(source, batch)
        worker.postMessage(message, memory)
        if (performance.now() - begun < turnMilliseconds) continue
        await breathe()
        if (job.isGone()) return
        begun = performance.now()
      }
    }
    worker.postMessage({ kind: 'end' })
  }

  function finishInWorker(order: FinishOrder, signal: AbortSignal): Promise<Result<Pieces>> {
    if (isClosed || waiting.length >= mostWaiting)
      return Promise.resolve(fail({ code: 'GENERIC_BACKEND_ERROR', status: 503, message: 'Too many charts are waiting for the server.' }))
    return new Promise((resolve) => {
      let isGone = false
      const job: Job = {
        order,
        isGone: () => isGone,
        settle: (result) => {
          isGone = true
          signal.removeEventListener('abort', leave)
          resolve(result)
        },
      }
      const leave = (): void => {
        const crew = [...crews].find((one) => one.job === job)
        job.settle(fail(stoppedProblem))
        // Half of its rows are on their way: only a new worker is sure to know nothing of them.
        if (crew) end(crew, unprepared, '')
      }
      if (signal.aborted) return leave()
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(job)
      next()
    })
  }

  return {
    finish: async (order, signal) => (isSmall(order) ? finishRows(order) : finishInWorker(order, signal)),
    close: async () => {
      isClosed = true
      for (const job of waiting.splice(0)) job.settle(fail(closing))
      await Promise.all(
        [...crews].map((crew) => {
          crews.delete(crew)
          settle(crew, fail(closing))
          return crew.worker.terminate()
        }),
      )
    },
  }
}

/** Rows that only have to be printed are printed in turns, however many they are. */
function isSmall(order: FinishOrder): boolean {
  if (needsNoTable(order)) return true
  const { postProcessing } = order.query
  if (order.main.rows.length > 0 && postProcessing.some(({ operation }) => boundless.has(operation))) return false
  const grows = order.form !== null || postProcessing.some(({ operation }) => growing.has(operation))
  if (grows && order.main.rows.length > rowsThatGrowHere) return false
  return sourcesOf(order).reduce((sum, { rows }) => sum + rows.length * rows.columns.length, 0) <= cellsHere
}

function resultOf(message: Exclude<FromWorker, { readonly state: 'ready' }>, log: Logger): Result<Pieces> {
  if (message.state === 'done') return ok(message.pieces)
  if (message.state === 'refused') return fail(message.problem)
  log.error(`Preparing the rows of a chart failed: ${message.message}`)
  return fail(unprepared)
}

const broken = (message: string): Problem => ({ code: 'GENERIC_BACKEND_ERROR', status: 503, message })
const unprepared = broken('The server could not prepare the rows.')
const closing = broken('The server is shutting down.')
/** Whoever asks for less gets an answer. */
const tooMuch: Problem = { code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Preparing these rows takes too much memory. Ask for fewer rows or series.' }
