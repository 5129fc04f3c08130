import { tagEndpoints, type TagPost, type TagPut } from '@sightline/contract'
import { route, type Route } from '../../http/route.ts'
import { askedBy, favoriteRoutes, readRoutes, writeRoutes } from '../../rest/routes.ts'
import { isId } from '../../rest/ids.ts'
import { tagKinds, type TagKind } from '../../rest/tagging.ts'
import { kindOf, taggedObjects } from './objects.ts'
import { tags } from './tags.ts'
import { createTag, createTags, mark, removeTags, unmark, updateTag } from './write.ts'

const listOf = (text: string | undefined): string[] =>
  text
    ? text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : []

export const routes: readonly Route[] = [
  ...readRoutes(tags, tagEndpoints),
  ...writeRoutes<TagPost, TagPut>(tags, tagEndpoints, {
    create: (deps, caller, body) => createTag(askedBy(deps, { caller }), body),
    update: (deps, caller, id, body) => updateTag(askedBy(deps, { caller }), id, body),
  }).filter(({ endpoint }) => endpoint !== tagEndpoints.removeMany),
  route(tagEndpoints.removeMany, (deps, call) => removeTags(askedBy(deps, call), call.query.q)),
  ...favoriteRoutes(tags, tagEndpoints),
  route(tagEndpoints.bulkCreate, (deps, call) => createTags(askedBy(deps, call), call.body.tags)),
  route(tagEndpoints.objects, async (deps, call) => {
    const { tagIds, tags: names, types } = call.query
    const ids = listOf(tagIds).map(Number).filter(isId)
    const byName = listOf(names)
    if (byName.length > 0) ids.push(...(await deps.db.selectFrom('tags').select('id').where('name', 'in', byName).execute()).map(({ id }) => id))
    const kinds: readonly TagKind[] = types ? listOf(types).map(kindOf) : (Object.keys(tagKinds) as TagKind[])
    return { result: await taggedObjects(askedBy(deps, call), ids, kinds) }
  }),
  route(tagEndpoints.mark, (deps, call) => mark(askedBy(deps, call), call.params.objectType, call.params.objectId, call.body.properties.tags)),
  route(tagEndpoints.unmark, (deps, call) => unmark(askedBy(deps, call), call.params.objectType, call.params.objectId, String(call.params.tag))),
]
