import { encodeRison } from '@sightline/core'
import { confNumber } from '../../../api/bootstrap.ts'
import { isAbort } from '../../../api/failure.ts'
import { normaliseError } from '../../../api/normalise-error.ts'
import { request } from '../../../api/client.ts'
import { requestStream } from '../../../api/request-stream.ts'
import { ApiFailure } from '../../../api/failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { failEstimate, returnEstimate, startEstimate } from '../state/estimates.ts'
import type { OpenTable, RunRows } from '../state/model.ts'
import { failRun, fetchRun, refreshRuns, removeRun, showRows, startRun, stopRun, succeedRun, type NewRun } from '../state/runs.ts'
import { previewTable } from '../state/tables.ts'
import { tabOf } from '../state/tabs.ts'
import { toldRun, type WireRun } from '../state/told-run.ts'
import { deleteRun, fetchEstimate, stopServerRun } from './calls.ts'
import { newId } from './new-id.ts'
import { change, readLab, showSouthPane } from './store.ts'

const arrow = 'application/vnd.apache.arrow.stream'
/** Requests that wait for rows, so that stopping ends them too. */
const waiting = new Map<string, AbortController>()
export const isAwaited = (runId: string): boolean => waiting.has(runId)

export interface RunOrder {
  /** The text to run instead of the tab's: a selection, or the statement under the cursor. */
  readonly text?: string
  readonly ctas?: { readonly name: string; readonly method: 'TABLE' | 'VIEW' }
}

/** Runs a tab's text and shows its rows as they come. Answers the run's id, or nothing where there is no database to ask. */
export function runTab(tabId: string, order: RunOrder = {}): string | undefined {
  const { sql, databases } = readLab()
  const tab = tabOf(sql, tabId)
  if (!tab || tab.dbId === null) return undefined
  const run: NewRun = {
    id: newId(),
    dbId: tab.dbId,
    schema: tab.schema,
    sql: order.text ?? (tab.selectedText || tab.sql),
    sqlEditorId: tab.serverId === null ? tab.id : String(tab.serverId),
    tab: tab.name,
    runAsync: databases[tab.dbId]?.allow_run_async === true,
    queryLimit: tab.queryLimit ?? confNumber('DEFAULT_SQLLAB_LIMIT', 1000),
    templateParams: tab.templateParams,
    ...(order.ctas ? { ctas: true, ctasMethod: order.ctas.method, tempTable: order.ctas.name } : {}),
  }
  change((state) => startRun(state, run, tabId, Date.now()))
  showSouthPane(tabId, 'results')
  void execute(run)
  return run.id
}

/** A look at the first rows of a table, in a pane of its own. */
export function runPreview(table: OpenTable, statement: string): string {
  const run: NewRun = {
    id: newId(),
    dbId: table.dbId,
    schema: table.schema,
    sql: statement,
    sqlEditorId: null,
    tab: '',
    runAsync: false,
    queryLimit: 100,
    templateParams: null,
    isDataPreview: true,
  }
  change((state) => previewTable(startRun(state, run, null, Date.now()), table.id, run.id))
  showSouthPane(table.tabId, { tableId: table.id })
  void execute(run)
  return run.id
}

async function execute(run: NewRun): Promise<void> {
  const controller = new AbortController()
  waiting.set(run.id, controller)
  try {
    const reply = await requestStream(`/api/v1/sqllab/execute/${location.search}`, {
      method: 'POST',
      accept: run.runAsync ? 'application/json' : `${arrow}, application/json`,
      signal: controller.signal,
      body: {
        client_id: run.id,
        database_id: run.dbId,
        json: true,
        runAsync: run.runAsync,
        schema: run.schema,
        sql: run.sql,
        sql_editor_id: run.sqlEditorId,
        tab: run.tab,
        tmp_table_name: run.ctas ? run.tempTable : '',
        select_as_cta: run.ctas === true,
        ctas_method: run.ctasMethod ?? 'TABLE',
        templateParams: run.templateParams,
        queryLimit: run.queryLimit,
        expand_data: true,
      },
    })
    if (reply.status === 202) {
      const { query } = (await reply.json()) as { query: WireRun }
      change((state) => refreshRuns(state, [toldRun(query)]))
      return
    }
    await readReply(run.id, reply)
  } catch (cause) {
    reportFailure(run.id, cause, t('sqllab.unknownError'))
  } finally {
    waiting.delete(run.id)
  }
}

/** Rows that are kept on the server, as when a run of another day or of the background is opened. */
export async function fetchResults(runId: string): Promise<void> {
  const run = readLab().sql.runs[runId]
  if (!run?.resultsKey) return
  change((state) => fetchRun(state, runId))
  const controller = new AbortController()
  waiting.set(runId, controller)
  try {
    const q = encodeURIComponent(encodeRison({ key: run.resultsKey, rows: null }))
    await readReply(runId, await requestStream(`/api/v1/sqllab/results/?q=${q}`, { accept: `${arrow}, application/json`, signal: controller.signal }))
  } catch (cause) {
    reportFailure(runId, cause, t('sqllab.retrieveFailed'))
  } finally {
    waiting.delete(runId)
  }
}

async function readReply(runId: string, reply: Response): Promise<void> {
  if (reply.headers.get('content-type')?.includes(arrow) && reply.body) {
    const { readRowStream } = await import('./read-row-stream.ts')
    const { status, facts, rows } = await readRowStream(reply.body, throttled(runId))
    endRun(runId, status, facts['query'] as WireRun, rows)
    return
  }
  const body = (await reply.json()) as { status?: string; query: WireRun; data?: readonly Record<string, unknown>[]; columns?: readonly WireColumn[] }
  if (body.data === undefined) change((state) => refreshRuns(state, [toldRun(body.query)]))
  else endRun(runId, body.status ?? 'failed', body.query, rowsOfJson(body.columns ?? [], body.data))
}

interface WireColumn {
  readonly column_name: string
  readonly type: string | null
  readonly type_generic: number | null
}

const rowsOfJson = (columns: readonly WireColumn[], data: readonly Record<string, unknown>[]): RunRows => ({
  columns: columns.map(({ column_name: name, type, type_generic: kind }) => ({ name, type, kind })),
  values: columns.map(({ column_name: name }) => data.map((row) => row[name])),
  length: data.length,
  isComplete: true,
})

/** The screen is told at most once a frame, however quickly rows come. */
function throttled(runId: string): (rows: RunRows) => void {
  let latest: RunRows | undefined
  return (rows) => {
    if (latest === undefined)
      requestAnimationFrame(() => {
        const shown = latest
        latest = undefined
        if (shown) change((state) => (state.runs[runId]?.results?.isComplete ? state : showRows(state, runId, shown)))
      })
    latest = rows
  }
}

function endRun(runId: string, status: string, query: WireRun, results: RunRows): void {
  const { serverId, endDttm, rows, limit, limitingFactor, executedSql, tempTable, tempSchema, resultsKey } = toldRun(query)
  change((state) =>
    succeedRun(state, runId, {
      status,
      serverId: serverId ?? null,
      endDttm: endDttm ?? Date.now(),
      rows: rows ?? results.length,
      limit: limit ?? null,
      limitingFactor: limitingFactor ?? null,
      executedSql: executedSql ?? null,
      tempTable: tempTable ?? null,
      tempSchema: tempSchema ?? null,
      resultsKey: resultsKey ?? null,
      results,
    }),
  )
}

/** The server's own words, else those of the way to it, else the given ones. A failure without a type of its own gets the one it was read as. */
function reportFailure(runId: string, cause: unknown, otherwise: string): void {
  if (isAbort(cause)) return
  const told = 'errors' in Object(cause) ? { errors: (cause as { errors: readonly unknown[] }).errors } : cause
  const { error, errorType, level, hints } = normaliseError(told)
  const message = error === t('error.fallback') ? otherwise : error
  const body =
    cause instanceof ApiFailure && typeof cause.body === 'object' && cause.body !== null
      ? (cause.body as { errors?: readonly unknown[] })
      : (told as { errors?: readonly unknown[] })
  const read = errorType === undefined ? [] : [{ message, error_type: errorType, level, extra: { issue_codes: hints.map((hint) => ({ message: hint })) } }]
  // Stopped elsewhere, as in another window of the same person.
  const isStopped = (body.errors?.[0] as { extra?: { stopped?: unknown } } | undefined)?.extra?.stopped === true
  change((state) => (isStopped ? stopRun(state, runId, Date.now()) : failRun(state, runId, message, body.errors ?? read, Date.now())))
}

/** Ends a run in the database, not only on the screen. */
export async function stop(runId: string): Promise<void> {
  try {
    await stopServerRun(runId)
    change((state) => stopRun(state, runId, Date.now()))
    waiting.get(runId)?.abort()
    showToast('success', t('sqllab.stoppedToast'))
  } catch {
    showToast('danger', t('sqllab.stopFailed', { id: runId }))
  }
}

/** Takes a run out of the history of its tab. */
export async function forgetRun(tabId: string, runId: string): Promise<void> {
  const tab = tabOf(readLab().sql, tabId)
  try {
    if (tab?.serverId != null) await deleteRun(tab.serverId, runId)
    change((state) => removeRun(state, runId))
  } catch {
    showToast('danger', t('sqllab.runRemoveFailed'))
  }
}

export async function estimateCost(tabId: string, text?: string): Promise<void> {
  const tab = tabOf(readLab().sql, tabId)
  if (!tab) return
  change((state) => startEstimate(state, tabId))
  try {
    const cost = await fetchEstimate(tab, text ?? (tab.selectedText || tab.sql))
    change((state) => returnEstimate(state, tabId, cost))
  } catch (cause) {
    change((state) => failEstimate(state, tabId, cause))
  }
}

/** A run the person leaves behind with the window, where the database wants it ended then. */
export const stopOnLeave = (runId: string): void =>
  void request('/api/v1/query/stop', { method: 'POST', body: { client_id: runId }, outlivesPage: true }).catch(() => undefined)
