import { encodeRison } from '@sightline/core'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/client.ts'
import { listRows } from '../../api/resources.ts'

export interface DatabaseChoice {
  readonly id: number
  readonly database_name: string
  readonly backend: string
}

export interface TableChoice {
  readonly value: string
  readonly type: 'table' | 'view'
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
    queryFn: async ({ signal }) =>
      (
        await listRows<DatabaseChoice>(
          'database',
          { columns: ['id', 'database_name', 'backend'], order_column: 'database_name', order_direction: 'asc', page_size: 100 },
          signal,
        )
      ).result,
  })

export const useSchemas = (databaseId: number | undefined) =>
  useQuery({
    queryKey: ['database', databaseId, 'schemas'],
    queryFn: async ({ signal }) =>
      (await request<{ result: readonly string[] }>(`/api/v1/database/${databaseId}/schemas/`, { query: { q: encodeRison({ force: false }) }, signal })).result,
    enabled: databaseId !== undefined,
  })

export const useTables = (databaseId: number | undefined, schema: string | undefined) =>
  useQuery({
    queryKey: ['database', databaseId, 'tables', schema],
    queryFn: async ({ signal }) =>
      (
        await request<{ result: readonly TableChoice[] }>(`/api/v1/database/${databaseId}/tables/`, {
          query: { q: encodeRison({ force: false, schema_name: schema }) },
          signal,
        })
      ).result,
    enabled: databaseId !== undefined && schema !== undefined,
  })

export const useColumns = (databaseId: number | undefined, schema: string | undefined, table: string | undefined) =>
  useQuery({
    queryKey: ['database', databaseId, 'columns', schema, table],
    queryFn: async ({ signal }) =>
      (
        await request<{ columns: readonly TableColumn[] }>(
          `/api/v1/database/${databaseId}/table/${encodeURIComponent(table ?? '')}/${encodeURIComponent(schema ?? '')}/`,
          { signal },
        )
      ).columns,
    enabled: databaseId !== undefined && schema !== undefined && table !== undefined,
  })

/** Tables of a schema that already have a dataset: name → id. */
export const useExisting = (databaseId: number | undefined, schema: string | undefined) =>
  useQuery({
    queryKey: ['dataset', 'of-schema', databaseId, schema],
    queryFn: async ({ signal }) => {
      const reply = await listRows<{ id: number; table_name: string }>(
        'dataset',
        {
          columns: ['id', 'table_name'],
          filters: [
            { col: 'database', opr: 'rel_o_m', value: databaseId as number },
            { col: 'schema', opr: 'eq', value: schema as string },
            { col: 'sql', opr: 'dataset_is_null_or_empty', value: true },
          ],
          page_size: 100,
        },
        signal,
      )
      return new Map(reply.result.map((row) => [row.table_name, row.id]))
    },
    enabled: databaseId !== undefined && schema !== undefined,
  })
