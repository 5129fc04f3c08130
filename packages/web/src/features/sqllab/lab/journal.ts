import { bootstrap } from '../../../api/bootstrap.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import type { Tab } from '../state/model.ts'
import { isNearlyFull, kilobytesOf, makeStored, printStored, readStored, storageLimitKb, type Stored } from '../state/storage.ts'
import { joinStored, printOrder, withSeen } from '../state/windows.ts'
import { readDiskCopy, writeDiskCopy } from './disk-copy.ts'
import { noteFull, noteWritten } from './keeping.ts'
import { readLab } from './store.ts'

/** The browser's own copy of what the server does not have yet, and the order of the tabs: of each person who signs in here their own. */
const keyOf = (what: 'tabs' | 'order' | 'at'): string => `sightline.sqllab.${what}.${bootstrap().user.userId ?? 'nobody'}`
const warningEveryMs = 8000

let lastWarning = 0
/** What this window wrote last, while nothing of other windows was in it. */
let lastText: string | null | undefined
let seen: ReadonlySet<string> = new Set()

/** The newer of both copies: a browser that crashed may have lost the one in local storage. */
export async function readJournal(): Promise<Stored | null> {
  const copy = await readDiskCopy(keyOf('tabs'))
  if (copy === undefined || copy.writtenAt <= Number(localStorage.getItem(keyOf('at')) ?? 0)) return readStored(localStorage.getItem(keyOf('tabs')))
  // What the lost copy still says is not the work of another window.
  localStorage.removeItem(keyOf('tabs'))
  return readStored(copy.text)
}

export const readTabOrder = (): string | null => localStorage.getItem(keyOf('order'))

/** At once and without waiting: also called when the page is about to go. `isKept` tells which tabs the server has as they are. */
export function writeJournal(isKept: (tab: Tab) => boolean): void {
  const { sql } = readLab()
  seen = withSeen(seen, sql)
  const writtenAt = Date.now()
  const own = makeStored(sql, writtenAt, isKept)
  const there = localStorage.getItem(keyOf('tabs'))
  // Nearly always it is what this window wrote last, and then it need not be read again.
  const joined = there === lastText ? own : joinStored(own, readStored(there), sql, seen)
  const text = printStored(joined)
  try {
    if (text === null) localStorage.removeItem(keyOf('tabs'))
    else localStorage.setItem(keyOf('tabs'), text)
    localStorage.setItem(keyOf('order'), printOrder(sql))
    localStorage.setItem(keyOf('at'), String(writtenAt))
  } catch {
    noteFull()
    warnOfStorage(storageLimitKb)
    return
  }
  if (there !== text) void writeDiskCopy(keyOf('tabs'), { text, writtenAt })
  lastText = joined === own ? text : undefined
  noteWritten()
  if (text !== null && isNearlyFull(kilobytesOf(text))) warnOfStorage(kilobytesOf(text))
}

function warnOfStorage(kilobytes: number): void {
  if (Date.now() - lastWarning < warningEveryMs) return
  lastWarning = Date.now()
  showToast('danger', t('sqllab.storageFull', { used: kilobytes.toFixed(0), most: String(storageLimitKb) }))
}
