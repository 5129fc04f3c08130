import { openState } from '../state/open-state.ts'
import { snapshotOf } from '../state/sync.ts'
import { tabOf } from '../state/tabs.ts'
import { inOrder, namesOf } from '../state/windows.ts'
import { fetchBoot } from './calls.ts'
import { adoptJournals, readFrontTab, readTabOrder } from './journal.ts'
import { keepTabs } from './keep-tabs.ts'
import { pollRuns } from './poll-runs.ts'
import { stopRunsOnLeave } from './stop-on-leave.ts'
import { newTab } from './tab-commands.ts'
import { readLab, useLab } from './store.ts'

/** Opens the editor: tabs of the server and of the browser come together, and from then on every change is kept. Call the answer to leave. */
export function openLab(openLink: () => Promise<void>): () => void {
  let stops: (() => void)[] = []
  let isLeft = false
  const open = async (): Promise<void> => {
    if (!readLab().isOpen) {
      const boot = await fetchBoot()
      const stored = await adoptJournals()
      const front = readFrontTab()
      const sql = openState(boot, stored, {
        arrange: (tabs) => inOrder(tabs, readTabOrder()),
        isFront: (tab) => namesOf(tab).some((name) => front.includes(name)),
      })
      // What the server sent is what it has; a tab with a newer form here differs from it and is sent again.
      const asSent = openState(boot, null)
      const acknowledged = Object.fromEntries(
        asSent.tabs.filter((tab) => tab.loaded && tab.serverId !== null).map((tab) => [tab.id, snapshotOf(tabOf(asSent, tab.id)!)]),
      )
      useLab.setState({ sql, databases: boot.databases, acknowledged, isOpen: true, failure: null })
    }
    stopRunsOnLeave()
    if (isLeft) return
    stops = [keepTabs(), pollRuns()]
    await openLink()
    if (readLab().sql.tabs.length === 0) newTab()
  }
  open().catch((failure: unknown) => useLab.setState({ failure }))
  return () => {
    isLeft = true
    for (const stop of stops) stop()
  }
}
