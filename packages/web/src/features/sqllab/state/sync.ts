import { keptFields, type KeptField, type SqlState, type Tab } from './model.ts'
import { settleUnsaved } from './tabs.ts'

/** What the server has acknowledged of each tab, by the tab's own id. */
export type Acknowledged = Readonly<Record<string, Pick<Tab, KeptField>>>

export interface TabChange {
  readonly tab: Tab
  /** The fields to send; all of them for a tab the server does not have yet. */
  readonly fields: readonly KeptField[]
}

export const snapshotOf = (tab: Tab): Pick<Tab, KeptField> =>
  Object.fromEntries(keptFields.map((field) => [field, tab[field]])) as unknown as Pick<Tab, KeptField>

/** The tabs whose present form the server does not have, each with what differs. Tabs not yet read from it have nothing to send. */
export function changesToSend(state: SqlState, acknowledged: Acknowledged): TabChange[] {
  return settleUnsaved(state)
    .tabs.filter((tab) => tab.loaded)
    .flatMap((tab) => {
      const known = acknowledged[tab.id]
      const fields = tab.serverId === null || !known ? [...keptFields] : keptFields.filter((field) => known[field] !== tab[field])
      return fields.length === 0 ? [] : [{ tab, fields }]
    })
}

export const isAcknowledged = (tab: Tab, acknowledged: Acknowledged): boolean => {
  const known = acknowledged[tab.id]
  return tab.serverId !== null && (!tab.loaded || (known !== undefined && keptFields.every((field) => known[field] === tab[field])))
}

/** Names of the fields on the wire. */
const wireNames: Readonly<Record<KeptField, string>> = {
  sql: 'sql',
  latestQueryId: 'latest_query_id',
  dbId: 'database_id',
  schema: 'schema',
  autorun: 'autorun',
  name: 'label',
  queryLimit: 'query_limit',
  templateParams: 'template_params',
  hideLeftBar: 'hide_left_bar',
  remoteId: 'saved_query_id',
}

/** A form whose every value is a JSON document, with the moment of the edit beside it. */
export const formOfChange = ({ tab, fields }: TabChange): Record<string, string> => ({
  ...Object.fromEntries(fields.map((field) => [wireNames[field], JSON.stringify(tab[field])])),
  extra_json: JSON.stringify(JSON.stringify({ updatedAt: tab.updatedAt })),
})
