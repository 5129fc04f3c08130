import { encodeRison } from '@sightline/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../../../api/client.ts'

export interface TableRow {
  readonly value: string
  readonly type: string
}

export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly longType?: string
  readonly keys?: readonly { readonly type: string }[]
}

const databasePath = (id: number): string => `/api/v1/database/${String(id)}`

/** What there is to ask, as descriptions of queries: the left bar and the completion of the editor share one answer. */
export const schemasQuery = (databaseId: number) =>
  queryOptions({
    queryKey: ['sqllab', 'schemas', databaseId],
    retry: false,
    queryFn: async ({ signal }) =>
      (await request<{ result: readonly string[] }>(`${databasePath(databaseId)}/schemas/`, { query: { q: encodeRison({ force: false }) }, signal })).result,
  })

export const tablesQuery = (databaseId: number, schema: string) =>
  queryOptions({
    queryKey: ['sqllab', 'tables', databaseId, schema],
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await request<{ result: readonly TableRow[] }>(`${databasePath(databaseId)}/tables/`, {
          query: { q: encodeRison({ force: false, schema_name: schema }) },
          signal,
        })
      ).result,
  })

export const tableQuery = (databaseId: number, schema: string, table: string) =>
  queryOptions({
    queryKey: ['sqllab', 'table', databaseId, schema, table],
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      await request<{ columns: readonly TableColumn[]; selectStar?: string }>(
        `${databasePath(databaseId)}/table/${encodeURIComponent(table)}/${encodeURIComponent(schema)}/`,
        { signal },
      ),
  })

export const useSchemas = (databaseId: number | undefined) => useQuery({ ...schemasQuery(databaseId ?? 0), enabled: databaseId !== undefined })

export const useTables = (databaseId: number | undefined, schema: string | undefined) =>
  useQuery({ ...tablesQuery(databaseId ?? 0, schema ?? ''), enabled: databaseId !== undefined && schema !== undefined })

export const useTable = (databaseId: number, schema: string, table: string) => useQuery(tableQuery(databaseId, schema, table))
