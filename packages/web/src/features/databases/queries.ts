import type { databaseEndpoints } from '@sightline/contract'
import { useQuery } from '@tanstack/react-query'
import { request, requestFor } from '../../api/client.ts'
import type { ConnectionForm } from './connection-form.ts'
import { bodyForCheck, bodyForCreate, bodyForTest, bodyForUpdate } from './connection-payload.ts'
import type { Kind, StoredConnection } from './wire.ts'

/** Kinds of databases this server has a driver for. */
export const useKinds = () =>
  useQuery({
    queryKey: ['database', 'available'],
    queryFn: async ({ signal }) => (await request<{ databases: readonly Kind[] }>('/api/v1/database/available/', { signal })).databases,
    staleTime: 300_000,
  })

/** The stored connection, with its secrets masked. Never kept: it is the beginning of a form. */
export const useConnection = (id: number | undefined) =>
  useQuery({
    queryKey: ['database', 'connection', id],
    queryFn: async ({ signal }) => (await request<{ result: StoredConnection }>(`/api/v1/database/${id}/connection`, { signal })).result,
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  })

/** A connection may take its time to say no; the server gives up after thirty seconds. */
const patience = { timeoutMs: 45_000 }

export const testConnection = (form: ConnectionForm, kind: Kind | undefined, stored: StoredConnection | undefined, signal: AbortSignal): Promise<unknown> =>
  requestFor<typeof databaseEndpoints.testConnection>('/api/v1/database/test_connection/', {
    method: 'POST',
    body: bodyForTest(form, kind, stored),
    signal,
    ...patience,
  })

export const checkParameters = (form: ConnectionForm, kind: Kind, stored: StoredConnection | undefined, signal: AbortSignal): Promise<unknown> =>
  requestFor<typeof databaseEndpoints.validateParameters>('/api/v1/database/validate_parameters/', {
    method: 'POST',
    body: bodyForCheck(form, kind, stored),
    signal,
    ...patience,
  })

export const createDatabase = async (form: ConnectionForm, kind: Kind | undefined): Promise<number> =>
  (await request<{ id: number }>('/api/v1/database/', { method: 'POST', body: bodyForCreate(form, kind), ...patience })).id

export const updateDatabase = (form: ConnectionForm, before: ConnectionForm, stored: StoredConnection, kind: Kind | undefined): Promise<unknown> =>
  requestFor<typeof databaseEndpoints.update>(`/api/v1/database/${stored.id}`, {
    method: 'PUT',
    body: bodyForUpdate(form, before, stored, kind),
    ...patience,
  })

interface Counted<Item> {
  readonly count: number
  readonly result: readonly Item[]
}

export interface RelatedObjects {
  readonly charts: Counted<{ readonly id: number; readonly slice_name: string }>
  readonly dashboards: Counted<{ readonly id: number; readonly title: string; readonly slug: string | null }>
  readonly sqllab_tab_states: Counted<{ readonly id: number; readonly label: string | null }>
}

export const useRelatedObjects = (id: number) =>
  useQuery({
    queryKey: ['database', 'related-objects', id],
    queryFn: ({ signal }) => request<RelatedObjects>(`/api/v1/database/${id}/related_objects/`, { signal }),
  })
