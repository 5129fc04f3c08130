import { assetEndpoints, bundleTable } from '@sightline/contract'
import { bundleRoutes } from '../../bundles/bundle-routes.ts'
import { exportEverything } from '../../bundles/export-bundle.ts'
import { importBundle } from '../../bundles/import-bundle.ts'
import { readImportForm } from '../../bundles/import-form.ts'
import { sendBundle } from '../../bundles/send-bundle.ts'
import { route, type Route } from '../../http/route.ts'

export const routes: readonly Route[] = [
  ...bundleRoutes('database', bundleTable.database),
  ...bundleRoutes('dataset', bundleTable.dataset),
  ...bundleRoutes('chart', bundleTable.chart),
  ...bundleRoutes('dashboard', bundleTable.dashboard),
  route(assetEndpoints.export, async (deps, { caller, query, reply }) => sendBundle(reply, await exportEverything(deps, caller), query.token)),
  route(assetEndpoints.import, (deps, { caller, body, signal }) => importBundle(deps, caller, 'assets', readImportForm(body, 'bundle'), signal)),
]
