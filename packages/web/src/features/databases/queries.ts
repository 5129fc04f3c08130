import { useQuery } from '@tanstack/react-query'
import type { databaseEndpoints } from '@sightline/contract'
import { request, requestFor } from '../../api/client.ts'

export interface AvailableKind {
  readonly name: string
  readonly engine: string
  readonly sqlalchemy_uri_placeholder?: string
}

/** Kinds of databases this server has a driver for. */
export const useAvailableKinds = () =>
  useQuery({
    queryKey: ['database', 'available'],
    queryFn: async ({ signal }) => (await request<{ databases: readonly AvailableKind[] }>('/api/v1/database/available/', { signal })).databases,
    staleTime: 300_000,
  })

export interface Connection {
  readonly database_name: string
  readonly sqlalchemy_uri: string
  readonly allow_dml?: boolean
  readonly expose_in_sqllab?: boolean
}

/** The stored connection, with its password masked. */
export const useConnection = (id: number | undefined) =>
  useQuery({
    queryKey: ['database', 'connection', id],
    queryFn: async ({ signal }) => (await request<{ result: Connection }>(`/api/v1/database/${id}/connection`, { signal })).result,
    enabled: id !== undefined,
    gcTime: 0,
  })

/** A connection may take its time to say no; the server gives up after thirty seconds. */
export const testConnection = (connection: Connection, signal: AbortSignal): Promise<unknown> =>
  requestFor<typeof databaseEndpoints.testConnection>('/api/v1/database/test_connection/', {
    method: 'POST',
    body: { database_name: connection.database_name, sqlalchemy_uri: connection.sqlalchemy_uri, configuration_method: 'sqlalchemy_form' },
    signal,
    timeoutMs: 45_000,
  })

export const saveConnection = (id: number | undefined, connection: Connection): Promise<unknown> => {
  const body = { ...connection, configuration_method: 'sqlalchemy_form' } as const
  return id === undefined
    ? requestFor<typeof databaseEndpoints.create>('/api/v1/database/', { method: 'POST', body, timeoutMs: 45_000 })
    : requestFor<typeof databaseEndpoints.update>(`/api/v1/database/${id}`, { method: 'PUT', body, timeoutMs: 45_000 })
}
