import type { KeptVersion, VersionEndpoints } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { route, type Route } from '../http/route.ts'
import { savingOf, type Saving } from './guarded-save.ts'
import { idOf } from './ids.ts'
import { findVisible } from './item.ts'
import { mustOwn } from './owners.ts'
import type { ResourceDescription } from './resource.ts'

/** The columns of the row, and the rows that belong to it under the names of their tables. */
export type VersionContent = Readonly<Record<string, unknown>>

/** Saves an old version as if somebody had sent it: everything that is asked of a save is asked of it, as the one who puts it back. */
export type PutBack = (
  deps: Deps,
  caller: Caller,
  id: number,
  content: VersionContent,
  how: { readonly saving: Saving; readonly signal: AbortSignal },
) => Promise<unknown>

/** What saves have replaced: seen, read and put back by owners and administrators. */
export const versionRoutes = (resource: ResourceDescription, endpoints: VersionEndpoints, putBack: PutBack): readonly Route[] => [
  route(endpoints.list, async (deps, { caller, params }) => {
    const id = await ownId(deps, caller, resource, params.id)
    const result = (await keptVersions(deps, resource, id).orderBy('replaced_versions.id', 'desc').execute()).map(shown)
    return { count: result.length, result }
  }),
  route(endpoints.get, async (deps, { caller, params }) => {
    const { row, content } = await findVersion(deps, resource, await ownId(deps, caller, resource, params.id), params.versionId)
    return { result: { ...shown(row), content } }
  }),
  route(endpoints.putBack, async (deps, { caller, params, request, reply, signal }) => {
    const id = await ownId(deps, caller, resource, params.id)
    const { content } = await findVersion(deps, resource, id, params.versionId)
    await putBack(deps, caller, id, content, { saving: savingOf(request, reply), signal })
    return { id }
  }),
]

/** 404 for what the caller does not see, 403 for what is not theirs. */
async function ownId(deps: Deps, caller: Caller, resource: ResourceDescription, sent: string | number): Promise<number> {
  const id = idOf(sent)
  await findVisible(resource, { deps, caller, now: deps.now() }, id)
  await mustOwn(deps, resource, caller, [id])
  return id
}

const keptVersions = ({ db }: Deps, { table }: ResourceDescription, id: number) =>
  db
    .selectFrom('replaced_versions')
    .leftJoin('users', 'users.id', 'replaced_versions.replaced_by_id')
    .select(['replaced_versions.id', 'version', 'replaced_on', 'replaced_by_id', 'first_name', 'last_name'])
    .where('object_type', '=', table)
    .where('object_id', '=', id)

type KeptRow = Awaited<ReturnType<ReturnType<typeof keptVersions>['execute']>>[number]

const shown = ({ id, version, replaced_on, replaced_by_id, first_name, last_name }: KeptRow): KeptVersion => ({
  id,
  version,
  replaced_on,
  replaced_by: replaced_by_id === null ? null : { id: replaced_by_id, first_name: first_name ?? '', last_name: last_name ?? '' },
})

async function findVersion(deps: Deps, resource: ResourceDescription, id: number, versionId: string | number) {
  const row = await keptVersions(deps, resource, id).select('content').where('replaced_versions.id', '=', idOf(versionId)).executeTakeFirst()
  if (!row) throw new Refusal(404, 'Not found')
  return { row, content: JSON.parse(row.content) as VersionContent }
}
