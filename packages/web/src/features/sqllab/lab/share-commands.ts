import { isFeatureOn } from '../../../api/bootstrap.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { tabOf } from '../state/tabs.ts'
import { createPermalink, storeSharedText, type SharedQuery } from './calls.ts'
import { readLab } from './store.ts'

/** An address that opens the query of a tab as it is now. Nothing where it could not be made; the person has been told. */
export async function makeLink(tabId: string): Promise<string | undefined> {
  const tab = tabOf(readLab().sql, tabId)
  if (!tab || tab.dbId === null) return undefined
  const { dbId, name, sql, schema, templateParams } = tab
  const shared: SharedQuery = { dbId, name, sql, schema, templateParams, autorun: false }
  try {
    if (!isFeatureOn('SHARE_QUERIES_VIA_KV_STORE')) return await createPermalink(shared)
    return `${location.origin}/sqllab/?id=${String(await storeSharedText(shared))}`
  } catch {
    showToast('danger', t('sqlbar.shareFailed'))
    return undefined
  }
}

/** Whether the browser let the text onto the clipboard. */
export async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showToast('success', t('ui.copied'))
    return true
  } catch {
    return false
  }
}
