import type { Endpoint } from './endpoint.ts'
import { eventEndpoints } from './resources/log.ts'
import { tagEndpoints } from './resources/tag.ts'
import { annotationLayerEndpoints } from './resources/annotation-layer.ts'
import { assetEndpoints, bundleTable } from './bundles.ts'
import { savedQueryEndpoints } from './resources/saved-query.ts'
import { dashboardEndpoints } from './resources/dashboard.ts'
import { dashboardPermalinkEndpoints, filterStateEndpoints } from './resources/dashboard-state.ts'
import { embeddedEndpoints } from './resources/embedded.ts'
import { filterSetEndpoints } from './resources/filter-set.ts'
import { chartDataEndpoints } from './chart-data.ts'
import { chartEndpoints } from './resources/chart.ts'
import { meEndpoints, menuEndpoints } from './me.ts'
import { movingInEndpoints } from './moving-in.ts'
import { healthEndpoints, logEndpoints, pageEndpoints, shellEndpoints } from './pages.ts'
import { securityEndpoints } from './security.ts'
import { thumbnailEndpoints } from './thumbnails.ts'
import { sqllabEndpoints } from './sqllab.ts'
import { formDataEndpoints } from './form-data.ts'
import { exploreEndpoints } from './explore.ts'
import { exploreJsonEndpoints } from './explore-json.ts'
import { datasourceEndpoints } from './datasource.ts'
import { advancedDataTypeEndpoints } from './advanced-data-types.ts'
import { profileEndpoints } from './profiles.ts'
import { shareEndpoints } from './shares.ts'
import { tabEndpoints } from './tabs.ts'
import { cssTemplateEndpoints } from './resources/css-template.ts'
import { datasetEndpoints } from './resources/dataset.ts'
import { sourceColumnEndpoints } from './resources/source-columns.ts'
import { databaseEndpoints } from './resources/database.ts'
import { queryEndpoints } from './resources/query.ts'
import { reportEndpoints } from './resources/report.ts'
import { rowRuleEndpoints } from './resources/row-rule.ts'
import { databaseUploadEndpoints, uploadEndpoints, uploadFormEndpoints } from './uploads.ts'
import { userEndpoints } from './resources/users.ts'
import { oldCallEndpoints } from './old-calls.ts'
import { versionTable } from './versions.ts'
import { pairEndpoints, permissionEndpoints, roleEndpoints, viewEndpoints } from './resources/roles.ts'

/** The endpoint table: every call the server answers. One line per resource; OpenAPI and the access table are made from it. */
export const endpoints: readonly Endpoint<any, any, any, any>[] = [
  ...Object.values(cssTemplateEndpoints),
  ...Object.values(datasetEndpoints),
  ...Object.values(sourceColumnEndpoints),
  ...Object.values(databaseEndpoints),
  ...Object.values(queryEndpoints),
  ...Object.values(sqllabEndpoints),
  ...Object.values(profileEndpoints),
  ...Object.values(shareEndpoints),
  ...Object.values(formDataEndpoints),
  ...Object.values(exploreEndpoints),
  ...Object.values(exploreJsonEndpoints),
  ...Object.values(datasourceEndpoints),
  ...Object.values(advancedDataTypeEndpoints),
  ...Object.values(tabEndpoints),
  ...Object.values(reportEndpoints),
  ...Object.values(rowRuleEndpoints),
  ...Object.values(userEndpoints),
  ...Object.values(pairEndpoints),
  ...Object.values(permissionEndpoints),
  ...Object.values(roleEndpoints),
  ...Object.values(viewEndpoints),
  ...Object.values(securityEndpoints),
  ...Object.values(meEndpoints),
  ...Object.values(menuEndpoints),
  ...Object.values(logEndpoints),
  ...Object.values(pageEndpoints),
  ...shellEndpoints,
  ...Object.values(healthEndpoints),
  ...Object.values(chartDataEndpoints),
  ...Object.values(chartEndpoints),
  ...Object.values(versionTable).flatMap((table) => Object.values(table)),
  ...Object.values(dashboardEndpoints),
  ...Object.values(dashboardPermalinkEndpoints),
  ...Object.values(filterStateEndpoints),
  ...Object.values(filterSetEndpoints),
  ...Object.values(embeddedEndpoints),
  ...Object.values(thumbnailEndpoints),
  ...Object.values(savedQueryEndpoints),
  ...Object.values(bundleTable).flatMap((pair) => Object.values(pair)),
  ...Object.values(assetEndpoints),
  ...Object.values(movingInEndpoints),
  ...Object.values(annotationLayerEndpoints),
  ...Object.values(tagEndpoints),
  ...Object.values(uploadEndpoints),
  ...Object.values(databaseUploadEndpoints),
  ...Object.values(uploadFormEndpoints),
  ...Object.values(eventEndpoints),
  ...Object.values(oldCallEndpoints),
]
