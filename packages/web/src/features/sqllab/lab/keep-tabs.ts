import { isFeatureOn } from '../../../api/bootstrap.ts'
import { ApiFailure } from '../../../api/failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { whenIdle } from '../../../ui/when-idle.ts'
import { t, type WordKey } from '../../../words/words.ts'
import type { KeptField, Tab } from '../state/model.ts'
import { changesToSend, formOfChange, isAcknowledged, snapshotOf, type TabChange } from '../state/sync.ts'
import { giveServerId, removeTab, tabOf } from '../state/tabs.ts'
import { createTab, createTable, migrateRun, putTab } from './calls.ts'
import { watchJournal, writeJournal } from './journal.ts'
import { noteNotSaved, noteSaved } from './keeping.ts'
import { forgetSent, sendOnce } from './sent-tabs.ts'
import { change, readLab, useLab } from './store.ts'

/** A journal of long texts takes a while to print: it waits for a moment without keys, but not for long. */
const writeAfterMs = 200
const mostWaitMs = 100
const sendAfterMs = 2000
const retryAfterMs = 30_000

export const keepsOnServer = (): boolean => isFeatureOn('SQLLAB_BACKEND_PERSISTENCE')

/** Written at once and without waiting: also when the page is about to go. */
const keepJournal = (): void => {
  const { acknowledged } = readLab()
  writeJournal((tab) => keepsOnServer() && isAcknowledged(tab, acknowledged))
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
    const { serverId, isNew } = await sendOnce(tab.id, () => createTab(tab))
    change((state) => giveServerId(state, tab.id, serverId))
    // Another window made it: what differs here follows as a change.
    if (!isNew) return
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
      forgetSent(tab.id)
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

/** Tabs of which a table or a run did not reach the server: tried again with the next round. */
const unfinished = new Set<string>()

async function migrateParts(tab: Tab, serverId: number, isMigration: boolean): Promise<boolean> {
  const { sql } = readLab()
  let isDone = true
  for (const table of sql.tables.filter(({ tabId, serverId: known }) => tabId === tab.id && known === null)) {
    try {
      const id = await createTable(serverId, table)
      change((state) => ({ ...state, tables: state.tables.map((one) => (one.id === table.id ? { ...one, serverId: id } : one)) }))
    } catch {
      isDone = false
      if (isMigration) showToast('warning', t('sqllab.migrationFailed.table'))
    }
  }
  for (const run of Object.values(sql.runs).filter(({ sqlEditorId, serverId: known }) => sqlEditorId === tab.id && known !== null)) {
    try {
      await migrateRun(serverId, run.id)
    } catch {
      isDone = false
      if (isMigration) showToast('warning', t('sqllab.migrationFailed.run'))
    }
  }
  if (isDone) unfinished.delete(tab.id)
  else unfinished.add(tab.id)
  return isDone
}

async function finishParts(): Promise<boolean> {
  let isDone = true
  for (const id of unfinished) {
    const tab = tabOf(readLab().sql, id)
    if (tab?.serverId == null) unfinished.delete(id)
    else if (!(await migrateParts(tab, tab.serverId, false))) isDone = false
  }
  return isDone
}

let isSending = false

/** Sends what differs, one tab after the other. What fails stays in the journal and is tried again. */
async function sendChanges(isMigration = false): Promise<boolean> {
  if (isSending) return true
  isSending = true
  let isDone = true
  try {
    isDone = await finishParts()
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
    keepJournal()
  }
  return isDone && unfinished.size === 0
}

/** Watches the editor: every change is in the browser at once, and with the server soon after. Call the answer to end it. */
export function keepTabs(): () => void {
  let writing: ReturnType<typeof setTimeout> | undefined
  let waiting = (): void => undefined
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
      waiting = whenIdle(() => {
        writing = undefined
        keepJournal()
      }, mostWaitMs)
    }, writeAfterMs)
    schedule()
  })
  const leave = (): void => keepJournal()
  const hide = (): void => {
    if (document.visibilityState === 'hidden') keepJournal()
  }
  const unwatch = watchJournal(keepJournal)
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', hide)
  // What other windows left is this one's to keep from now on.
  keepJournal()
  // Tabs of before the server kept them are sent at the start.
  if (keepsOnServer()) void send(true)
  return () => {
    stop()
    unwatch()
    clearTimeout(writing)
    waiting()
    clearTimeout(sending)
    removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', hide)
    keepJournal()
  }
}

/** The server no longer has the tab: it goes here too, unless something typed in it has not been sent. */
export function dropMissingTab(id: string): void {
  const { sql, acknowledged } = readLab()
  const tab = tabOf(sql, id)
  if (!tab) return
  if (!tab.loaded || isAcknowledged(tab, acknowledged)) change((state) => removeTab(state, id))
  else {
    forgetSent(id)
    change((state) => ({ ...state, tabs: state.tabs.map((one) => (one.id === id ? { ...one, serverId: null } : one)) }))
  }
}
