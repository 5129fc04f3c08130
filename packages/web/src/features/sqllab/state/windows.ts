import { idOfServerTab } from './open-state.ts'
import type { SqlState, Tab } from './model.ts'
import { isObject, printBigints, readStored, type Stored, type StoredTab } from './storage.ts'

/**
 * Several windows of one person keep unsent work in one browser. Each writes a journal of its own: a shared one would have to be read, changed and
 * written, and browsers tell a window late what another has written. A window that opens reads them all and takes over what they hold.
 */
export interface Journal {
  readonly writtenAt: number
  readonly closed: Closed
  readonly stored: Stored | null
}

/** Tabs a window has closed, by every name, each with the moment of the last edit it knew: a later one of another window is not closed by that. */
export type Closed = Readonly<Record<string, number>>

type Named = Pick<Tab, 'id' | 'serverId'>

/** A tab has the id of the window that made it, and another one in windows that had it from the server. */
export const namesOf = ({ id, serverId }: Named): string[] => (serverId === null ? [id] : [id, idOfServerTab(serverId)])

const mostClosed = 400

/** The closed tabs with those that are open no longer. `before` are the tabs as they were the last time. */
export function withClosed(closed: Closed, before: readonly (Named & Pick<Tab, 'updatedAt'>)[], tabs: readonly Named[]): Closed {
  const open = new Set(tabs.flatMap(namesOf))
  const gone = before.filter((tab) => !namesOf(tab).some((name) => open.has(name)))
  if (gone.length === 0) return closed
  const named = gone.flatMap((tab) => namesOf(tab).map((name): [string, number] => [name, tab.updatedAt]))
  return Object.fromEntries([...Object.entries(closed), ...named].slice(-mostClosed))
}

export const printJournal = ({ writtenAt, closed, stored }: Journal): string => JSON.stringify({ writtenAt, closed, ...stored }, printBigints)

/** A journal that cannot be read is none. */
export function readJournal(text: unknown): Journal | null {
  let value: unknown
  try {
    value = typeof text === 'string' ? JSON.parse(text) : null
  } catch {
    return null
  }
  if (!isObject(value) || typeof value['writtenAt'] !== 'number') return null
  const closed = Object.entries(isObject(value['closed']) ? value['closed'] : {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  return { writtenAt: value['writtenAt'], closed: Object.fromEntries(closed), stored: readStored(value) }
}

/** Of two copies of one journal the one written last: a browser that crashed may have lost one of them, or all but its beginning. */
export const newerJournal = (one: Journal | null, other: Journal | null): Journal | null =>
  one === null || (other !== null && other.writtenAt > one.writtenAt) ? other : one

/** What the windows of a person have left, as one: of every tab its newest form, without those that were closed after it. */
export function joinJournals(journals: readonly Journal[]): Pick<Journal, 'closed' | 'stored'> {
  const ordered = journals.toSorted((left, right) => left.writtenAt - right.writtenAt)
  const closed: Record<string, number> = {}
  for (const journal of ordered) for (const [name, at] of Object.entries(journal.closed)) closed[name] = Math.max(at, closed[name] ?? at)
  const all = ordered.flatMap(({ stored }) => stored ?? [])
  const newest: StoredTab[] = []
  const idOf = new Map<string, string>()
  for (const tab of all.flatMap(({ tabs }) => tabs).toSorted((left, right) => right.updatedAt - left.updatedAt)) {
    const names = namesOf(tab)
    const known = newest.find((one) => namesOf(one).some((name) => names.includes(name)))
    if (!known) newest.push(tab)
    idOf.set(tab.id, known?.id ?? tab.id)
  }
  const tabs = newest.filter((tab) => namesOf(tab).every((name) => (closed[name] ?? Number.NEGATIVE_INFINITY) < tab.updatedAt))
  if (tabs.length === 0) return { closed, stored: null }
  const ids = new Set(tabs.map(({ id }) => id))
  const history = all.flatMap(({ tabHistory }) => tabHistory.map((id) => idOf.get(id) ?? id)).filter((id) => ids.has(id))
  const ofOpen = <One>(list: readonly One[], nameOf: (one: One) => string, tabOf: (one: One) => string | null): One[] => [
    ...new Map(list.filter((one) => ids.has(tabOf(one) ?? '')).map((one): [string, One] => [nameOf(one), one])).values(),
  ]
  return {
    closed,
    stored: {
      version: 1,
      tabs: all.flatMap((stored) => stored.tabs.filter((tab) => tabs.includes(tab))),
      tabHistory: history.filter((id, place) => history.lastIndexOf(id) === place),
      tables: ofOpen(
        all.flatMap((stored) => stored.tables),
        ({ id }) => id,
        ({ tabId }) => tabId,
      ),
      runs: ofOpen(
        all.flatMap((stored) => stored.runs),
        ({ id }) => id,
        ({ sqlEditorId }) => sqlEditorId,
      ),
    },
  }
}

/** The order of the tabs, by names that a reload keeps: the server does not know it. */
export const printOrder = (state: SqlState): string => JSON.stringify(state.tabs.map((tab) => namesOf(tab).at(-1)))

/** Puts tabs where they were; those the order does not name stand at the end, as they came. */
export function inOrder<One extends Named>(tabs: readonly One[], printed: string | null): One[] {
  const places = new Map(readNames(printed).map((name, place): [string, number] => [name, place]))
  const placeOf = (tab: One): number => Math.min(...namesOf(tab).map((name) => places.get(name) ?? places.size))
  return tabs.toSorted((left, right) => placeOf(left) - placeOf(right))
}

export function readNames(printed: string | null): string[] {
  try {
    const value: unknown = JSON.parse(printed ?? '[]')
    return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
  } catch {
    return []
  }
}
