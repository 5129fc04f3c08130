import { annotationLayerEndpoints as endpoints, type AnnotationLayerPost, type AnnotationLayerPut } from '@sightline/contract'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { route, type Route } from '../../http/route.ts'
import { idOf } from '../../rest/ids.ts'
import { item } from '../../rest/item.ts'
import { list } from '../../rest/list.ts'
import { remove, removeMany } from '../../rest/remove.ts'
import { askedBy, readRoutes, writeRoutes } from '../../rest/routes.ts'
import { annotationLayers, annotations } from './annotation-layers.ts'
import { createAnnotation, createLayer, mustHaveLayer, updateAnnotation, updateLayer } from './write.ts'

/** Annotations of one layer that exists. */
async function inLayer(deps: Deps, id: string | number) {
  const layerId = idOf(id)
  await mustHaveLayer(deps, layerId)
  return sql`annotations.layer_id = ${layerId}`
}

export const routes: readonly Route[] = [
  ...readRoutes(annotationLayers, endpoints),
  ...writeRoutes<AnnotationLayerPost, AnnotationLayerPut>(annotationLayers, endpoints, { create: createLayer, update: updateLayer }),
  route(endpoints.annotations, async (deps, call) => list(annotations, askedBy(deps, call), call.query.q, await inLayer(deps, call.params.id))),
  route(endpoints.annotation, async (deps, call) =>
    item(annotations, askedBy(deps, call), call.params.annotationId, call.query.q, await inLayer(deps, call.params.id)),
  ),
  route(endpoints.createAnnotation, (deps, { caller, params, body }) => createAnnotation(deps, caller, idOf(params.id), body) as never),
  route(
    endpoints.updateAnnotation,
    (deps, { caller, params, body }) => updateAnnotation(deps, caller, idOf(params.id), idOf(params.annotationId), body) as never,
  ),
  route(endpoints.removeAnnotation, async (deps, call) =>
    remove(annotations, askedBy(deps, call), call.params.annotationId, await inLayer(deps, call.params.id)),
  ),
  route(endpoints.removeAnnotations, async (deps, call) => removeMany(annotations, askedBy(deps, call), call.query.q, await inLayer(deps, call.params.id))),
]
