import { idOfServerTab } from './open-state.ts'
import type { SqlState, Tab } from './model.ts'
import type { Stored, StoredTab } from './storage.ts'
import { settleUnsaved } from './tabs.ts'

/** Several windows of one person write into one journal. What is here keeps each from wiping out the work of the others. */

type Named = Pick<Tab, 'id' | 'serverId'>

/** A tab has the id of the window that made it, and another one in windows that had it from the server. */
const namesOf = ({ id, serverId }: Named): string[] => (serverId === null ? [id] : [id, idOfServerTab(serverId)])

/** The tabs this window has had, by every name: one of them that is no longer open was closed here. */
export const withSeen = (seen: ReadonlySet<string>, state: SqlState): ReadonlySet<string> => {
  const names = state.tabs.flatMap(namesOf)
  return names.every((name) => seen.has(name)) ? seen : new Set([...seen, ...names])
}

/**
 * What this window writes, with what others have written and this one must not lose: tabs it never had, and newer forms of tabs it has. `seen`
 * are the tabs it has had.
 */
export function joinStored(own: Stored | null, there: Stored | null, state: SqlState, seen: ReadonlySet<string>): Stored | null {
  if (there === null) return own
  const open = new Map<string, Tab>(settleUnsaved(state).tabs.flatMap((tab) => namesOf(tab).map((name): [string, Tab] => [name, tab])))
  const isForeign = (tab: StoredTab): boolean => {
    const mine = namesOf(tab).map((name) => open.get(name))
    const known = mine.find((one) => one !== undefined)
    if (known) return tab.updatedAt > known.updatedAt
    return !namesOf(tab).some((name) => seen.has(name))
  }
  const foreign = there.tabs.filter(isForeign)
  if (foreign.length === 0) return own
  const ids = new Set(foreign.map(({ id }) => id))
  const mine = own?.tabs.filter(({ id }) => !ids.has(id)) ?? []
  return {
    version: 1,
    tabs: [...mine, ...foreign],
    tabHistory: [...there.tabHistory.filter((id) => ids.has(id)), ...(own?.tabHistory.filter((id) => !ids.has(id)) ?? [])],
    tables: [...(own?.tables ?? []), ...there.tables.filter(({ tabId }) => ids.has(tabId) && !own?.tables.some((table) => table.tabId === tabId))],
    runs: [...(own?.runs ?? []), ...there.runs.filter((run) => ids.has(run.sqlEditorId ?? '') && !own?.runs.some(({ id }) => id === run.id))],
  }
}

/** The order of the tabs, by names that a reload keeps: the server does not know it. */
export const printOrder = (state: SqlState): string => JSON.stringify(state.tabs.map((tab) => namesOf(tab).at(-1)))

/** Puts tabs where they were; those the order does not name stand at the end, as they came. */
export function inOrder<One extends Named>(tabs: readonly One[], printed: string | null): One[] {
  const places = new Map(readOrder(printed).map((name, place): [string, number] => [name, place]))
  const placeOf = (tab: One): number => Math.min(...namesOf(tab).map((name) => places.get(name) ?? places.size))
  return tabs.toSorted((left, right) => placeOf(left) - placeOf(right))
}

function readOrder(printed: string | null): string[] {
  try {
    const value: unknown = JSON.parse(printed ?? '[]')
    return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
  } catch {
    return []
  }
}
