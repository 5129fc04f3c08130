import { encodeRison } from '@sightline/core'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/client.ts'

export interface DatabaseRow {
  readonly id: number
  readonly database_name: string
  readonly backend?: string
}

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

export const useDatabases = () =>
  useQuery({
    queryKey: ['sqllab', 'databases'],
    queryFn: async ({ signal }) => {
      const q = encodeRison({
        filters: [{ col: 'expose_in_sqllab', opr: 'eq', value: true }],
        order_column: 'database_name',
        order_direction: 'asc',
        page: 0,
        page_size: 100,
      })
      return (await request<{ result: readonly DatabaseRow[] }>('/api/v1/database/', { query: { q }, signal })).result
    },
  })

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

export const fetchSavedQuery = async (id: number) =>
  (await request<{ result: { label: string; sql: string; schema: string | null; database: { id: number } } }>(`/api/v1/saved_query/${String(id)}`)).result

export const fetchPastQuery = async (id: number) =>
  (await request<{ result: { tab_name: string | null; sql: string; schema: string | null; database: { id: number } } }>(`/api/v1/query/${String(id)}`)).result

export const saveQuery = (query: {
  readonly label: string
  readonly description: string
  readonly sql: string
  readonly db_id: number
  readonly schema: string | null
}): Promise<unknown> => request('/api/v1/saved_query/', { method: 'POST', body: query })
