import { bootstrap } from '../../../api/bootstrap.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import type { Tab } from '../state/model.ts'
import { isNearlyFull, kilobytesOf, makeStored, storageLimitKb, type Stored } from '../state/storage.ts'
import { activeTab, settleUnsaved } from '../state/tabs.ts'
import {
  joinJournals,
  namesOf,
  newerJournal,
  printJournal,
  printOrder,
  readJournal,
  readNames,
  withClosed,
  type Closed,
  type Journal,
} from '../state/windows.ts'
import { readDiskCopies, writeDiskCopy } from './disk-copy.ts'
import { noteFull, noteWritten } from './keeping.ts'
import { newId } from './new-id.ts'
import { serverIdOf } from './sent-tabs.ts'
import { readLab } from './store.ts'

/** What the browser keeps of each person who signs in here is their own. */
const keyOf = (what: 'tabs' | 'order' | 'front'): string => `sightline.sqllab.${what}.${bootstrap().user.userId ?? 'nobody'}`
const warningEveryMs = 8000

/** This window's own journal; a reload is a new window that takes over the journal of the one before. */
const windowId = newId()
const ownKey = (): string => `${keyOf('tabs')}.${windowId}`

let lastWarning = 0
let lastBody: string | undefined
let lastTabs: readonly Tab[] = []
let closed: Closed = {}
/** Journals whose work this window has; they go once it is in its own. */
let adopted: readonly string[] = []

/** Takes over what other windows have left. One of them that is still open writes its journal anew. */
export async function adoptJournals(): Promise<Stored | null> {
  const prefix = `${keyOf('tabs')}.`
  const copies = await readDiskCopies(prefix)
  const keys = new Set([...Object.keys(localStorage).filter((key) => key.startsWith(prefix)), ...copies.keys()])
  keys.delete(ownKey())
  adopted = [...keys]
  const journals = adopted.map((key) => newerJournal(readJournal(localStorage.getItem(key)), readJournal(copies.get(key))))
  const joined = joinJournals(journals.filter((journal): journal is Journal => journal !== null).map(withServerIds))
  closed = joined.closed
  return joined.stored
}

/** A tab that was sent after its journal was written is the server's, not a second one. */
const withServerIds = (journal: Journal): Journal =>
  journal.stored === null
    ? journal
    : { ...journal, stored: { ...journal.stored, tabs: journal.stored.tabs.map((tab) => ({ ...tab, serverId: tab.serverId ?? serverIdOf(tab.id) })) } }

export const readTabOrder = (): string | null => localStorage.getItem(keyOf('order'))

/** The names of the tab that was in front in this window before a reload: each window has its own. */
export const readFrontTab = (): string[] => readNames(sessionStorage.getItem(keyOf('front')))

/** At once and without waiting: also called when the page is about to go. `isKept` tells which tabs the server has as they are. */
export function writeJournal(isKept: (tab: Tab) => boolean): void {
  const { sql } = readLab()
  const { tabs } = settleUnsaved(sql)
  closed = withClosed(closed, lastTabs, tabs)
  lastTabs = tabs
  const writtenAt = Date.now()
  const stored = makeStored(sql, writtenAt, isKept)
  const text = printJournal({ writtenAt, closed, stored })
  const body = text.slice(text.indexOf(','))
  const front = activeTab(sql)
  try {
    if (front) sessionStorage.setItem(keyOf('front'), JSON.stringify(namesOf(front)))
    localStorage.setItem(keyOf('order'), printOrder(sql))
  } catch {
    // Which tab stands where is no work.
  }
  if (body !== lastBody || adopted.length > 0) {
    if (!writeLocal(text)) {
      noteFull()
      warnOfStorage(storageLimitKb)
      return
    }
    lastBody = body
    void writeDiskCopy(ownKey(), text, adopted)
    adopted = []
  }
  noteWritten()
  if (stored !== null && isNearlyFull(kilobytesOf(text))) warnOfStorage(kilobytesOf(text))
}

/** Where both do not fit, the journals taken over make room for the one that holds their work; if even that is not enough they are put back. */
function writeLocal(text: string): boolean {
  const before = adopted.map((key): [string, string | null] => [key, localStorage.getItem(key)])
  const put = (): boolean => {
    try {
      localStorage.setItem(ownKey(), text)
      return true
    } catch {
      return false
    }
  }
  const isWritten = put()
  for (const [key] of before) localStorage.removeItem(key)
  if (isWritten || put()) return true
  for (const [key, old] of before) if (old !== null) localStorage.setItem(key, old)
  return false
}

/** Tells when another window has taken over this one's journal, though it is still open. Call the answer to end it. */
export function watchJournal(rewrite: () => void): () => void {
  const notice = (event: StorageEvent): void => {
    if (event.key !== ownKey() || event.newValue !== null) return
    lastBody = undefined
    rewrite()
  }
  addEventListener('storage', notice)
  return () => removeEventListener('storage', notice)
}

function warnOfStorage(kilobytes: number): void {
  if (Date.now() - lastWarning < warningEveryMs) return
  lastWarning = Date.now()
  showToast('danger', t('sqllab.storageFull', { used: kilobytes.toFixed(0), most: String(storageLimitKb) }))
}
