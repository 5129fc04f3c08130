import { normaliseError } from '../../../api/normalise-error.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import type { Tab } from '../state/model.ts'
import { formOfChange } from '../state/sync.ts'
import { tabOf } from '../state/tabs.ts'
import { createSavedQuery, putTab, updateSavedQuery, type QueryToSave } from './calls.ts'
import { keepsOnServer } from './keep-tabs.ts'
import { readLab } from './store.ts'
import { edit } from './tab-commands.ts'

export interface NameOfQuery {
  readonly label: string
  readonly description: string
}

const queryOf = (tab: Tab, { label, description }: NameOfQuery): QueryToSave => ({
  label,
  description,
  sql: tab.sql,
  db_id: tab.dbId,
  schema: tab.schema,
  template_parameters: tab.templateParams,
})

/** Keeps the text of a tab as a new saved query, to which the tab then belongs. Answers why not, where it could not. */
export async function saveAsNew(tabId: string, name: NameOfQuery): Promise<string | undefined> {
  const tab = tabOf(readLab().sql, tabId)
  if (!tab) return undefined
  let remoteId: number
  try {
    remoteId = await createSavedQuery(queryOf(tab, name))
  } catch (cause) {
    showToast('danger', t('sqlbar.saveFailed'))
    return normaliseError(cause).error
  }
  edit(tabId, { remoteId, name: name.label })
  // The query is kept; that the tab belongs to it, the server hears at once, and once more with the other changes should it not take it now.
  if (await isTiedToSaved(tabId)) showToast('success', t('sqllab.saved'))
  else showToast('danger', t('sqlbar.notProperlySaved'))
  return undefined
}

async function isTiedToSaved(tabId: string): Promise<boolean> {
  const tab = tabOf(readLab().sql, tabId)
  if (!tab || tab.serverId === null || !keepsOnServer()) return true
  try {
    await putTab(tab.serverId, formOfChange({ tab, fields: ['remoteId'] }))
    return true
  } catch {
    return false
  }
}

/** Puts the text of a tab in the place of what its saved query holds. Answers why not, where it could not. */
export async function updateSaved(tabId: string, name: NameOfQuery): Promise<string | undefined> {
  const tab = tabOf(readLab().sql, tabId)
  if (!tab || tab.remoteId === null) return undefined
  try {
    await updateSavedQuery(tab.remoteId, queryOf(tab, name))
  } catch (cause) {
    showToast('danger', t('sqlbar.updateFailed'))
    return normaliseError(cause).error
  }
  edit(tabId, { name: name.label })
  showToast('success', t('sqlbar.updated'))
  return undefined
}

/** Keeps the text of a tab with the times at which another program is to run it. The tab itself stays what it is. */
export async function scheduleTab(
  tabId: string,
  { info, ...name }: NameOfQuery & { readonly info: Readonly<Record<string, unknown>> },
): Promise<string | undefined> {
  const tab = tabOf(readLab().sql, tabId)
  if (!tab) return undefined
  try {
    await createSavedQuery({ ...queryOf(tab, name), extra_json: JSON.stringify({ schedule_info: info }) })
  } catch (cause) {
    showToast('danger', t('sqlbar.scheduleFailed'))
    return normaliseError(cause).error
  }
  showToast('success', t('sqlbar.scheduled'))
  return undefined
}
