import { emptyState, type OpenTable, type Run, type SqlState, type Tab } from './model.ts'
import { refreshRuns } from './runs.ts'
import { toldRun, type WireRun } from './told-run.ts'
import type { Stored, StoredTab } from './storage.ts'

/** What the server tells at the start. */
export interface Boot {
  readonly active_tab: WireTab | null
  readonly tab_state_ids: readonly { readonly id: number; readonly label: string | null; readonly saved_query_id?: number }[]
  readonly queries?: Readonly<Record<string, WireRun>>
}

export interface WireTab {
  readonly id: number
  readonly label: string | null
  readonly database_id: number | null
  readonly schema: string | null
  readonly sql: string | null
  readonly query_limit: number | null
  readonly latest_query: WireRun | null
  readonly autorun: boolean
  readonly template_params: string | null
  readonly hide_left_bar: boolean
  readonly saved_query: { readonly id: number } | null
  readonly extra_json?: { readonly updatedAt?: number }
  readonly table_schemas: readonly WireTable[]
}

interface WireTable {
  readonly id: number
  readonly database_id: number
  readonly schema: string | null
  readonly table: string
  readonly expanded: boolean
}

/** Stands in a tab until its own text has come. */
const placeholder = 'SELECT *\nFROM\nWHERE'

const blankTab = (id: string, name: string): Tab => ({
  id,
  serverId: null,
  remoteId: null,
  name,
  dbId: null,
  schema: null,
  sql: placeholder,
  selectedText: null,
  templateParams: null,
  queryLimit: null,
  autorun: false,
  latestQueryId: null,
  hideLeftBar: false,
  northPercent: 30,
  southPercent: 70,
  loaded: false,
  validationResult: [],
  updatedAt: 0,
})

/** The browser's id of a tab that came from the server. */
export const idOfServerTab = (serverId: number): string => `server-${serverId}`

export const readWireTab = (wire: WireTab): Omit<Tab, 'id' | 'northPercent' | 'southPercent' | 'selectedText' | 'validationResult'> => ({
  serverId: wire.id,
  remoteId: wire.saved_query?.id ?? null,
  name: wire.label ?? '',
  dbId: wire.database_id,
  schema: wire.schema,
  sql: wire.sql ?? '',
  templateParams: wire.template_params,
  queryLimit: wire.query_limit,
  autorun: wire.autorun,
  latestQueryId: wire.latest_query?.id ?? null,
  hideLeftBar: wire.hide_left_bar,
  loaded: true,
  updatedAt: wire.extra_json?.updatedAt ?? 0,
})

export const readWireTables = (wire: WireTab, tabId: string): OpenTable[] =>
  wire.table_schemas.map((table, index) => ({
    id: `server-table-${table.id}`,
    serverId: table.id,
    dbId: table.database_id,
    tabId,
    schema: table.schema,
    name: table.table,
    // Only the first is opened: descriptions of many tables would be asked for at once.
    expanded: index === 0 && table.expanded,
    previewRunId: null,
  }))

/** How a window had its tabs before a reload. */
export interface Arrangement {
  readonly arrange: (tabs: readonly Tab[]) => readonly Tab[]
  readonly isFront: (tab: Tab) => boolean
}

const asTheyCome: Arrangement = { arrange: (tabs) => tabs, isFront: () => false }

/**
 * The editor at its start: the server's tabs, over each the browser's own form of it where that is newer, then the tabs only the browser has. In front
 * is the tab that was in front in this window; in a new window the last one with unsent work, or else the one the server names.
 */
export function openState(boot: Boot, stored: Stored | null, { arrange, isFront }: Arrangement = asTheyCome): SqlState {
  const active = boot.active_tab
  const known = new Map<number, Tab>()
  for (const { id, label, saved_query_id: remoteId = null } of boot.tab_state_ids)
    known.set(id, { ...blankTab(idOfServerTab(id), label ?? ''), serverId: id, remoteId })
  if (active) known.set(active.id, { ...blankTab(idOfServerTab(active.id), ''), ...readWireTab(active) })
  const own: Tab[] = []
  const idOf = new Map<string, string>()
  for (const kept of stored?.tabs ?? []) {
    const there = kept.serverId === null ? undefined : known.get(kept.serverId)
    if (!there) {
      // A tab that the server has removed since comes back as a new one: closing it elsewhere must not take unsent work along.
      own.push({ ...readStoredTab(kept), serverId: null })
      idOf.set(kept.id, kept.id)
      continue
    }
    idOf.set(kept.id, there.id)
    if (kept.updatedAt >= there.updatedAt) known.set(kept.serverId!, { ...there, ...readStoredTab(kept), id: there.id, serverId: there.serverId })
  }
  const tabs = arrange([...known.values(), ...own])
  const ids = new Set(tabs.map(({ id }) => id))
  const last = stored?.tabHistory.map((id) => idOf.get(id)).filter((id): id is string => id !== undefined && ids.has(id)) ?? []
  const activeId = tabs.find(isFront)?.id ?? last.at(-1) ?? (active ? idOfServerTab(active.id) : tabs[0]?.id)
  const others = tabs.map(({ id }) => id).filter((id) => id !== activeId)
  const state: SqlState = {
    ...emptyState,
    tabs,
    tabHistory: activeId === undefined ? [] : [...others, activeId],
    tables: [...(active ? readWireTables(active, idOfServerTab(active.id)) : []), ...(stored?.tables ?? []).filter(({ tabId }) => ids.has(tabId))],
    runs: Object.fromEntries((stored?.runs ?? []).map((run): [string, Run] => [run.id, run])),
  }
  const told = [...Object.values(boot.queries ?? {}), ...(active?.latest_query ? [active.latest_query] : [])]
  return refreshRuns(state, told.map(toldRun))
}

const readStoredTab = (kept: StoredTab): Tab => ({ ...blankTab(kept.id, kept.name), ...kept, loaded: true, validationResult: [] })
