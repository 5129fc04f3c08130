import { Tooltip } from '../../../ui/Tooltip.tsx'
import { keepsOnServer } from '../lab/keep-tabs.ts'
import { useKeeping } from '../lab/keeping.ts'
import { useLab } from '../lab/store.ts'
import { isAcknowledged } from '../state/sync.ts'
import { tabOf } from '../state/tabs.ts'
import { describeDraft, type DraftWords } from './draft.ts'
import styles from './toolbar.module.css'
import { useSeconds } from './use-seconds.ts'

/** What is true about the draft at this second. */
export function useDraftWords(tabId: string): DraftWords {
  const keeping = useKeeping()
  const isKnown = useLab((lab) => {
    const tab = tabOf(lab.sql, tabId)
    return tab !== undefined && isAcknowledged(tab, lab.acknowledged)
  })
  const editedAt = useLab((lab) => tabOf(lab.sql, tabId)?.updatedAt ?? 0)
  const now = useSeconds()
  const facts = { keepsOnServer: keepsOnServer(), isAcknowledged: isKnown, keeping, savedAt: keeping.savedAt[tabId] ?? (editedAt || now) }
  return describeDraft(facts, now)
}

/** Who has what was typed, and since when. */
export const DraftNote = ({ tabId }: { readonly tabId: string }) => {
  const { text, tip, isTrouble } = useDraftWords(tabId)
  const note = (
    <span className={styles.draft} data-trouble={isTrouble}>
      {text}
    </span>
  )
  return tip === undefined ? note : <Tooltip text={tip}>{note}</Tooltip>
}
