import { savedQueryEndpoints, type SavedQueryBody } from '@sightline/contract'
import { route, type Route } from '../../http/route.ts'
import { askedBy, readRoutes, writeRoutes } from '../../rest/routes.ts'
import { bundleRoutes } from '../../bundles/bundle-routes.ts'
import { savedQueries } from './saved-queries.ts'
import { createFromForm, createSavedQuery, readOld, updateSavedQuery } from './write.ts'

export const routes: readonly Route[] = [
  ...readRoutes(savedQueries, savedQueryEndpoints),
  ...writeRoutes<SavedQueryBody, SavedQueryBody>(savedQueries, savedQueryEndpoints, { create: createSavedQuery, update: updateSavedQuery }),
  ...bundleRoutes('saved_query', savedQueryEndpoints),
  route(savedQueryEndpoints.oldCreate, (deps, { caller, body }) => createFromForm(deps, caller, body)),
  route(savedQueryEndpoints.oldGet, (deps, call) => readOld(askedBy(deps, call), call.params.id)),
]
