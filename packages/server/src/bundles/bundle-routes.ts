import type { bundleEndpoints } from '@sightline/contract'
import { route, type Route } from '../http/route.ts'
import { idsShape, readQ } from '../rest/read-q.ts'
import type { ObjectKind } from './bundle-kinds.ts'
import { exportObjects } from './export-bundle.ts'
import { importBundle } from './import-bundle.ts'
import { readImportForm } from './import-form.ts'
import { sendBundle } from './send-bundle.ts'

/** Export and import of one kind of objects. */
export const bundleRoutes = (kind: ObjectKind, endpoints: Pick<ReturnType<typeof bundleEndpoints>, 'export' | 'import'>): readonly Route[] => [
  route(endpoints.export, async (deps, { caller, query, reply }) =>
    sendBundle(reply, await exportObjects(deps, caller, kind, readQ<readonly number[]>(query.q, idsShape)), query.token),
  ),
  route(endpoints.import, (deps, { caller, body, signal }) => importBundle(deps, caller, kind, readImportForm(body, 'formData'), signal)),
]
