import { isAdmin, type Caller } from '@sightline/core'
import { sql } from 'kysely'
import { visibleDatasets } from '../data-permissions/visible.ts'
import type { Fragment } from './resource.ts'
import { anyOf } from './rows.ts'

/** Rows of `charts` (under that alias) whose data the caller may read; undefined: all of them. */
export function chartsWithReadableData(caller: Caller, alias = 'charts'): Fragment | undefined {
  const readable = visibleDatasets(caller)
  if (!readable) return undefined
  return sql`${sql.id(alias)}.datasource_type = 'table' and ${sql.id(alias)}.datasource_id in (select datasets.id from datasets where ${readable})`
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
 * Dashboards a caller sees. Administrators all, owners their own; guests those of their token; published ones with a chart of readable data; with `byRoles` a dashboard
 * that has roles answers to them alone.
 */
export function visibleDashboards(caller: Caller, byRoles: boolean, alias = 'dashboards'): Fragment | undefined {
  if (isAdmin(caller)) return undefined
  const id = sql`${sql.id(alias)}.${sql.id('id')}`
  if (caller.kind === 'guest') return caller.guest?.dashboardIds.length ? sql`${id} in (${sql.join(caller.guest.dashboardIds)})` : sql`1 = 0`
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
