import type { Problem } from '@sightline/contract'
import { fail, type Result } from '@sightline/core'
import { setMaxListeners } from 'node:events'

/** Work that several callers wait for. It is stopped when the last of them has gone, whoever began it. */
export interface Flights<Value> {
  /** The work under this name if it is on its way and still wanted, else begun now. `wantsFresh` joins only work that was begun so. */
  join(key: string, signal: AbortSignal, wantsFresh: boolean, make: (signal: AbortSignal) => Promise<Result<Value>>): Promise<Result<Value>>
}

interface Flight<Value> {
  readonly work: Promise<Result<Value>>
  readonly controller: AbortController
  readonly isFresh: boolean
  waiting: number
}

export const stoppedProblem: Problem = { code: 'GENERIC_DB_ENGINE_ERROR', message: 'Query was stopped.', extra: { stopped: true } }

export function createFlights<Value>(): Flights<Value> {
  const flights = new Map<string, Flight<Value>>()

  function begin(key: string, isFresh: boolean, make: (signal: AbortSignal) => Promise<Result<Value>>): Flight<Value> {
    const controller = new AbortController()
    setMaxListeners(0, controller.signal)
    const forget = (): void => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    const flight: Flight<Value> = { work: make(controller.signal).finally(forget), controller, isFresh, waiting: 0 }
    // Those who wait get the failure; without anybody left it is nobody's.
    flight.work.catch(() => undefined)
    flights.set(key, flight)
    return flight
  }

  return {
    join: (key, signal, wantsFresh, make) => {
      if (signal.aborted) return Promise.resolve(fail(stoppedProblem))
      const there = flights.get(key)
      const flight = there && (there.isFresh || !wantsFresh) ? there : begin(key, wantsFresh, make)
      flight.waiting++
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          flight.waiting--
          if (flight.waiting === 0) {
            if (flights.get(key) === flight) flights.delete(key)
            flight.controller.abort(signal.reason)
          }
          resolve(fail(stoppedProblem))
        }
        setMaxListeners(0, signal)
        signal.addEventListener('abort', leave, { once: true })
        flight.work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
      })
    },
  }
}
