import type { Redis } from 'ioredis'
import { ConfigError } from '../config.ts'

export type { Redis } from 'ioredis'

/** Imported only where Redis is set. The first connection must succeed; later ones are made anew by the client as often as needed. */
export async function openRedis(address: string, options: { readonly isBlocking?: boolean } = {}): Promise<Redis> {
  const { Redis: Client } = await import('ioredis')
  const redis = new Client(address, {
    lazyConnect: true,
    // A command must not wait for ever while Redis is away; connections that wait for work do.
    maxRetriesPerRequest: options.isBlocking ? null : 3,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2000),
  })
  // Without a listener a lost connection would end the process.
  redis.on('error', () => {})
  try {
    await redis.connect()
  } catch (error) {
    redis.disconnect()
    throw new ConfigError(`SIGHTLINE_REDIS: no connection to Redis (${error instanceof Error ? error.message : String(error)}).`)
  }
  return redis
}
