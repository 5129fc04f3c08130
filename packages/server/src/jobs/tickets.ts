import type { Logger } from 'pino'
import { openRedis } from './redis.ts'

/**
 * BullMQ on Redis between processes: a ticket says that some job waits. Whoever gets it takes the job whose turn it is from the store, so turns stay
 * fair over all processes, and nothing is lost with Redis' memory.
 */
export interface Tickets {
  issue(): Promise<void>
  /** So many wait: issues what is missing, for instance after Redis forgot everything. */
  topUp(waiting: number): Promise<void>
  /** `use` answers whether it found a job, and resolves when that is done; `none`: nothing waits; `later`: what waits has to wait longer. */
  serve(slots: number, use: () => Promise<'done' | 'none' | 'later'>): Promise<void>
  close(): Promise<void>
}

const laterMs = 200

export async function openTickets(address: string, prefix: string, log: Logger): Promise<Tickets> {
  const { DelayedError, Queue, Worker } = await import('bullmq')
  const client = await openRedis(address, { isBlocking: true })
  const name = 'queries'
  const queue = new Queue(name, { connection: client, prefix, defaultJobOptions: { removeOnComplete: true, removeOnFail: true } })
  queue.on('error', (error) => log.warn({ err: error }, 'Redis does not answer'))
  const ended: (() => Promise<unknown>)[] = []
  return {
    issue: async () => {
      await queue.add('query', {})
    },
    topUp: async (waiting) => {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed')
      const there = Object.values(counts).reduce((sum, count) => sum + count, 0)
      if (there < waiting) await queue.addBulk(Array.from({ length: Math.min(waiting - there, 1000) }, () => ({ name: 'query', data: {} })))
    },
    serve: async (slots, use) => {
      const connection = await openRedis(address, { isBlocking: true })
      const worker = new Worker(
        name,
        async (job, token) => {
          if ((await use()) !== 'later') return
          await job.moveToDelayed(Date.now() + laterMs, token)
          throw new DelayedError()
        },
        { connection, prefix, concurrency: slots, maxStalledCount: 1000 },
      )
      worker.on('error', (error) => log.warn({ err: error }, 'Redis does not answer'))
      ended.push(async () => {
        await worker.close(true)
        connection.disconnect()
      })
      await worker.waitUntilReady()
    },
    close: async () => {
      for (const end of ended.splice(0)) await end()
      await queue.close()
      client.disconnect()
    },
  }
}
