import type { NotBrought } from '@sightline/contract'
import type { Extras } from '../source.ts'
import type { ObjectIndex } from './match-files.ts'
import { nounsOf, type Catalogue } from './read-catalogue.ts'
import { listOf, readList, textOf, type RemoteRow } from './read-list.ts'
import type { RemoteApi } from './remote-api.ts'

const kinds = ['dataset', 'chart', 'dashboard'] as const

/** So many datasets are asked for the account names of their owners, where nothing else tells them. */
const mostAsked = 500

/** Who owns what, by account name: a display name is no proof of anything. */
export async function readOwners(api: RemoteApi, catalogue: Catalogue, index: ObjectIndex, notBrought: NotBrought[]): Promise<Extras['owners']> {
  const rows = kinds.flatMap((kind) => (catalogue[kind] ?? []).map((row) => ({ kind, row, uuid: index.uuidOf(kind, row.id) })))
  const usernames = await readUsernames(
    api,
    rows.map(({ row }) => row),
    catalogue.dataset ?? [],
  )
  const owners: Extras['owners'][number][] = []
  const nameless = new Map<number, string>()
  for (const { kind, row, uuid } of rows) {
    if (uuid === undefined) continue
    const people = listOf(row['owners'])
    const known = people.flatMap(({ id }) => usernames.get(id as number) ?? [])
    for (const person of people) if (!usernames.has(person['id'] as number)) nameless.set(person['id'] as number, shownName(person))
    if (known.length > 0) owners.push({ kind, uuid, usernames: known })
  }
  for (const kind of kinds)
    if ((catalogue[kind] ?? []).some(({ owners: list }) => !Array.isArray(list)))
      notBrought.push({ kind: 'owner', name: nounsOf[kind], why: `The server at ${api.origin} does not say who owns its ${nounsOf[kind].toLowerCase()}.` })
  for (const name of nameless.values())
    notBrought.push({
      kind: 'owner',
      name,
      why: `The server at ${api.origin} does not tell the account name of this owner, so nobody here was given what it owned there.`,
    })
  return owners
}

const shownName = ({ first_name, last_name, id }: Readonly<Record<string, unknown>>): string =>
  [textOf(first_name), textOf(last_name)].filter(Boolean).join(' ') || `person ${String(id)}`

/**
 * Account names by id. Lists of objects mostly have display names only. The list of people has the account names, where the account may read it and the
 * server has it; else the description of a dataset has those of its owners.
 */
async function readUsernames(api: RemoteApi, rows: readonly RemoteRow[], datasets: readonly RemoteRow[]): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>()
  const note = (people: unknown): void => {
    for (const { id, username } of listOf(people)) if (typeof id === 'number' && typeof username === 'string' && username !== '') names.set(id, username)
  }
  for (const row of rows) note(row['owners'])
  const isUnknown = (row: RemoteRow): boolean => listOf(row['owners']).some(({ id }) => typeof id === 'number' && !names.has(id))
  if (!rows.some(isUnknown)) return names
  const people = await readList(api, '/api/v1/security/users/', { columns: ['id', 'username'] })
  if (people.ok) note(people.value)
  let asked = 0
  for (const row of datasets) {
    if (!isUnknown(row) || asked >= mostAsked) continue
    asked++
    const told = await api.get('/api/v1/explore/', { datasource_type: 'table', datasource_id: row.id })
    const result = told.ok ? (told.value['result'] as { readonly dataset?: { readonly owners?: unknown } } | undefined) : undefined
    note(result?.dataset?.owners)
  }
  return names
}

/** The roles that dashboards are opened to. */
export function readDashboardRoles(api: RemoteApi, catalogue: Catalogue, index: ObjectIndex, notBrought: NotBrought[]): Extras['dashboardRoles'] {
  const rows = catalogue.dashboard ?? []
  if (rows.some(({ roles }) => !Array.isArray(roles)))
    notBrought.push({
      kind: 'dashboard_role',
      name: nounsOf.dashboard,
      why: `The server at ${api.origin} does not say which roles its dashboards are opened to.`,
    })
  return rows.flatMap((row) => {
    const uuid = index.uuidOf('dashboard', row.id)
    const roles = listOf(row['roles']).flatMap(({ name }) => textOf(name) ?? [])
    return uuid === undefined || roles.length === 0 ? [] : [{ uuid, roles }]
  })
}
