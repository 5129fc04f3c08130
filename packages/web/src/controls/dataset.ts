import type { Kind } from '@sightline/core'

/** A dataset as the panel needs it: the wire's words. */
export interface DatasetColumn {
  readonly column_name: string
  readonly verbose_name?: string | null
  readonly description?: string | null
  readonly type?: string | null
  readonly type_generic?: number | null
  readonly is_dttm?: boolean | null
  readonly expression?: string | null
  readonly groupby?: boolean | null
  readonly filterable?: boolean | null
  /** JSON text with certification and warning; the explorer's own call tells them one by one instead. */
  readonly extra?: string | null
  readonly certified_by?: string | null
  readonly certification_details?: string | null
  readonly warning_markdown?: string | null
}

export interface DatasetMetric {
  readonly metric_name: string
  readonly verbose_name?: string | null
  readonly description?: string | null
  readonly expression: string
  readonly d3format?: string | null
  readonly warning_text?: string | null
  readonly extra?: string | null
  readonly certified_by?: string | null
  readonly certification_details?: string | null
  readonly warning_markdown?: string | null
}

export interface Dataset {
  readonly id: number
  readonly type: 'table' | 'query'
  readonly table_name: string
  readonly schema?: string | null
  readonly database: { readonly id: number; readonly database_name: string; readonly backend?: string }
  readonly columns: readonly DatasetColumn[]
  readonly metrics: readonly DatasetMetric[]
  readonly main_dttm_col?: string | null
  readonly time_grain_sqla?: readonly (readonly [string | null, string])[]
  readonly verbose_map?: Readonly<Record<string, string>>
  readonly column_formats?: Readonly<Record<string, string | null>>
  readonly filter_select_enabled?: boolean
  readonly extra?: string | null
  readonly sql?: string | null
  readonly description?: string | null
  readonly select_star?: string | null
  readonly template_params?: string | null
  readonly is_managed_externally?: boolean
  readonly is_sqllab_view?: boolean | null
  readonly owners?: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[]
}

const kinds: readonly Kind[] = ['numeric', 'string', 'temporal', 'boolean']

export const kindOfColumn = (column: DatasetColumn): Kind => {
  if (column.is_dttm) return 'temporal'
  if (typeof column.type_generic === 'number') return kinds[column.type_generic] ?? 'string'
  const type = (column.type ?? '').toUpperCase()
  if (/BOOL/.test(type)) return 'boolean'
  if (/DATE|TIME/.test(type)) return 'temporal'
  return /INT|NUM|DEC|FLOAT|DOUBLE|REAL|LONG|MONEY/.test(type) ? 'numeric' : 'string'
}

export const labelOfColumn = (column: DatasetColumn): string => column.verbose_name || column.column_name
export const labelOfMetric = (metric: DatasetMetric): string => metric.verbose_name || metric.metric_name

export const temporalColumns = (dataset: Dataset): DatasetColumn[] => dataset.columns.filter((column) => kindOfColumn(column) === 'temporal')

/** The column that time filters use: the dataset's own choice, else its first temporal one. */
export const mainTimeColumn = (dataset: Dataset): string | undefined => {
  const temporal = temporalColumns(dataset)
  return (temporal.find((column) => column.column_name === dataset.main_dttm_col) ?? temporal[0])?.column_name
}

const parseExtra = (extra: string | null | undefined): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(extra || '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Owners may forbid metrics that are not saved with the dataset. */
export const forbidsAdhocMetrics = (dataset: Dataset): boolean => parseExtra(dataset.extra)['disallow_adhoc_metrics'] === true

/** How the server is told whose days a time range means; nothing where the dataset has no zone of its own. */
export const zoneSourceOf = ({ id, type, extra }: Pick<Dataset, 'id' | 'type' | 'extra'>): string | undefined =>
  type === 'table' && textIn(parseExtra(extra)['time_zone']) !== undefined ? `${id}__table` : undefined

/** The grain new charts begin with, where its owners chose one. */
export const defaultGrain = (dataset: Dataset): string | undefined => {
  const grain = parseExtra(dataset.extra)['default_time_grain']
  return typeof grain === 'string' && (dataset.time_grain_sqla ?? []).some(([known]) => known === grain) ? grain : undefined
}

/** What people say about a dataset, a metric or a column: who vouches for it, and what to beware of. */
export interface Marks {
  readonly certifiedBy: string | undefined
  readonly certification: string | undefined
  readonly warning: string | undefined
}

interface Marked {
  readonly extra?: string | null
  readonly certified_by?: string | null
  readonly certification_details?: string | null
  readonly warning_markdown?: string | null
  readonly warning_text?: string | null
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

export const marksOf = (thing: Marked): Marks => {
  const extra = parseExtra(thing.extra)
  const certification = (typeof extra['certification'] === 'object' ? extra['certification'] : null) as Record<string, unknown> | null
  return {
    certifiedBy: textIn(thing.certified_by) ?? textIn(certification?.['certified_by']),
    certification: textIn(thing.certification_details) ?? textIn(certification?.['details']),
    warning: textIn(thing.warning_markdown) ?? textIn(extra['warning_markdown']) ?? textIn(thing.warning_text),
  }
}
