/** A dataset as `GET /api/v1/dataset/{id}` tells it, as far as it can be edited. */
export interface StoredDataset {
  readonly id: number
  readonly table_name: string
  readonly schema: string | null
  readonly sql: string | null
  readonly kind?: string
  readonly database: { readonly id: number; readonly database_name: string; readonly backend?: string }
  readonly description: string | null
  readonly main_dttm_col: string | null
  readonly default_endpoint: string | null
  readonly filter_select_enabled: boolean | null
  readonly fetch_values_predicate: string | null
  readonly extra: string | null
  readonly cache_timeout: number | null
  readonly offset: number | null
  readonly template_params: string | null
  readonly normalize_columns: boolean | null
  readonly always_filter_main_dttm: boolean | null
  readonly is_managed_externally?: boolean | null
  readonly external_url?: string | null
  /** Why only administrators read its rows; null where it is open. */
  readonly closed_because?: string | null
  readonly url?: string | null
  readonly owners: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[]
  readonly columns: readonly StoredColumn[]
  readonly metrics: readonly StoredMetric[]
  readonly time_grain_sqla?: readonly (readonly [string | null, string])[]
}

export interface StoredColumn {
  readonly id: number
  readonly column_name: string
  readonly type: string | null
  readonly type_generic?: number | null
  readonly advanced_data_type: string | null
  readonly verbose_name: string | null
  readonly description: string | null
  readonly expression: string | null
  readonly filterable: boolean | null
  readonly groupby: boolean | null
  readonly is_active: boolean | null
  readonly is_dttm: boolean | null
  readonly python_date_format: string | null
  readonly extra: string | null
}

export interface StoredMetric {
  readonly id: number
  readonly metric_name: string
  readonly metric_type: string | null
  readonly verbose_name: string | null
  readonly expression: string
  readonly description: string | null
  readonly d3format: string | null
  /** Text in one generation of servers, an object in the next. */
  readonly currency: unknown
  readonly warning_text: string | null
  readonly extra: string | null
}

/** A column as the database has it now. */
export interface SourceColumn {
  readonly column_name: string
  readonly type: string
  readonly is_dttm: boolean
}
