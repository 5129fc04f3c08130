import { useQuery } from '@tanstack/react-query'
import { request } from '../api/client.ts'
import type { ChartForm } from '../viz/chart-data.ts'
import type { ChartDataset } from '../viz/dataset-names.ts'
import type { StartPlace } from './use-tabs.ts'

export interface Dashboard {
  readonly id: number
  readonly slug: string | null
  readonly url: string
  readonly dashboard_title: string
  readonly published: boolean
  readonly css: string | null
  readonly json_metadata: string | null
  readonly position_json: string | null
  readonly certified_by: string | null
  readonly certification_details: string | null
  readonly changed_by_name?: string
  readonly changed_on: string
  readonly owners: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[]
  readonly roles?: readonly { readonly id: number; readonly name: string }[]
  readonly is_managed_externally?: boolean
}

export interface BoardChart {
  readonly id: number
  readonly name: string
  readonly form: ChartForm
  /** Known for charts that were just added; the others find theirs among the datasets of the dashboard. */
  readonly dataset?: ChartDataset | undefined
}

interface ChartRow {
  readonly id: number
  readonly slice_name: string
  readonly form_data: ChartForm
}

export const dashboardPath = (idOrSlug: string | number): string => `/api/v1/dashboard/${encodeURIComponent(idOrSlug)}`

export const fetchDashboard = async (idOrSlug: string | number, signal?: AbortSignal): Promise<Dashboard> =>
  (await request<{ result: Dashboard }>(dashboardPath(idOrSlug), { signal })).result

const fetchBoardCharts = async (idOrSlug: string, signal: AbortSignal): Promise<readonly BoardChart[]> => {
  const { result } = await request<{ result: readonly ChartRow[] }>(`${dashboardPath(idOrSlug)}/charts`, { signal })
  return result.map(({ id, slice_name: name, form_data: form }): BoardChart => ({
    id: typeof form['slice_id'] === 'number' ? form['slice_id'] : id,
    name,
    form,
  }))
}

/** The dashboard and its charts as one answer: a layout of today beside charts of yesterday would bring back what was removed in between. */
export const useDashboard = (idOrSlug: string) =>
  useQuery({
    queryKey: ['dashboard', idOrSlug],
    queryFn: async ({ signal }) => {
      const [dashboard, charts] = await Promise.all([fetchDashboard(idOrSlug, signal), fetchBoardCharts(idOrSlug, signal)])
      return { dashboard, charts }
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Names and formats by datasource. Charts draw without them too, only with rougher labels. */
export const useBoardDatasets = (idOrSlug: string) =>
  useQuery({
    queryKey: ['dashboard', idOrSlug, 'datasets'],
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }) => {
      const { result } = await request<{ result: readonly (ChartDataset & { uid?: string; id: number; type?: string })[] }>(
        `${dashboardPath(idOrSlug)}/datasets`,
        { signal },
      )
      return new Map(result.map((dataset) => [dataset.uid ?? `${String(dataset.id)}__${dataset.type ?? 'table'}`, dataset]))
    },
  })

/** Where a lasting link begins. A link that is not there (any more) begins where everything begins. */
export const usePermalink = (key: string | null) =>
  useQuery({
    queryKey: ['dashboard-permalink', key],
    enabled: key !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }): Promise<StartPlace> => {
      const { state } = await request<{ state: { anchor?: string | null; activeTabs?: readonly string[] | null } }>(
        `/api/v1/dashboard/permalink/${encodeURIComponent(key ?? '')}`,
        { signal },
      )
      return { anchor: state.anchor ?? undefined, activeTabs: state.activeTabs ?? undefined }
    },
  })
