import { request } from '../../api/client.ts'
import type { ResultColumn, RunResult } from './state.ts'

export interface RunRequest {
  readonly clientId: string
  readonly databaseId: number
  readonly schema: string | undefined
  readonly sql: string
  readonly limit: number
}

interface ExecuteReply {
  readonly status?: string
  readonly data?: readonly Readonly<Record<string, unknown>>[]
  readonly columns?: readonly ResultColumn[]
  readonly displayLimitReached?: boolean
  readonly query: {
    readonly rows?: number | null
    readonly limit?: number | null
    readonly limitingFactor?: string | null
    readonly executedSql?: string | null
    readonly startDttm?: number | string | null
    readonly endDttm?: number | string | null
  }
}

export const newClientId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(11)), (byte) => 'abcdefghijklmnopqrstuvwxyz0123456789'[byte % 36]).join('')

/** Runs a statement and waits for its rows. The page's own parameters go along, because templates may read them. */
export async function runQuery(run: RunRequest, signal: AbortSignal): Promise<RunResult> {
  const reply = await request<ExecuteReply>(`/api/v1/sqllab/execute/${location.search}`, {
    method: 'POST',
    signal,
    timeoutMs: 0,
    body: {
      client_id: run.clientId,
      database_id: run.databaseId,
      schema: run.schema ?? null,
      sql: run.sql,
      sql_editor_id: 'editor',
      tab: '',
      runAsync: false,
      queryLimit: run.limit,
      select_as_cta: false,
      ctas_method: 'TABLE',
      tmp_table_name: '',
      expand_data: true,
    },
  })
  const data = reply.data ?? []
  return {
    columns: reply.columns ?? [],
    data,
    rows: reply.query.rows ?? data.length,
    limit: reply.query.limit ?? null,
    limitingFactor: reply.query.limitingFactor ?? null,
    isDisplayCut: reply.displayLimitReached === true,
    executedSql: reply.query.executedSql ?? null,
    startedAt: Number(reply.query.startDttm ?? 0),
    endedAt: Number(reply.query.endDttm ?? 0),
  }
}

export const stopQuery = (clientId: string): Promise<unknown> => request('/api/v1/query/stop', { method: 'POST', body: { client_id: clientId } })
