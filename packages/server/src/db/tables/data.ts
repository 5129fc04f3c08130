import type { Generated } from 'kysely'
import type { Audit, Id, Json } from './column-kinds.ts'

// What data there is: databases, datasets, and the rules that limit their rows.

export interface Databases extends Audit {
  id: Id
  uuid: string
  database_name: string
  /** With the password masked; the password itself is in `password`, encrypted. */
  uri: string
  password: string | null
  configuration_method: Generated<string>
  cache_timeout: number | null
  expose_in_sqllab: boolean
  allow_run_async: boolean
  allow_file_upload: boolean
  allow_ctas: boolean
  allow_cvas: boolean
  allow_dml: boolean
  impersonate_user: boolean
  force_ctas_schema: string | null
  extra: Json
  /** Encrypted JSON. */
  encrypted_extra: string | null
  server_cert: string | null
  is_managed_externally: boolean
  external_url: string | null
}

export interface SshTunnels extends Audit {
  id: Id
  uuid: string
  database_id: number
  server_address: string
  server_port: number
  username: string
  password: string | null
  private_key: string | null
  private_key_password: string | null
  /** `SHA256:…`, seen the first time or given. */
  server_host_key: string | null
}

export interface Datasets extends Audit {
  id: Id
  uuid: string
  database_id: number
  table_name: string
  schema: string | null
  catalog: string | null
  sql: string | null
  description: string | null
  main_dttm_col: string | null
  default_endpoint: string | null
  offset: Generated<number>
  cache_timeout: number | null
  is_sqllab_view: boolean
  template_params: Json | null
  filter_select_enabled: boolean
  fetch_values_predicate: string | null
  normalize_columns: boolean
  always_filter_main_dttm: boolean
  extra: Json | null
  /** Data permission texts of this dataset and its schema; see `core/access`. */
  perm: string | null
  schema_perm: string | null
  is_managed_externally: boolean
  external_url: string | null
  /** Why nobody but administrators reads its rows; null: it is open. See `row-rules/closed-datasets.ts`. */
  closed_because: string | null
}

export interface DatasetColumns extends Audit {
  id: Id
  uuid: string
  dataset_id: number
  column_name: string
  verbose_name: string | null
  description: string | null
  type: string | null
  advanced_data_type: string | null
  expression: string | null
  is_active: boolean
  is_dttm: boolean
  filterable: boolean
  groupby: boolean
  python_date_format: string | null
  extra: Json | null
}

export interface DatasetMetrics extends Audit {
  id: Id
  uuid: string
  dataset_id: number
  metric_name: string
  verbose_name: string | null
  description: string | null
  expression: string
  metric_type: string | null
  d3format: string | null
  currency: Json | null
  warning_text: string | null
  extra: Json | null
}

export interface DatasetOwners {
  dataset_id: number
  user_id: number
}

export interface RowRules extends Audit {
  id: Id
  name: string
  description: string | null
  filter_type: string
  group_key: string | null
  clause: string
}

export interface RowRuleDatasets {
  row_rule_id: number
  dataset_id: number
}

export interface RowRuleRoles {
  row_rule_id: number
  role_id: number
}
