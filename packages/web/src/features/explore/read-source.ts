import type { Dataset, DatasetColumn, DatasetMetric } from '../../controls/dataset.ts'

/** A data source as the explorer's own call tells it: a dataset, or a query of the editor. */
export interface SourceDescription {
  readonly id?: number
  readonly type?: string
  readonly name?: string | null
  readonly table_name?: string | null
  readonly datasource_name?: string | null
  readonly database: { readonly id: number; readonly name?: string; readonly backend?: string }
  readonly columns: readonly DatasetColumn[]
  readonly metrics: readonly DatasetMetric[]
  readonly [field: string]: unknown
}

/** The source in the words of the panel; undefined for one that is gone. */
export const readSource = (source: SourceDescription): Dataset | undefined => {
  const { id, type, database, columns, metrics } = source
  if (typeof id !== 'number') return undefined
  const isQuery = type === 'query'
  return {
    ...(source as Partial<Dataset>),
    id,
    type: isQuery ? 'query' : 'table',
    table_name: (isQuery ? (source.datasource_name ?? source.name) : source.table_name) ?? source.name ?? String(id),
    database: { id: database.id, database_name: database.name ?? '', ...(database.backend === undefined ? {} : { backend: database.backend }) },
    columns,
    // A query has no saved metrics, whatever is told of it.
    metrics: isQuery ? [] : metrics,
  }
}
