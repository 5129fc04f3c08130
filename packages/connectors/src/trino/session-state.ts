import type { IncomingHttpHeaders } from 'node:http'

/** The server keeps nothing between two statements: it tells what changed, and the client sends it along with the next one. */
export interface SessionState {
  catalog: string
  schema: string | null
  path: string | null
  /** Id of the open transaction; null: every statement stands alone. */
  transaction: string | null
  readonly properties: Map<string, string>
  readonly prepared: Map<string, string>
  readonly roles: Map<string, string>
}

export const newState = (catalog: string, schema: string | null): SessionState => ({
  catalog,
  schema,
  path: null,
  transaction: null,
  properties: new Map(),
  prepared: new Map(),
  roles: new Map(),
})

/** Values are encoded as the server sent them, names and values apart. */
const pairs = (map: ReadonlyMap<string, string>): string => [...map].map(([name, value]) => `${name}=${value}`).join(',')

export function headersOfState(state: SessionState): Record<string, string> {
  const headers: Record<string, string> = { 'X-Trino-Catalog': state.catalog, 'X-Trino-Transaction-Id': state.transaction ?? 'NONE' }
  if (state.schema !== null) headers['X-Trino-Schema'] = state.schema
  if (state.path !== null) headers['X-Trino-Path'] = state.path
  if (state.properties.size > 0) headers['X-Trino-Session'] = pairs(state.properties)
  if (state.prepared.size > 0) headers['X-Trino-Prepared-Statement'] = pairs(state.prepared)
  if (state.roles.size > 0) headers['X-Trino-Role'] = pairs(state.roles)
  return headers
}

/** Takes over what an answer says about the session. */
export function absorbHeaders(state: SessionState, headers: IncomingHttpHeaders): void {
  const one = (name: string): string | null => (headers[name] === undefined ? null : String(headers[name]))
  const many = (name: string): string[] => (one(name) ?? '').split(', ').filter((part) => part !== '')
  const take = (map: Map<string, string>, name: string): void => {
    for (const pair of many(name)) {
      const at = pair.indexOf('=')
      if (at > 0) map.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
  state.catalog = one('x-trino-set-catalog') ?? state.catalog
  state.schema = one('x-trino-set-schema') ?? state.schema
  state.path = one('x-trino-set-path') ?? state.path
  take(state.properties, 'x-trino-set-session')
  for (const name of many('x-trino-clear-session')) state.properties.delete(name)
  take(state.prepared, 'x-trino-added-prepare')
  for (const name of many('x-trino-deallocated-prepare')) state.prepared.delete(name)
  take(state.roles, 'x-trino-set-role')
  state.transaction = one('x-trino-started-transaction-id') ?? state.transaction
  if (one('x-trino-clear-transaction-id') === 'true') state.transaction = null
}
