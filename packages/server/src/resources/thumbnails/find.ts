import type { Caller } from '@sightline/core'
import { sql, type Selectable } from 'kysely'
import type { Charts, Dashboards } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { visibleCharts, visibleDashboards } from '../../rest/visible-data.ts'

/** The chart if the caller may see it; seeing it says nothing about its rows. */
export async function findChart({ db }: Deps, caller: Caller, id: number): Promise<Selectable<Charts>> {
  const visible = visibleCharts(caller)
  const found = await db
    .selectFrom('charts')
    .selectAll('charts')
    .where('charts.id', '=', id)
    .$if(visible !== undefined, (query) => query.where(sql<boolean>`(${visible})`))
    .executeTakeFirst()
  if (!found) throw new Refusal(404, 'Not found')
  return found
}

export async function findDashboard({ db, config }: Deps, caller: Caller, id: number): Promise<Selectable<Dashboards>> {
  const visible = visibleDashboards(caller, config.featureFlags.DASHBOARD_RBAC)
  const found = await db
    .selectFrom('dashboards')
    .selectAll('dashboards')
    .where('dashboards.id', '=', id)
    .$if(visible !== undefined, (query) => query.where(sql<boolean>`(${visible})`))
    .executeTakeFirst()
  if (!found) throw new Refusal(404, 'Not found')
  return found
}
