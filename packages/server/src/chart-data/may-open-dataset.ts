import { fail, datasetRefusal, isOpenedByRole, mayReadDataset, ok, type Caller, type Result } from '@sightline/core'
import { datasetFactsOf, type LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { closedTo } from '../row-rules/closed-datasets.ts'

/**
 * Whether the caller may ask for the rows of a dataset: by permission or ownership, or because the question comes from a dashboard that its
 * roles, or a guest's token, open and that shows the dataset in the very chart (or filter) that asks.
 */
export async function mayOpenDataset(deps: Deps, caller: Caller, dataset: LoadedDataset, formData: Readonly<Record<string, unknown>>): Promise<Result<void>> {
  const facts = datasetFactsOf(dataset)
  const isAllowed =
    mayReadDataset(caller, facts) ||
    ((caller.kind === 'guest' || deps.config.featureFlags.DASHBOARD_RBAC) && (await isOpenedByDashboard(deps, caller, dataset.row.id, formData)))
  if (!isAllowed) return fail(datasetRefusal(facts))
  const closed = closedTo(caller, dataset.row)
  return closed ? fail(closed) : ok(undefined)
}

async function isOpenedByDashboard({ db }: Deps, caller: Caller, datasetId: number, formData: Readonly<Record<string, unknown>>): Promise<boolean> {
  const dashboardId = idIn(formData['dashboardId'])
  if (dashboardId === null) return false
  const dashboard = await db.selectFrom('dashboards').select(['id', 'published', 'json_metadata']).where('id', '=', dashboardId).executeTakeFirst()
  if (!dashboard) return false
  const roles = await db.selectFrom('dashboard_roles').select('role_id').where('dashboard_id', '=', dashboardId).execute()
  const isOpen = caller.guest
    ? caller.guest.dashboardIds.includes(dashboardId)
    : isOpenedByRole(caller, { published: dashboard.published, roleIds: roles.map(({ role_id }) => role_id) })
  if (!isOpen) return false
  if (formData['type'] === 'NATIVE_FILTER') return isFilterTarget(dashboard.json_metadata, formData['native_filter_id'], datasetId)
  const chartId = idIn(formData['slice_id'])
  if (chartId === null) return false
  const chart = await db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .select('charts.datasource_id')
    .where('dashboard_charts.dashboard_id', '=', dashboardId)
    .where('charts.id', '=', chartId)
    .executeTakeFirst()
  return chart?.datasource_id === datasetId
}

const idIn = (value: unknown): number | null => {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

function isFilterTarget(metadata: string | null, filterId: unknown, datasetId: number): boolean {
  try {
    const { native_filter_configuration: filters } = JSON.parse(metadata ?? '{}') as {
      native_filter_configuration?: { id?: unknown; targets?: { datasetId?: unknown }[] }[]
    }
    return filters?.find(({ id }) => id === filterId)?.targets?.some((target) => target.datasetId === datasetId) ?? false
  } catch {
    return false
  }
}
