import type { DatasetColumnPut, DatasetMetricPut, DatasetPut } from '@sightline/contract'
import type { DatasetColumnRow, DatasetMetricRow } from '../../datasets/load-dataset.ts'
import { only } from '../../rest/audit.ts'
import type { PutBack } from '../../rest/version-routes.ts'
import { findOwn } from './find-dataset.ts'
import { updateDataset } from './update.ts'

const kept = [
  'table_name',
  'database_id',
  'sql',
  'schema',
  'catalog',
  'description',
  'main_dttm_col',
  'normalize_columns',
  'always_filter_main_dttm',
  'offset',
  'default_endpoint',
  'cache_timeout',
  'filter_select_enabled',
  'fetch_values_predicate',
  'is_sqllab_view',
  'template_params',
  'extra',
  'is_managed_externally',
  'external_url',
] as const
const columnKeys = [
  'column_name',
  'type',
  'advanced_data_type',
  'verbose_name',
  'description',
  'expression',
  'extra',
  'filterable',
  'groupby',
  'is_active',
  'is_dttm',
  'python_date_format',
  'uuid',
] as const
const metricKeys = ['metric_name', 'expression', 'metric_type', 'd3format', 'currency', 'verbose_name', 'description', 'warning_text', 'extra', 'uuid'] as const

/** The dataset with the columns and metrics it had. Other SQL opens other data: whoever puts it back must be able to read it. */
export const putBackDataset: PutBack = async (deps, caller, id, content, { saving, signal }) => {
  const before = await findOwn(deps, caller, id)
  const { dataset_columns = [], dataset_metrics = [] } = content as {
    readonly dataset_columns?: readonly DatasetColumnRow[]
    readonly dataset_metrics?: readonly DatasetMetricRow[]
  }
  const columns = dataset_columns.map((column) => ({
    ...(only(column as never, columnKeys as never) as DatasetColumnPut),
    id: idNow(before.columns, column, 'column_name'),
  }))
  const metrics = dataset_metrics.map((metric) => ({
    ...(only(metric as never, metricKeys as never) as DatasetMetricPut),
    id: idNow(before.metrics, metric, 'metric_name'),
  }))
  const put = { ...only(content as DatasetPut, kept), columns, metrics } as DatasetPut
  await updateDataset(deps, caller, before, put, { owners: undefined, overrideColumns: false, signal, saving })
}

/** A part that was deleted and made again has another id under the same name. */
const idNow = <Key extends string, Part extends { readonly id: number } & Readonly<Record<Key, string>>>(
  now: readonly Part[],
  old: Part,
  name: Key,
): number | undefined => (now.find(({ id }) => id === old.id) ?? now.find((part) => part[name] === old[name]))?.id
