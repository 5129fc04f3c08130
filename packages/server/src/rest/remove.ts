import { sql } from 'kysely'
import { Refusal } from '../http/problem.ts'
import { forgetVersions, isGuarded } from './guarded-save.ts'
import { idOf, isId } from './ids.ts'
import { visibleIds } from './item.ts'
import { mustOwn } from './owners.ts'
import { idsShape, readQ } from './read-q.ts'
import type { Asked, Fragment, Removal, ResourceDescription } from './resource.ts'

/** `DELETE /{id}`. */
export async function remove(resource: ResourceDescription, asked: Asked, id: string | number, within?: Fragment) {
  await removeAll(resource, asked, [idOf(id)], within)
  return { message: 'OK' }
}

/** `DELETE /?q=!(1,2)`: all of them or none. */
export async function removeMany(resource: ResourceDescription, asked: Asked, q: string | undefined, within?: Fragment) {
  const ids = [...new Set(readQ<readonly number[]>(q, idsShape))]
  if (ids.length === 0 || !ids.every(isId)) throw new Refusal(404, 'Not found')
  await removeAll(resource, asked, ids, within)
  const [one, many] = (resource.removal as Removal).nouns
  return { message: `Deleted ${ids.length} ${ids.length === 1 ? one : many}` }
}

export async function removeAll(resource: ResourceDescription, asked: Asked, ids: readonly number[], within?: Fragment): Promise<void> {
  const { removal } = resource
  if (!removal) throw new Error(`${resource.name} has no removal`)
  const { deps, caller } = asked
  const visible = await visibleIds(resource, asked, ids, within)
  if (visible.length !== ids.length) throw new Refusal(404, 'Not found')
  await mustOwn(deps, resource, caller, ids)
  if (removal.reports) {
    const reports = await deps.db.selectFrom('reports').select('name').where(removal.reports, 'in', ids).orderBy('id').execute()
    if (reports.length > 0) throw new Refusal(422, `There are associated alerts or reports: ${reports.map(({ name }) => name).join(',')}`)
  }
  await removal.check?.(deps, ids, caller)
  await deps.db.transaction().execute(async (db) => {
    await removal.before?.(db, ids, caller)
    if (resource.favorite) await db.deleteFrom('favorites').where('class_name', '=', resource.favorite).where('object_id', 'in', ids).execute()
    if (resource.tagKind) await db.deleteFrom('tagged_objects').where('object_type', '=', resource.tagKind).where('object_id', 'in', ids).execute()
    if (isGuarded(resource.table)) await forgetVersions(db, resource.table, ids)
    await sql`delete from ${sql.table(resource.table)} where ${sql.id('id')} in (${sql.join(ids)})`.execute(db)
  })
}
