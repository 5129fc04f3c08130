import { randomUUID } from 'node:crypto'
import { followNewDatabase, followRenamedDatabase } from '../data-permissions/follow-database.ts'
import { followMovedDataset, followNewDataset } from '../data-permissions/follow-dataset.ts'
import { secretMask } from '../databases/connection-uri.ts'
import { defaultExtra } from '../databases/database-facts.ts'
import { unmaskExtra } from '../databases/masked-extra.ts'
import type { Db } from '../db/store.ts'
import { changedNow, createdNow } from '../rest/audit.ts'
import { keepReplaced } from '../rest/guarded-save.ts'
import { keepTunnel } from '../tunnels/stored-tunnel.ts'
import { isDocument, printDocument, readDocument, storedOf, type Document } from './documents.ts'
import type { DatabaseContent, DatasetContent } from './file-schema.ts'
import type { DatabasePlan, DatasetPlan, Planning } from './import-plan.ts'
import { keepKeys, unknownKeys } from './kept-keys.ts'

const databaseKeys = new Set(
  'database_name sqlalchemy_uri cache_timeout expose_in_sqllab allow_run_async allow_ctas allow_cvas allow_dml allow_file_upload allow_csv_upload extra uuid ssh_tunnel version encrypted_extra'.split(
    ' ',
  ),
)

/** Makes or replaces a database; a name that another one has already is that one's. */
export async function writeDatabase(tx: Db, { deps, caller, order }: Planning, plan: DatabasePlan): Promise<void> {
  const { content, before } = plan
  const values = {
    database_name: content.database_name,
    uri: plan.uri,
    ...(plan.keepsPassword ? {} : { password: plan.password === null ? null : deps.secrets.encrypt(plan.password) }),
    cache_timeout: content.cache_timeout ?? null,
    expose_in_sqllab: content.expose_in_sqllab ?? true,
    allow_run_async: content.allow_run_async ?? false,
    allow_file_upload: content.allow_file_upload ?? content.allow_csv_upload ?? false,
    allow_ctas: content.allow_ctas ?? false,
    allow_cvas: content.allow_cvas ?? false,
    allow_dml: content.allow_dml ?? false,
    impersonate_user: content.impersonate_user ?? false,
    extra: extraOf(content),
    ...encryptedExtraOf(content, order.extraSecrets?.[plan.path] ?? {}, (text) => deps.secrets.encrypt(text)),
    is_managed_externally: content.is_managed_externally ?? false,
    external_url: content.external_url ?? null,
  }
  if (before) {
    await tx
      .updateTable('databases')
      .set({ ...values, ...changedNow(deps, caller) })
      .where('id', '=', before.id)
      .execute()
    await followRenamedDatabase(tx, before.id, before.database_name, content.database_name)
  } else {
    const made = await tx
      .insertInto('databases')
      .values({ uuid: content.uuid, configuration_method: 'sqlalchemy_form', ...values, ...createdNow(deps, caller) } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    plan.id = made.id
    await followNewDatabase(tx, { id: made.id, database_name: content.database_name }, [])
  }
  if (plan.tunnel) await keepTunnel(tx, deps, caller, plan.id!, plan.tunnel)
  const kept = unknownKeys(content, databaseKeys)
  // That the file had this key is kept; what it says may be secret, and leaves from where it is encrypted.
  const file = 'masked_encrypted_extra' in kept ? { ...kept, masked_encrypted_extra: null } : kept
  await keepKeys(tx, deps, caller, 'database', before?.uuid ?? content.uuid, { file, parts: {} })
}

/** Settings under the names they have today. */
function extraOf({ extra }: DatabaseContent): string {
  if (!extra) return defaultExtra
  const { schemas_allowed_for_csv_upload: old, ...rest } = extra
  return printDocument(old === undefined ? rest : { schemas_allowed_for_file_upload: old, ...rest })
}

/** What a bundle says in the open; a mask stands for something that stayed where the bundle was made, unless it was sent along. */
function encryptedExtraOf(
  content: DatabaseContent,
  secrets: Readonly<Record<string, string>>,
  encrypt: (text: string) => string,
): { readonly encrypted_extra?: string } {
  const sent = content.encrypted_extra ?? content.masked_encrypted_extra
  const known: unknown = typeof sent === 'string' ? readDocument(sent) : sent
  const text = unmaskExtra(
    storedOf(Object.entries(secrets).reduce<unknown>((all, [place, secret]) => putSecret(all, place.split('.').slice(1), secret), known)),
    null,
  )
  return text === null ? {} : { encrypted_extra: encrypt(text) }
}

/** Only in the place of a mask: nothing else of a bundle is changed from outside. */
function putSecret(value: unknown, path: readonly string[], secret: string): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value === secretMask ? secret : value
  return isDocument(value) && Object.hasOwn(value, key) ? { ...value, [key]: putSecret(value[key], rest, secret) } : value
}

const datasetKeys = new Set(
  'table_name main_dttm_col description default_endpoint offset cache_timeout schema sql template_params filter_select_enabled fetch_values_predicate extra normalize_columns always_filter_main_dttm uuid metrics columns version database_uuid'.split(
    ' ',
  ),
)
const columnKeys = new Set(
  'column_name verbose_name is_dttm is_active type advanced_data_type groupby filterable expression description python_date_format extra'.split(' '),
)
const metricKeys = new Set('metric_name verbose_name metric_type expression description d3format currency extra warning_text'.split(' '))

export async function writeDataset(tx: Db, { deps, caller, databases }: Planning, plan: DatasetPlan): Promise<void> {
  const { content, before } = plan
  const home = databases.get(content.database_uuid)
  const query = tx.selectFrom('databases').select(['id', 'database_name'])
  const database = await (home?.id ? query.where('id', '=', home.id) : query.where('uuid', '=', content.database_uuid)).executeTakeFirstOrThrow()
  const values = {
    database_id: database.id,
    table_name: content.table_name,
    schema: content.schema || null,
    catalog: content.catalog ?? null,
    sql: content.sql?.trim() ? content.sql : null,
    description: content.description ?? null,
    main_dttm_col: content.main_dttm_col ?? null,
    default_endpoint: content.default_endpoint ?? null,
    offset: content.offset ?? 0,
    cache_timeout: content.cache_timeout ?? null,
    template_params: storedOf(content.template_params),
    filter_select_enabled: content.filter_select_enabled ?? true,
    fetch_values_predicate: content.fetch_values_predicate ?? null,
    normalize_columns: content.normalize_columns ?? false,
    always_filter_main_dttm: content.always_filter_main_dttm ?? false,
    extra: storedOf(content.extra),
    is_managed_externally: content.is_managed_externally ?? false,
    external_url: content.external_url ?? null,
  }
  const place = { table_name: values.table_name, schema: values.schema, database_name: database.database_name }
  if (before) {
    const { row } = before
    await keepReplaced(tx, deps, { table: 'datasets', id: row.id, caller })
    await tx
      .updateTable('datasets')
      .set({ ...values, ...changedNow(deps, caller) })
      .where('id', '=', row.id)
      .execute()
    // A database that came in the same bundle may have been renamed before: its pairs carry the new name already.
    const stored = await tx.selectFrom('databases').select('database_name').where('id', '=', row.database_id).executeTakeFirstOrThrow()
    await followMovedDataset(tx, { id: row.id, table_name: row.table_name, schema: row.schema, ...stored }, { id: row.id, ...place })
  } else {
    const made = await tx
      .insertInto('datasets')
      .values({ uuid: content.uuid, is_sqllab_view: false, ...values, ...createdNow(deps, caller) } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    plan.id = made.id
    await followNewDataset(tx, { id: made.id, ...place })
  }
  const id = plan.id!
  if (caller.id !== null)
    await tx
      .insertInto('dataset_owners')
      .values({ dataset_id: id, user_id: caller.id })
      .onConflict((conflict) => conflict.columns(['dataset_id', 'user_id']).doNothing())
      .execute()
  await writeParts(tx, { deps, caller }, id, content)
  await keepKeys(tx, deps, caller, 'dataset', before?.row.uuid ?? content.uuid, {
    file: unknownKeys(unlessEmpty(content), datasetKeys),
    parts: partsOf(content),
  })
}

/** We have no place for `params`; nothing has to be kept of an empty one. */
function unlessEmpty({ params, ...rest }: DatasetContent): Document {
  return params === null || params === undefined ? rest : { params, ...rest }
}

const partsOf = ({ columns, metrics }: DatasetContent): Readonly<Record<string, Document>> =>
  Object.fromEntries([
    ...(columns ?? []).map((column) => [`columns/${column.column_name}`, unknownKeys(column, columnKeys)] as const),
    ...(metrics ?? []).map((metric) => [`metrics/${metric.metric_name}`, unknownKeys(metric, metricKeys)] as const),
  ])

/** Columns and metrics become those of the file, in its order. */
async function writeParts(tx: Db, { deps, caller }: Pick<Planning, 'deps' | 'caller'>, dataset_id: number, content: DatasetContent): Promise<void> {
  await tx.deleteFrom('dataset_columns').where('dataset_id', '=', dataset_id).execute()
  await tx.deleteFrom('dataset_metrics').where('dataset_id', '=', dataset_id).execute()
  const own = () => ({ uuid: randomUUID(), dataset_id, ...createdNow(deps, caller) })
  const columns = (content.columns ?? []).map((column) => ({
    ...own(),
    column_name: column.column_name,
    verbose_name: column.verbose_name ?? null,
    description: column.description ?? null,
    type: column.type ?? null,
    advanced_data_type: column.advanced_data_type ?? null,
    expression: column.expression ?? null,
    is_active: column.is_active ?? true,
    is_dttm: column.is_dttm ?? false,
    filterable: column.filterable ?? true,
    groupby: column.groupby ?? true,
    python_date_format: column.python_date_format ?? null,
    extra: storedOf(column.extra),
  }))
  const metrics = (content.metrics ?? []).map((metric) => ({
    ...own(),
    metric_name: metric.metric_name,
    verbose_name: metric.verbose_name ?? null,
    description: metric.description ?? null,
    expression: metric.expression,
    metric_type: metric.metric_type ?? null,
    d3format: metric.d3format ?? null,
    currency: storedOf(metric.currency),
    warning_text: metric.warning_text ?? null,
    extra: storedOf(metric.extra),
  }))
  // One statement binds at most some thousand values on the embedded store; wide tables go in parts.
  for (let start = 0; start < columns.length; start += 100)
    await tx
      .insertInto('dataset_columns')
      .values(columns.slice(start, start + 100))
      .execute()
  for (let start = 0; start < metrics.length; start += 100)
    await tx
      .insertInto('dataset_metrics')
      .values(metrics.slice(start, start + 100))
      .execute()
}
