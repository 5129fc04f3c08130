import type { DatasetDescription } from '../../datasets/describe-dataset.ts'

/**
 * A dataset as a dashboard needs it: only the columns and metrics its charts speak of, but every kind of column there is, because
 * the filter editor offers time filters by them.
 */
export function trimDataset(dataset: DatasetDescription, forms: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const spoken = new Set(forms.flatMap((form) => [...namesIn(form)]))
  const columns = dataset.columns.filter(({ column_name }) => spoken.has(column_name))
  const metrics = dataset.metrics.filter(({ metric_name }) => spoken.has(metric_name))
  const kept = new Set(['__timestamp', ...columns.map(({ column_name }) => column_name), ...metrics.map(({ metric_name }) => metric_name)])
  return {
    ...dataset,
    columns,
    metrics,
    column_types: [...new Set(dataset.columns.map(({ type_generic }) => type_generic))].filter((kind) => kind !== null).toSorted(),
    verbose_map: Object.fromEntries(Object.entries(dataset.verbose_map).filter(([name]) => kept.has(name))),
  }
}

/** Settings whose texts name columns or metrics of the dataset. */
const columnSettings = new Set([
  'all_columns',
  'all_columns_x',
  'all_columns_y',
  'columns',
  'entity',
  'granularity_sqla',
  'groupby',
  'groupbyColumns',
  'groupbyRows',
  'groupby_b',
  'series',
  'source',
  'target',
  'x_axis',
  'x',
  'y',
  'size',
  'metric',
  'metric_2',
  'metrics',
  'metrics_b',
  'percent_metrics',
  'secondary_metric',
  'timeseries_limit_metric',
  'series_limit_metric',
])

/** Also what adhoc columns, metrics and filters refer to. */
function namesIn(form: Readonly<Record<string, unknown>>): Set<string> {
  const names = new Set<string>()
  const take = (value: unknown): void => {
    if (typeof value === 'string') names.add(value)
    else if (Array.isArray(value)) value.forEach(take)
    else if (typeof value === 'object' && value !== null) {
      const { column, column_name, subject, col, label_name, metric_name } = value as Record<string, unknown>
      for (const inner of [column, column_name, subject, col, label_name, metric_name]) take(inner)
    }
  }
  for (const [setting, value] of Object.entries(form)) {
    if (columnSettings.has(setting) || /^(groupby|metrics?|columns?)_/.test(setting)) take(value)
    else if (/^(adhoc_filters|filters|filter_configs)/.test(setting)) take(value)
  }
  return names
}
