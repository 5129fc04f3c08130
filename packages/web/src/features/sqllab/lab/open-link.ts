import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { activeTab, activeTabId, tabOf } from '../state/tabs.ts'
import { nameOfCopy } from '../state/tabs.ts'
import { fetchDatasetToQuery, fetchPastQuery, fetchPermalink, fetchSavedQuery, fetchSharedText, type SharedQuery } from './calls.ts'
import { newTab, openTab } from './tab-commands.ts'
import { readLab } from './store.ts'

/** What the address of the page asks to open, in this order; anything else in it stays there for templates to read. */
export const linkParameters = ['id', 'savedQueryId', 'queryId', 'datasourceKey', 'sql', 'name', 'dbid', 'dbname', 'schema', 'autorun', 'new'] as const

/** Opens what a link leads to in a tab. A link shared by somebody is never run by itself. `posted` came as a form from another page. */
export async function openLink(search: URLSearchParams, permalinkKey: string | undefined, posted: Readonly<Record<string, string>> = {}): Promise<void> {
  const asked = (name: string): string | null => search.get(name) ?? posted[name] ?? null
  try {
    if (permalinkKey !== undefined) openShared(await fetchPermalink(permalinkKey))
    else if (asked('id') !== null) openShared(await fetchSharedText(asked('id')!))
    else if (asked('savedQueryId') !== null) await openSaved(Number(asked('savedQueryId')))
    else if (asked('queryId') !== null) await openPast(Number(asked('queryId')))
    else if (asked('datasourceKey') !== null) await openDataset(asked('datasourceKey')!, asked('sql'))
    else if (asked('sql') !== null || asked('dbid') !== null || asked('dbname') !== null) openText(asked)
    else if (asked('new') === 'true') newTab()
    else await openActive()
  } catch {
    showToast('danger', t(asked('datasourceKey') === null ? 'sqllab.queryNotLoaded' : 'sqllab.datasetNotLoaded'))
    await openActive()
  }
}

/** The tab used last; where only its name is known the rest is read. */
async function openActive(): Promise<void> {
  const id = activeTabId(readLab().sql)
  if (id !== null && tabOf(readLab().sql, id)?.loaded === false) await openTab(id)
}

const openShared = ({ dbId, name, sql, schema, templateParams }: SharedQuery): void =>
  void newTab({ name: name || t('sqllab.sharedQuery'), dbId, sql, schema: schema ?? null, templateParams: templateParams ?? null })

/** The tab that holds the query as it was saved, or a new one: a tab whose text was changed since is a draft that the link does not speak of. */
async function openSaved(id: number): Promise<void> {
  const saved = await fetchSavedQuery(id)
  const { label: name, sql, schema, template_parameters: templateParams, database } = saved
  for (const { id: tabId } of readLab().sql.tabs.filter(({ remoteId }) => remoteId === id)) {
    await openTab(tabId)
    if (tabOf(readLab().sql, tabId)?.sql === sql) return
  }
  newTab({ name, sql, schema, templateParams, dbId: database?.id ?? null, remoteId: saved.id })
}

async function openPast(id: number): Promise<void> {
  const { sql, schema, tab_name: name, database } = await fetchPastQuery(id)
  newTab({ name: nameOfCopy(name ?? ''), sql, schema, dbId: database?.id ?? null })
}

async function openDataset(key: string, given: string | null): Promise<void> {
  const { table_name: name, schema, sql, select_star: star, database } = await fetchDatasetToQuery(Number(key.split('__')[0]))
  newTab({ name: t('sqllab.queryOfDataset', { name }), sql: given ?? sql ?? star ?? '', schema, dbId: database.id })
}

function openText(asked: (name: string) => string | null): void {
  const { databases, sql } = readLab()
  const byName = Object.values(databases).find(({ database_name: name }) => name === asked('dbname'))?.id
  const given = asked('dbid') === null ? byName : Number(asked('dbid'))
  const text = asked('sql')
  const name = asked('name')
  const schema = asked('schema')
  newTab({
    ...(name === null ? {} : { name }),
    ...(given === undefined || !databases[given] ? {} : { dbId: given, ...(given === activeTab(sql)?.dbId ? {} : { schema: null }) }),
    ...(schema === null ? {} : { schema }),
    ...(text === null ? {} : { sql: text }),
  })
}
