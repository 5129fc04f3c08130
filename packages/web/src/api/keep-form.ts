import type { formDataEndpoints } from '@sightline/contract'
import { requestFor } from './client.ts'

export interface FormToKeep {
  readonly datasource: { readonly id: number; readonly type: 'table' | 'query' }
  readonly form: Readonly<Record<string, unknown>>
  readonly chartId?: number | undefined
}

const pathOf = '/api/v1/explore/form_data'

const bodyOf = ({ datasource, form, chartId }: FormToKeep) => ({
  datasource_id: datasource.id,
  datasource_type: datasource.type,
  form_data: JSON.stringify({ ...form, datasource: `${String(datasource.id)}__${datasource.type}` }),
  ...(chartId === undefined ? {} : { chart_id: chartId }),
})

/** Leaves a form with the server, for the explorer to open. → the key for its address */
export const keepForm = async (kept: FormToKeep): Promise<string> =>
  (await requestFor<typeof formDataEndpoints.create>(pathOf, { method: 'POST', body: bodyOf(kept) })).key

/** The form a chart begins with on rows just made: a table of all their columns. */
export const formOfRows = (columns: readonly string[]) => ({
  viz_type: 'table',
  query_mode: 'raw',
  all_columns: columns,
  metrics: [],
  groupby: [],
  time_range: 'No filter',
  row_limit: 1000,
})
