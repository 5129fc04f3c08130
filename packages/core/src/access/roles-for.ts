/**
 * Which built-in roles hold a pair. Pure, so that a start of the server rebuilds the same roles from the same registry,
 * and a test can say for every route who may call it.
 */
export const builtInRoles = ['Admin', 'Alpha', 'Gamma', 'sql_lab', 'Public'] as const
export type BuiltInRole = (typeof builtInRoles)[number]

export interface Pair {
  readonly permission: string
  readonly view: string
}

/** Pairs that open one object. No built-in role gets them by itself; whoever was given one keeps it. */
const objectPermissions = new Set(['database_access', 'schema_access', 'catalog_access', 'datasource_access'])
export const isObjectPair = ({ permission }: Pair): boolean => objectPermissions.has(permission)

const forEverybody = new Set(['can_userinfo', 'resetmypassword', 'can_recent_activity'])

const adminViews = new Set([
  'Access Requests',
  'Action Log',
  'List Roles',
  'List Users',
  'Log',
  'Permission',
  'PermissionViewMenu',
  'RegisterUserModelView',
  'ResetPasswordView',
  'Role',
  'RoleModelView',
  'Row Level Security',
  'Row Level Security Filters',
  'RowLevelSecurityFiltersModelView',
  'SQL Lab',
  'Security',
  'User',
  'User Registrations',
  "User's Statistics",
  'UserDBModelView',
  'UserInfoEditView',
  'UserLDAPModelView',
  'UserOAuthModelView',
  'UserOIDModelView',
  'UserRemoteUserModelView',
  'ViewMenu',
])
const adminPermissions = new Set(['all_query_access', 'can_grant_guest_token', 'can_set_embedded', 'can_update_role', 'can_warm_up_cache'])
const adminExceptToRead = new Set(['Database', 'DynamicPlugin'])

const alphaViews = new Set([
  'Alerts & Report',
  'Annotation',
  'Annotation Layers',
  'CSS Templates',
  'ColumnarToDatabaseView',
  'CssTemplate',
  'CsvToDatabaseView',
  'ExcelToDatabaseView',
  'Import dashboards',
  'ImportExportRestApi',
  'Manage',
  'Queries',
  'ReportSchedule',
  'TableSchemaView',
  'Upload a CSV',
])
const alphaPermissions = new Set(['all_database_access', 'all_datasource_access', 'can_upload', 'muldelete'])
const alphaExceptToRead = new Set(['Dataset', 'Datasource'])

const readPermissions = new Set(['can_external_metadata', 'can_external_metadata_by_name', 'can_get', 'can_list', 'can_read', 'can_show'])

const keys = (pairs: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> =>
  new Set(Object.entries(pairs).flatMap(([view, permissions]) => permissions.map((permission) => `${permission} on ${view}`)))

const sqlLabOnly = keys({
  SqlLab: ['can_my_queries'],
  SavedQuery: ['can_read', 'can_write', 'can_export'],
  Query: ['can_read', 'can_export_csv'],
  SQLLab: ['can_get_results', 'can_execute_sql_query', 'can_export_csv', 'can_read', 'can_format_sql'],
  'SQL Lab': ['can_estimate_query_cost', 'menu_access'],
  Superset: ['can_sqllab_history', 'can_sqllab', 'can_test_conn'],
  TabStateView: ['can_activate', 'can_get', 'can_delete_query', 'can_post', 'can_delete', 'can_put', 'can_migrate_query'],
  SqlLabPermalinkRestApi: ['can_read', 'can_write'],
  'SQL Editor': ['menu_access'],
  'Saved Queries': ['menu_access'],
  'Query Search': ['menu_access'],
})
// The tables beside a tab go with the tab, so whoever has tabs has them too.
const sqlLabAlso = keys({ Superset: ['can_csv', 'can_read'], Database: ['can_read'], TableSchemaView: ['can_post', 'can_delete', 'can_expanded'] })

export function rolesFor(pair: Pair): readonly BuiltInRole[] {
  if (isObjectPair(pair)) return []
  const key = `${pair.permission} on ${pair.view}`
  const roles: BuiltInRole[] = ['Admin']
  const isForEverybody = forEverybody.has(pair.permission)
  const isForOthers = !isAdminOnly(pair) && !sqlLabOnly.has(key)
  if (isForEverybody || isForOthers) roles.push('Alpha')
  if (isForEverybody || (isForOthers && !isAlphaOnly(pair))) roles.push('Gamma')
  if (sqlLabOnly.has(key) || sqlLabAlso.has(key)) roles.push('sql_lab')
  return roles
}

const isAdminOnly = ({ permission, view }: Pair): boolean =>
  adminViews.has(view) || adminPermissions.has(permission) || (adminExceptToRead.has(view) && !readPermissions.has(permission) && permission !== 'can_upload')

const isAlphaOnly = ({ permission, view }: Pair): boolean =>
  alphaViews.has(view) || alphaPermissions.has(permission) || (alphaExceptToRead.has(view) && !readPermissions.has(permission))
