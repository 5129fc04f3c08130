import { runStatuses, type OpenTable, type Run, type SqlState, type Tab } from './model.ts'
import { settleUnsaved } from './tabs.ts'

/** What the browser keeps of the editor. The fields of a tab that describe the moment (faults, whether it is loaded) are left out. */
const tabFields = [
  'id',
  'serverId',
  'remoteId',
  'name',
  'dbId',
  'schema',
  'sql',
  'selectedText',
  'templateParams',
  'queryLimit',
  'autorun',
  'latestQueryId',
  'hideLeftBar',
  'northPercent',
  'southPercent',
  'updatedAt',
] as const satisfies readonly (keyof Tab)[]
export type StoredTab = Pick<Tab, (typeof tabFields)[number]>

export interface Stored {
  readonly version: 1
  readonly tabs: readonly StoredTab[]
  readonly tabHistory: readonly string[]
  readonly tables: readonly OpenTable[]
  readonly runs: readonly Run[]
}

const dayMs = 864e5
const kilobyte = 1024
const resultsLimitKb = 1024
const bytesPerCharacter = 2
export const storageLimitKb = 5120
const warnAt = 0.9

/** As browsers count: two bytes a character. */
export const kilobytesOf = (text: string): number => Math.round(((text.length * bytesPerCharacter) / kilobyte) * 100) / 100
export const isNearlyFull = (kilobytes: number): boolean => kilobytes >= warnAt * storageLimitKb

/** Rows of an old run, and rows too many to keep, are asked for again instead. */
function withoutHeavyResults(run: Run, now: number): Run {
  if (run.results === null) return run
  const isOld = now - run.startDttm > dayMs
  return isOld || kilobytesOf(JSON.stringify(run.results, printBigints)) > resultsLimitKb ? { ...run, results: null } : run
}

export const printBigints = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/**
 * What to keep, or null when there is nothing. Where the server keeps tabs only those are written that it does not have yet in their present
 * form: the journal that survives a sudden end. `isKept` tells which those are not.
 */
export function makeStored(state: SqlState, now: number, isKept: (tab: Tab) => boolean): Stored | null {
  const settled = settleUnsaved(state)
  const tabs = settled.tabs.filter((tab) => !isKept(tab))
  if (tabs.length === 0) return null
  const ids = new Set(tabs.map(({ id }) => id))
  const unknown = new Set(tabs.filter(({ serverId }) => serverId === null).map(({ id }) => id))
  return {
    version: 1,
    tabs: tabs.map((tab) => Object.fromEntries(tabFields.map((field) => [field, tab[field]])) as unknown as StoredTab),
    tabHistory: settled.tabHistory.filter((id) => ids.has(id)),
    // The server has the tables and runs of the tabs it has.
    tables: settled.tables.filter(({ tabId }) => unknown.has(tabId)),
    runs: Object.values(settled.runs)
      .filter(({ sqlEditorId }) => sqlEditorId !== null && unknown.has(sqlEditorId))
      .map((run) => withoutHeavyResults(run, now)),
  }
}

/** What was kept, as far as it can be read: a broken entry is left out, the rest is work that must not be lost. */
export function readStored(value: unknown): Stored | null {
  if (!isObject(value) || !Array.isArray(value['tabs'])) return null
  const tabs = value['tabs'].filter(isStoredTab)
  if (tabs.length === 0) return null
  const list = (name: string): unknown[] => (Array.isArray(value[name]) ? value[name] : [])
  return {
    version: 1,
    tabs,
    tabHistory: list('tabHistory').filter((id): id is string => typeof id === 'string'),
    tables: list('tables').filter(isStoredTable),
    runs: list('runs').filter(isStoredRun),
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isStoredTab = (value: unknown): value is StoredTab => isObject(value) && typeof value['id'] === 'string' && typeof value['sql'] === 'string'
const isStoredTable = (value: unknown): value is OpenTable =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['tabId'] === 'string' && typeof value['name'] === 'string'
const isStoredRun = (value: unknown): value is Run =>
  isObject(value) && typeof value['id'] === 'string' && runStatuses.some((status) => status === value['state']) && typeof value['sql'] === 'string'
