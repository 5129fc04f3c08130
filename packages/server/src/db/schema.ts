import type { Generated } from 'kysely'

/**
 * The metadata store. Names are the glossary's; the wire's older words (`slice`, `table`) appear only in `contract` and the resources.
 * Moments are text, `2026-01-31T10:11:12.123456`, UTC, fixed width: they sort as text, read the same on both stores and are what the wire sends.
 * JSON documents are text too: they are kept as their author wrote them.
 */
type Moment = string
type Json = string
type Id = Generated<number>

interface Audit {
  created_on: Moment
  changed_on: Moment
  created_by_id: number | null
  changed_by_id: number | null
}

export interface Users extends Audit {
  id: Id
  username: string
  first_name: string
  last_name: string
  email: string
  /** argon2 hash; null until a password is set. */
  password_hash: string | null
  active: boolean
  last_login: Moment | null
  login_count: Generated<number>
  fail_login_count: Generated<number>
  /** Tokens and sessions begun before this moment are refused. */
  sessions_valid_from: Moment | null
}
export interface Roles {
  id: Id
  name: string
}
/** A permission is a pair: what, on which view. */
export interface Permissions {
  id: Id
  permission_name: string
  view_name: string
}
export interface RolePermissions {
  role_id: number
  permission_id: number
}
export interface UserRoles {
  user_id: number
  role_id: number
}
export interface Sessions {
  /** SHA-256 of the cookie's value. */
  id: string
  user_id: number
  /** JSON of small settings of this sign-in, such as the locale. */
  data: Json
  created_on: Moment
  expires_on: Moment
}
export interface SignInLinks {
  token_hash: string
  user_id: number
  expires_on: Moment
  used_on: Moment | null
}
export interface UserAttributes {
  user_id: number
  welcome_dashboard_id: number | null
  avatar_url: string | null
  /** JSON of small per-person settings. */
  settings: Json
}

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
export interface Charts extends Audit {
  id: Id
  uuid: string
  slice_name: string
  description: string | null
  viz_type: string
  /** A dataset id while `datasource_type` is `table`. */
  datasource_id: number
  datasource_type: string
  datasource_name: string | null
  params: Json | null
  query_context: Json | null
  query_context_generation: boolean
  cache_timeout: number | null
  perm: string | null
  schema_perm: string | null
  certified_by: string | null
  certification_details: string | null
  is_managed_externally: boolean
  external_url: string | null
  last_saved_at: Moment | null
  last_saved_by_id: number | null
}
export interface ChartOwners {
  chart_id: number
  user_id: number
}
export interface Dashboards extends Audit {
  id: Id
  uuid: string
  dashboard_title: string | null
  slug: string | null
  description: string | null
  position_json: Json | null
  json_metadata: Json | null
  css: string | null
  published: boolean
  certified_by: string | null
  certification_details: string | null
  is_managed_externally: boolean
  external_url: string | null
}
export interface DashboardCharts {
  dashboard_id: number
  chart_id: number
}
export interface DashboardOwners {
  dashboard_id: number
  user_id: number
}
export interface DashboardRoles {
  dashboard_id: number
  role_id: number
}
export interface EmbeddedDashboards extends Audit {
  uuid: string
  dashboard_id: number
  allow_domain_list: string | null
}
export interface FilterSets extends Audit {
  id: Id
  name: string
  description: string | null
  owner_type: string
  owner_id: number
  dashboard_id: number
  json_metadata: Json
}
export interface SavedQueries extends Audit {
  id: Id
  uuid: string
  user_id: number | null
  db_id: number | null
  schema: string | null
  catalog: string | null
  label: string
  description: string | null
  sql: string
  template_parameters: Json | null
  extra_json: Json | null
  rows: number | null
  last_run: Moment | null
}
export interface Queries {
  id: Id
  client_id: string
  database_id: number
  user_id: number | null
  status: string
  tab_name: string | null
  sql_editor_id: string | null
  schema: string | null
  catalog: string | null
  sql: string
  select_sql: string | null
  executed_sql: string | null
  limit: number | null
  limiting_factor: string
  select_as_cta: boolean
  select_as_cta_used: boolean
  ctas_method: string | null
  tmp_table_name: string | null
  tmp_schema_name: string | null
  progress: number
  rows: number | null
  error_message: string | null
  results_key: string | null
  tracking_url: string | null
  extra_json: Json
  /** Epoch milliseconds with fraction, as the wire has them. */
  start_time: number | null
  start_running_time: number | null
  end_time: number | null
  end_result_backend_time: number | null
  changed_on: Moment
  /** The process that has it in hand; null while it waits as a job and after its end. */
  runner: string | null
  /** The text with its template filled in for its author, and a name for what was sent to the database because of it: who reads a kept result must come to the same. */
  rendered_sql: string | null
  steps_hash: string | null
}
/** A process that runs queries. It counts while it lives. */
export interface Runners {
  id: string
  /** The data folder it owns, for servers: a new server of the same folder knows that the old one has ended. */
  place: string
  beats: number
  started_on: Moment
}
/** A query that waits to be run in the background, or is run. It leaves when the query is over. */
export interface Jobs {
  id: Id
  query_id: number
  database_id: number
  user_id: number | null
  /** The only place that may run it; empty: any. */
  place: string
  /** null while it waits. */
  runner: string | null
  attempts: number
  /** It only reads, so it may be run again when its process ends. */
  may_repeat: boolean
  input: Json
  created_on: Moment
}
export interface TabStates extends Audit {
  id: Id
  user_id: number
  label: string | null
  active: boolean
  database_id: number | null
  schema: string | null
  catalog: string | null
  sql: string | null
  query_limit: number | null
  latest_query_id: string | null
  autorun: boolean
  template_params: Json | null
  hide_left_bar: boolean
  saved_query_id: number | null
  extra_json: Json | null
}
export interface TableSchemas extends Audit {
  id: Id
  tab_state_id: number
  database_id: number
  schema: string | null
  table: string
  description: Json | null
  expanded: boolean
}
export interface KeyValue extends Audit {
  id: Id
  resource: string
  uuid: string
  value: string
  expires_on: Moment | null
}
/** The old `/kv/` store. */
export interface KeyValueTexts {
  id: Id
  value: string
}
export interface Favorites {
  id: Id
  user_id: number
  /** `slice`, `Dashboard`, `query`, `tag`. */
  class_name: string
  object_id: number
  created_on: Moment
}
export interface Tags extends Audit {
  id: Id
  name: string
  type: number
  description: string | null
}
export interface TaggedObjects extends Audit {
  id: Id
  tag_id: number
  object_id: number
  object_type: number
}
export interface Reports extends Audit {
  id: Id
  type: string
  name: string
  description: string | null
  context_markdown: string | null
  active: boolean
  crontab: string
  creation_method: string
  timezone: string
  report_format: string
  sql: string | null
  chart_id: number | null
  dashboard_id: number | null
  database_id: number | null
  last_eval_dttm: Moment | null
  last_state: string
  last_value: number | null
  last_value_row_json: Json | null
  validator_type: string | null
  validator_config_json: Json
  log_retention: number
  grace_period: number
  working_timeout: number
  force_screenshot: boolean
  custom_width: number | null
  extra_json: Json
}
export interface ReportOwners {
  report_id: number
  user_id: number
}
export interface ReportRecipients extends Audit {
  id: Id
  report_id: number
  type: string
  recipient_config_json: Json
}
export interface ReportLogs {
  id: Id
  uuid: string
  report_id: number
  scheduled_dttm: Moment
  start_dttm: Moment | null
  end_dttm: Moment | null
  value: number | null
  value_row_json: Json | null
  state: string
  error_message: string | null
}
export interface Logs {
  id: Id
  action: string
  user_id: number | null
  dashboard_id: number | null
  slice_id: number | null
  json: Json | null
  dttm: Moment
  duration_ms: number | null
  referrer: string | null
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
export interface AnnotationLayers extends Audit {
  id: Id
  name: string
  descr: string | null
}
export interface Annotations extends Audit {
  id: Id
  layer_id: number
  short_descr: string
  long_descr: string | null
  start_dttm: Moment
  end_dttm: Moment
  json_metadata: Json | null
}
export interface CssTemplates extends Audit {
  id: Id
  template_name: string | null
  css: string | null
}
/** Facts about this installation: which examples are loaded, from which version. */
export interface Settings {
  name: string
  value: string
}

export interface Schema {
  users: Users
  roles: Roles
  permissions: Permissions
  role_permissions: RolePermissions
  user_roles: UserRoles
  sessions: Sessions
  sign_in_links: SignInLinks
  user_attributes: UserAttributes
  databases: Databases
  ssh_tunnels: SshTunnels
  datasets: Datasets
  dataset_columns: DatasetColumns
  dataset_metrics: DatasetMetrics
  dataset_owners: DatasetOwners
  charts: Charts
  chart_owners: ChartOwners
  dashboards: Dashboards
  dashboard_charts: DashboardCharts
  dashboard_owners: DashboardOwners
  dashboard_roles: DashboardRoles
  embedded_dashboards: EmbeddedDashboards
  filter_sets: FilterSets
  saved_queries: SavedQueries
  queries: Queries
  runners: Runners
  jobs: Jobs
  tab_states: TabStates
  table_schemas: TableSchemas
  key_value: KeyValue
  key_value_texts: KeyValueTexts
  favorites: Favorites
  tags: Tags
  tagged_objects: TaggedObjects
  reports: Reports
  report_owners: ReportOwners
  report_recipients: ReportRecipients
  report_logs: ReportLogs
  logs: Logs
  row_rules: RowRules
  row_rule_datasets: RowRuleDatasets
  row_rule_roles: RowRuleRoles
  annotation_layers: AnnotationLayers
  annotations: Annotations
  css_templates: CssTemplates
  settings: Settings
}

/** SQLite has no booleans: these columns are turned into true and false when rows are read. */
export const booleanColumns: ReadonlySet<string> = new Set([
  'active',
  'expose_in_sqllab',
  'allow_run_async',
  'allow_file_upload',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'impersonate_user',
  'is_managed_externally',
  'is_sqllab_view',
  'filter_select_enabled',
  'normalize_columns',
  'always_filter_main_dttm',
  'is_active',
  'is_dttm',
  'filterable',
  'groupby',
  'query_context_generation',
  'published',
  'select_as_cta',
  'select_as_cta_used',
  'autorun',
  'hide_left_bar',
  'expanded',
  'force_screenshot',
  'may_repeat',
])
