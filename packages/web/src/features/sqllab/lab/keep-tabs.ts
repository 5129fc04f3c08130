import { isFeatureOn } from '../../../api/bootstrap.ts'
import { ApiFailure } from '../../../api/failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t, type WordKey } from '../../../words/words.ts'
import type { KeptField, Tab } from '../state/model.ts'
import { isNearlyFull, kilobytesOf, printStored, storageLimitKb } from '../state/storage.ts'
import { changesToSend, formOfChange, isAcknowledged, snapshotOf, type TabChange } from '../state/sync.ts'
import { giveServerId, removeTab, tabOf } from '../state/tabs.ts'
import { createTab, createTable, migrateRun, putTab } from './calls.ts'
import { noteFull, noteNotSaved, noteSaved, noteWritten } from './keeping.ts'
import { change, readLab, useLab } from './store.ts'

/** The browser's own copy of what the server does not have yet. */
export const storageKey = 'sightline.sqllab'
const writeAfterMs = 300
const sendAfterMs = 2000
const retryAfterMs = 30_000
const warningEveryMs = 8000

export const keepsOnServer = (): boolean => isFeatureOn('SQLLAB_BACKEND_PERSISTENCE')

let lastWarning = 0

/** At once and without waiting: also called when the page is about to go. */
export function writeJournal(): void {
  const { sql, acknowledged } = readLab()
  const isKept = (tab: Tab): boolean => keepsOnServer() && isAcknowledged(tab, acknowledged)
  const text = printStored(sql, Date.now(), isKept)
  try {
    if (text === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, text)
  } catch {
    noteFull()
    warnOfStorage(storageLimitKb)
    return
  }
  noteWritten()
  if (text !== null && isNearlyFull(kilobytesOf(text))) warnOfStorage(kilobytesOf(text))
}

function warnOfStorage(kilobytes: number): void {
  if (Date.now() - lastWarning < warningEveryMs) return
  lastWarning = Date.now()
  showToast('danger', t('sqllab.storageFull', { used: kilobytes.toFixed(0), most: String(storageLimitKb) }))
}

/** Which sentence tells that a field did not reach the server; the first changed one decides. */
const failureWords: Readonly<Record<KeptField, Extract<WordKey, `sqllab.keepFailed.${string}`>>> = {
  sql: 'sqllab.keepFailed.sql',
  latestQueryId: 'sqllab.keepFailed.latestQuery',
  dbId: 'sqllab.keepFailed.database',
  schema: 'sqllab.keepFailed.schema',
  autorun: 'sqllab.keepFailed.autorun',
  name: 'sqllab.keepFailed.name',
  queryLimit: 'sqllab.keepFailed.name',
  templateParams: 'sqllab.keepFailed.templateParams',
  hideLeftBar: 'sqllab.keepFailed.leftBar',
  remoteId: 'sqllab.keepFailed.sql',
}

/** A tab goes to the server whole the first time, with the tables and runs it had here; afterwards only what changed. */
async function sendChange(tabChange: TabChange, isMigration: boolean): Promise<void> {
  const { tab, fields } = tabChange
  if (tab.serverId === null) {
    const serverId = await createTab(tab)
    change((state) => giveServerId(state, tab.id, serverId))
    acknowledge(tab)
    await migrateParts(tab, serverId, isMigration)
    if (tab.latestQueryId !== null) await putTab(serverId, formOfChange({ tab, fields: ['latestQueryId'] }))
    return
  }
  try {
    await putTab(tab.serverId, formOfChange({ tab, fields }))
  } catch (cause) {
    // Closed in another window: what was typed here is not thrown away but becomes a tab of its own.
    if (cause instanceof ApiFailure && cause.status === 404) {
      change((state) => ({ ...state, tabs: state.tabs.map((one) => (one.id === tab.id ? { ...one, serverId: null } : one)) }))
      return
    }
    throw cause
  }
  acknowledge(tab)
}

const acknowledge = (tab: Tab): void => {
  useLab.setState((lab) => ({ acknowledged: { ...lab.acknowledged, [tab.id]: snapshotOf(tab) } }))
  noteSaved(tab.id)
}

async function migrateParts(tab: Tab, serverId: number, isMigration: boolean): Promise<void> {
  const { sql } = readLab()
  for (const table of sql.tables.filter(({ tabId, serverId: known }) => tabId === tab.id && known === null)) {
    try {
      const id = await createTable(serverId, table)
      change((state) => ({ ...state, tables: state.tables.map((one) => (one.id === table.id ? { ...one, serverId: id } : one)) }))
    } catch {
      if (isMigration) showToast('warning', t('sqllab.migrationFailed.table'))
    }
  }
  for (const run of Object.values(sql.runs).filter(({ sqlEditorId, serverId: known }) => sqlEditorId === tab.id && known !== null)) {
    try {
      await migrateRun(serverId, run.id)
    } catch {
      if (isMigration) showToast('warning', t('sqllab.migrationFailed.run'))
    }
  }
}

let isSending = false

/** Sends what differs, one tab after the other. What fails stays in the journal and is tried again. */
async function sendChanges(isMigration = false): Promise<boolean> {
  if (isSending) return true
  isSending = true
  let isDone = true
  try {
    const { sql, acknowledged } = readLab()
    for (const tabChange of changesToSend(sql, acknowledged)) {
      if (tabChange.tab.dbId === null && tabChange.tab.serverId === null) continue
      try {
        await sendChange(tabChange, isMigration)
      } catch (cause) {
        isDone = false
        noteNotSaved(cause)
        const isNew = tabChange.tab.serverId === null
        if (isNew) showToast(isMigration ? 'warning' : 'danger', t(isMigration ? 'sqllab.migrationFailed.tab' : 'sqllab.keepFailed.add'))
        else showToast('danger', t(failureWords[tabChange.fields[0] ?? 'sql']))
      }
    }
  } finally {
    isSending = false
    writeJournal()
  }
  return isDone
}

/** Watches the editor: every change is in the browser at once, and with the server soon after. Call the answer to end it. */
export function keepTabs(): () => void {
  let writing: ReturnType<typeof setTimeout> | undefined
  let sending: ReturnType<typeof setTimeout> | undefined
  const send = async (isMigration = false): Promise<void> => {
    sending = undefined
    const isDone = await sendChanges(isMigration)
    if (!isDone) sending ??= setTimeout(() => void send(), retryAfterMs)
    else if (changesToSend(readLab().sql, readLab().acknowledged).some(({ tab }) => tab.dbId !== null || tab.serverId !== null)) schedule()
  }
  const schedule = (): void => {
    if (keepsOnServer()) sending ??= setTimeout(() => void send(), sendAfterMs)
  }
  const stop = useLab.subscribe((lab, before) => {
    if (lab.sql.tabs === before.sql.tabs && lab.sql.unsaved === before.sql.unsaved && lab.sql.tables === before.sql.tables && lab.sql.runs === before.sql.runs)
      return
    writing ??= setTimeout(() => {
      writing = undefined
      writeJournal()
    }, writeAfterMs)
    schedule()
  })
  const leave = (): void => writeJournal()
  const hide = (): void => {
    if (document.visibilityState === 'hidden') writeJournal()
  }
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', hide)
  // Tabs of before the server kept them are sent at the start.
  if (keepsOnServer()) void send(true)
  return () => {
    stop()
    clearTimeout(writing)
    clearTimeout(sending)
    removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', hide)
    writeJournal()
  }
}

/** The server no longer has the tab: it goes here too, unless something typed in it has not been sent. */
export function dropMissingTab(id: string): void {
  const { sql, acknowledged } = readLab()
  const tab = tabOf(sql, id)
  if (!tab) return
  if (!tab.loaded || isAcknowledged(tab, acknowledged)) change((state) => removeTab(state, id))
  else change((state) => ({ ...state, tabs: state.tabs.map((one) => (one.id === id ? { ...one, serverId: null } : one)) }))
}
