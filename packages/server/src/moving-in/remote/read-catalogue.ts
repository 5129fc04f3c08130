import type { NotBrought } from '@sightline/contract'
import type { ObjectKind } from '../../bundles/bundle-kinds.ts'
import type { RemoteApi } from './remote-api.ts'
import { readList, type RemoteRow } from './read-list.ts'

/** What a server says it has, as far as the account sees it: rows by kind; null where the list could not be read. */
export type Catalogue = Readonly<Record<ObjectKind, readonly RemoteRow[] | null>>

/** Not all servers know all of these columns; those they do not know they leave out. */
const owners = ['owners.id', 'owners.first_name', 'owners.last_name', 'owners.username']
const tags = ['tags.id', 'tags.name', 'tags.type']
const questions: Readonly<Record<ObjectKind, { readonly columns: readonly string[]; readonly order: string }>> = {
  database: { columns: ['id', 'uuid', 'database_name'], order: 'database_name' },
  dataset: {
    columns: ['id', 'uuid', 'table_name', 'schema', 'database.id', 'database.database_name', 'closed_because', ...owners],
    order: 'table_name',
  },
  chart: { columns: ['id', 'uuid', 'slice_name', ...owners, ...tags], order: 'slice_name' },
  dashboard: { columns: ['id', 'uuid', 'dashboard_title', 'roles.id', 'roles.name', ...owners, ...tags], order: 'dashboard_title' },
  saved_query: { columns: ['id', 'uuid', 'label', 'schema', 'sql', 'database.database_name'], order: 'label' },
}

export const nounsOf: Readonly<Record<ObjectKind, string>> = {
  database: 'Databases',
  dataset: 'Datasets',
  chart: 'Charts',
  dashboard: 'Dashboards',
  saved_query: 'Saved queries',
}

export async function readCatalogue(api: RemoteApi, notBrought: NotBrought[]): Promise<Catalogue> {
  const read: Partial<Record<ObjectKind, readonly RemoteRow[] | null>> = {}
  for (const kind of Object.keys(questions) as ObjectKind[]) {
    const list = await readList(api, `/api/v1/${kind}/`, questions[kind])
    read[kind] = list.ok ? list.value : null
    if (!list.ok) notBrought.push({ kind, name: nounsOf[kind], why: `The list of ${nounsOf[kind].toLowerCase()} could not be read: ${list.why}.` })
  }
  return read as Catalogue
}
