import type { QueryDataset } from '@sightline/core'
import type { LoadedDataset } from '../datasets/load-dataset.ts'

/** What the planner must know of a dataset. Templates in it are not yet rendered. */
export const queryDatasetOf = ({ row, columns, metrics }: LoadedDataset): QueryDataset => ({
  schema: row.schema,
  table: row.table_name,
  sql: row.sql?.trim() ? row.sql : null,
  columns: columns.map((column) => ({
    name: column.column_name,
    type: column.type,
    expression: column.expression?.trim() ? column.expression : null,
    isTemporal: column.is_dttm,
    dateFormat: column.python_date_format || null,
  })),
  metrics: metrics.map(({ metric_name, expression }) => ({ name: metric_name, expression })),
  mainTimeColumn: row.main_dttm_col,
  alwaysFiltersMainTime: row.always_filter_main_dttm,
  offsetHours: row.offset,
  fetchValuesPredicate: row.fetch_values_predicate,
})
