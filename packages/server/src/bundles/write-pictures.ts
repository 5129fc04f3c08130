import type { Db } from '../db/store.ts'
import { changedNow, createdNow } from '../rest/audit.ts'
import { keepReplaced } from '../rest/guarded-save.ts'
import { isDocument, printDocument, readStored, storedOf, type Document } from './documents.ts'
import type { ChartPlan, DashboardPlan, Planning, QueryPlan } from './import-plan.ts'
import { keepKeys, unknownKeys } from './kept-keys.ts'
import { chartUuidsIn, remapMetadata, remapPosition } from './remap-ids.ts'

const chartKeys = new Set(
  'slice_name description certified_by certification_details viz_type params query_context cache_timeout uuid version dataset_uuid'.split(' '),
)

export async function writeChart(tx: Db, { deps, caller, datasets }: Planning, plan: ChartPlan): Promise<void> {
  const { content } = plan
  const source = datasets.get(content.dataset_uuid)
  const query = tx.selectFrom('datasets').select(['id', 'table_name', 'schema', 'perm', 'schema_perm'])
  const dataset = await (source?.id ? query.where('id', '=', source.id) : query.where('uuid', '=', content.dataset_uuid)).executeTakeFirstOrThrow()
  const changed = changedNow(deps, caller)
  const values = {
    slice_name: content.slice_name,
    description: content.description ?? null,
    viz_type: content.viz_type,
    datasource_id: dataset.id,
    datasource_type: 'table',
    datasource_name: dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name,
    perm: dataset.perm,
    schema_perm: dataset.schema_perm,
    // Every chart that came in a bundle says which layers it has, if only that there are none.
    params: printDocument({ ...content.params, datasource: `${dataset.id}__table`, annotation_layers: content.params?.['annotation_layers'] ?? [] }),
    query_context: queryContextOf(content.query_context, dataset.id),
    cache_timeout: content.cache_timeout ?? null,
    certified_by: content.certified_by ?? null,
    certification_details: content.certification_details ?? null,
    is_managed_externally: content.is_managed_externally ?? false,
    external_url: content.external_url ?? null,
    last_saved_at: changed.changed_on,
    last_saved_by_id: caller.id,
  }
  if (plan.id === null) {
    const made = await tx
      .insertInto('charts')
      .values({ uuid: plan.uuid, query_context_generation: false, ...values, ...createdNow(deps, caller) } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    plan.id = made.id
  } else {
    await keepReplaced(tx, deps, { table: 'charts', id: plan.id, caller })
    await tx
      .updateTable('charts')
      .set({ ...values, ...changed })
      .where('id', '=', plan.id)
      .execute()
  }
  if (caller.id !== null)
    await tx
      .insertInto('chart_owners')
      .values({ chart_id: plan.id, user_id: caller.id })
      .onConflict((conflict) => conflict.columns(['chart_id', 'user_id']).doNothing())
      .execute()
  await keepKeys(tx, deps, caller, 'chart', plan.uuid, { file: unknownKeys(content, chartKeys), parts: {} })
}

/** Points a query context at the dataset it has here; a text that is none stays as it is. */
function queryContextOf(sent: unknown, id: number): string | null {
  const value = typeof sent === 'string' ? readStored(sent) : sent
  if (!isDocument(value)) return storedOf(value)
  const point = (holder: Document, place: unknown): Document => ('datasource' in holder ? { ...holder, datasource: place } : holder)
  const pointed = point(value, { id, type: 'table' })
  const queries = value['queries']
  return printDocument({
    ...pointed,
    ...(isDocument(value['form_data']) ? { form_data: { ...value['form_data'], datasource: `${id}__table` } } : {}),
    ...(Array.isArray(queries) ? { queries: queries.map((query) => (isDocument(query) ? point(query, { id, type: 'table' }) : query)) } : {}),
  })
}

const dashboardKeys = new Set('dashboard_title description css slug certified_by certification_details published uuid position metadata version'.split(' '))

export async function writeDashboard(tx: Db, { deps, caller, charts, datasets }: Planning, plan: DashboardPlan): Promise<void> {
  const { content } = plan
  const position = content.position ?? {}
  const idOfChart = (uuid: string) => charts.get(uuid)?.id ?? plan.here.get(uuid)
  const idOfDataset = (uuid: string) => datasets.get(uuid)?.id ?? plan.here.get(uuid)
  const values = {
    dashboard_title: content.dashboard_title,
    slug: content.slug || null,
    description: content.description ?? null,
    css: content.css ?? null,
    published: content.published ?? false,
    certified_by: content.certified_by ?? null,
    certification_details: content.certification_details ?? null,
    position_json: content.position ? printDocument(remapPosition(position, idOfChart)) : null,
    json_metadata: content.metadata ? printDocument(remapMetadata(content.metadata, position, idOfChart, idOfDataset)) : null,
    is_managed_externally: content.is_managed_externally ?? false,
    external_url: content.external_url ?? null,
  }
  if (plan.id === null) {
    const made = await tx
      .insertInto('dashboards')
      .values({ uuid: plan.uuid, ...values, ...createdNow(deps, caller) } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    plan.id = made.id
  } else {
    await keepReplaced(tx, deps, { table: 'dashboards', id: plan.id, caller })
    await tx
      .updateTable('dashboards')
      .set({ ...values, ...changedNow(deps, caller) })
      .where('id', '=', plan.id)
      .execute()
  }
  const dashboard_id = plan.id
  await tx.deleteFrom('dashboard_charts').where('dashboard_id', '=', dashboard_id).execute()
  const shown = chartUuidsIn(position).flatMap((uuid) => idOfChart(uuid) ?? [])
  for (let start = 0; start < shown.length; start += 500)
    await tx
      .insertInto('dashboard_charts')
      .values(shown.slice(start, start + 500).map((chart_id) => ({ dashboard_id, chart_id })))
      .execute()
  if (caller.id !== null)
    await tx
      .insertInto('dashboard_owners')
      .values({ dashboard_id, user_id: caller.id })
      .onConflict((conflict) => conflict.columns(['dashboard_id', 'user_id']).doNothing())
      .execute()
  await keepKeys(tx, deps, caller, 'dashboard', plan.uuid, { file: unknownKeys(content, dashboardKeys), parts: {} })
}

const queryKeys = new Set('schema label description sql uuid version database_uuid'.split(' '))

export async function writeQuery(tx: Db, { deps, caller, databases }: Planning, plan: QueryPlan): Promise<void> {
  const { content } = plan
  const values = {
    label: content.label ?? '',
    schema: content.schema ?? null,
    description: content.description ?? null,
    sql: content.sql,
    db_id: content.database_uuid === undefined ? null : (databases.get(content.database_uuid)?.id ?? plan.here.get(content.database_uuid) ?? null),
  }
  if (plan.id === null) {
    const made = await tx
      .insertInto('saved_queries')
      .values({ ...values, uuid: content.uuid, user_id: caller.id, ...createdNow(deps, caller) } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    plan.id = made.id
  } else
    await tx
      .updateTable('saved_queries')
      .set({ ...values, ...changedNow(deps, caller) })
      .where('id', '=', plan.id)
      .execute()
  await keepKeys(tx, deps, caller, 'saved_query', content.uuid, { file: unknownKeys(content, queryKeys), parts: {} })
}
