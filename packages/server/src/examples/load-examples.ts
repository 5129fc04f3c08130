import { chartOf } from '@sightline/charts'
import type { Writer } from '../data-permissions/pairs.ts'
import { insertEmbedded } from '../databases/insert-embedded.ts'
import { insertDataset } from '../datasets/create-dataset.ts'
import { createdBy, type Stamp } from '../datasets/write-columns.ts'
import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'
import { uuidOfName } from '../uuid-of-name.ts'
import { buildExampleFile, describeExampleTables, exampleFile, type TableColumn } from './build-file.ts'
import { exampleCharts, type ExampleChart } from './charts.ts'
import { chartsOfDashboard, exampleDashboard, layoutOf, metadataOf, type PlacedChart } from './dashboard.ts'
import { exampleDatasets, type ExampleDataset } from './datasets.ts'

export interface LoadOptions {
  /** Told in words what is being done. */
  readonly progress: (line: string) => void
}

const uuidOf = (name: string): string => uuidOfName(`sightline example: ${name}`)

interface Owner {
  readonly id: number | null
  readonly stamp: Stamp
}

/** What a first start adds: a database file with six tables, datasets, charts and a dashboard. All of it or nothing; loading again adds what is missing. */
export async function loadExamples(deps: Deps, { progress }: LoadOptions): Promise<void> {
  await buildExampleFile(deps, progress)
  const tables = await describeExampleTables(deps)
  const admin = await deps.db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirst()
  const owner: Owner = { id: admin?.id ?? null, stamp: { at: momentOf(deps.now()), by: admin?.id ?? null } }
  await deps.db.transaction().execute(async (db) => {
    const database = await ensureDatabase(db, owner)
    const datasets = new Map<string, number>()
    for (const dataset of exampleDatasets) datasets.set(dataset.table, await ensureDataset(db, database, dataset, tables.get(dataset.table) ?? [], owner))
    const charts = new Map<string, PlacedChart>()
    for (const chart of exampleCharts) charts.set(chart.name, await ensureChart(db, chart, datasets.get(chart.dataset) ?? 0, owner))
    await ensureDashboard(db, datasets.get('orders') ?? 0, charts, owner)
  })
  progress('The examples are loaded.')
}

async function ensureDatabase(db: Writer, { stamp }: Owner): Promise<{ id: number; database_name: string }> {
  const uuid = uuidOf('database')
  const known = await db.selectFrom('databases').select(['id', 'database_name']).where('uuid', '=', uuid).executeTakeFirst()
  if (known) return known
  return insertEmbedded(db, { uuid, name: 'examples', file: exampleFile, takesUploads: false }, stamp)
}

async function ensureDataset(
  db: Writer,
  database: { readonly id: number; readonly database_name: string },
  dataset: ExampleDataset,
  columns: readonly TableColumn[],
  { id: ownerId, stamp }: Owner,
): Promise<number> {
  const uuid = uuidOf(`dataset ${dataset.table}`)
  const known = await db
    .selectFrom('datasets')
    .select('id')
    .where((eb) =>
      eb.or([eb('uuid', '=', uuid), eb.and([eb('database_id', '=', database.id), eb('schema', '=', 'main'), eb('table_name', '=', dataset.table)])]),
    )
    .executeTakeFirst()
  if (known) return known.id
  const id = await insertDataset(db, database, { table_name: dataset.table, schema: 'main' }, columns, ownerId === null ? [] : [ownerId], stamp)
  await db.updateTable('datasets').set({ uuid, description: dataset.description, main_dttm_col: dataset.timeColumn }).where('id', '=', id).execute()
  for (const [column_name, verbose_name] of Object.entries(dataset.columns))
    await db.updateTable('dataset_columns').set({ verbose_name }).where('dataset_id', '=', id).where('column_name', '=', column_name).execute()
  await db
    .insertInto('dataset_metrics')
    .values(
      dataset.metrics.map((metric) => ({
        uuid: uuidOf(`metric ${dataset.table} ${metric.name}`),
        dataset_id: id,
        metric_name: metric.name,
        verbose_name: metric.label,
        description: metric.about ?? null,
        expression: metric.sql,
        metric_type: null,
        d3format: metric.format ?? null,
        currency: metric.isMoney ? JSON.stringify({ symbol: 'EUR', symbolPosition: 'prefix' }) : null,
        warning_text: null,
        extra: null,
        ...createdBy(stamp),
      })),
    )
    .execute()
  return id
}

async function ensureChart(db: Writer, chart: ExampleChart, datasetId: number, { id: ownerId, stamp }: Owner): Promise<PlacedChart> {
  const uuid = uuidOf(`chart ${chart.name}`)
  const known = await db.selectFrom('charts').select(['id', 'slice_name']).where('uuid', '=', uuid).executeTakeFirst()
  if (known) return { id: known.id, uuid, name: known.slice_name }
  const dataset = await db.selectFrom('datasets').select(['table_name', 'schema', 'perm', 'schema_perm']).where('id', '=', datasetId).executeTakeFirstOrThrow()
  const form = { datasource: `${datasetId}__table`, ...chart.form }
  const type = chartOf(chart.form.viz_type)
  if (!type) throw new Error(`The example chart ${chart.name} has an unknown type`)
  const context = {
    datasource: { id: datasetId, type: 'table' },
    force: false,
    queries: type.queries(type.form.parse(form)),
    form_data: form,
    result_format: 'json',
    result_type: 'full',
  }
  const { id } = await db
    .insertInto('charts')
    .values({
      uuid,
      slice_name: chart.name,
      description: chart.description ?? null,
      viz_type: chart.form.viz_type,
      datasource_id: datasetId,
      datasource_type: 'table',
      datasource_name: dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name,
      params: JSON.stringify(form),
      query_context: JSON.stringify(context),
      query_context_generation: false,
      cache_timeout: null,
      perm: dataset.perm,
      schema_perm: dataset.schema_perm,
      certified_by: null,
      certification_details: null,
      is_managed_externally: false,
      external_url: null,
      last_saved_at: stamp.at,
      last_saved_by_id: stamp.by,
      ...createdBy(stamp),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (ownerId !== null) await db.insertInto('chart_owners').values({ chart_id: id, user_id: ownerId }).execute()
  return { id, uuid, name: chart.name }
}

async function ensureDashboard(db: Writer, ordersId: number, charts: ReadonlyMap<string, PlacedChart>, { id: ownerId, stamp }: Owner): Promise<void> {
  const uuid = uuidOf('dashboard')
  if (await db.selectFrom('dashboards').select('id').where('uuid', '=', uuid).executeTakeFirst()) return
  const isTaken = await db.selectFrom('dashboards').select('id').where('slug', '=', exampleDashboard.slug).executeTakeFirst()
  const chartIds = chartsOfDashboard.map((name) => charts.get(name)?.id ?? 0)
  const { id } = await db
    .insertInto('dashboards')
    .values({
      uuid,
      dashboard_title: exampleDashboard.name,
      slug: isTaken ? null : exampleDashboard.slug,
      description: exampleDashboard.description,
      position_json: JSON.stringify(layoutOf(charts)),
      json_metadata: JSON.stringify(metadataOf(ordersId, chartIds)),
      css: '',
      published: true,
      certified_by: null,
      certification_details: null,
      is_managed_externally: false,
      external_url: null,
      ...createdBy(stamp),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('dashboard_charts')
    .values(chartIds.map((chart_id) => ({ dashboard_id: id, chart_id })))
    .execute()
  if (ownerId !== null) await db.insertInto('dashboard_owners').values({ dashboard_id: id, user_id: ownerId }).execute()
}
