import { dashboardEndpoints, versionTable, type DashboardPost, type DashboardPut } from '@sightline/contract'
import { route, type Route } from '../../http/route.ts'
import { askedBy, favoriteRoutes, readRoutes, tellVersion, writeRoutes } from '../../rest/routes.ts'
import { versionRoutes } from '../../rest/version-routes.ts'
import { copyDashboard } from './copy.ts'
import { dashboards } from './dashboards.ts'
import { dashboardIdOf } from './find-dashboard.ts'
import { putBackDashboard } from './put-back.ts'
import { chartsOfDashboard, datasetsOfDashboard, readDashboard } from './read.ts'
import { stateRoutes } from './state-routes.ts'
import { createDashboard, updateDashboard } from './write.ts'

export const routes: readonly Route[] = [
  ...readRoutes(dashboards, dashboardEndpoints).filter(({ endpoint }) => endpoint !== dashboardEndpoints.get),
  route(dashboardEndpoints.get, async (deps, call) => {
    const asked = askedBy(deps, call)
    const id = await dashboardIdOf(asked, call.params.id)
    await tellVersion(deps, dashboards, id, call.reply)
    return (await readDashboard(asked, id)) as never
  }),
  route(dashboardEndpoints.charts, (deps, call) => chartsOfDashboard(askedBy(deps, call), call.params.id)),
  route(dashboardEndpoints.datasets, (deps, call) => datasetsOfDashboard(askedBy(deps, call), call.params.id) as never),
  ...writeRoutes<DashboardPost, DashboardPut>(dashboards, dashboardEndpoints, { create: createDashboard, update: updateDashboard }),
  ...favoriteRoutes(dashboards, dashboardEndpoints),
  ...versionRoutes(dashboards, versionTable.dashboard, putBackDashboard),
  route(dashboardEndpoints.copy, (deps, call) => copyDashboard(askedBy(deps, call), call.params.id, call.body)),
  ...stateRoutes,
]
