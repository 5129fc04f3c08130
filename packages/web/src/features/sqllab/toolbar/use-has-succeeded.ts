import { useLab } from '../lab/store.ts'
import { tabOf } from '../state/tabs.ts'

/** Whether the last run of a tab went well: only then is it worth repeating. */
export const useHasSucceeded = (tabId: string): boolean => useLab((lab) => lab.sql.runs[tabOf(lab.sql, tabId)?.latestQueryId ?? '']?.state === 'success')
