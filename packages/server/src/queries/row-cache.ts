import { fail, ok, type Frame, type Result } from '@sightline/core'
import { randomUUID } from 'node:crypto'
import { hashKey } from './cache-key.ts'
import { createFlights } from './flights.ts'
import { createFrameCache, type CacheEntry } from './frame-cache.ts'
import { frameOfKept, keptOfFrame, type KeptRows } from './kept-rows.ts'
import type { CachedFrame, Queries } from './queries.ts'
import type { SharedRows } from './shared-rows.ts'

const memoryBytes = 256 * 2 ** 20

/** Rows in the memory of this process; where processes share a Redis, what is there decides which of them are still the newest. */
export function createRowCache(now: () => Date, shared: SharedRows | null): Queries['cached'] {
  const memory = createFrameCache(memoryBytes, () => now().getTime())
  const flights = createFlights<CacheEntry>()
  const printing = createFlights<readonly Uint8Array[]>()

  async function find(key: string, lifeSeconds: number): Promise<CacheEntry | undefined> {
    const known = memory.get(key)
    if (!shared) return known
    const stamp = await shared.stampOf(key)
    if (stamp === null) return undefined
    if (known?.stamp === stamp) return known
    const entry = await shared.get(key)
    if (!entry) return undefined
    memory.set(key, entry, lifeSeconds)
    return entry
  }

  async function keep(key: string, rows: KeptRows, lifeSeconds: number): Promise<CacheEntry> {
    const entry: CacheEntry = { rows, madeAt: now(), stamp: randomUUID(), attachments: new Map() }
    if (lifeSeconds < 0) return entry
    memory.set(key, entry, lifeSeconds)
    await shared?.set(key, entry, lifeSeconds)
    return entry
  }

  const answer = (key: string, entry: CacheEntry, isCached: boolean): CachedFrame => {
    let frame: Frame | undefined
    return {
      rows: entry.rows,
      get frame() {
        return (frame ??= frameOfKept(entry.rows))
      },
      key,
      madeAt: entry.madeAt,
      stamp: entry.stamp,
      cachedAt: isCached ? entry.madeAt : null,
      attachment: (name) => entry.attachments.get(name),
      attach: async (name, signal, make) => {
        const there = entry.attachments.get(name)
        if (there) return ok(there)
        return printing.join(`${entry.stamp} ${name}`, signal, false, async (stop) => {
          const made = await make(stop)
          if (!made.ok) return made
          entry.attachments.set(name, made.value)
          memory.weighAgain(key)
          return made
        })
      },
    }
  }

  return async (keyParts, options, make) => {
    const { timeoutSeconds, force } = options
    const key = hashKey(keyParts)
    const known = force || timeoutSeconds < 0 ? undefined : await find(key, timeoutSeconds)
    if (known) return ok(answer(key, known, true))
    if (options.onlyKept) return fail({ code: 'GENERIC_COMMAND_ERROR', status: 422, message: 'Error loading data from cache' })
    const flown: Result<CacheEntry> = await flights.join(key, options.signal, force, async (signal) => {
      const made = await make(signal)
      return made.ok ? ok(await keep(key, 'values' in made.value ? keptOfFrame(made.value) : made.value, timeoutSeconds)) : made
    })
    return flown.ok ? ok(answer(key, flown.value, false)) : flown
  }
}
