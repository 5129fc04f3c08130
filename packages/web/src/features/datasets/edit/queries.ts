import type { AffectedChart, datasetEndpoints, SourceColumnReply } from '@sightline/contract'
import { encodeRison } from '@sightline/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request, requestFor } from '../../../api/client.ts'
import { listRows, readRelated } from '../../../api/resources.ts'
import type { Person } from '../../../ui/avatar.ts'
import { pageSize } from '../../../ui/list/list-state.ts'
import type { ServerList } from '../DialogTable.tsx'
import { bodyOf } from './draft-body.ts'
import type { DatasetDraft } from './draft.ts'
import type { SourceColumn, StoredDataset } from './wire.ts'

/** The beginning of a form: never kept, never fetched again while somebody edits. */
export const useStored = (id: number) =>
  useQuery({
    queryKey: ['dataset', 'to-edit', id],
    queryFn: async ({ signal }) => (await request<{ result: StoredDataset }>(`/api/v1/dataset/${id}`, { signal })).result,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })

export const saveDataset = (id: number, draft: DatasetDraft): Promise<unknown> =>
  requestFor<typeof datasetEndpoints.update>(`/api/v1/dataset/${id}`, { method: 'PUT', body: bodyOf(draft) })

export interface Affected {
  readonly count: number
  readonly hidden: number
  readonly result: readonly AffectedChart[]
}

/** Charts that would miss something if the draft were saved. */
export const findAffected = (id: number, draft: DatasetDraft, signal: AbortSignal): Promise<Affected> => {
  const { columns, metrics } = bodyOf(draft)
  return requestFor<typeof datasetEndpoints.affectedCharts>(`/api/v1/dataset/${id}/affected_charts`, {
    method: 'POST',
    body: { ...(columns === undefined ? {} : { columns }), ...(metrics === undefined ? {} : { metrics }), page: 0, page_size: 100 },
    signal,
  })
}

/** Columns of a table as it is now. */
export const readTableColumns = (draft: DatasetDraft, signal?: AbortSignal): Promise<readonly SourceColumnReply[]> =>
  request('/datasource/external_metadata_by_name/', {
    query: {
      q: encodeRison({
        datasource_type: 'table',
        database_name: draft.databaseName,
        schema_name: draft.schema ?? '',
        table_name: draft.table_name,
        normalize_columns: draft.normalize_columns,
        always_filter_main_dttm: draft.always_filter_main_dttm,
      }),
    },
    signal,
  })

/** Columns of the stored source of a dataset as it is now. */
export const readStoredColumns = (id: number, signal?: AbortSignal): Promise<readonly SourceColumnReply[]> =>
  request(`/datasource/external_metadata/table/${id}/`, { signal })

export interface Rows {
  readonly columns: readonly (SourceColumn & { readonly type_generic: number })[]
  readonly data: readonly Readonly<Record<string, unknown>>[]
}

/** The first rows of SQL that is not saved yet, and with them its columns. */
export const runDraftSql = async (draft: DatasetDraft, sql: string, limit: number, signal?: AbortSignal): Promise<Rows> =>
  await request<Rows>('/api/v1/sqllab/execute/', {
    method: 'POST',
    body: {
      database_id: draft.databaseId,
      schema: draft.schema,
      sql,
      templateParams: draft.template_params.trim() === '' ? null : draft.template_params,
      queryLimit: limit,
      runAsync: false,
      json: true,
      expand_data: false,
    },
    signal,
  })

export const readSelectStar = async (draft: DatasetDraft, signal?: AbortSignal): Promise<string> =>
  (
    await request<{ result: string }>(
      `/api/v1/database/${draft.databaseId}/select_star/${encodeURIComponent(draft.table_name)}/${draft.schema ? `${encodeURIComponent(draft.schema)}/` : ''}`,
      { signal },
    )
  ).result

/** The first rows of the source as it is stored. */
export const readSamples = async (id: number, limit: number, signal?: AbortSignal): Promise<Rows> => {
  const { result } = await request<{
    result: { colnames: readonly string[]; coltypes: readonly number[]; data: readonly Readonly<Record<string, unknown>>[] }
  }>('/datasource/samples', { method: 'POST', query: { datasource_type: 'table', datasource_id: id, page: 1, per_page: limit, force: false }, signal })
  return {
    columns: result.colnames.map((column_name, index) => ({
      column_name,
      type: '',
      is_dttm: result.coltypes[index] === 2,
      type_generic: result.coltypes[index] ?? 1,
    })),
    data: result.data,
  }
}

export interface UsingChart {
  readonly id: number
  readonly slice_name: string
  readonly changed_on_utc?: string | null
  readonly changed_on_delta_humanized?: string | null
  readonly owners?: readonly Person[]
  readonly dashboards?: readonly { readonly id: number; readonly dashboard_title: string }[]
}

const chartColumns = ['id', 'slice_name', 'changed_on_utc', 'changed_on_delta_humanized'].concat(
  ['id', 'first_name', 'last_name'].map((name) => `owners.${name}`),
  ['id', 'dashboard_title'].map((name) => `dashboards.${name}`),
)

/** Charts over the dataset, one page of them. */
export const useCharts = (id: number, { search, page, sortColumn, sortOrder }: ServerList) =>
  useQuery({
    queryKey: ['chart', 'of-dataset', id, search, page, sortColumn, sortOrder],
    queryFn: ({ signal }) =>
      listRows<UsingChart>(
        'chart',
        {
          columns: chartColumns,
          filters: [
            { col: 'datasource_id', opr: 'eq', value: id },
            { col: 'datasource_type', opr: 'eq', value: 'table' },
            ...(search.trim() === '' ? [] : [{ col: 'slice_name', opr: 'ct', value: search.trim() }]),
          ],
          order_column: sortColumn,
          order_direction: sortOrder,
          page,
          page_size: pageSize,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

/** People who may own a dataset. */
export const useOwnerChoices = (text: string) =>
  useQuery({
    queryKey: ['dataset', 'owner-choices', text],
    queryFn: async ({ signal }) => (await readRelated('dataset', 'owners', { filter: text, page: 0, page_size: 100 }, signal)).result,
    placeholderData: keepPreviousData,
  })
