import type { FavoriteEndpoints, ReadEndpoints, WriteEndpoints } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { route, type Route } from '../http/route.ts'
import { distinct, related } from './choices.ts'
import { favoriteStatus, setFavorite } from './favorites.ts'
import { etagOf, isGuarded, savingOf, type Saving } from './guarded-save.ts'
import { idOf } from './ids.ts'
import { info } from './info.ts'
import { item } from './item.ts'
import { list } from './list.ts'
import { remove, removeMany } from './remove.ts'
import type { Asked, ResourceDescription } from './resource.ts'

export const askedBy = (deps: Deps, { caller }: { readonly caller: Caller }): Asked => ({ deps, caller, now: deps.now() })

export const readRoutes = (resource: ResourceDescription, endpoints: ReadEndpoints): Route[] => [
  route(endpoints.info, async (deps, call) => info(resource, askedBy(deps, call), call.query.q)),
  route(endpoints.list, (deps, call) => list(resource, askedBy(deps, call), call.query.q)),
  route(endpoints.get, async (deps, call) => {
    await tellVersion(deps, resource, call.params.id, call.reply)
    return item(resource, askedBy(deps, call), call.params.id, call.query.q)
  }),
  route(endpoints.related, (deps, call) => related(resource, askedBy(deps, call), call.params.column, call.query.q)),
  route(endpoints.distinct, (deps, call) => distinct(resource, askedBy(deps, call), call.params.column, call.query.q)),
]

/** A reader who saves later can say which version was read. */
export async function tellVersion(deps: Deps, { table }: ResourceDescription, id: string | number, reply: FastifyReply): Promise<void> {
  const etag = isGuarded(table) ? await etagOf(deps, table, idOf(id)) : undefined
  if (etag) reply.header('etag', etag)
}

export interface Writers<Post, Put> {
  /** Gets the validated body, answers the reply's body. */
  readonly create: (deps: Deps, caller: Caller, body: Post) => Promise<unknown>
  readonly update: (deps: Deps, caller: Caller, id: number, body: Put, saving: Saving) => Promise<unknown>
}

export const writeRoutes = <Post, Put>(resource: ResourceDescription, endpoints: WriteEndpoints, { create, update }: Writers<Post, Put>): Route[] => [
  route(endpoints.create, (deps, { caller, body }) => create(deps, caller, body as Post)),
  route(endpoints.update, (deps, { caller, params, body, request, reply }) => update(deps, caller, idOf(params.id), body as Put, savingOf(request, reply))),
  route(endpoints.remove, (deps, call) => remove(resource, askedBy(deps, call), call.params.id)),
  route(endpoints.removeMany, (deps, call) => removeMany(resource, askedBy(deps, call), call.query.q)),
]

export const favoriteRoutes = (resource: ResourceDescription, endpoints: FavoriteEndpoints): Route[] => [
  route(endpoints.favoriteStatus, (deps, call) => favoriteStatus(resource, askedBy(deps, call), call.query.q)),
  route(endpoints.favorite, (deps, call) => setFavorite(resource, askedBy(deps, call), call.params.id, true)),
  route(endpoints.unfavorite, (deps, call) => setFavorite(resource, askedBy(deps, call), call.params.id, false)),
]
