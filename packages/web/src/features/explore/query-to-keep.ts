import type { Dataset } from '../../controls/dataset.ts'
import type { QueryToKeep } from '../../dataset-door.ts'

/** A query as the source of a chart, as much of it as a dataset is made from. */
export const queryToKeep = (dataset: Dataset): QueryToKeep => ({
  name: dataset.table_name,
  sql: dataset.sql ?? '',
  databaseId: dataset.database.id,
  schema: dataset.schema ?? null,
  templateParams: dataset.template_params ?? null,
  columns: dataset.columns.map(({ column_name, type, is_dttm: isTime }) => ({ column_name, type: type ?? null, is_dttm: isTime === true })),
})
