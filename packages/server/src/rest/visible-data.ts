import { databaseIdOf, isAdmin, visibleData, type Caller } from '@sightline/core'
import { sql } from 'kysely'
import type { Fragment } from './resource.ts'
import { anyOf } from './rows.ts'

const among = (column: Fragment, values: readonly (string | number)[]): Fragment | undefined =>
  values.length === 0 ? undefined : sql`${column} in (${sql.join(values)})`

/** Rows of `datasets` (under that alias) whose data the caller may read; undefined: all of them. */
export function readableDatasets(caller: Caller, alias = 'datasets'): Fragment | undefined {
  const { everything, databasePerms, schemaPerms, datasetPerms, ownerId } = visibleData(caller)
  if (everything) return undefined
  const column = (name: string) => sql`${sql.id(alias)}.${sql.id(name)}`
  const databaseIds = databasePerms.map(databaseIdOf).filter((id) => id !== null)
  return anyOf([
    among(column('perm'), datasetPerms),
    among(column('schema_perm'), schemaPerms),
    among(column('database_id'), databaseIds),
    ownerId === null
      ? undefined
      : sql`exists (select 1 from dataset_owners as dataset_owner where dataset_owner.dataset_id = ${column('id')} and dataset_owner.user_id = ${ownerId})`,
  ])
}

/** Rows of `charts` (under that alias) whose data the caller may read; undefined: all of them. */
export function chartsWithReadableData(caller: Caller, alias = 'charts'): Fragment | undefined {
  const datasets = readableDatasets(caller, 'readable')
  if (!datasets) return undefined
  return sql`${sql.id(alias)}.datasource_type = 'table' and ${sql.id(alias)}.datasource_id in (select readable.id from datasets as readable where ${datasets})`
}

/** Charts a caller sees: those with data he may read, and his own. */
export function visibleCharts(caller: Caller, alias = 'charts'): Fragment | undefined {
  const readable = chartsWithReadableData(caller, alias)
  if (!readable || isAdmin(caller)) return undefined
  return anyOf([
    readable,
    caller.id === null
      ? undefined
      : sql`exists (select 1 from chart_owners as chart_owner where chart_owner.chart_id = ${sql.id(alias)}.${sql.id('id')} and chart_owner.user_id = ${caller.id})`,
  ])
}

/**
 * Dashboards a caller sees. Administrators all, owners their own; published ones with a chart of readable data; with `byRoles` a dashboard
 * that has roles answers to them alone.
 */
export function visibleDashboards(caller: Caller, byRoles: boolean, alias = 'dashboards'): Fragment | undefined {
  if (isAdmin(caller)) return undefined
  const id = sql`${sql.id(alias)}.${sql.id('id')}`
  const published = sql`${sql.id(alias)}.published = ${true}`
  const readable = chartsWithReadableData(caller, 'shown')
  const hasReadable = sql`exists (select 1 from dashboard_charts as placed join charts as shown on shown.id = placed.chart_id where placed.dashboard_id = ${id}${
    readable ? sql` and ${readable}` : sql``
  })`
  const hasRoles = sql`exists (select 1 from dashboard_roles as given where given.dashboard_id = ${id})`
  const roleIds = caller.roles.map((role) => role.id)
  return anyOf([
    caller.id === null
      ? undefined
      : sql`exists (select 1 from dashboard_owners as dashboard_owner where dashboard_owner.dashboard_id = ${id} and dashboard_owner.user_id = ${caller.id})`,
    byRoles ? sql`${published} and not ${hasRoles} and ${hasReadable}` : sql`${published} and ${hasReadable}`,
    byRoles && roleIds.length > 0
      ? sql`${published} and exists (select 1 from dashboard_roles as given where given.dashboard_id = ${id} and given.role_id in (${sql.join(roleIds)}))`
      : undefined,
  ])
}
