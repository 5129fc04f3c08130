import { useEffect } from 'react'
import { edit } from './tab-commands.ts'
import { runTab } from './run-commands.ts'
import { useLab } from './store.ts'
import { tabOf } from '../state/tabs.ts'

/** A tab that is to run by itself does so once, when it is first shown. Only one's own actions ask for that, never a link. */
export function useAutorun(tabId: string): void {
  const isDue = useLab((lab) => {
    const tab = tabOf(lab.sql, tabId)
    return tab?.autorun === true && tab.loaded && tab.dbId !== null
  })
  useEffect(() => {
    if (!isDue) return
    edit(tabId, { autorun: false })
    runTab(tabId)
  }, [isDue, tabId])
}
