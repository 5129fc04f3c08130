import type { Kind } from '../frame/frame.ts'

export interface QueryDatasetColumn {
  readonly name: string
  /** The database's word; null if it was never read. */
  readonly type: string | null
  /** SQL of a calculated column, templates rendered. */
  readonly expression: string | null
  readonly isTemporal: boolean
  /** `epoch_s`, `epoch_ms` or a strftime pattern: how times are kept in a column that is none by type. */
  readonly dateFormat: string | null
}

/** What the planner must know about a dataset; templates are rendered before. */
export interface QueryDataset {
  readonly schema: string | null
  readonly table: string
  /** SQL of a virtual dataset. */
  readonly sql: string | null
  readonly columns: readonly QueryDatasetColumn[]
  readonly metrics: readonly { readonly name: string; readonly expression: string }[]
  readonly mainTimeColumn: string | null
  readonly alwaysFiltersMainTime: boolean
  /** Hours that are added to the times of the rows, and taken from the bounds. */
  readonly offsetHours: number
  readonly fetchValuesPredicate: string | null
}

/** The kind of a column by its database's word for it. */
export function kindOfType(type: string | null): Kind | null {
  if (!type) return null
  if (/^(bool|boolean|bit\(1\))/i.test(type)) return 'boolean'
  if (/^(date|time|timestamp|datetime)/i.test(type)) return 'temporal'
  if (/int|numeric|decimal|float|double|real|money|number|serial/i.test(type) && !/interval|point/i.test(type)) return 'numeric'
  return 'string'
}

export const findColumn = (dataset: QueryDataset, name: string): QueryDatasetColumn | undefined => dataset.columns.find((column) => column.name === name)
export const isTemporalColumn = (column: QueryDatasetColumn): boolean => column.isTemporal || kindOfType(column.type) === 'temporal'
