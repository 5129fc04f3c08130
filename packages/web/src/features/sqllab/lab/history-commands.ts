import { encodeRison } from '@sightline/core'
import { request } from '../../../api/client.ts'
import { links } from '../../../links.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import type { Run } from '../state/model.ts'
import { clearResults, refreshRuns, type ToldRun } from '../state/runs.ts'
import { closePreview } from '../state/tables.ts'
import { nameOfCopy, tabOf } from '../state/tabs.ts'
import { statusOf } from '../state/told-run.ts'
import { change, readLab, showSouthPane } from './store.ts'
import { newTab } from './tab-commands.ts'

const perPage = 50

/** A run as the list of queries writes it. */
interface ListedRun {
  readonly id: number
  readonly client_id: string
  readonly database: { readonly id: number } | null
  readonly schema: string | null
  readonly sql: string | null
  readonly executed_sql: string | null
  readonly sql_editor_id: string | null
  readonly tab_name: string | null
  readonly status: string
  readonly progress: number
  readonly rows: number | null
  readonly limit: number | null
  readonly limiting_factor: string | null
  readonly start_time: number | string | null
  readonly end_time: number | string | null
  readonly select_as_cta: boolean
  readonly tmp_table_name: string | null
  readonly tracking_url: string | null
  readonly results_key: string | null
  readonly error_message: string | null
}

const numberOr = (value: number | string | null, otherwise: number | null): number | null => (value === null || value === '' ? otherwise : Number(value))

const readListed = (one: ListedRun): ToldRun => ({
  id: one.client_id,
  serverId: one.id,
  dbId: one.database?.id ?? 0,
  schema: one.schema,
  sql: one.sql ?? '',
  executedSql: one.executed_sql,
  sqlEditorId: one.sql_editor_id,
  tab: one.tab_name ?? '',
  state: statusOf(one.status),
  progress: one.progress,
  rows: one.rows,
  limit: one.limit,
  limitingFactor: one.limiting_factor,
  startDttm: numberOr(one.start_time, 0) ?? 0,
  endDttm: numberOr(one.end_time, null),
  ctas: one.select_as_cta,
  tempTable: one.tmp_table_name,
  trackingUrl: one.tracking_url,
  resultsKey: one.results_key,
  errorMessage: one.error_message,
  // Old news: the page goes on asking for what changed since the newest.
  changedOn: 0,
})

/** Runs of a tab that are older than what the page was started with. Answers whether there may be more. Tabs of the browser have all of theirs here. */
export async function fetchOlderRuns(tabId: string, page: number): Promise<boolean> {
  const tab = tabOf(readLab().sql, tabId)
  if (!tab || tab.serverId === null) return false
  const q = encodeRison({
    filters: [{ col: 'sql_editor_id', opr: 'eq', value: String(tab.serverId) }],
    order_column: 'start_time',
    order_direction: 'desc',
    page,
    page_size: perPage,
  })
  const { result } = await request<{ result: readonly ListedRun[] }>('/api/v1/query/', { query: { q } })
  // What the page knows of a run is never older than the list.
  change((state) => refreshRuns(state, result.filter(({ client_id: id }) => !state.runs[id]).map(readListed)))
  return result.length === perPage
}

/** Rows that were looked at once need no room any longer; the server still has them. */
export const putAwayResults = (runId: string): void => change((state) => clearResults(state, runId))

export function runInNewTab({ sql, dbId, schema, queryLimit, templateParams, tab }: Run): string {
  return newTab({ name: nameOfCopy(tab), sql, dbId, schema, templateParams, autorun: true, ...(queryLimit === null ? {} : { queryLimit }) })
}

/** The name of a table that a run has made, as SQL takes it. */
export const nameOfMade = ({ tempSchema, tempTable }: Pick<Run, 'tempSchema' | 'tempTable'>): string => [tempSchema, tempTable].filter(Boolean).join('.')

const quoted = (name: string): string => (/^[a-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

export function queryMadeTable(run: Run): string {
  const name = [run.tempSchema, run.tempTable]
    .filter((part): part is string => Boolean(part))
    .map(quoted)
    .join('.')
  return newTab({ name: run.tempTable ?? '', dbId: run.dbId, schema: run.schema, sql: `SELECT *\nFROM ${name}`, autorun: true })
}

/** A made table becomes a dataset and is opened in the explorer, in a window of its own. */
export async function exploreMadeTable(run: Run): Promise<void> {
  // Asked for in the click itself, or browsers keep it shut.
  const opened = window.open('', '_blank')
  showToast('info', t('sqllab.exploreToast'))
  try {
    const body = { database_id: run.dbId, schema: run.tempSchema ?? run.schema, table_name: run.tempTable }
    const { result } = await request<{ result: { table_id: number } }>('/api/v1/dataset/get_or_create/', { method: 'POST', body })
    const address = links.explore({ datasource_type: 'table', datasource_id: result.table_id })
    if (opened) opened.location.href = address
    else location.assign(address)
  } catch {
    opened?.close()
    showToast('danger', t('sqllab.exploreFailed'))
  }
}

/** The look at a table's rows ends; the table stays beside the editor. */
export function endPreview(tabId: string, tableId: string): void {
  change((state) => closePreview(state, tableId))
  showSouthPane(tabId, 'results')
}
