import { runStatuses, type RunStatus } from './model.ts'
import type { ToldRun } from './runs.ts'

/** A run as the server writes it. Times are milliseconds, some of them as texts. */
export interface WireRun {
  readonly id: string
  readonly queryId?: number
  readonly dbId?: number
  readonly schema?: string | null
  readonly sql?: string
  readonly executedSql?: string | null
  readonly sqlEditorId?: string | null
  readonly tab?: string | null
  readonly ctas?: boolean
  readonly tempTable?: string | null
  readonly tempSchema?: string | null
  readonly state: string
  readonly progress?: number
  readonly startDttm?: number | string | null
  readonly endDttm?: number | string | null
  readonly rows?: number | null
  readonly limit?: number | null
  readonly limitingFactor?: string | null
  readonly resultsKey?: string | null
  readonly trackingUrl?: string | null
  readonly errorMessage?: string | null
  readonly changed_on?: string
  readonly extra?: { readonly progress?: string | null; readonly errors?: readonly unknown[] } | null
}

export const statusOf = (text: string): RunStatus => runStatuses.find((status) => status === text) ?? 'pending'

const timeOf = (value: number | string | null | undefined): number | null => {
  const time = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(time) ? time : null
}

/** Moments of the server carry no zone and mean UTC. */
const momentOf = (text: string | undefined): number => {
  const time = text ? Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`) : Number.NaN
  return Number.isFinite(time) ? time : 0
}

export const toldRun = (wire: WireRun): ToldRun => ({
  id: wire.id,
  serverId: wire.queryId ?? null,
  dbId: wire.dbId ?? 0,
  schema: wire.schema ?? null,
  sql: wire.sql ?? '',
  executedSql: wire.executedSql ?? null,
  sqlEditorId: wire.sqlEditorId ?? null,
  tab: wire.tab ?? '',
  ctas: wire.ctas === true,
  tempTable: wire.tempTable ?? null,
  tempSchema: wire.tempSchema ?? null,
  state: statusOf(wire.state),
  progress: wire.progress ?? 0,
  progressText: wire.extra?.progress ?? null,
  startDttm: timeOf(wire.startDttm) ?? 0,
  endDttm: timeOf(wire.endDttm),
  rows: wire.rows ?? null,
  limit: wire.limit ?? null,
  limitingFactor: wire.limitingFactor ?? null,
  resultsKey: wire.resultsKey ?? null,
  trackingUrl: wire.trackingUrl ?? null,
  errorMessage: wire.errorMessage ?? null,
  errors: wire.extra?.errors ?? [],
  changedOn: momentOf(wire.changed_on),
})
