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
  const leave = (): void => controller.abort()
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

/** False if no such run is known here. */
export function stopRun(queries: Queries, clientId: string): boolean {
  const controller = runsOf(queries).get(clientId)
  controller?.abort()
  return controller !== undefined
}
