import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { encodeRison } from '@sightline/core'
import { request } from '../../api/client.ts'
import { dashboardPath, type BoardChart } from '../../board/queries.ts'
import type { ChartDataset } from '../../viz/dataset-names.ts'
import { readDatasource, type ChartForm } from '../../viz/chart-data.ts'

export interface ChartListRow {
  readonly id: number
  readonly slice_name: string
  readonly viz_type: string
  readonly thumbnail_url?: string | null
  readonly datasource_name_text?: string | null
}

/** A chart that was just put on the dashboard and is not among its saved ones yet. */
export const fetchBoardChart = async (id: number): Promise<BoardChart> => {
  const { result } = await request<{ result: { slice_name: string; viz_type: string; params: string | null; query_context?: string | null } }>(
    `/api/v1/chart/${String(id)}`,
  )
  const form: ChartForm = { ...(JSON.parse(result.params || '{}') as Record<string, unknown>), slice_id: id, viz_type: result.viz_type }
  const datasource = readDatasource(form['datasource'])
  const dataset = datasource
    ? await request<{ result: ChartDataset }>(`/api/v1/dataset/${String(datasource.id)}`).then(
        (reply) => reply.result,
        () => undefined,
      )
    : undefined
  return { id, name: result.slice_name, form, dataset }
}

export const useChartSearch = (text: string, isMine: boolean, userId: number | undefined) =>
  useQuery({
    queryKey: ['chart-search', text, isMine, userId],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filters: { col: string; opr: string; value: unknown }[] = []
      if (text.trim() !== '') filters.push({ col: 'slice_name', opr: 'chart_all_text', value: text.trim() })
      if (isMine && userId !== undefined) filters.push({ col: 'owners', opr: 'rel_m_m', value: userId })
      const q = encodeRison({
        columns: ['id', 'slice_name', 'viz_type', 'thumbnail_url', 'datasource_name_text'],
        filters,
        order_column: 'changed_on_delta_humanized',
        order_direction: 'desc',
        page: 0,
        page_size: 100,
      })
      return (await request<{ result: readonly ChartListRow[] }>('/api/v1/chart/', { query: { q }, signal })).result
    },
  })

export const useFavourite = (id: number) =>
  useQuery({
    queryKey: ['dashboard-favourite', id],
    queryFn: async ({ signal }) =>
      (await request<{ result: readonly { id: number; value: boolean }[] }>('/api/v1/dashboard/favorite_status/', { query: { q: encodeRison([id]) }, signal }))
        .result[0]?.value ?? false,
  })

export const saveFavourite = (id: number, isStarred: boolean): Promise<unknown> =>
  request(`${dashboardPath(id)}/favorites/`, { method: isStarred ? 'POST' : 'DELETE' })

export const savePublished = (id: number, published: boolean): Promise<unknown> => request(dashboardPath(id), { method: 'PUT', body: { published } })
