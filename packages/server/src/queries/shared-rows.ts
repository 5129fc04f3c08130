import type { ColumnLayout, FrameColumn } from '@sightline/core'
import type { Logger } from 'pino'
import { randomUUID } from 'node:crypto'
import type { Redis } from '../jobs/redis.ts'
import { packBatch, unpackBatch } from '../results/frame-bytes.ts'
import type { RowBatch } from '../wire/row-batch.ts'
import type { CacheEntry } from './frame-cache.ts'
import { weighRows } from './kept-rows.ts'

/** Rows that all processes of an installation share. What cannot be read or written counts as not there: the database is asked again. */
export interface SharedRows {
  /** Which answer is kept under a key; null if none is. */
  stampOf(key: string): Promise<string | null>
  get(key: string): Promise<CacheEntry | null>
  set(key: string, entry: CacheEntry, lifeSeconds: number): Promise<void>
}

interface Header {
  readonly version: number
  readonly stamp: string
  readonly madeAt: number
  readonly length: number
  readonly columns: readonly FrameColumn[]
  readonly layouts: readonly ColumnLayout[] | null
}

const version = 1
/** Larger answers stay in the process that asked. */
const mostBytes = 64 * 2 ** 20
/** Even what never expires leaves a shared store some day. */
const longestLife = 30 * 86_400
const draftSeconds = 600
const partsAtOnce = 8

/** One list per answer, its header first. How much room all of them may take is Redis' own setting (`maxmemory`). */
export function createSharedRows({ redis, prefix, log }: { readonly redis: Redis; readonly prefix: string; readonly log: Logger }): SharedRows {
  const nameOf = (key: string): string => `${prefix}:rows:${key}`
  const guarded = async <Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value> => {
    try {
      return await work()
    } catch (error) {
      log.warn(`Rows kept in Redis: ${error instanceof Error ? error.message : String(error)}`)
      return otherwise
    }
  }

  return {
    stampOf: (key) => guarded(async () => readHeader(await redis.lindexBuffer(nameOf(key), 0))?.stamp ?? null, null),
    get: (key) =>
      guarded(async () => {
        const name = nameOf(key)
        const [first = null, ...parts] = await redis.lrangeBuffer(name, 0, partsAtOnce)
        const header = readHeader(first)
        if (!header) return null
        const { columns, layouts } = header
        const batches: RowBatch[] = []
        for (let from = partsAtOnce + 1, next = parts; ; from += partsAtOnce) {
          for (const part of next) batches.push(await unpackBatch(part, columns, layouts))
          if (next.length < partsAtOnce) break
          next = await redis.lrangeBuffer(name, from, from + partsAtOnce - 1)
        }
        const length = batches.reduce((sum, batch) => sum + batch.length, 0)
        // Somebody may have replaced the answer while it was read.
        if (length !== header.length) return null
        return { rows: { columns, layouts, batches, length }, madeAt: new Date(header.madeAt), stamp: header.stamp, attachments: new Map() }
      }, null),
    set: (key, { rows, madeAt, stamp }, lifeSeconds) =>
      guarded(async () => {
        if (weighRows(rows) > mostBytes) return void (await redis.del(nameOf(key)))
        const { columns, layouts, batches, length } = rows
        const header: Header = { version, stamp, madeAt: madeAt.getTime(), length, columns, layouts }
        const draft = `${nameOf(key)}:${randomUUID()}`
        await redis.multi().rpush(draft, JSON.stringify(header)).expire(draft, draftSeconds).exec()
        for (const batch of batches) await redis.rpush(draft, await packBatch(batch, layouts))
        const life = lifeSeconds === 0 ? longestLife : Math.min(lifeSeconds, longestLife)
        await redis.multi().expire(draft, life).rename(draft, nameOf(key)).exec()
      }, undefined),
  }
}

function readHeader(bytes: Buffer | null): Header | null {
  if (!bytes) return null
  const header = JSON.parse(bytes.toString('utf8')) as Header
  return header.version === version && Array.isArray(header.columns) ? header : null
}
