import { sql } from 'kysely'
import { Refusal } from '../../http/problem.ts'
import { findVisible } from '../../rest/item.ts'
import type { Asked } from '../../rest/resource.ts'
import { dashboards } from './dashboards.ts'

const looksLikeUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of a dashboard the caller may see, by its id, slug or uuid; 404 where there is none. */
export async function findDashboardId(asked: Asked, name: string | number): Promise<number> {
  const id = await dashboardIdOf(asked, name)
  await findVisible(dashboards, asked, id)
  return id
}

/** Whether the caller may see it is not asked. A slug made of digits is found only where no dashboard has that id. */
export async function dashboardIdOf(asked: Asked, name: string | number): Promise<number> {
  const text = String(name)
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0
  const found = await asked.deps.db
    .selectFrom('dashboards')
    .select('id')
    .where((eb) =>
      eb.or([eb('id', '=', id), eb('slug', '=', text.replaceAll('\u0000', '')), ...(looksLikeUuid.test(text) ? [eb('uuid', '=', text.toLowerCase())] : [])]),
    )
    .orderBy(sql`case when id = ${id} then 0 else 1 end`)
    .executeTakeFirst()
  if (!found) throw new Refusal(404, 'Not found')
  return found.id
}
