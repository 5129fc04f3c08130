import type { OpenTable, SqlState } from './model.ts'
import { removeRun } from './runs.ts'

const isSame = (a: OpenTable, b: Pick<OpenTable, 'dbId' | 'tabId' | 'schema' | 'name'>): boolean =>
  a.dbId === b.dbId && a.tabId === b.tabId && a.schema === b.schema && a.name === b.name

/** A table is beside a tab once: the same database, tab, schema and name are the same table. */
export function mergeTable(state: SqlState, table: OpenTable): SqlState {
  const known = state.tables.find((one) => isSame(one, table))
  if (!known) return { ...state, tables: [...state.tables, table] }
  const merged = { ...known, ...table, id: known.id, serverId: table.serverId ?? known.serverId, previewRunId: table.previewRunId ?? known.previewRunId }
  return { ...state, tables: state.tables.map((one) => (one === known ? merged : one)) }
}

/** The look at its rows goes with it. */
export function removeTable(state: SqlState, id: string): SqlState {
  const table = state.tables.find((one) => one.id === id)
  if (!table) return state
  const without = { ...state, tables: state.tables.filter((one) => one.id !== id) }
  return table.previewRunId === null ? without : removeRun(without, table.previewRunId)
}

export const expandTable = (state: SqlState, id: string, expanded: boolean): SqlState => changeTable(state, id, { expanded })

/** A new look replaces the one before. */
export function previewTable(state: SqlState, id: string, runId: string): SqlState {
  const before = state.tables.find((one) => one.id === id)?.previewRunId
  const changed = changeTable(state, id, { previewRunId: runId })
  return before && before !== runId ? removeRun(changed, before) : changed
}

/** Closing the look deletes its run and leaves the table. */
export function closePreview(state: SqlState, id: string): SqlState {
  const runId = state.tables.find((one) => one.id === id)?.previewRunId
  if (!runId) return state
  return removeRun(changeTable(state, id, { previewRunId: null }), runId)
}

const changeTable = (state: SqlState, id: string, change: Partial<OpenTable>): SqlState => ({
  ...state,
  tables: state.tables.map((one) => (one.id === id ? { ...one, ...change } : one)),
})
