import { encodeRison } from '@sightline/core'
import { request } from '../../../api/client.ts'
import type { OpenTable, Tab } from '../state/model.ts'
import type { Boot, WireTab } from '../state/open-state.ts'
import type { WireRun } from '../state/told-run.ts'
import type { LabDatabase } from './store.ts'

/** Every call of the editor, one function each. */

/** Old views read forms whose every value is a JSON document. */
const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

export const fetchBoot = async (): Promise<Boot & { readonly databases: Readonly<Record<number, LabDatabase>> }> =>
  (await request<{ result: Boot & { databases: Record<number, LabDatabase> } }>('/api/v1/sqllab/')).result

export const createTab = async (tab: Tab): Promise<number> => {
  const { name, dbId, schema, sql, queryLimit, hideLeftBar, remoteId, templateParams, autorun } = tab
  const queryEditor = JSON.stringify({ id: tab.id, name, dbId, schema, sql, queryLimit, hideLeftBar, remoteId, templateParams, autorun })
  return (await request<{ id: number }>('/tabstateview/', { method: 'POST', body: formOf({ queryEditor }) })).id
}

const tabPath = (serverId: number): string => `/tabstateview/${String(serverId)}`

export const fetchTab = (serverId: number): Promise<WireTab> => request<WireTab>(tabPath(serverId))
export const putTab = (serverId: number, fields: Readonly<Record<string, string>>, outlivesPage = false): Promise<unknown> =>
  request(tabPath(serverId), { method: 'PUT', body: formOf(fields), outlivesPage })
export const activateTab = (serverId: number): Promise<unknown> => request(`${tabPath(serverId)}/activate`, { method: 'POST' })
export const deleteTab = (serverId: number): Promise<unknown> => request(tabPath(serverId), { method: 'DELETE' })
export const migrateRun = (serverId: number, runId: string): Promise<unknown> =>
  request(`${tabPath(serverId)}/migrate_query`, { method: 'POST', body: formOf({ queryId: JSON.stringify(runId) }) })
export const deleteRun = (serverId: number, runId: string): Promise<unknown> =>
  request(`${tabPath(serverId)}/query/${encodeURIComponent(runId)}`, { method: 'DELETE' })

export const createTable = async (serverTabId: number, table: OpenTable): Promise<number> => {
  const sent = { queryEditorId: serverTabId, dbId: table.dbId, schema: table.schema, name: table.name, dataPreviewQueryId: null }
  return (await request<{ id: number }>('/tableschemaview/', { method: 'POST', body: formOf({ table: JSON.stringify(sent) }) })).id
}
export const expandServerTable = (serverId: number, expanded: boolean): Promise<unknown> =>
  request(`/tableschemaview/${String(serverId)}/expanded`, { method: 'POST', body: formOf({ expanded: JSON.stringify(expanded) }) })
export const deleteTable = (serverId: number): Promise<unknown> => request(`/tableschemaview/${String(serverId)}`, { method: 'DELETE' })

/** Runs of this person that changed since a moment. */
export const fetchUpdated = async (since: number): Promise<readonly WireRun[]> =>
  (
    await request<{ result: readonly WireRun[] }>('/api/v1/query/updated_since', {
      query: { q: encodeRison({ last_updated_ms: Math.floor(since) }) },
      timeoutMs: 10_000,
    })
  ).result

export const stopServerRun = (runId: string): Promise<unknown> => request('/api/v1/query/stop', { method: 'POST', body: { client_id: runId } })

export const fetchEstimate = async (tab: Tab, sql: string): Promise<readonly Readonly<Record<string, string>>[]> =>
  (
    await request<{ result: readonly Record<string, string>[] }>('/api/v1/sqllab/estimate/', {
      method: 'POST',
      body: { database_id: tab.dbId, schema: tab.schema, sql, template_params: tab.templateParams },
    })
  ).result

export const formatSql = async (sql: string, databaseId: number | null): Promise<string> =>
  (
    await request<{ result: string }>('/api/v1/sqllab/format_sql/', {
      method: 'POST',
      body: { sql, ...(databaseId === null ? {} : { database_id: databaseId }) },
    })
  ).result

export interface QueryToSave {
  readonly label: string
  readonly description: string
  readonly db_id: number | null
  readonly schema: string | null
  readonly sql: string
  readonly template_parameters: string | null
  readonly extra_json?: string
}
export const createSavedQuery = async (query: QueryToSave): Promise<number> =>
  (await request<{ id: number }>('/api/v1/saved_query/', { method: 'POST', body: query })).id
export const updateSavedQuery = (id: number, query: QueryToSave): Promise<unknown> =>
  request(`/api/v1/saved_query/${String(id)}`, { method: 'PUT', body: query })

export interface SavedQuery {
  readonly id: number
  readonly label: string
  readonly description: string | null
  readonly sql: string
  readonly schema: string | null
  readonly template_parameters: string | null
  readonly database: { readonly id: number } | null
}
export const fetchSavedQuery = async (id: number): Promise<SavedQuery> => (await request<{ result: SavedQuery }>(`/api/v1/saved_query/${String(id)}`)).result

export interface PastQuery {
  readonly sql: string
  readonly schema: string | null
  readonly tab_name: string | null
  readonly database: { readonly id: number } | null
}
export const fetchPastQuery = async (id: number): Promise<PastQuery> => (await request<{ result: PastQuery }>(`/api/v1/query/${String(id)}`)).result

export interface SharedQuery {
  readonly dbId: number
  readonly name: string
  readonly sql: string
  readonly schema?: string | null
  readonly templateParams?: string | null
  readonly autorun?: boolean | null
}
export const createPermalink = async (query: SharedQuery): Promise<string> =>
  (await request<{ url: string }>('/api/v1/sqllab/permalink', { method: 'POST', body: query })).url
export const fetchPermalink = (key: string): Promise<SharedQuery> => request<SharedQuery>(`/api/v1/sqllab/permalink/${encodeURIComponent(key)}`)
/** Shares a query in the old way. → its number */
export const storeSharedText = async (query: SharedQuery): Promise<number> =>
  (await request<{ id: number }>('/kv/store/', { method: 'POST', body: formOf({ data: JSON.stringify(query) }) })).id
/** A query shared in the old way. */
export const fetchSharedText = (id: string): Promise<SharedQuery> => request<SharedQuery>(`/kv/${encodeURIComponent(id)}/`)

export interface DatasetToQuery {
  readonly table_name: string
  readonly schema: string | null
  readonly sql: string | null
  readonly select_star: string | null
  readonly database: { readonly id: number }
}
export const fetchDatasetToQuery = async (id: number): Promise<DatasetToQuery> =>
  (await request<{ result: DatasetToQuery }>(`/api/v1/dataset/${String(id)}`, { query: { q: encodeRison({ keys: ['none'] }) } })).result
