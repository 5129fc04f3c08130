import type { DatasetPut } from '@sightline/contract'
import type { DatasetDraft, DraftColumn, DraftMetric } from './draft.ts'
import { writeMarks } from './marks.ts'

const orNull = (text: string): string | null => (text === '' ? null : text)
const idOf = (id: number | undefined): { id?: number } => (id === undefined ? {} : { id })

const columnBody = (column: DraftColumn) => ({
  ...idOf(column.id),
  column_name: column.column_name.trim(),
  type: orNull(column.type),
  advanced_data_type: orNull(column.advanced_data_type),
  verbose_name: orNull(column.verbose_name),
  description: orNull(column.description),
  expression: orNull(column.expression),
  filterable: column.filterable,
  groupby: column.groupby,
  is_active: column.is_active,
  is_dttm: column.is_dttm,
  python_date_format: orNull(column.python_date_format),
  extra: writeMarks(column.extra, column),
})

const metricBody = (metric: DraftMetric) => ({
  ...idOf(metric.id),
  metric_name: metric.metric_name.trim(),
  metric_type: orNull(metric.metric_type),
  verbose_name: orNull(metric.verbose_name),
  expression: metric.expression,
  description: orNull(metric.description),
  d3format: orNull(metric.d3format),
  currency: metric.currency === undefined ? null : JSON.stringify(metric.currency),
  warning_text: orNull(metric.warning_text),
  extra: writeMarks(metric.extra, metric),
})

/** What is sent: lists replace what was stored; only what is stored already carries an id. */
export const bodyOf = (draft: DatasetDraft): DatasetPut => ({
  table_name: draft.table_name.trim(),
  database_id: draft.databaseId,
  schema: draft.schema,
  sql: draft.isVirtual ? draft.sql : '',
  description: orNull(draft.description),
  main_dttm_col: draft.main_dttm_col,
  default_endpoint: orNull(draft.default_endpoint),
  filter_select_enabled: draft.filter_select_enabled,
  fetch_values_predicate: orNull(draft.fetch_values_predicate),
  extra: orNull(draft.extra.trim()),
  cache_timeout: draft.cache_timeout.trim() === '' ? null : Number(draft.cache_timeout),
  offset: draft.offset.trim() === '' ? 0 : Number(draft.offset),
  template_params: orNull(draft.template_params.trim()),
  normalize_columns: draft.normalize_columns,
  always_filter_main_dttm: draft.always_filter_main_dttm,
  owners: draft.owners.map(({ id }) => id),
  columns: [...draft.columns, ...draft.calculated].map(columnBody),
  metrics: draft.metrics.map(metricBody),
})
