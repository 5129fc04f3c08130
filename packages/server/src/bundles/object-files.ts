import type { Selectable } from 'kysely'
import { maskExtra } from '../databases/masked-extra.ts'
import { readExtra } from '../databases/database-facts.ts'
import type { DatabaseRow, DatasetColumnRow, DatasetMetricRow, DatasetRow } from '../datasets/load-dataset.ts'
import type { Charts, SavedQueries } from '../db/schema.ts'
import type { Secrets } from '../secrets.ts'
import { maskTunnel, type TunnelRow } from '../tunnels/stored-tunnel.ts'
import { fileNameOf } from './bundle-path.ts'
import { isDocument, readDocument, readStored, type Document } from './documents.ts'
import { withKept, type KeptKeys } from './kept-keys.ts'

// Objects as files of a bundle. The order of keys is that of the files other programs write.

const version = '1.0.0'

export const databasePath = (row: Pick<DatabaseRow, 'id' | 'database_name'>): string => `databases/${fileNameOf(row.database_name, row.id)}.yaml`

/** A database; its secrets stay here. */
export function databaseFile(row: DatabaseRow, tunnel: TunnelRow | undefined, kept: KeptKeys | undefined, secrets: Pick<Secrets, 'decrypt'>): Document {
  const { id: _id, server_host_key: _key, ...shown } = tunnel ? maskTunnel(tunnel) : {}
  const masked = (): unknown => (row.encrypted_extra === null ? null : JSON.parse(maskExtra(secrets.decrypt(row.encrypted_extra))))
  const content = {
    database_name: row.database_name,
    sqlalchemy_uri: row.uri,
    cache_timeout: row.cache_timeout,
    expose_in_sqllab: row.expose_in_sqllab,
    allow_run_async: row.allow_run_async,
    allow_ctas: row.allow_ctas,
    allow_cvas: row.allow_cvas,
    allow_dml: row.allow_dml,
    allow_file_upload: row.allow_file_upload,
    extra: readExtra(row.extra),
    uuid: row.uuid,
    ...(tunnel ? { ssh_tunnel: shown } : {}),
    version,
  }
  const live = {
    impersonate_user: row.impersonate_user,
    configuration_method: row.configuration_method,
    is_managed_externally: row.is_managed_externally,
    external_url: row.external_url,
    ...(kept && 'masked_encrypted_extra' in kept.file ? { masked_encrypted_extra: masked() } : {}),
  }
  return withKept(content, kept?.file, live)
}

export const datasetPath = (row: DatasetRow, database: DatabaseRow): string =>
  `datasets/${fileNameOf(database.database_name, database.id)}/${fileNameOf(row.table_name, row.id)}.yaml`

export function datasetFile(
  row: DatasetRow,
  columns: readonly DatasetColumnRow[],
  metrics: readonly DatasetMetricRow[],
  database: DatabaseRow,
  kept: KeptKeys | undefined,
): Document {
  const content = {
    table_name: row.table_name,
    main_dttm_col: row.main_dttm_col,
    description: row.description,
    default_endpoint: row.default_endpoint,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    ...(row.catalog === null ? {} : { catalog: row.catalog }),
    schema: row.schema,
    sql: row.sql,
    params: null,
    template_params: readStored(row.template_params),
    filter_select_enabled: row.filter_select_enabled,
    fetch_values_predicate: row.fetch_values_predicate,
    extra: readStored(row.extra),
    normalize_columns: row.normalize_columns,
    always_filter_main_dttm: row.always_filter_main_dttm,
    uuid: row.uuid,
    metrics: metrics.map((metric) => withKept(metricOf(metric), kept?.parts[`metrics/${metric.metric_name}`])),
    columns: columns.map((column) => withKept(columnOf(column), kept?.parts[`columns/${column.column_name}`])),
    version,
    database_uuid: database.uuid,
  }
  return withKept(content, kept?.file, { catalog: row.catalog, is_managed_externally: row.is_managed_externally, external_url: row.external_url })
}

const metricOf = (row: DatasetMetricRow): Document => ({
  metric_name: row.metric_name,
  verbose_name: row.verbose_name,
  metric_type: row.metric_type,
  expression: row.expression,
  description: row.description,
  d3format: row.d3format,
  currency: readStored(row.currency),
  extra: readStored(row.extra),
  warning_text: row.warning_text,
})

const columnOf = (row: DatasetColumnRow): Document => ({
  column_name: row.column_name,
  verbose_name: row.verbose_name,
  is_dttm: row.is_dttm,
  is_active: row.is_active,
  type: row.type,
  advanced_data_type: row.advanced_data_type,
  groupby: row.groupby,
  filterable: row.filterable,
  expression: row.expression,
  description: row.description,
  python_date_format: row.python_date_format,
  extra: readStored(row.extra),
})

export type ChartRow = Selectable<Charts>

export const chartPath = (row: Pick<ChartRow, 'id' | 'slice_name'>): string => `charts/${fileNameOf(row.slice_name, row.id)}_${row.id}.yaml`

export function chartFile(row: ChartRow, datasetUuid: string | undefined, kept: KeptKeys | undefined): Document {
  const params = readStored(row.params)
  const content = {
    slice_name: row.slice_name,
    description: row.description,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    viz_type: row.viz_type,
    params: isDocument(params) ? params : {},
    query_context: row.query_context,
    cache_timeout: row.cache_timeout,
    uuid: row.uuid,
    version,
    ...(datasetUuid === undefined ? {} : { dataset_uuid: datasetUuid }),
  }
  return withKept(content, kept?.file, { is_managed_externally: row.is_managed_externally, external_url: row.external_url })
}

type QueryRow = Selectable<SavedQueries>

export function queryPath(row: QueryRow, database: DatabaseRow | undefined): string {
  const folder = database ? fileNameOf(database.database_name, database.id) : 'none'
  return ['queries', folder, ...(row.schema ? [fileNameOf(row.schema, row.id)] : []), `${fileNameOf(row.label, row.id)}.yaml`].join('/')
}

export const queryFile = (row: QueryRow, database: DatabaseRow | undefined, kept: KeptKeys | undefined): Document =>
  withKept(
    {
      schema: row.schema,
      label: row.label,
      description: row.description,
      sql: row.sql,
      uuid: row.uuid,
      version,
      ...(database ? { database_uuid: database.uuid } : {}),
    },
    kept?.file,
  )

/** Ids of the datasets that filters of a dashboard ask for values. */
export function filterDatasets(metadata: string | null): readonly number[] {
  const filters = readDocument(metadata)['native_filter_configuration']
  return (Array.isArray(filters) ? filters : []).flatMap((filter) =>
    (isDocument(filter) && Array.isArray(filter['targets']) ? filter['targets'] : []).flatMap((target) =>
      isDocument(target) && Number.isInteger(target['datasetId']) ? [target['datasetId'] as number] : [],
    ),
  )
}
