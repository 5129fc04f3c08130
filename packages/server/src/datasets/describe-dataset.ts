import { backendOf, connectorOfRow, exploreFactsOf, parametersOf, parametersSchemaOf } from '../databases/database-facts.ts'
import type { Deps } from '../deps.ts'
import { grainChoices } from './grain-names.ts'
import { kindNumberOf } from './kind-of-type.ts'
import { fullNameOf, type DatabaseRow, type DatasetColumnRow, type DatasetMetricRow, type DatasetRow, type LoadedDataset } from './load-dataset.ts'
import { selectStar } from './select-star.ts'

/** The little of a dataset that its computed facts need. */
export interface FactSource {
  readonly row: Pick<DatasetRow, 'id' | 'table_name' | 'schema' | 'sql'>
  readonly columns: readonly Pick<DatasetColumnRow, 'column_name' | 'verbose_name' | 'is_dttm'>[]
  readonly metrics: readonly Pick<DatasetMetricRow, 'metric_name' | 'verbose_name' | 'd3format' | 'currency'>[]
  readonly database: Pick<DatabaseRow, 'uri'>
}

/** Everything about a dataset that is computed from its rows, shared by the resource's item and the description below. */
export function factsOf({ row, columns, metrics, database }: FactSource) {
  const connector = connectorOfRow(database)
  return {
    uid: `${row.id}__table`,
    name: fullNameOf(row),
    datasource_name: row.table_name,
    datasource_type: 'table',
    kind: row.sql ? 'virtual' : 'physical',
    select_star: connector ? selectStar(connector.dialect, row.table_name, row.schema) : null,
    column_formats: Object.fromEntries(metrics.filter(({ d3format }) => d3format).map(({ metric_name, d3format }) => [metric_name, d3format])),
    currency_formats: Object.fromEntries(metrics.filter(({ currency }) => currency).map(({ metric_name, currency }) => [metric_name, currencyOf(currency)])),
    granularity_sqla: columns.filter(({ is_dttm }) => is_dttm).map(({ column_name }) => [column_name, column_name]),
    time_grain_sqla: connector ? grainChoices(connector.dialect) : [],
    order_by_choices: columns
      .map(({ column_name }) => column_name)
      .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      .flatMap((name) => [
        [`[${JSON.stringify(name)}, true]`, `${name} [asc]`],
        [`[${JSON.stringify(name)}, false]`, `${name} [desc]`],
      ]),
    verbose_map: verboseNamesOf(metrics, columns),
  }
}

/** A column and a metric may share a name; then a column without a label of its own leaves the metric its label. */
function verboseNamesOf(metrics: FactSource['metrics'], columns: FactSource['columns']): Record<string, string> {
  const names = new Map([['__timestamp', 'Time']])
  for (const { metric_name, verbose_name } of metrics) names.set(metric_name, verbose_name || metric_name)
  for (const { column_name, verbose_name } of columns) names.set(column_name, verbose_name || (names.get(column_name) ?? column_name))
  return Object.fromEntries(names)
}

/** The dataset as the explorer and dashboards get it. */
export async function describeDataset({ db }: Pick<Deps, 'db'>, dataset: LoadedDataset) {
  const { row, columns, metrics, database, ownerIds } = dataset
  const connector = connectorOfRow(database)
  const facts = factsOf(dataset)
  const owners = ownerIds.length
    ? await db.selectFrom('users').select(['id', 'first_name', 'last_name', 'username']).where('id', 'in', ownerIds).orderBy('id').execute()
    : []
  return {
    id: row.id,
    uid: facts.uid,
    type: 'table',
    name: facts.name,
    datasource_name: facts.datasource_name,
    table_name: row.table_name,
    schema: row.schema,
    sql: row.sql,
    database: {
      id: database.id,
      name: database.database_name,
      backend: backendOf(database),
      configuration_method: database.configuration_method,
      ...exploreFactsOf(database),
      ...(connector ? { parameters: parametersOf(database), parameters_schema: parametersSchemaOf(connector) } : {}),
    },
    columns: columns.map(describeColumn),
    metrics: metrics.map(describeMetric),
    owners,
    edit_url: `/tablemodelview/edit/${row.id}`,
    default_endpoint: row.default_endpoint,
    perm: row.perm,
    params: null,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    description: row.description,
    filter_select: row.filter_select_enabled,
    filter_select_enabled: row.filter_select_enabled,
    fetch_values_predicate: row.fetch_values_predicate,
    template_params: row.template_params,
    is_sqllab_view: row.is_sqllab_view,
    main_dttm_col: row.main_dttm_col,
    health_check_message: null,
    extra: row.extra,
    always_filter_main_dttm: row.always_filter_main_dttm,
    normalize_columns: row.normalize_columns,
    column_formats: facts.column_formats,
    currency_formats: facts.currency_formats,
    order_by_choices: facts.order_by_choices,
    verbose_map: facts.verbose_map,
    select_star: facts.select_star,
    granularity_sqla: facts.granularity_sqla,
    time_grain_sqla: facts.time_grain_sqla,
  }
}

export type DatasetDescription = Awaited<ReturnType<typeof describeDataset>>

const describeColumn = (column: DatasetColumnRow) => ({
  id: column.id,
  uuid: column.uuid,
  column_name: column.column_name,
  verbose_name: column.verbose_name,
  description: column.description,
  expression: column.expression,
  type: column.type,
  type_generic: kindNumberOf(column),
  advanced_data_type: column.advanced_data_type,
  filterable: column.filterable,
  groupby: column.groupby,
  is_dttm: column.is_dttm,
  python_date_format: column.python_date_format,
  ...markOf(column.extra),
})

const describeMetric = (metric: DatasetMetricRow) => ({
  id: metric.id,
  uuid: metric.uuid,
  metric_name: metric.metric_name,
  verbose_name: metric.verbose_name,
  description: metric.description,
  expression: metric.expression,
  d3format: metric.d3format,
  currency: currencyOf(metric.currency),
  warning_text: metric.warning_text,
  ...markOf(metric.extra),
})

/** Certification and warning live inside `extra`. */
export function markOf(extra: string | null) {
  const value = parsed(extra)
  const certification = record(value.certification)
  return {
    is_certified: Object.keys(certification).length > 0,
    certified_by: certification.certified_by ?? null,
    certification_details: certification.details ?? null,
    warning_markdown: value.warning_markdown ?? null,
  }
}

function currencyOf(text: string | null): unknown {
  if (!text) return null
  const value = parsed(text)
  return Object.keys(value).length > 0 ? value : null
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return record(JSON.parse(text || '{}'))
  } catch {
    return {}
  }
}
