import { normaliseError } from '../../../api/normalise-error.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { tabOf } from '../state/tabs.ts'
import { formatSql } from './calls.ts'
import { readLab } from './store.ts'

/** The text of a tab laid out in lines; nothing where that failed or the text changed in the meantime. */
export async function formattedText(tabId: string): Promise<string | undefined> {
  const tab = tabOf(readLab().sql, tabId)
  if (!tab) return undefined
  try {
    const text = await formatSql(tab.sql, tab.dbId)
    return tabOf(readLab().sql, tabId)?.sql === tab.sql ? text : undefined
  } catch (cause) {
    showToast('danger', t('sqlbar.formatFailed', { error: normaliseError(cause).error }))
    return undefined
  }
}
