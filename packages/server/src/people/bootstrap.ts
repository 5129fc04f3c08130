import type { Bootstrap, BootstrapUser, EmbeddedBootstrap } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { menuData } from './menu.ts'

/** What the page knows from its first moment. */
export async function bootstrapOf(deps: Pick<Deps, 'db' | 'config'>, caller: Caller, flashes: readonly (readonly [string, string])[]): Promise<Bootstrap> {
  return {
    user: await bootstrapUser(deps, caller),
    common: { ...commonOf(deps.config, confOf(deps.config)), menu_data: menuData(deps, caller), flash_messages: flashes },
  }
}

/** What the page of an embedded dashboard knows: it is sent to whoever has its address, so it tells of nobody, and of the server only how long to wait. */
export const embeddedBootstrapOf = (config: Config, embedded: EmbeddedBootstrap['embedded']): EmbeddedBootstrap => ({
  common: { ...commonOf(config, { SUPERSET_WEBSERVER_TIMEOUT: config.webserverTimeoutSeconds }), flash_messages: [] },
  config: { GUEST_TOKEN_HEADER_NAME: config.guestTokenHeader },
  embedded,
})

const commonOf = (config: Config, conf: Readonly<Record<string, unknown>>) => ({
  conf,
  locale: 'en',
  language_pack: { domain: 'superset', locale_data: { superset: { '': { domain: 'superset', lang: 'en', plural_forms: 'nplurals=2; plural=(n != 1)' } } } },
  d3_format: {},
  currencies: ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY'],
  feature_flags: config.featureFlags,
  extra_sequential_color_schemes: [],
  extra_categorical_color_schemes: [],
  theme_overrides: {},
})

/** The caller with the pairs of each role; nobody has only what the Public role holds. */
export async function bootstrapUser({ db }: Pick<Deps, 'db'>, caller: Caller): Promise<BootstrapUser> {
  const roleIds = caller.roles.map(({ id }) => id)
  const rows =
    roleIds.length === 0
      ? []
      : await db
          .selectFrom('role_permissions')
          .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
          .select(['role_id', 'permission_name', 'view_name'])
          .where('role_id', 'in', roleIds)
          .orderBy('permissions.id')
          .execute()
  const roles: Record<string, (readonly [string, string])[]> = Object.fromEntries(caller.roles.map(({ name }) => [name, []]))
  const permissions = { database_access: new Set<string>(), datasource_access: new Set<string>() }
  const nameOf = new Map(caller.roles.map(({ id, name }) => [id, name]))
  for (const { role_id, permission_name, view_name } of rows) {
    roles[nameOf.get(role_id)!]?.push([permission_name, view_name])
    if (permission_name === 'database_access' || permission_name === 'datasource_access') permissions[permission_name].add(view_name)
  }
  if (caller.id === null) return { isAnonymous: true, roles, permissions: {} }
  const user = await db.selectFrom('users').select(['active', 'created_on', 'password_hash']).where('id', '=', caller.id).executeTakeFirstOrThrow()
  return {
    userId: caller.id,
    username: caller.username,
    firstName: caller.firstName,
    lastName: caller.lastName,
    email: caller.email,
    isActive: user.active,
    isAnonymous: false,
    createdOn: user.created_on,
    hasPassword: user.password_hash !== null,
    roles,
    permissions: { database_access: [...permissions.database_access], datasource_access: [...permissions.datasource_access] },
  }
}

function confOf(config: Config): Record<string, unknown> {
  const csv = ['csv', 'tsv', 'txt']
  const excel = ['xlsx', 'xls']
  const columnar = ['parquet', 'zip']
  return {
    SUPERSET_WEBSERVER_TIMEOUT: config.webserverTimeoutSeconds,
    SUPERSET_DASHBOARD_POSITION_DATA_LIMIT: config.dashboardPositionLimit,
    SUPERSET_DASHBOARD_PERIODICAL_REFRESH_LIMIT: 0,
    SUPERSET_DASHBOARD_PERIODICAL_REFRESH_WARNING_MESSAGE: null,
    DISABLE_DATASET_SOURCE_EDIT: config.featureFlags.DISABLE_DATASET_SOURCE_EDIT,
    ENABLE_JAVASCRIPT_CONTROLS: config.featureFlags.ENABLE_JAVASCRIPT_CONTROLS,
    DEFAULT_SQLLAB_LIMIT: config.sqllabDefaultLimit,
    DEFAULT_VIZ_TYPE: 'table',
    SQL_MAX_ROW: config.sqlMaxRow,
    SUPERSET_WEBSERVER_DOMAINS: config.webserverDomains.length === 0 ? null : config.webserverDomains,
    SQLLAB_SAVE_WARNING_MESSAGE: config.sqllabSaveWarning || null,
    SQLLAB_DEFAULT_DBID: config.sqllabDefaultDatabase || null,
    DISPLAY_MAX_ROW: config.displayMaxRow,
    GLOBAL_ASYNC_QUERIES_TRANSPORT: 'polling',
    GLOBAL_ASYNC_QUERIES_POLLING_DELAY: 500,
    SQL_VALIDATORS_BY_ENGINE: {},
    DASHBOARD_AUTO_REFRESH_MODE: 'force',
    DASHBOARD_AUTO_REFRESH_INTERVALS: [
      [0, "Don't refresh"],
      [10, '10 seconds'],
      [30, '30 seconds'],
      [60, '1 minute'],
      [300, '5 minutes'],
      [1800, '30 minutes'],
      [3600, '1 hour'],
      [21_600, '6 hours'],
      [43_200, '12 hours'],
      [86_400, '24 hours'],
    ],
    DASHBOARD_VIRTUALIZATION: config.featureFlags.DASHBOARD_VIRTUALIZATION,
    SCHEDULED_QUERIES: config.scheduledQueries,
    CSV_EXTENSIONS: csv,
    EXCEL_EXTENSIONS: excel,
    COLUMNAR_EXTENSIONS: columnar,
    ALLOWED_EXTENSIONS: [...csv, ...excel, ...columnar],
    SAMPLES_ROW_LIMIT: config.samplesRowLimit,
    ROW_LIMIT: config.rowLimit,
    DEFAULT_TIME_FILTER: 'No filter',
    HTML_SANITIZATION: true,
    HTML_SANITIZATION_SCHEMA_EXTENSIONS: {},
    WELCOME_PAGE_LAST_TAB: 'all',
    VIZ_TYPE_DENYLIST: [],
    ALERT_REPORTS_DEFAULT_CRON_VALUE: '0 * * * *',
    ALERT_REPORTS_DEFAULT_RETENTION: 90,
    ALERT_REPORTS_DEFAULT_WORKING_TIMEOUT: 3600,
    ALERT_REPORTS_NOTIFICATION_METHODS: ['Email'],
    NATIVE_FILTER_DEFAULT_ROW_LIMIT: config.nativeFilterRowLimit,
    PREVENT_UNSAFE_DEFAULT_URLS_ON_DATASET: true,
    HAS_GSHEETS_INSTALLED: false,
  }
}
