import { randomUUID } from 'node:crypto'
import type { Redis } from '../jobs/redis.ts'
import { headerPart, makeWriter, readParts, type PartSink } from './pack-result.ts'
import type { Results } from './results.ts'

interface RedisResultsOptions {
  readonly redis: Redis
  readonly prefix: string
  readonly mostBytes: number
}

/** What a process that ended left half written goes by itself. */
const draftSeconds = 3600
const partsAtOnce = 4

/** One list per result, header first. How much room all of them may take is Redis' own setting (`maxmemory`). */
export function createRedisResults({ redis, prefix, mostBytes }: RedisResultsOptions): Results {
  const keyOf = (key: string): string => `${prefix}:result:${key}`

  async function* partsOf(name: string): AsyncGenerator<Uint8Array> {
    for (let index = 0; ; index += partsAtOnce) {
      const parts = await redis.lrangeBuffer(name, index, index + partsAtOnce - 1)
      yield* parts
      if (parts.length < partsAtOnce) return
    }
  }

  return {
    begin: async (key, rows, lifeSeconds) => {
      const draft = `${keyOf(key)}:${randomUUID()}`
      const sink: PartSink = {
        add: async (part) => {
          await redis.multi().rpush(draft, part).expire(draft, draftSeconds).exec()
        },
        finish: async () => {
          await redis.multi().expire(draft, lifeSeconds).rename(draft, keyOf(key)).exec()
        },
        discard: async () => {
          await redis.del(draft)
        },
      }
      await sink.add(headerPart(rows))
      return makeWriter(sink, rows, mostBytes)
    },
    open: async (key) => ((await redis.exists(keyOf(key))) === 0 ? null : readParts(partsOf(keyOf(key)))),
    remove: async (key) => {
      await redis.del(keyOf(key))
    },
    sweep: async () => {},
    close: async () => {},
  }
}
