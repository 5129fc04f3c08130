import type { Problem } from '@sightline/contract'
import { isAdmin, mayDo, type Caller } from './caller.ts'
import { databasePerm } from './perm-text.ts'

/** What must be known about a thing before one can say who may see it. */
export interface DatabaseFacts {
  readonly id: number
  readonly database_name: string
}
export interface DatasetFacts {
  /** `schema.table`, as a refusal names it. */
  readonly name: string
  readonly perm: string | null
  readonly schemaPerm: string | null
  readonly database: DatabaseFacts
  readonly ownerIds: readonly number[]
}
export interface ChartFacts {
  readonly ownerIds: readonly number[]
  /** null when the dataset is gone. */
  readonly dataset: DatasetFacts | null
}
export interface DashboardFacts {
  readonly published: boolean
  readonly ownerIds: readonly number[]
  readonly roleIds: readonly number[]
  readonly datasets: readonly DatasetFacts[]
}

const owns = (caller: Caller, ownerIds: readonly number[]): boolean => caller.id !== null && ownerIds.includes(caller.id)

export const mayReadAllDatabases = (caller: Caller): boolean => mayDo(caller, 'all_database_access', 'all_database_access')
export const mayReadAllData = (caller: Caller): boolean => mayDo(caller, 'all_datasource_access', 'all_datasource_access') || mayReadAllDatabases(caller)

export const mayReadDatabase = (caller: Caller, database: DatabaseFacts): boolean =>
  mayReadAllData(caller) || mayDo(caller, 'database_access', databasePerm(database))

export const mayReadSchema = (caller: Caller, database: DatabaseFacts, schemaPerm: string | null): boolean =>
  mayReadDatabase(caller, database) || (schemaPerm !== null && mayDo(caller, 'schema_access', schemaPerm))

export const mayReadDataset = (caller: Caller, dataset: DatasetFacts): boolean =>
  mayReadSchema(caller, dataset.database, dataset.schemaPerm) ||
  (dataset.perm !== null && mayDo(caller, 'datasource_access', dataset.perm)) ||
  owns(caller, dataset.ownerIds)

export const mayReadChart = (caller: Caller, chart: ChartFacts): boolean =>
  isAdmin(caller) || owns(caller, chart.ownerIds) || (chart.dataset !== null && mayReadDataset(caller, chart.dataset))

/** Opening a dashboard by its address. A dashboard with roles answers to its roles alone (flag DASHBOARD_RBAC); its charts then open with it. */
export const mayReadDashboard = (caller: Caller, dashboard: DashboardFacts, byRoles: boolean): boolean => {
  if (isAdmin(caller) || owns(caller, dashboard.ownerIds)) return true
  if (byRoles && dashboard.roleIds.length > 0) return isOpenedByRole(caller, dashboard)
  return dashboard.datasets.length === 0 || dashboard.datasets.some((dataset) => mayReadDataset(caller, dataset))
}

/** Whether the dashboard's own roles open it to the caller, and with it the datasets of its charts. */
export const isOpenedByRole = (caller: Caller, dashboard: Pick<DashboardFacts, 'published' | 'roleIds'>): boolean =>
  dashboard.published && caller.roles.some(({ id }) => dashboard.roleIds.includes(id))

export const mayEdit = (caller: Caller, ownerIds: readonly number[]): boolean => isAdmin(caller) || owns(caller, ownerIds)

/**
 * Which rows of a list a caller may see, as data: a store turns it into a condition. `everything`, or rows that match any of the others.
 * Object pairs are matched by their text because that is what the rows carry.
 */
export interface VisibleData {
  readonly everything: boolean
  readonly databasePerms: readonly string[]
  readonly schemaPerms: readonly string[]
  readonly datasetPerms: readonly string[]
  readonly ownerId: number | null
}

export const visibleData = (caller: Caller): VisibleData => {
  const viewsOf = (permission: string): string[] => {
    const end = `${permission} on `
    return [...caller.pairs].filter((key) => key.startsWith(end)).map((key) => key.slice(end.length))
  }
  return {
    everything: mayReadAllData(caller),
    databasePerms: viewsOf('database_access'),
    schemaPerms: viewsOf('schema_access'),
    datasetPerms: viewsOf('datasource_access'),
    ownerId: caller.id,
  }
}

/** The number in `[name].(id:7)`: stores filter by database id, because names change. */
export const databaseIdOf = (perm: string): number | null => {
  const found = /\.\(id:(\d+)\)$/.exec(perm)
  return found ? Number(found[1]) : null
}

export const datasetRefusal = (dataset: Pick<DatasetFacts, 'name'>): Problem => ({
  code: 'DATASOURCE_SECURITY_ACCESS_ERROR',
  message: `This endpoint requires the datasource ${dataset.name}, database or \`all_datasource_access\` permission`,
  extra: { link: '', datasource: dataset.name },
})

export const tablesRefusal = (tables: readonly string[]): Problem => ({
  code: 'TABLE_SECURITY_ACCESS_ERROR',
  message: `You need access to the following tables: ${tables.map((table) => `\`${table}\``).join(', ')}, \`all_database_access\` or \`all_datasource_access\` permission`,
  extra: { link: '', tables },
})

export const dashboardRefusal: Problem = { code: 'DASHBOARD_SECURITY_ACCESS_ERROR', message: "You don't have access to this dashboard." }
export const chartRefusal: Problem = { code: 'CHART_SECURITY_ACCESS_ERROR', message: "You don't have access to this chart." }
export const ownershipRefusal = (thing: string): Problem => ({ code: 'MISSING_OWNERSHIP_ERROR', message: `You don't have the rights to alter ${thing}` })
