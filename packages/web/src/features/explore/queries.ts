import { encodeRison } from '@sightline/core'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/client.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { Dataset } from '../../controls/dataset.ts'
import { fetchDataset } from '../../controls/fetch-dataset.ts'
import { readDatasource, type QueryReply } from '../../viz/chart-data.ts'
import { readSource, type SourceDescription } from './read-source.ts'
import type { Form } from './state.ts'

export interface SavedChart {
  readonly id: number
  readonly slice_name: string
  readonly viz_type: string
  readonly params: string | null
  readonly query_context?: string | null
  readonly description: string | null
  readonly certified_by: string | null
  readonly certification_details: string | null
  readonly owners: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[]
  readonly dashboards: readonly { readonly id: number; readonly dashboard_title: string }[]
  readonly is_managed_externally?: boolean
}

export interface Opened {
  readonly chart: SavedChart | undefined
  /** The form that is saved; of a new chart an empty one. */
  readonly form: Form
  /** A form that was left with the server for this address: it comes before the saved one. */
  readonly kept: Form | undefined
  /** undefined when it was deleted or may not be seen. */
  readonly dataset: Dataset | undefined
  /** What is to be told about the address. */
  readonly message: string | undefined
}

const parseRecord = (text: string | null | undefined): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The dataset, or nothing where there is none. */
const findDataset = async (id: number, signal: AbortSignal): Promise<Dataset | undefined> => {
  try {
    return await fetchDataset(id, signal)
  } catch (cause) {
    if (cause instanceof ApiFailure && cause.status === 404) return undefined
    throw cause
  }
}

/** Old charts may not say in their form which dataset they use; the list does. */
const datasourceOf = async (id: number, form: Record<string, unknown>, context: Record<string, unknown>, signal: AbortSignal): Promise<number | undefined> => {
  const named = readDatasource(form['datasource'])
  if (named) return named.id
  const inContext = (context['datasource'] as { id?: unknown } | undefined)?.id
  if (typeof inContext === 'number') return inContext
  const q = encodeRison({ filters: [{ col: 'id', opr: 'eq', value: id }], columns: ['datasource_id'] })
  const { result } = await request<{ result: readonly { datasource_id: number | null }[] }>('/api/v1/chart/', { query: { q }, signal })
  return result[0]?.datasource_id ?? undefined
}

async function openChart(id: number, signal: AbortSignal): Promise<Opened> {
  const { result } = await request<{ result: SavedChart }>(`/api/v1/chart/${String(id)}`, { signal })
  const chart = { ...result, id }
  const form = parseRecord(chart.params)
  const datasetId = await datasourceOf(id, form, parseRecord(chart.query_context), signal)
  const dataset = datasetId === undefined ? undefined : await findDataset(datasetId, signal)
  return { chart, form: { ...form, slice_id: id, viz_type: chart.viz_type }, kept: undefined, dataset, message: undefined }
}

/** What an address of the explorer names. */
export interface ExploreAddress {
  readonly sliceId: number | undefined
  readonly source: { readonly id: number; readonly type: string } | undefined
  readonly formKey: string | undefined
  readonly permalinkKey: string | undefined
}

interface ExploreReply {
  readonly dataset: SourceDescription
  readonly form_data: Form
  readonly slice: { readonly slice_id: number } | null
  readonly message: string | null
}

/** A form that was left with the server, or a query of the editor: the explorer's own call knows both. */
async function openKept({ sliceId, source, formKey, permalinkKey }: ExploreAddress, signal: AbortSignal): Promise<Opened> {
  const { result } = await request<{ result: ExploreReply }>('/api/v1/explore/', {
    query: { form_data_key: formKey, permalink_key: permalinkKey, slice_id: sliceId, datasource_id: source?.id, datasource_type: source?.type },
    signal,
  })
  const dataset = readSource(result.dataset)
  const chartId = result.slice?.slice_id
  const opened = chartId === undefined ? undefined : await openChart(chartId, signal)
  const isKept = (formKey !== undefined || permalinkKey !== undefined) && result.message === null && typeof result.form_data['viz_type'] === 'string'
  return {
    chart: opened?.chart,
    form: opened?.form ?? {},
    kept: isKept ? result.form_data : undefined,
    dataset: dataset?.type === 'table' && dataset.id === opened?.dataset?.id ? opened.dataset : dataset,
    message: result.message ?? undefined,
  }
}

const openAddress = async (address: ExploreAddress, signal: AbortSignal): Promise<Opened> => {
  const { sliceId, source, formKey, permalinkKey } = address
  if (formKey !== undefined || permalinkKey !== undefined || (sliceId === undefined && source?.type === 'query')) return openKept(address, signal)
  if (sliceId !== undefined) return openChart(sliceId, signal)
  return { chart: undefined, form: {}, kept: undefined, dataset: await findDataset(source?.id ?? 0, signal), message: undefined }
}

export const openedKey = ({ sliceId, source, formKey, permalinkKey }: ExploreAddress): readonly unknown[] => [
  'explore',
  sliceId ?? null,
  source?.id ?? null,
  source?.type ?? null,
  formKey ?? null,
  permalinkKey ?? null,
]

export const useOpened = (address: ExploreAddress, isWanted: boolean) =>
  useQuery({
    queryKey: openedKey(address),
    enabled: isWanted,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    queryFn: ({ signal }) => openAddress(address, signal),
  })

export const useChartStar = (id: number | undefined) =>
  useQuery({
    queryKey: ['chart-favourite', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await request<{ result: readonly { value: boolean }[] }>('/api/v1/chart/favorite_status/', { query: { q: encodeRison([id]) }, signal })).result[0]
        ?.value ?? false,
  })

export const saveStar = (id: number, isStarred: boolean): Promise<unknown> =>
  request(`/api/v1/chart/${String(id)}/favorites/`, { method: isStarred ? 'POST' : 'DELETE' })

export const useSamples = (dataset: Dataset, isWanted: boolean) =>
  useQuery({
    queryKey: ['samples', dataset.id, dataset.type],
    enabled: isWanted,
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (
        await request<{ result: readonly QueryReply[] }>('/api/v1/chart/data', {
          method: 'POST',
          signal,
          body: {
            datasource: { id: dataset.id, type: dataset.type },
            queries: [{}],
            result_type: 'samples',
            result_format: 'json',
            force: false,
            form_data: {},
          },
        })
      ).result[0],
  })

export interface DashboardOption {
  readonly id: number
  readonly dashboard_title: string
}

/** Dashboards one may put a chart on: one's own. */
export const useDashboardOptions = (text: string, userId: number | undefined) =>
  useQuery({
    queryKey: ['dashboard-options', text, userId],
    queryFn: async ({ signal }) => {
      const filters: { col: string; opr: string; value: unknown }[] = [{ col: 'dashboard_title', opr: 'ct', value: text }]
      if (userId !== undefined) filters.push({ col: 'owners', opr: 'rel_m_m', value: userId })
      const q = encodeRison({ columns: ['id', 'dashboard_title'], filters, order_column: 'dashboard_title', order_direction: 'asc', page: 0, page_size: 100 })
      return (await request<{ result: readonly DashboardOption[] }>('/api/v1/dashboard/', { query: { q }, signal })).result
    },
  })

export interface DatasetOption {
  readonly id: number
  readonly table_name: string
  readonly schema?: string | null
  readonly database?: { readonly database_name: string }
}

export const useDatasetOptions = (text: string) =>
  useQuery({
    queryKey: ['dataset-options', text],
    queryFn: async ({ signal }) => {
      const filters = text.trim() === '' ? [] : [{ col: 'table_name', opr: 'ct', value: text.trim() }]
      const q = encodeRison({
        columns: ['id', 'table_name', 'schema', 'database.database_name'],
        filters,
        order_column: 'table_name',
        order_direction: 'asc',
        page: 0,
        page_size: 100,
      })
      return (await request<{ result: readonly DatasetOption[] }>('/api/v1/dataset/', { query: { q }, signal })).result
    },
  })
