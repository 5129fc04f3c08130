import type { profileEndpoints } from '@sightline/contract'
import { encodeRison } from '@sightline/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, requestFor } from '../../../api/client.ts'
import { listAllRows } from '../../../api/resources.ts'

export interface DatabaseChoice {
  readonly id: number
  readonly database_name: string
  readonly backend: string
}

export interface TableChoice {
  readonly value: string
  readonly type: string
}

export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly longType?: string
  readonly comment?: string | null
}

export const useDatabases = () =>
  useQuery({
    queryKey: ['database', 'choices'],
    queryFn: ({ signal }) =>
      listAllRows<DatabaseChoice>('database', { columns: ['id', 'database_name', 'backend'], order_column: 'database_name', order_direction: 'asc' }, signal),
  })

const fetchSchemas = async (databaseId: number, force: boolean, signal?: AbortSignal): Promise<readonly string[]> =>
  (await request<{ result: readonly string[] }>(`/api/v1/database/${databaseId}/schemas/`, { query: { q: encodeRison({ force }) }, signal })).result

const schemasQuery = (databaseId: number) =>
  queryOptions({ queryKey: ['database', databaseId, 'schemas'], queryFn: ({ signal }) => fetchSchemas(databaseId, false, signal), retry: false })

export const useSchemas = (databaseId: number | undefined) => useQuery({ ...schemasQuery(databaseId ?? 0), enabled: databaseId !== undefined })

const fetchTables = async (databaseId: number, schema: string, force: boolean, signal?: AbortSignal): Promise<readonly TableChoice[]> =>
  (
    await request<{ result: readonly TableChoice[] }>(`/api/v1/database/${databaseId}/tables/`, {
      query: { q: encodeRison({ force, schema_name: schema }) },
      signal,
    })
  ).result

const tablesQuery = (databaseId: number, schema: string) =>
  queryOptions({ queryKey: ['database', databaseId, 'tables', schema], queryFn: ({ signal }) => fetchTables(databaseId, schema, false, signal), retry: false })

export const useTables = (databaseId: number | undefined, schema: string | undefined) =>
  useQuery({ ...tablesQuery(databaseId ?? 0, schema ?? ''), enabled: databaseId !== undefined && schema !== undefined })

/** Asks the database itself, past anything that was kept. */
export const useReload = () => {
  const client = useQueryClient()
  return {
    schemas: (databaseId: number) => client.fetchQuery({ ...schemasQuery(databaseId), queryFn: () => fetchSchemas(databaseId, true), staleTime: 0 }),
    tables: (databaseId: number, schema: string) =>
      client.fetchQuery({ ...tablesQuery(databaseId, schema), queryFn: () => fetchTables(databaseId, schema, true), staleTime: 0 }),
  }
}

export interface TablePlace {
  readonly databaseId: number
  readonly schema: string
  readonly table: string
}

export const useColumns = (place: TablePlace | undefined) =>
  useQuery({
    queryKey: ['database', place?.databaseId, 'columns', place?.schema, place?.table],
    queryFn: async ({ signal }) => {
      const { databaseId, schema, table } = place as TablePlace
      const path = `/api/v1/database/${databaseId}/table/${encodeURIComponent(table)}/${encodeURIComponent(schema)}/`
      return (await request<{ columns: readonly TableColumn[] }>(path, { signal })).columns
    },
    enabled: place !== undefined,
    retry: false,
  })

export const useFirstRows = ({ databaseId, schema, table }: TablePlace) =>
  useQuery({
    queryKey: ['database', databaseId, 'rows', schema, table],
    queryFn: async ({ signal }) =>
      (
        await requestFor<typeof profileEndpoints.rows>(`/api/v1/database/${databaseId}/table_rows/`, {
          method: 'POST',
          body: { table, schema },
          signal,
          // The server has a time limit of its own for what people ask.
          timeoutMs: 0,
        })
      ).result,
    retry: false,
  })

export interface ExistingDataset {
  readonly id: number
  readonly kind: 'physical' | 'virtual'
}

/** Names of a schema that a dataset has already. */
export const useExisting = (databaseId: number | undefined, schema: string | undefined) =>
  useQuery({
    queryKey: ['dataset', 'of-schema', databaseId, schema],
    queryFn: async ({ signal }) => {
      const rows = await listAllRows<ExistingDataset & { table_name: string }>(
        'dataset',
        {
          columns: ['id', 'table_name', 'kind'],
          filters: [
            { col: 'database', opr: 'rel_o_m', value: databaseId as number },
            { col: 'schema', opr: 'eq', value: schema as string },
          ],
          order_column: 'table_name',
          order_direction: 'asc',
        },
        signal,
      )
      return new Map<string, ExistingDataset>(rows.map(({ id, table_name: name, kind }) => [name, { id, kind }]))
    },
    enabled: databaseId !== undefined && schema !== undefined,
  })
