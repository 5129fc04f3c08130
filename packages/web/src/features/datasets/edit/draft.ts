import { currencyFrom, type CurrencyFormat } from '@sightline/core'
import { nameOf } from '../../../ui/avatar.ts'
import { readMarks, type Marks } from './marks.ts'
import type { StoredColumn, StoredDataset, StoredMetric } from './wire.ts'

/** Things that are not stored yet have a key but no id. */
interface DraftItem extends Marks {
  readonly key: string
  readonly id: number | undefined
  /** The stored text around the marks. */
  readonly extra: string | null
  readonly verbose_name: string
  readonly description: string
  readonly expression: string
}

export interface DraftColumn extends DraftItem {
  readonly column_name: string
  readonly type: string
  readonly advanced_data_type: string
  readonly filterable: boolean
  readonly groupby: boolean
  readonly is_active: boolean
  readonly is_dttm: boolean
  readonly python_date_format: string
}

export interface DraftMetric extends DraftItem {
  readonly metric_name: string
  readonly metric_type: string
  readonly d3format: string
  readonly currency: CurrencyFormat | undefined
  readonly warning_text: string
}

/** A dataset while it is edited: what fields hold, with numbers as they are typed. */
export interface DatasetDraft {
  readonly table_name: string
  readonly databaseId: number
  readonly databaseName: string
  readonly schema: string | null
  readonly isVirtual: boolean
  readonly sql: string
  readonly description: string
  readonly main_dttm_col: string | null
  readonly default_endpoint: string
  readonly filter_select_enabled: boolean
  readonly fetch_values_predicate: string
  readonly extra: string
  readonly owners: readonly { readonly id: number; readonly name: string }[]
  readonly cache_timeout: string
  readonly offset: string
  readonly template_params: string
  readonly normalize_columns: boolean
  readonly always_filter_main_dttm: boolean
  readonly columns: readonly DraftColumn[]
  /** Columns with an expression of their own. */
  readonly calculated: readonly DraftColumn[]
  readonly metrics: readonly DraftMetric[]
}

const columnOf = (stored: StoredColumn): DraftColumn => ({
  ...readMarks(stored.extra),
  key: String(stored.id),
  id: stored.id,
  extra: stored.extra,
  column_name: stored.column_name,
  verbose_name: stored.verbose_name ?? '',
  description: stored.description ?? '',
  expression: stored.expression ?? '',
  type: stored.type ?? '',
  advanced_data_type: stored.advanced_data_type ?? '',
  filterable: stored.filterable ?? true,
  groupby: stored.groupby ?? true,
  is_active: stored.is_active ?? true,
  is_dttm: stored.is_dttm ?? false,
  python_date_format: stored.python_date_format ?? '',
})

const metricOf = (stored: StoredMetric): DraftMetric => ({
  ...readMarks(stored.extra),
  key: String(stored.id),
  id: stored.id,
  extra: stored.extra,
  metric_name: stored.metric_name,
  metric_type: stored.metric_type ?? '',
  verbose_name: stored.verbose_name ?? '',
  description: stored.description ?? '',
  expression: stored.expression,
  d3format: stored.d3format ?? '',
  currency: currencyFrom(stored.currency),
  warning_text: stored.warning_text ?? '',
})

export const draftOf = (stored: StoredDataset): DatasetDraft => {
  const columns = stored.columns.map(columnOf)
  return {
    table_name: stored.table_name,
    databaseId: stored.database.id,
    databaseName: stored.database.database_name,
    schema: stored.schema,
    isVirtual: Boolean(stored.sql),
    sql: stored.sql ?? '',
    description: stored.description ?? '',
    main_dttm_col: stored.main_dttm_col,
    default_endpoint: stored.default_endpoint ?? '',
    filter_select_enabled: stored.filter_select_enabled ?? true,
    fetch_values_predicate: stored.fetch_values_predicate ?? '',
    extra: stored.extra ?? '',
    owners: stored.owners.map((owner) => ({ id: owner.id, name: nameOf(owner) })),
    cache_timeout: stored.cache_timeout === null ? '' : String(stored.cache_timeout),
    offset: String(stored.offset ?? 0),
    template_params: stored.template_params ?? '',
    normalize_columns: stored.normalize_columns ?? false,
    always_filter_main_dttm: stored.always_filter_main_dttm ?? false,
    columns: columns.filter(({ expression }) => expression === ''),
    calculated: columns.filter(({ expression }) => expression !== ''),
    // The newest first, as a new one is put first too.
    metrics: stored.metrics.map(metricOf).toSorted((one, other) => (other.id ?? 0) - (one.id ?? 0)),
  }
}

export const isSameDraft = (one: DatasetDraft, other: DatasetDraft): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)
