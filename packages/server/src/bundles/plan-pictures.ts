import { isAdmin } from '@sightline/core'
import { sql } from 'kysely'
import { visibleDatasets } from '../data-permissions/visible.ts'
import { chartsWithReadableData } from '../rest/visible-data.ts'
import type { Document } from './documents.ts'
import { chartContent, dashboardContent, queryContent, readContent } from './file-schema.ts'
import { fateOf, noteMissing, type Planning } from './import-plan.ts'
import { findHere } from './find-here.ts'
import { chartUuidsIn, datasetUuidsIn } from './remap-ids.ts'

/** The chart a file speaks of. Nobody makes or changes a chart over data he may not read. */
export async function planChart(planning: Planning, path: string, file: Document): Promise<void> {
  const { deps, faults, charts } = planning
  const read = readContent(chartContent, file)
  if ('fault' in read) return void (faults[path] = read.fault)
  const { content } = read
  const known = await deps.db.selectFrom('charts').select(['id', 'uuid']).where('uuid', '=', content.uuid).executeTakeFirst()
  const fate = fateOf(planning, 'chart', known ? { mayReplace: await owns(planning, 'chart', known.id) } : null)
  if (typeof fate === 'object') return void (faults[path] = fate.fault)
  if (fate !== 'keep') {
    const dataset = await findDataset(planning, content.dataset_uuid)
    if (dataset === undefined)
      return noteMissing(planning, { path, uuid: content.uuid }, content.dataset_uuid, { dataset_uuid: ['The bundle has no such dataset.'] })
    if (dataset !== null && !(await mayRead(planning, dataset)))
      return void (faults[path] = "The dataset of this chart already exists and user doesn't have permission to read it")
  }
  charts.set(content.uuid, { path, content, fate, id: known?.id ?? null, uuid: content.uuid })
}

/** The dashboard a file speaks of: the one of its uuid, else of its slug, else a new one. */
export async function planDashboard(planning: Planning, path: string, file: Document): Promise<void> {
  const { deps, faults, dashboards } = planning
  const read = readContent(dashboardContent, file)
  if ('fault' in read) return void (faults[path] = read.fault)
  const { content } = read
  const slug = content.slug || null
  const rows = await deps.db
    .selectFrom('dashboards')
    .select(['id', 'uuid'])
    .where((where) => where.or([where('uuid', '=', content.uuid), ...(slug === null ? [] : [where('slug', '=', slug)])]))
    .execute()
  const known = rows.find(({ uuid }) => uuid === content.uuid) ?? rows[0] ?? null
  const fate = fateOf(planning, 'dashboard', known && { mayReplace: await owns(planning, 'dashboard', known.id) })
  if (typeof fate === 'object') return void (faults[path] = fate.fault)
  if (fate === 'replace' && rows.length > 1) return void (faults[path] = { slug: ['Must be unique'] })
  const closed = fate === 'keep' ? null : await closedChart(planning, content.position ?? {}, known?.id ?? 0)
  if (closed !== null) return void (faults[closed] = "A chart already exists and user doesn't have permission to show its data")
  const here = await findHere(planning, { charts: chartUuidsIn(content.position ?? {}), datasets: datasetUuidsIn(content.metadata ?? {}) })
  dashboards.set(content.uuid, { path, content, fate, id: known?.id ?? null, uuid: known?.uuid ?? content.uuid, here })
}

/** A query is recognised by its uuid; another person's is never touched. */
export async function planQuery(planning: Planning, path: string, file: Document): Promise<void> {
  const { deps, caller, faults, queries, databases } = planning
  const read = readContent(queryContent, file)
  if ('fault' in read) return void (faults[path] = read.fault)
  const { content } = read
  const known = await deps.db.selectFrom('saved_queries').select(['id', 'user_id']).where('uuid', '=', content.uuid).executeTakeFirst()
  const fate = fateOf(planning, 'saved_query', known ? { mayReplace: known.user_id === caller.id } : null)
  if (typeof fate === 'object') return void (faults[path] = fate.fault)
  const home = content.database_uuid
  const here = await findHere(planning, { databases: home === undefined ? [] : [home] })
  if (home !== undefined && !databases.has(home) && !here.has(home))
    return noteMissing(planning, { path, uuid: content.uuid }, home, { database_uuid: ['The bundle has no such database.'] })
  queries.set(content.uuid, { path, content, fate, id: known?.id ?? null, here })
}

async function owns({ deps, caller }: Planning, object: 'chart' | 'dashboard', id: number): Promise<boolean> {
  if (isAdmin(caller)) return true
  const { rows } = await sql`select 1 from ${sql.table(`${object}_owners`)} where ${sql.id(`${object}_id`)} = ${id} and user_id = ${caller.id}`.execute(deps.db)
  return rows.length > 0
}

/** Null for one that the importer may write or that is still to be made, undefined for none. */
async function findDataset({ deps: { db }, datasets }: Planning, uuid: string): Promise<number | null | undefined> {
  const plan = datasets.get(uuid)
  if (plan) return plan.fate === 'make' ? null : plan.id
  return (await db.selectFrom('datasets').select('id').where('uuid', '=', uuid).executeTakeFirst())?.id
}

async function mayRead({ deps, caller }: Planning, datasetId: number): Promise<boolean> {
  const readable = visibleDatasets(caller)
  if (!readable) return true
  const { rows } = await sql`select 1 from datasets where datasets.id = ${datasetId} and (${readable})`.execute(deps.db)
  return rows.length > 0
}

/** A dashboard that is opened to roles opens the data of its charts: one whose data the importer may not read is not added to it. Its path, or null. */
async function closedChart({ deps, caller, charts }: Planning, position: Document, dashboardId: number): Promise<string | null> {
  const readable = isAdmin(caller) ? undefined : chartsWithReadableData(caller)
  if (!readable) return null
  const kept = chartUuidsIn(position)
    .flatMap((uuid) => charts.get(uuid) ?? [])
    .filter(({ fate }) => fate === 'keep')
  for (const { id, path } of kept) {
    const placed = sql`exists (select 1 from dashboard_charts as placed where placed.chart_id = charts.id and placed.dashboard_id = ${dashboardId})`
    const { rows } = await sql`select 1 from charts where charts.id = ${id} and ((${readable}) or ${placed})`.execute(deps.db)
    if (rows.length === 0) return path
  }
  return null
}
