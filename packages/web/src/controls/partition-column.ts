import { useQuery } from '@tanstack/react-query'
import { request } from '../api/client.ts'
import type { Dataset } from './dataset.ts'

interface TableExtra {
  readonly partitions?: { readonly cols?: readonly string[] } | null
}

/** EXP-7.11: the column by which the table of a dataset is divided, if it is exactly one. That it cannot be told hides one operator and is no error. */
export const usePartitionColumn = ({ type, sql, schema, table_name, database, is_sqllab_view: isView }: Dataset): string | undefined => {
  const { data } = useQuery({
    queryKey: ['partition-column', database.id, schema, table_name],
    enabled: type === 'table' && !sql && isView !== true,
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const path = `/api/v1/database/${String(database.id)}/table_extra/${encodeURIComponent(table_name)}/${encodeURIComponent(schema || 'undefined')}/`
      return onlyColumn(await request<TableExtra>(path, { signal }))
    },
  })
  return data ?? undefined
}

export const onlyColumn = ({ partitions }: TableExtra): string | null => (partitions?.cols?.length === 1 ? (partitions.cols[0] ?? null) : null)
