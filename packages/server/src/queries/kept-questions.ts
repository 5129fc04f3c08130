import type { Logger } from 'pino'
import type { Redis } from '../jobs/redis.ts'

/** Which question the key of a cached answer stands for. Only the question: its answer depends on who asks it. */
export interface KeptQuestions {
  /** `isNew`: the answer was computed just now, so the question is written even where this process has written it before. */
  keep(key: string, isNew: boolean, print: () => string): Promise<void>
  find(key: string): Promise<string | null>
}

/** Questions that all processes of an installation share. */
export interface SharedQuestions {
  set(key: string, text: string): Promise<void>
  get(key: string): Promise<string | null>
}

/** As many as are asked for again soon; the one that was not asked for longest leaves first. */
const mostQuestions = 1000
const mostCharacters = 64 * 1024
/** Longer than most rows are kept, so that whoever comes late is told that they have left. */
const lifeSeconds = 7 * 86_400

/** Questions in the memory of this process and, where processes share a Redis, there too: whichever server is asked knows the key. */
export function createKeptQuestions(shared: SharedQuestions | null): KeptQuestions {
  const memory = new Map<string, string>()
  const remember = (key: string, text: string): void => {
    memory.delete(key)
    memory.set(key, text)
    const [oldest] = memory.keys()
    if (memory.size > mostQuestions && oldest !== undefined) memory.delete(oldest)
  }
  return {
    keep: async (key, isNew, print) => {
      if (!isNew && memory.has(key)) return
      const text = print()
      if (text.length > mostCharacters) return
      remember(key, text)
      await shared?.set(key, text)
    },
    find: async (key) => {
      const text = memory.get(key) ?? (await shared?.get(key)) ?? null
      if (text !== null) remember(key, text)
      return text
    },
  }
}

/** What cannot be read or written counts as not there. */
export function createSharedQuestions({ redis, prefix, log }: { readonly redis: Redis; readonly prefix: string; readonly log: Logger }): SharedQuestions {
  const nameOf = (key: string): string => `${prefix}:question:${key}`
  const warn = (error: unknown): null => {
    log.warn(`Questions kept in Redis: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
  return {
    set: async (key, text) => void (await redis.set(nameOf(key), text, 'EX', lifeSeconds).catch(warn)),
    get: (key) => redis.get(nameOf(key)).catch(warn),
  }
}
