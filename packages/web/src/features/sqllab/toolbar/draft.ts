import { t } from '../../../words/words.ts'
import type { Keeping } from '../lab/keeping.ts'
import { printAge } from './print-time.ts'

export interface DraftFacts {
  readonly keepsOnServer: boolean
  /** The server has the tab as it is now. */
  readonly isAcknowledged: boolean
  readonly keeping: Keeping
  /** When the server took it; the moment of the last edit where that is not known. */
  readonly savedAt: number
}

export interface DraftWords {
  readonly text: string
  readonly tip?: string
  readonly isTrouble: boolean
}

/** What is true about the text in front of the person: who has it, and since when. */
export function describeDraft({ keepsOnServer, isAcknowledged, keeping, savedAt }: DraftFacts, now: number): DraftWords {
  if (keepsOnServer && isAcknowledged) return { text: t('sqlbar.draftSaved', { age: printAge(now - savedAt) }), isTrouble: false }
  if (keeping.browser === 'full') return { text: t('sqlbar.draftNowhere'), tip: t('sqlbar.draftNowhereTip'), isTrouble: true }
  if (!keepsOnServer)
    return { text: t('sqlbar.draftInBrowser', { age: printAge(now - (keeping.writtenAt ?? savedAt)) }), tip: t('sqlbar.draftInBrowserTip'), isTrouble: false }
  if (keeping.server === 'reachable') return { text: t('sqlbar.draftSaving'), isTrouble: false }
  const text = t(keeping.server === 'unreachable' ? 'sqlbar.draftUnreachable' : 'sqlbar.draftRefused')
  return { text, tip: t('sqlbar.draftRetryTip'), isTrouble: true }
}
