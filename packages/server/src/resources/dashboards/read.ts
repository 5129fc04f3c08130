import { isAdmin, isOpenedByRole, mayReadDataset, renderMarkdown } from '@sightline/core'
import { formDataOf, sliceUrl } from '../../charts/form-data.ts'
import { describeDataset } from '../../datasets/describe-dataset.ts'
import { fullNameOf, loadDataset } from '../../datasets/load-dataset.ts'
import { findVisible } from '../../rest/item.ts'
import type { Asked } from '../../rest/resource.ts'
import { dashboards } from './dashboards.ts'
import { dashboardIdOf, findDashboardId } from './find-dashboard.ts'
import { trimDataset } from './trim-dataset.ts'

/** Guests are not told who works here. */
export async function readDashboard(asked: Asked, id: number) {
  const { chart_names, ...result } = await findVisible(dashboards, asked, id, dashboards.show)
  if (asked.caller.kind !== 'guest') return { result: { ...result, charts: chart_names } }
  const { owners: _owners, changed_by: _changedBy, changed_by_name: _name, ...shown } = result
  return { result: { ...shown, charts: chart_names } }
}

const chartsOn = ({ deps }: Asked, id: number) =>
  deps.db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .where('dashboard_charts.dashboard_id', '=', id)
    .selectAll('charts')
    .orderBy('charts.id')
    .execute()

/** Charts come with the dashboard: whoever sees it gets their settings; their data is asked for, and refused, chart by chart. */
export async function chartsOfDashboard(asked: Asked, idOrSlug: string | number) {
  const id = await findDashboardId(asked, idOrSlug)
  const rows = await chartsOn(asked, id)
  return {
    result: rows.map((chart) => ({
      id: chart.id,
      slice_name: chart.slice_name,
      cache_timeout: chart.cache_timeout,
      changed_on: chart.changed_on,
      description: chart.description,
      description_markeddown: renderMarkdown(chart.description),
      form_data: formDataOf(chart),
      slice_url: sliceUrl(chart.id),
      certified_by: chart.certified_by,
      certification_details: chart.certification_details,
    })),
  }
}

/** How the data are made, and by whom, is not for guests. */
const hiddenFromGuests = new Set(['database', 'owners', 'sql', 'select_star', 'perm', 'template_params', 'fetch_values_predicate', 'edit_url'])

export async function datasetsOfDashboard(asked: Asked, idOrSlug: string | number) {
  const id = await dashboardIdOf(asked, idOrSlug)
  const { published, roles, owners } = await findVisible(dashboards, asked, id, ['published', 'roles.id', 'owners.id'])
  const roleIds = roles.map((role: { id: number }) => role.id)
  const isGuest = asked.caller.kind === 'guest'
  const isOwn = isGuest || isAdmin(asked.caller) || owners.some((owner: { id: number }) => owner.id === asked.caller.id)
  const opensAll = isOwn || (asked.deps.config.featureFlags.DASHBOARD_RBAC && isOpenedByRole(asked.caller, { published, roleIds }))
  const rows = (await chartsOn(asked, id)).filter(({ datasource_type }) => datasource_type === 'table')
  const result: unknown[] = []
  for (const datasetId of new Set(rows.map(({ datasource_id }) => datasource_id))) {
    const dataset = await loadDataset(asked.deps, datasetId)
    if (!dataset) continue
    const { row, database, ownerIds } = dataset
    // A description tells what a database holds: it goes only to those who may read the data, or to whom the dashboard opens it.
    if (!opensAll && !mayReadDataset(asked.caller, { name: fullNameOf(row), perm: row.perm, schemaPerm: row.schema_perm, database, ownerIds })) continue
    const forms = rows.filter(({ datasource_id }) => datasource_id === datasetId).map((chart) => formDataOf(chart))
    const trimmed = trimDataset(await describeDataset(asked.deps, dataset), forms)
    result.push(isGuest ? Object.fromEntries(Object.entries(trimmed).filter(([key]) => !hiddenFromGuests.has(key))) : trimmed)
  }
  return { result }
}
