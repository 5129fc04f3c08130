import type { Caller } from '@sightline/core'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { visibleDatabases, visibleDatasets } from '../data-permissions/visible.ts'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import type { Schema } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { isId } from '../rest/ids.ts'
import { visibleCharts, visibleDashboards } from '../rest/visible-data.ts'
import { bundleKinds, everyKind, objectKinds, type BundleKind, type ObjectKind } from './bundle-kinds.ts'
import { dashboardFile, dashboardPath } from './dashboard-file.ts'
import { readKeptKeys } from './kept-keys.ts'
import { chartFile, chartPath, databaseFile, databasePath, datasetFile, datasetPath, filterDatasets, queryFile, queryPath } from './object-files.ts'
import { makeFileSet, printBundle, type FileSet, type PrintedBundle } from './print-bundle.ts'

/** Objects by id with what they need; one that the caller does not see spoils the whole. */
export async function exportObjects(deps: Deps, caller: Caller, kind: ObjectKind, ids: readonly number[]): Promise<PrintedBundle> {
  const wanted = [...new Set(ids)]
  const seen = wanted.every(isId) ? await visible(deps, caller, kind, wanted) : []
  if (seen.length < wanted.length) throw new Refusal(404, 'Not found')
  return print(deps, caller, kind, { [kind]: seen })
}

/** Everything the caller sees. */
export async function exportEverything(deps: Deps, caller: Caller): Promise<PrintedBundle> {
  const objects: Partial<Record<ObjectKind, readonly number[]>> = {}
  for (const kind of everyKind) objects[kind] = await visible(deps, caller, kind)
  return print(deps, caller, 'assets', objects)
}

async function print(deps: Deps, caller: Caller, kind: BundleKind, objects: Partial<Record<ObjectKind, readonly number[]>>): Promise<PrintedBundle> {
  const files = makeFileSet()
  const sources: Sources = { deps, caller, files, databases: new Set(objects.database), datasets: new Set(objects.dataset), charts: new Set(objects.chart) }
  if (kind === 'database') for (const id of await datasetsIn(deps, caller, [...sources.databases])) sources.datasets.add(id)
  await addDashboards(sources, objects.dashboard ?? [])
  await addCharts(sources)
  await addDatasets(sources)
  await addQueries(sources, objects.saved_query ?? [])
  await addDatabases(sources)
  return printBundle(kind, bundleKinds[kind].type, files.list(), deps.now())
}

/** What is to be exported grows while the files of those who need it are made. */
interface Sources {
  readonly deps: Deps
  readonly caller: Caller
  readonly files: FileSet
  readonly databases: Set<number>
  readonly datasets: Set<number>
  readonly charts: Set<number>
}

async function addDashboards({ deps, caller, files, charts, datasets }: Sources, ids: readonly number[]): Promise<void> {
  const rows = await rowsOf(deps, 'dashboards', ids)
  const links = await inParts(ids, (part) => deps.db.selectFrom('dashboard_charts').selectAll().where('dashboard_id', 'in', part).orderBy('chart_id').execute())
  const mine = new Set(await visible(deps, caller, 'chart', [...new Set(links.map(({ chart_id }) => chart_id))]))
  const placed = new Map((await rowsOf(deps, 'charts', [...mine])).map((chart) => [chart.id, chart]))
  const asked = [...new Set(rows.flatMap((row) => filterDatasets(row.json_metadata)))].filter(isId)
  const readable = await visible(deps, caller, 'dataset', asked)
  const uuids = new Map((await rowsOf(deps, 'datasets', asked)).map(({ id, uuid }) => [id, uuid]))
  const kept = await readKeptKeys(
    deps.db,
    'dashboard',
    rows.map(({ uuid }) => uuid),
  )
  for (const id of readable) datasets.add(id)
  for (const id of mine) charts.add(id)
  for (const row of rows) {
    const own = links.filter(({ dashboard_id }) => dashboard_id === row.id).flatMap(({ chart_id }) => placed.get(chart_id) ?? [])
    files.add(dashboardPath(row), row.id, dashboardFile(row, own, uuids, kept.get(row.uuid)))
  }
}

async function addCharts({ deps, caller, files, charts, datasets }: Sources): Promise<void> {
  const rows = await rowsOf(deps, 'charts', [...charts])
  const needed = [...new Set(rows.flatMap((row) => (row.datasource_type === 'table' ? [row.datasource_id] : [])))]
  const uuids = new Map((await rowsOf(deps, 'datasets', needed)).map(({ id, uuid }) => [id, uuid]))
  for (const id of await visible(deps, caller, 'dataset', needed)) datasets.add(id)
  const kept = await readKeptKeys(
    deps.db,
    'chart',
    rows.map(({ uuid }) => uuid),
  )
  for (const row of rows) files.add(chartPath(row), row.id, chartFile(row, uuids.get(row.datasource_id), kept.get(row.uuid)))
}

async function addDatasets({ deps, files, datasets, databases }: Sources): Promise<void> {
  const ids = [...datasets]
  const rows = await rowsOf(deps, 'datasets', ids)
  const homes = new Map((await rowsOf(deps, 'databases', [...new Set(rows.map(({ database_id }) => database_id))])).map((row) => [row.id, row]))
  const kept = await readKeptKeys(
    deps.db,
    'dataset',
    rows.map(({ uuid }) => uuid),
  )
  const columns = await inParts(ids, (part) => deps.db.selectFrom('dataset_columns').selectAll().where('dataset_id', 'in', part).orderBy('id').execute())
  const metrics = await inParts(ids, (part) => deps.db.selectFrom('dataset_metrics').selectAll().where('dataset_id', 'in', part).orderBy('id').execute())
  const [columnsOf, metricsOf] = [byDataset(columns), byDataset(metrics)]
  for (const row of rows) {
    const database = homes.get(row.database_id)!
    databases.add(database.id)
    const content = datasetFile(row, columnsOf.get(row.id) ?? [], metricsOf.get(row.id) ?? [], database, kept.get(row.uuid))
    files.add(datasetPath(row, database), row.id, content)
  }
}

function byDataset<Part extends { readonly dataset_id: number }>(parts: readonly Part[]): ReadonlyMap<number, readonly Part[]> {
  const lists = new Map<number, Part[]>()
  for (const part of parts) {
    const list = lists.get(part.dataset_id)
    if (list) list.push(part)
    else lists.set(part.dataset_id, [part])
  }
  return lists
}

async function addQueries({ deps, files, databases }: Sources, ids: readonly number[]): Promise<void> {
  const rows = await rowsOf(deps, 'saved_queries', ids)
  const homes = new Map<number, DatabaseRow>()
  for (const row of await rowsOf(deps, 'databases', [...new Set(rows.flatMap(({ db_id }) => db_id ?? []))])) homes.set(row.id, row)
  const kept = await readKeptKeys(
    deps.db,
    'saved_query',
    rows.map(({ uuid }) => uuid),
  )
  for (const row of rows) {
    const database = row.db_id === null ? undefined : homes.get(row.db_id)
    if (database) databases.add(database.id)
    files.add(queryPath(row, database), row.id, queryFile(row, database, kept.get(row.uuid)))
  }
}

async function addDatabases({ deps, files, databases }: Sources): Promise<void> {
  const rows = await rowsOf(deps, 'databases', [...databases])
  const tunnels = await inParts([...databases], (part) => deps.db.selectFrom('ssh_tunnels').selectAll().where('database_id', 'in', part).execute())
  const kept = await readKeptKeys(
    deps.db,
    'database',
    rows.map(({ uuid }) => uuid),
  )
  for (const row of rows) {
    const tunnel = tunnels.find(({ database_id }) => database_id === row.id)
    files.add(databasePath(row), row.id, databaseFile(row, tunnel, kept.get(row.uuid), deps.secrets))
  }
}

/** Ids the caller sees, among some or of all. Saved queries are their owner's alone. */
async function visible(deps: Deps, caller: Caller, kind: ObjectKind, among?: readonly number[]): Promise<readonly number[]> {
  const rules: Record<ObjectKind, () => RawBuilder<unknown> | undefined> = {
    database: () => visibleDatabases(caller),
    dataset: () => visibleDatasets(caller),
    chart: () => visibleCharts(caller),
    dashboard: () => visibleDashboards(caller, deps.config.featureFlags.DASHBOARD_RBAC),
    saved_query: () => sql`saved_queries.user_id = ${caller.id}`,
  }
  const rule = rules[kind]()
  const table = sql.table(objectKinds[kind].table)
  const ask = async (more: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: number }>`select id from ${table} where ${rule ? sql`(${rule})` : sql`1 = 1`}${more} order by id`.execute(deps.db)
    return rows.map(({ id }) => id)
  }
  return among === undefined ? ask(sql``) : inParts(among, (part) => ask(sql` and id in (${sql.join(part)})`))
}

type Exported = 'databases' | 'datasets' | 'charts' | 'dashboards' | 'saved_queries'

async function rowsOf<Table extends Exported>({ db }: Deps, table: Table, ids: readonly number[]) {
  const rows = await inParts(ids, (part) =>
    db
      .selectFrom(table as 'charts')
      .selectAll()
      .where('id', 'in', part)
      .orderBy('id')
      .execute(),
  )
  return rows as unknown as Selectable<Schema[Table]>[]
}

async function datasetsIn(deps: Deps, caller: Caller, databases: readonly number[]): Promise<readonly number[]> {
  const rows = await inParts(databases, (part) => deps.db.selectFrom('datasets').select('id').where('database_id', 'in', part).orderBy('id').execute())
  return visible(
    deps,
    caller,
    'dataset',
    rows.map(({ id }) => id),
  )
}

/** One statement binds at most some thousand values. */
async function inParts<Value>(ids: readonly number[], ask: (part: readonly number[]) => Promise<readonly Value[]>): Promise<Value[]> {
  const found: Value[] = []
  for (let start = 0; start < ids.length; start += 500) found.push(...(await ask(ids.slice(start, start + 500))))
  return found
}
