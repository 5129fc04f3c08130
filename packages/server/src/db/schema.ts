import type { Permissions, RolePermissions, Roles, Sessions, SignInLinks, UserAttributes, UserRoles, Users } from './tables/people.ts'
import type { Databases, DatasetColumns, DatasetMetrics, DatasetOwners, Datasets, RowRuleDatasets, RowRuleRoles, RowRules, SshTunnels } from './tables/data.ts'
import type {
  AnnotationLayers,
  Annotations,
  ChartOwners,
  Charts,
  CssTemplates,
  DashboardCharts,
  DashboardOwners,
  DashboardRoles,
  Dashboards,
  EmbeddedDashboards,
  FilterSets,
} from './tables/pictures.ts'
import type { Jobs, Queries, Runners, SavedQueries, TabStates, TableSchemas } from './tables/sql-editor.ts'
import type { ReportLogs, ReportOwners, ReportRecipients, Reports } from './tables/reports.ts'
import type { Favorites, KeyValue, KeyValueTexts, Logs, Moves, ReplacedVersions, Settings, TaggedObjects, Tags } from './tables/services.ts'

export type * from './tables/people.ts'
export type * from './tables/data.ts'
export type * from './tables/pictures.ts'
export type * from './tables/sql-editor.ts'
export type * from './tables/reports.ts'
export type * from './tables/services.ts'

/** The metadata store. Names are the glossary's; the wire's older words (`slice`, `table`) appear only in `contract` and the resources. */
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
  replaced_versions: ReplacedVersions
  moves: Moves
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
  'is_dry_run',
])
