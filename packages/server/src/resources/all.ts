import type { Route } from '../http/route.ts'
import { routes as logs } from './logs/routes.ts'
import { routes as tags } from './tags/routes.ts'
import { routes as annotationLayers } from './annotation-layers/routes.ts'
import { routes as bundles } from './bundles/routes.ts'
import { routes as savedQueries } from './saved-queries/routes.ts'
import { routes as dashboards } from './dashboards/routes.ts'
import { routes as oldCalls } from './old-calls/routes.ts'
import { routes as chartData } from './chart-data/routes.ts'
import { routes as charts } from './charts/routes.ts'
import { routes as cssTemplates } from './css-templates/routes.ts'
import { routes as logEvents } from './log-events/routes.ts'
import { routes as me } from './me/routes.ts'
import { routes as menu } from './menu/routes.ts'
import { routes as movingIn } from './moving-in/routes.ts'
import { routes as pages } from './pages/routes.ts'
import { routes as security } from './security/routes.ts'
import { routes as formData } from './form-data/routes.ts'
import { routes as explore } from './explore/routes.ts'
import { routes as exploreJson } from './explore-json/routes.ts'
import { routes as datasource } from './datasource/routes.ts'
import { routes as advancedDataTypes } from './advanced-data-types/routes.ts'
import { routes as shares } from './shares/routes.ts'
import { routes as profiles } from './profiles/routes.ts'
import { routes as sqllab } from './sqllab/routes.ts'
import { routes as tabs } from './tabs/routes.ts'
import { routes as databases } from './databases/routes.ts'
import { routes as datasets } from './datasets/routes.ts'
import { routes as queries } from './queries/routes.ts'
import { routes as reports } from './reports/routes.ts'
import { routes as roles } from './roles/routes.ts'
import { routes as rowRules } from './row-rules/routes.ts'
import { routes as thumbnails } from './thumbnails/routes.ts'
import { routes as uploads } from './uploads/routes.ts'
import { routes as users } from './users/routes.ts'

/** One line per resource. */
export const routes: readonly Route[] = [
  ...logEvents,
  ...me,
  ...menu,
  ...pages,
  ...security,
  ...cssTemplates,
  ...chartData,
  ...charts,
  ...dashboards,
  ...databases,
  ...datasets,
  ...queries,
  ...sqllab,
  ...profiles,
  ...shares,
  ...formData,
  ...explore,
  ...exploreJson,
  ...datasource,
  ...advancedDataTypes,
  ...tabs,
  ...reports,
  ...roles,
  ...rowRules,
  ...uploads,
  ...users,
  ...thumbnails,
  ...savedQueries,
  ...bundles,
  ...movingIn,
  ...annotationLayers,
  ...tags,
  ...logs,
  ...oldCalls,
]
