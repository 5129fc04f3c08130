import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { expandTable, mergeTable, removeTable } from '../state/tables.ts'
import { tabOf } from '../state/tabs.ts'
import { createTable, deleteTable, expandServerTable } from './calls.ts'
import { keepsOnServer } from './keep-tabs.ts'
import { newId } from './new-id.ts'
import { change, readLab } from './store.ts'

/** Puts a table beside a tab, unfolded. Answers its id; one that is there already is unfolded. */
export function openTable(tabId: string, place: { readonly dbId: number; readonly schema: string | null; readonly name: string }): string {
  change((state) => mergeTable(state, { id: newId(), serverId: null, tabId, expanded: true, previewRunId: null, ...place }))
  const table = readLab().sql.tables.find((one) => one.tabId === tabId && one.dbId === place.dbId && one.schema === place.schema && one.name === place.name)!
  const tab = tabOf(readLab().sql, tabId)
  if (keepsOnServer() && tab?.serverId != null && table.serverId === null) void keep(tab.serverId, table.id)
  return table.id
}

async function keep(serverTabId: number, id: string): Promise<void> {
  const table = readLab().sql.tables.find((one) => one.id === id)
  if (!table) return
  try {
    const serverId = await createTable(serverTabId, table)
    change((state) => ({ ...state, tables: state.tables.map((one) => (one.id === id ? { ...one, serverId } : one)) }))
  } catch {
    showToast('danger', t('sqllab.tableFailed.fetching'))
  }
}

export async function setExpanded(id: string, expanded: boolean): Promise<void> {
  const table = readLab().sql.tables.find((one) => one.id === id)
  change((state) => expandTable(state, id, expanded))
  if (table?.serverId == null) return
  try {
    await expandServerTable(table.serverId, expanded)
  } catch {
    showToast('danger', t(expanded ? 'sqllab.tableFailed.expanding' : 'sqllab.tableFailed.collapsing'))
  }
}

export async function closeTable(id: string): Promise<void> {
  const table = readLab().sql.tables.find((one) => one.id === id)
  change((state) => removeTable(state, id))
  if (table?.serverId == null) return
  try {
    await deleteTable(table.serverId)
  } catch {
    showToast('danger', t('sqllab.tableFailed.removing'))
  }
}
