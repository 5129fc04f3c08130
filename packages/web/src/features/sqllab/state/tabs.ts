import type { SqlState, Tab } from './model.ts'

export const activeTabId = (state: SqlState): string | null => state.tabHistory.at(-1) ?? null

/** The same edits over the same tab are the same object, so that nothing on the screen is drawn again for nothing. */
const overlaid = new WeakMap<object, { readonly tab: Tab; readonly whole: Tab }>()

/** The tab as the person sees it: what is kept with the edits laid over it. */
export const tabOf = (state: SqlState, id: string): Tab | undefined => {
  const tab = state.tabs.find((one) => one.id === id)
  const { unsaved } = state
  if (!tab || unsaved?.id !== id) return tab
  const known = overlaid.get(unsaved)
  if (known?.tab === tab) return known.whole
  const whole = { ...tab, ...unsaved }
  overlaid.set(unsaved, { tab, whole })
  return whole
}

export const activeTab = (state: SqlState): Tab | undefined => {
  const id = activeTabId(state)
  return id === null ? undefined : tabOf(state, id)
}

const untitled = /^Untitled Query (\d+)$/

/** One above the highest number there is. */
export const nextTabName = (tabs: readonly Pick<Tab, 'name'>[]): string =>
  `Untitled Query ${Math.max(0, ...tabs.map(({ name }) => Number(untitled.exec(name)?.[1] ?? 0))) + 1}`

export const nameOfCopy = (name: string): string => `Copy of ${name}`

/** Edits move into their tab, so that another one can become active without losing them. */
export function settleUnsaved(state: SqlState): SqlState {
  const { unsaved } = state
  if (!unsaved) return state
  return { ...state, unsaved: null, tabs: state.tabs.map((tab) => (tab.id === unsaved.id ? { ...tab, ...unsaved } : tab)) }
}

/** A tab whose id is there already is not added a second time; it becomes the active one. */
export function addTab(state: SqlState, tab: Tab): SqlState {
  if (state.tabs.some(({ id }) => id === tab.id)) return switchTab(state, tab.id)
  const settled = settleUnsaved(state)
  return { ...settled, tabs: [...settled.tabs, tab], tabHistory: [...settled.tabHistory, tab.id] }
}

export function switchTab(state: SqlState, id: string): SqlState {
  if (activeTabId(state) === id || !state.tabs.some((tab) => tab.id === id)) return state
  const settled = settleUnsaved(state)
  return { ...settled, tabHistory: [...settled.tabHistory.filter((one) => one !== id), id] }
}

/** Its runs, tables, estimate and places in the history go with it. The tab used before becomes the active one. */
export function removeTab(state: SqlState, id: string): SqlState {
  const index = state.tabs.findIndex((tab) => tab.id === id)
  const removed = state.tabs[index]
  if (!removed) return state
  const tabs = state.tabs.filter((tab) => tab.id !== id)
  const left = state.tabHistory.filter((one) => one !== id)
  const neighbour = tabs[Math.min(index, tabs.length - 1)]
  const previews = new Set(state.tables.filter(({ tabId }) => tabId === id).map(({ previewRunId }) => previewRunId))
  const owns = (sqlEditorId: string | null): boolean => sqlEditorId === id || (removed.serverId !== null && sqlEditorId === String(removed.serverId))
  const { [id]: _, ...estimates } = state.estimates
  return {
    ...state,
    tabs,
    tabHistory: left.length === 0 && neighbour ? [neighbour.id] : left,
    unsaved: state.unsaved?.id === id ? null : state.unsaved,
    runs: Object.fromEntries(Object.entries(state.runs).filter(([runId, run]) => !owns(run.sqlEditorId) && !previews.has(runId))),
    tables: state.tables.filter(({ tabId }) => tabId !== id),
    estimates,
  }
}

export const keepOnlyTab = (state: SqlState, id: string): SqlState => {
  if (!state.tabs.some((tab) => tab.id === id)) return state
  return state.tabs.filter((tab) => tab.id !== id).reduce((before, tab) => removeTab(before, tab.id), switchTab(state, id))
}

/** Takes the place of the tab that stands there now. */
export function moveTab(state: SqlState, id: string, to: number): SqlState {
  const tab = state.tabs.find((one) => one.id === id)
  if (!tab) return state
  const others = state.tabs.filter((one) => one.id !== id)
  const place = Math.max(0, Math.min(to, others.length))
  return { ...state, tabs: [...others.slice(0, place), tab, ...others.slice(place)] }
}

/** Of the active tab edits go beside it; any other is changed at once. */
export function editTab(state: SqlState, id: string, change: Partial<Omit<Tab, 'id'>>): SqlState {
  if (!state.tabs.some((tab) => tab.id === id)) return state
  if (activeTabId(state) === id) return { ...state, unsaved: { ...(state.unsaved?.id === id ? state.unsaved : {}), ...change, id } }
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)) }
}

/** What the server answered about a tab of which only the name was known. Edits made in the meantime stay on top. */
export const loadTab = (state: SqlState, id: string, loaded: Partial<Omit<Tab, 'id'>>): SqlState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...loaded, loaded: true } : tab)),
})

/** The server keeps the tab now under an id of its own; its runs follow. */
export const giveServerId = (state: SqlState, id: string, serverId: number): SqlState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, serverId } : tab)),
})
