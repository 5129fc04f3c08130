import { encodeRison } from '@sightline/core'
import { useQuery } from '@tanstack/react-query'
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

export const useSchemas = (databaseId: number | undefined) =>
  useQuery({
    queryKey: ['sqllab', 'schemas', databaseId],
    enabled: databaseId !== undefined,
    retry: false,
    queryFn: async ({ signal }) =>
      (await request<{ result: readonly string[] }>(`${databasePath(databaseId!)}/schemas/`, { query: { q: encodeRison({ force: false }) }, signal })).result,
  })

export const useTables = (databaseId: number | undefined, schema: string | undefined) =>
  useQuery({
    queryKey: ['sqllab', 'tables', databaseId, schema],
    enabled: databaseId !== undefined && schema !== undefined,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await request<{ result: readonly TableRow[] }>(`${databasePath(databaseId!)}/tables/`, {
          query: { q: encodeRison({ force: false, schema_name: schema }) },
          signal,
        })
      ).result,
  })

export const useTable = (databaseId: number, schema: string, table: string) =>
  useQuery({
    queryKey: ['sqllab', 'table', databaseId, schema, table],
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      await request<{ columns: readonly TableColumn[]; selectStar?: string }>(
        `${databasePath(databaseId)}/table/${encodeURIComponent(table)}/${encodeURIComponent(schema)}/`,
        { signal },
      ),
  })
