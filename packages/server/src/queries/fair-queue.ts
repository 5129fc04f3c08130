import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '@sightline/core'

export interface QueueLimits {
  readonly slots: number
  /** Slots one user may hold, so that another's page always finds one. */
  readonly slotsPerUser: number
  readonly waiting: number
}

interface Waiter {
  readonly user: string
  readonly start: (result: Result<() => void>) => void
}

const full: Problem = { code: 'GENERIC_BACKEND_ERROR', message: 'Too many queries are waiting. Please try again in a moment.', status: 503 }

export interface FairQueue {
  /** Waits for a slot; the value gives it back. Users take turns, whoever asked first among one user's queries goes first. */
  enter(user: string, signal: AbortSignal, stopped: () => Problem): Promise<Result<() => void>>
}

export function createFairQueue(limits: QueueLimits): FairQueue {
  const waiting = new Map<string, Waiter[]>()
  const held = new Map<string, number>()
  let used = 0
  let waitingCount = 0

  const take = (user: string): (() => void) => {
    used++
    held.set(user, (held.get(user) ?? 0) + 1)
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      used--
      const left = (held.get(user) ?? 1) - 1
      if (left === 0) held.delete(user)
      else held.set(user, left)
      next()
    }
  }
  const mayTake = (user: string): boolean => used < limits.slots && (held.get(user) ?? 0) < limits.slotsPerUser

  /** A map keeps the order of its keys: a user who was served goes to its end. */
  const next = (): void => {
    for (const [user, waiters] of waiting) {
      if (used >= limits.slots) return
      if (!mayTake(user)) continue
      const waiter = waiters.shift()
      waiting.delete(user)
      if (waiters.length > 0) waiting.set(user, waiters)
      if (!waiter) continue
      waitingCount--
      waiter.start(ok(take(user)))
    }
  }

  return {
    enter: async (user, signal, stopped) => {
      if (signal.aborted) return fail(stopped())
      if (!waiting.has(user) && mayTake(user)) return ok(take(user))
      if (waitingCount >= limits.waiting) return fail(full)
      return new Promise((resolve) => {
        const leave = (): void => {
          const waiters = waiting.get(user)
          const place = waiters?.indexOf(waiter) ?? -1
          if (!waiters || place < 0) return
          waiters.splice(place, 1)
          if (waiters.length === 0) waiting.delete(user)
          waitingCount--
          resolve(fail(stopped()))
        }
        const waiter: Waiter = {
          user,
          start: (result) => {
            signal.removeEventListener('abort', leave)
            resolve(result)
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.set(user, [...(waiting.get(user) ?? []), waiter])
        waitingCount++
      })
    },
  }
}
