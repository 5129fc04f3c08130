import { chartEndpoints, versionTable, type ChartPost, type ChartPut } from '@sightline/contract'
import type { Route } from '../../http/route.ts'
import { favoriteRoutes, readRoutes, writeRoutes } from '../../rest/routes.ts'
import { versionRoutes } from '../../rest/version-routes.ts'
import { charts } from './charts.ts'
import { putBackChart } from './put-back.ts'
import { createChart, updateChart } from './write.ts'

export const routes: readonly Route[] = [
  ...readRoutes(charts, chartEndpoints),
  ...writeRoutes<ChartPost, ChartPut>(charts, chartEndpoints, { create: createChart, update: updateChart }),
  ...favoriteRoutes(charts, chartEndpoints),
  ...versionRoutes(charts, versionTable.chart, putBackChart),
]
