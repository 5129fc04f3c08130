import type { TableProfile, TableProfileBody } from '@sightline/contract'
import { encodeRison } from '@sightline/core'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { request } from '../../../api/client.ts'

export interface TableRow {
  readonly value: string
  readonly type: string
  /** The mark of the dataset over it. */
  readonly extra?: {
    readonly certification?: { readonly certified_by?: string | null; readonly details?: string | null } | null
    readonly warning_markdown?: string | null
  } | null
}

export interface TableKey {
  readonly type: 'pk' | 'fk' | 'index'
  readonly name: string | null
  readonly column_names: readonly string[]
}

export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly longType?: string
  readonly keys?: readonly TableKey[]
  readonly comment?: string | null
}

export interface TableFacts {
  readonly columns: readonly TableColumn[]
  readonly selectStar?: string
  readonly indexes?: readonly TableKey[]
}

/** What else is known of a table: how it is divided, or the text that made a view. */
export interface TableExtra {
  readonly partitions?: {
    readonly cols: readonly string[]
    readonly latest?: Readonly<Record<string, unknown>> | null
    readonly partitionQuery?: string | null
  }
  readonly view?: string
}

export interface TablePlace {
  readonly dbId: number
  readonly schema: string | null
  readonly name: string
}

const databasePath = (id: number): string => `/api/v1/database/${String(id)}`
const tablePath = ({ name, schema }: TablePlace): string => `${encodeURIComponent(name)}/${encodeURIComponent(schema ?? 'undefined')}/`

const fetchSchemas = async (databaseId: number, force: boolean, signal?: AbortSignal): Promise<readonly string[]> =>
  (await request<{ result: readonly string[] }>(`${databasePath(databaseId)}/schemas/`, { query: { q: encodeRison({ force }) }, signal })).result

const fetchTables = async (databaseId: number, schema: string, force: boolean, signal?: AbortSignal): Promise<readonly TableRow[]> =>
  (await request<{ result: readonly TableRow[] }>(`${databasePath(databaseId)}/tables/`, { query: { q: encodeRison({ force, schema_name: schema }) }, signal }))
    .result

/** What there is to ask, as descriptions of queries: the left bar and the completion of the editor share one answer. */
export const schemasQuery = (databaseId: number) =>
  queryOptions({
    queryKey: ['sqllab', 'schemas', databaseId],
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchSchemas(databaseId, false, signal),
  })

export const tablesQuery = (databaseId: number, schema: string) =>
  queryOptions({
    queryKey: ['sqllab', 'tables', databaseId, schema],
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchTables(databaseId, schema, false, signal),
  })

/** Asks the database itself, past anything that was kept. */
export async function refreshSchemas(client: QueryClient, databaseId: number): Promise<void> {
  client.setQueryData(schemasQuery(databaseId).queryKey, await fetchSchemas(databaseId, true))
}

export async function refreshTables(client: QueryClient, databaseId: number, schema: string): Promise<void> {
  client.setQueryData(tablesQuery(databaseId, schema).queryKey, await fetchTables(databaseId, schema, true))
  await client.invalidateQueries({ queryKey: ['sqllab', 'table', databaseId] })
}

export const tableQuery = (databaseId: number, schema: string | null, table: string) =>
  queryOptions({
    queryKey: ['sqllab', 'table', databaseId, schema, table],
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => request<TableFacts>(`${databasePath(databaseId)}/table/${tablePath({ dbId: databaseId, schema, name: table })}`, { signal }),
  })

export const extraQuery = (place: TablePlace) =>
  queryOptions({
    queryKey: ['sqllab', 'table', place.dbId, place.schema, place.name, 'extra'],
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => request<TableExtra>(`${databasePath(place.dbId)}/table_extra/${tablePath(place)}`, { signal }),
  })

const look = async ({ dbId, schema, name }: TablePlace, body: Pick<TableProfileBody, 'look' | 'column'>, signal: AbortSignal): Promise<TableProfile> => {
  const sent: TableProfileBody = { table: name, schema, ...body }
  // The server has a time limit of its own for what people ask.
  return (await request<{ result: TableProfile }>(`${databasePath(dbId)}/table_profile/`, { method: 'POST', body: sent, signal, timeoutMs: 0 })).result
}

export const estimateQuery = (place: TablePlace) =>
  queryOptions({
    queryKey: ['sqllab', 'table', place.dbId, place.schema, place.name, 'estimate'],
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await look(place, { look: 'estimate' }, signal)).rows,
  })

export const countQuery = (place: TablePlace) =>
  queryOptions({
    queryKey: ['sqllab', 'count', place.dbId, place.schema, place.name],
    retry: false,
    // A count is of its moment: it is asked again only by the person.
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await look(place, { look: 'count' }, signal)).rows,
  })

export const profileQuery = (place: TablePlace, column: string) =>
  queryOptions({
    queryKey: ['sqllab', 'profile', place.dbId, place.schema, place.name, column],
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await look(place, { look: 'column', column }, signal)).column,
  })

export const useSchemas = (databaseId: number | undefined) => useQuery({ ...schemasQuery(databaseId ?? 0), enabled: databaseId !== undefined })

export const useTables = (databaseId: number | undefined, schema: string | undefined) =>
  useQuery({ ...tablesQuery(databaseId ?? 0, schema ?? ''), enabled: databaseId !== undefined && schema !== undefined })
