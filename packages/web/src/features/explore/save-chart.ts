import { request } from '../../api/client.ts'
import { buildContext, readDatasource } from '../../viz/chart-data.ts'
import { withoutWarnings } from './form-warnings.ts'
import type { Form } from './state.ts'

export interface SaveRequest {
  readonly name: string
  readonly form: Form
  /** The chart that is overwritten; undefined makes a new one. */
  readonly overwrites: number | undefined
  readonly owners: readonly number[] | undefined
  /** An existing dashboard, or the name of a new one. */
  readonly dashboard: number | string | undefined
  readonly onDashboards: readonly number[]
}

export interface Saved {
  readonly id: number
  readonly dashboard: { readonly id: number; readonly title: string; readonly isNew: boolean } | undefined
}

/** What is written into the chart: the form without what belongs to this visit. */
export const cleanForm = (form: Form): Record<string, unknown> => {
  const { url_params: _params, dashboardId: _dashboard, extra_form_data: _extra, force: _force, ...rest } = withoutWarnings(form)
  const filters = rest['adhoc_filters']
  return Array.isArray(filters) ? { ...rest, adhoc_filters: (filters as readonly { isExtra?: boolean }[]).filter(({ isExtra }) => isExtra !== true) } : rest
}

/** EXP-3.03: the payload of a save, with the query context that reports and thumbnails draw from. */
export function buildChartSave(save: SaveRequest, dashboards: readonly number[]): Record<string, unknown> {
  const form = cleanForm(save.form)
  const datasource = readDatasource(form['datasource'])
  const built = buildContext(form)
  return {
    slice_name: save.name.trim(),
    viz_type: form['viz_type'],
    datasource_id: datasource?.id,
    datasource_type: datasource?.type ?? 'table',
    params: JSON.stringify({ ...form, dashboards }),
    ...('context' in built ? { query_context: JSON.stringify(built.context) } : {}),
    dashboards,
    ...(save.owners ? { owners: save.owners } : {}),
  }
}

const openDashboard = async (dashboard: SaveRequest['dashboard']): Promise<Saved['dashboard']> => {
  if (dashboard === undefined) return undefined
  if (typeof dashboard === 'string') {
    const { id } = await request<{ id: number }>('/api/v1/dashboard/', { method: 'POST', body: { dashboard_title: dashboard } })
    return { id, title: dashboard, isNew: true }
  }
  const { result } = await request<{ result: { id: number; dashboard_title: string } }>(`/api/v1/dashboard/${String(dashboard)}`)
  return { id: result.id, title: result.dashboard_title, isNew: false }
}

/** A new dashboard first, then the chart with the dashboards it is on. */
export async function saveChart(save: SaveRequest): Promise<Saved> {
  const dashboard = await openDashboard(save.dashboard)
  const kept = save.overwrites === undefined ? [] : save.onDashboards
  const dashboards = [...new Set([...kept, ...(dashboard ? [dashboard.id] : [])])]
  const body = buildChartSave(save, dashboards)
  const { id } = await (save.overwrites === undefined
    ? request<{ id: number }>('/api/v1/chart/', { method: 'POST', body })
    : request<{ id: number }>(`/api/v1/chart/${String(save.overwrites)}`, { method: 'PUT', body }))
  return { id, dashboard }
}
