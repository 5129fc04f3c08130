import type { Queries } from '../queries/queries.ts'

/** Runs of this process that can be stopped, by client id. Kept beside the queries they run on, so every server under test has its own. */
const runs = new WeakMap<Queries, Map<string, AbortController>>()

function runsOf(queries: Queries): Map<string, AbortController> {
  const known = runs.get(queries) ?? new Map<string, AbortController>()
  runs.set(queries, known)
  return known
}

/** Begins a run that ends early when the client goes away or someone stops it. */
export function beginRun(queries: Queries, clientId: string, gone: AbortSignal): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const leave = (): void => controller.abort(gone.reason)
  gone.addEventListener('abort', leave, { once: true })
  if (gone.aborted) leave()
  runsOf(queries).set(clientId, controller)
  return {
    signal: controller.signal,
    end: () => {
      gone.removeEventListener('abort', leave)
      runsOf(queries).delete(clientId)
    },
  }
}

export const liveRuns = (queries: Queries): string[] => [...runsOf(queries).keys()]

/** Ends a run of this process, if there is one. What it then writes about itself is refused by the state of its row. */
export const endRun = (queries: Queries, clientId: string, reason?: string): void => runsOf(queries).get(clientId)?.abort(reason)
