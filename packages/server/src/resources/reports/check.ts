import { Cron } from 'croner'
import type { ReportPost, ReportPut } from '@sightline/contract'
import { mayReadDatabase, mayReadDataset, isAdmin, type Caller } from '@sightline/core'
import { fullNameOf, loadDataset } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'

/** What a report would be after the change. */
export interface Wanted {
  readonly id: number | null
  readonly type: string
  readonly name: string
  readonly creationMethod: string
  readonly chartId: number | null
  readonly dashboardId: number | null
  readonly databaseId: number | null
  readonly sql: string | null
}

/** Five fields that come round at least once. */
export function isCrontab(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false
  try {
    return new Cron(text.trim(), { paused: true, timezone: 'UTC' }).nextRun() !== null
  } catch {
    return false
  }
}

export function refuseBadCrontab({ crontab }: Pick<ReportPost | ReportPut, 'crontab'>): void {
  if (crontab !== undefined && !isCrontab(crontab)) throw new Refusal(400, { crontab: ['Cron expression is not valid'] })
}

/** Refuses a report that could not run; the first thing wrong with each field is told. */
export async function checkReport(deps: Deps, caller: Caller, wanted: Wanted): Promise<void> {
  const wrong: Record<string, string | string[]> = {}
  if (await isTaken(deps, wanted)) wrong.name = [`${wanted.type === 'Alert' ? 'An alert' : 'A report'} named "${wanted.name}" already exists`]
  if (wanted.databaseId !== null) {
    const database = await deps.db.selectFrom('databases').selectAll().where('id', '=', wanted.databaseId).executeTakeFirst()
    if (!database || !mayReadDatabase(caller, database)) wrong.database = 'Database does not exist'
  }
  if (wanted.type === 'Alert') {
    if (wanted.databaseId === null) wrong.database = 'Database is required for alerts'
    else if (!wanted.sql?.trim()) wrong.sql = 'SQL is required for alerts'
  }
  Object.assign(wrong, await subjectFaults(deps, caller, wanted))
  if (Object.keys(wrong).length > 0) throw new Refusal(422, wrong)
}

async function subjectFaults(deps: Deps, caller: Caller, { creationMethod, chartId, dashboardId }: Wanted): Promise<Record<string, string>> {
  if (creationMethod === 'charts' && chartId === null) return { chart: 'Please save your chart first, then try creating a new email report.' }
  if (creationMethod === 'dashboards' && dashboardId === null) return { dashboard: 'Please save your dashboard first, then try creating a new email report.' }
  if (chartId !== null && dashboardId !== null) return { chart: 'Choose a chart or dashboard not both' }
  if (chartId !== null) return (await maySendChart(deps, caller, chartId)) ? {} : { chart: 'Chart does not exist' }
  if (dashboardId !== null) return (await maySendDashboard(deps, caller, dashboardId)) ? {} : { dashboard: 'Dashboard does not exist' }
  return { chart: 'Choose a chart or dashboard' }
}

/** What one cannot see one cannot have sent to oneself. */
async function maySendChart(deps: Deps, caller: Caller, id: number): Promise<boolean> {
  const chart = await deps.db.selectFrom('charts').select(['datasource_id', 'datasource_type']).where('id', '=', id).executeTakeFirst()
  if (!chart) return false
  if (isAdmin(caller)) return true
  const owner = await deps.db
    .selectFrom('chart_owners')
    .select('user_id')
    .where('chart_id', '=', id)
    .where('user_id', '=', caller.id ?? -1)
    .executeTakeFirst()
  return owner !== undefined || (chart.datasource_type === 'table' && (await mayReadData(deps, caller, chart.datasource_id)))
}

async function maySendDashboard(deps: Deps, caller: Caller, id: number): Promise<boolean> {
  const dashboard = await deps.db.selectFrom('dashboards').select('id').where('id', '=', id).executeTakeFirst()
  if (!dashboard) return false
  if (isAdmin(caller)) return true
  const owner = await deps.db
    .selectFrom('dashboard_owners')
    .select('user_id')
    .where('dashboard_id', '=', id)
    .where('user_id', '=', caller.id ?? -1)
    .executeTakeFirst()
  if (owner) return true
  const charts = await deps.db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select('charts.datasource_id')
    .distinct()
    .where('dashboard_charts.dashboard_id', '=', id)
    .where('charts.datasource_type', '=', 'table')
    .execute()
  for (const { datasource_id } of charts) if (await mayReadData(deps, caller, datasource_id)) return true
  return charts.length === 0
}

async function mayReadData(deps: Deps, caller: Caller, datasetId: number): Promise<boolean> {
  const dataset = await loadDataset(deps, datasetId)
  if (!dataset) return false
  const { row, database, ownerIds } = dataset
  return mayReadDataset(caller, { name: fullNameOf(row), perm: row.perm, schemaPerm: row.schema_perm, database, ownerIds })
}

async function isTaken({ db }: Deps, { id, name, type }: Wanted): Promise<boolean> {
  const others = await db.selectFrom('reports').select('id').where('name', '=', name).where('type', '=', type).execute()
  return others.some((other) => other.id !== id)
}

/** From the screens of charts and dashboards everybody has at most one report per chart or dashboard. */
export async function refuseSecond({ db }: Deps, caller: Caller, { creationMethod, chartId, dashboardId }: Wanted): Promise<void> {
  if (creationMethod === 'alerts_reports') return
  const [column, subject] = chartId === null ? (['dashboard_id', dashboardId] as const) : (['chart_id', chartId] as const)
  if (subject === null) return
  const other = await db
    .selectFrom('reports')
    .select('id')
    .where(column, '=', subject)
    .where('creation_method', '=', creationMethod)
    .where('created_by_id', '=', caller.id ?? -1)
    .executeTakeFirst()
  if (other) throw new Refusal(409, 'Resource already has an attached report.')
}
