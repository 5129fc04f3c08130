import { useEffect } from 'react'
import { markFault, unmarkFault } from '../lab/mark-fault.ts'
import { readLab } from '../lab/store.ts'
import type { Run } from '../state/model.ts'
import { tabOf } from '../state/tabs.ts'
import { faultIn } from './fault-place.ts'

/** The editor shows where the last run went wrong, until the next one goes well. */
export function useFaultMark(tabId: string, run: Run | undefined): void {
  const { id, state } = run ?? {}
  useEffect(() => {
    const { sql, databases } = readLab()
    const tab = tabOf(sql, tabId)
    const latest = id === undefined ? undefined : sql.runs[id]
    if (!tab || !latest) return
    if (state === 'success' || state === 'running') unmarkFault(tabId)
    if (state !== 'failed') return
    const fault = faultIn(tab.sql, { sql: latest.sql, backend: databases[latest.dbId]?.backend ?? '' }, latest.errors[0])
    if (fault) markFault(tabId, fault)
  }, [tabId, id, state])
}
