import { savedQueryEndpoints, type SavedQueryBody } from '@sightline/contract'
import { route, type Route } from '../../http/route.ts'
import { idOf } from '../../rest/ids.ts'
import { askedBy, readRoutes, writeRoutes } from '../../rest/routes.ts'
import { sendBundle } from '../../bundles/send-bundle.ts'
import { idsShape, readQ } from '../../rest/read-q.ts'
import { exportSavedQueries, importSavedQueries } from './bundle.ts'
import { savedQueries } from './saved-queries.ts'
import { createFromForm, createSavedQuery, readOld, updateSavedQuery } from './write.ts'

export const routes: readonly Route[] = [
  ...readRoutes(savedQueries, savedQueryEndpoints),
  ...writeRoutes<SavedQueryBody, SavedQueryBody>(savedQueries, savedQueryEndpoints, { create: createSavedQuery, update: updateSavedQuery }),
  route(savedQueryEndpoints.export, async (deps, { caller, query, reply }) =>
    sendBundle(reply, await exportSavedQueries(deps, caller, readQ<readonly number[]>(query.q, idsShape)), query.token),
  ),
  route(savedQueryEndpoints.import, async (deps, { caller, body }) => {
    await importSavedQueries(deps, caller, body)
    return { message: 'OK' }
  }),
  route(savedQueryEndpoints.oldCreate, (deps, { caller, body }) => createFromForm(deps, caller, body)),
  route(savedQueryEndpoints.oldGet, (deps, call) => readOld(askedBy(deps, call), idOf(call.params.id))),
]
