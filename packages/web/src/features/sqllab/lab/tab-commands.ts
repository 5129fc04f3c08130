import { bootstrap, confNumber } from '../../../api/bootstrap.ts'
import { ApiFailure } from '../../../api/failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import type { Tab } from '../state/model.ts'
import { readWireTab, readWireTables } from '../state/open-state.ts'
import { mergeTable } from '../state/tables.ts'
import { activeTab, addTab, editTab, keepOnlyTab, loadTab, moveTab, nameOfCopy, nextTabName, removeTab, switchTab, tabOf } from '../state/tabs.ts'
import { snapshotOf } from '../state/sync.ts'
import { activateTab, deleteTab, fetchTab } from './calls.ts'
import { dropMissingTab, keepsOnServer } from './keep-tabs.ts'
import { newId } from './new-id.ts'
import { change, readLab, useLab } from './store.ts'

const defaultDatabase = (): number | null => {
  const configured = bootstrap().common.conf?.['SQLLAB_DEFAULT_DBID']
  const ids = Object.values(readLab().databases)
    .filter((one) => one.expose_in_sqllab)
    .map(({ id }) => id)
  if (typeof configured === 'number' && ids.includes(configured)) return configured
  return ids.length === 0 ? null : Math.min(...ids)
}

const blankSql = (): string => (keepsOnServer() ? 'SELECT ...' : `${t('sqllab.browserOnlyNote')}\n\nSELECT ...`)

/** A tab like the one in front of the person: same database, schema and limit, its own text. */
export function newTab(more: Partial<Omit<Tab, 'id'>> = {}): string {
  const { sql } = readLab()
  const like = activeTab(sql) ?? sql.tabs[0]
  const tab: Tab = {
    id: newId(),
    serverId: null,
    remoteId: null,
    name: nextTabName(sql.tabs),
    dbId: like?.dbId ?? defaultDatabase(),
    schema: like?.schema ?? null,
    sql: blankSql(),
    selectedText: null,
    templateParams: null,
    queryLimit: like?.queryLimit ?? confNumber('DEFAULT_SQLLAB_LIMIT', 1000),
    autorun: false,
    latestQueryId: null,
    hideLeftBar: false,
    northPercent: like?.northPercent ?? 30,
    southPercent: like?.southPercent ?? 70,
    loaded: true,
    validationResult: [],
    updatedAt: Date.now(),
    ...more,
  }
  change((state) => addTab(state, tab))
  return tab.id
}

export function cloneTab(id: string, more: Partial<Omit<Tab, 'id'>> = {}): string | undefined {
  const tab = tabOf(readLab().sql, id)
  if (!tab) return undefined
  const { dbId, schema, sql, queryLimit, templateParams } = tab
  return newTab({ name: nameOfCopy(tab.name), dbId, schema, sql, queryLimit, templateParams, ...more })
}

/** Every edit carries its moment, by which browser and server later tell which is newer. */
export const edit = (id: string, more: Partial<Omit<Tab, 'id' | 'updatedAt'>>): void =>
  change((state) => editTab(state, id, { ...more, updatedAt: Date.now() }))

/** Where the pane ends or what is selected is no edit of the query. */
export const arrange = (id: string, more: Partial<Pick<Tab, 'northPercent' | 'southPercent' | 'selectedText' | 'validationResult'>>): void =>
  change((state) => editTab(state, id, more))

export const putTabAt = (id: string, to: number): void => change((state) => moveTab(state, id, to))

/** Shows a tab; one that only its name is known of is read first. */
export async function openTab(id: string): Promise<void> {
  change((state) => switchTab(state, id))
  const tab = tabOf(readLab().sql, id)
  if (!tab || tab.serverId === null || !keepsOnServer()) return
  const { serverId } = tab
  await Promise.all([tab.loaded ? undefined : readTab(id, serverId), activate(id, serverId)])
}

async function readTab(id: string, serverId: number): Promise<void> {
  try {
    const wire = await fetchTab(serverId)
    const loaded = readWireTab(wire)
    change((state) => readWireTables(wire, id).reduce(mergeTable, loadTab(state, id, loaded)))
    const tab = readLab().sql.tabs.find((one) => one.id === id)
    if (tab) useLab.setState((lab) => ({ acknowledged: { ...lab.acknowledged, [id]: snapshotOf(tab) } }))
  } catch (cause) {
    if (isMissing(cause)) dropMissingTab(id)
    else showToast('danger', t('sqllab.tabFetchFailed'))
  }
}

async function activate(id: string, serverId: number): Promise<void> {
  try {
    await activateTab(serverId)
  } catch (cause) {
    if (isMissing(cause)) dropMissingTab(id)
    else showToast('danger', t('sqllab.tabActivateFailed'))
  }
}

const isMissing = (cause: unknown): boolean => cause instanceof ApiFailure && cause.status === 404

export async function closeTab(id: string): Promise<void> {
  const tab = tabOf(readLab().sql, id)
  if (!tab) return
  change((state) => removeTab(state, id))
  await forgetOnServer(tab)
}

export async function closeOtherTabs(id: string): Promise<void> {
  const others = readLab().sql.tabs.filter((tab) => tab.id !== id)
  change((state) => keepOnlyTab(state, id))
  for (const tab of others) await forgetOnServer(tab)
}

async function forgetOnServer(tab: Tab): Promise<void> {
  if (tab.serverId === null) return
  try {
    await deleteTab(tab.serverId)
  } catch (cause) {
    if (!isMissing(cause)) showToast('danger', t('sqllab.tabRemoveFailed'))
  }
}
