import { create } from 'zustand'
import { emptyState, type SqlState } from '../state/model.ts'
import type { Acknowledged } from '../state/sync.ts'

/** Facts of a database that the editor acts on. */
export interface LabDatabase {
  readonly id: number
  readonly database_name: string
  readonly backend: string
  readonly expose_in_sqllab: boolean
  readonly allow_run_async: boolean
  readonly allow_ctas: boolean
  readonly allow_cvas: boolean
  readonly allow_dml: boolean
  readonly force_ctas_schema: string | null
  readonly allows_cost_estimate: boolean | null
  readonly allows_virtual_table_explore: boolean
  readonly allows_subquery: boolean
  readonly disable_data_preview: boolean
  /** Runs end with the window they were started from. */
  readonly cancel_query_on_windows_unload: boolean
}

/** What stands below the editor of a tab. */
export type SouthPane = 'results' | 'history' | { readonly tableId: string }

interface Lab {
  readonly sql: SqlState
  readonly databases: Readonly<Record<number, LabDatabase>>
  /** What the server has of each tab; empty where it keeps none. */
  readonly acknowledged: Acknowledged
  readonly southPanes: Readonly<Record<string, SouthPane>>
  readonly isOpen: boolean
  /** Why the editor could not be opened. */
  readonly failure: unknown
}

export const closedLab: Lab = { sql: emptyState, databases: {}, acknowledged: {}, southPanes: {}, isOpen: false, failure: null }

/** The editor of this window. It outlives the page, so that going to a chart and back loses nothing. */
export const useLab = create<Lab>(() => closedLab)

export const readLab = (): Lab => useLab.getState()

/** The only way the state of the editor changes: by one of the functions of `state/`. */
export const change = (by: (state: SqlState) => SqlState): void => useLab.setState((lab) => ({ sql: by(lab.sql) }))

export const showSouthPane = (tabId: string, pane: SouthPane): void => useLab.setState((lab) => ({ southPanes: { ...lab.southPanes, [tabId]: pane } }))
