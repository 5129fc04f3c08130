import { sql } from 'kysely'
import { Refusal } from '../http/problem.ts'
import { momentOf } from '../moment.ts'
import { idOf, isId } from './ids.ts'
import { findVisible, visibleIds } from './item.ts'
import { idsShape, readQ } from './read-q.ts'
import type { Asked, CustomFilter, Fragment, ResourceDescription } from './resource.ts'

/** `GET /favorite_status/?q=!(1,2)`. */
export async function favoriteStatus(resource: ResourceDescription, asked: Asked, q: string | undefined) {
  const wanted = [...new Set(readQ<readonly number[]>(q, idsShape))]
  const visible = await visibleIds(resource, asked, wanted.filter(isId))
  if (visible.length === 0) throw new Refusal(404, 'Not found')
  const starred = new Set(await starredOf(resource, asked, visible))
  // Every id that was asked for is answered: what the caller cannot see has no star of his.
  return { result: wanted.map((id) => ({ id, value: starred.has(id) })) }
}

async function starredOf({ favorite }: ResourceDescription, { deps, caller }: Asked, ids: readonly number[]): Promise<readonly number[]> {
  if (caller.id === null || !favorite) return []
  const rows = await deps.db
    .selectFrom('favorites')
    .select('object_id')
    .where('user_id', '=', caller.id)
    .where('class_name', '=', favorite)
    .where('object_id', 'in', ids)
    .execute()
  return rows.map(({ object_id }) => object_id)
}

/** `POST` and `DELETE /{id}/favorites/`: a second star is no error, nor is taking off what is not there. */
export async function setFavorite(resource: ResourceDescription, asked: Asked, id: string | number, isStarred: boolean) {
  const pk = idOf(id)
  await findVisible(resource, asked, pk)
  const { deps, caller } = asked
  const class_name = resource.favorite
  if (!class_name) throw new Error(`${resource.name} has no favourites`)
  const user_id = caller.id
  if (user_id === null) throw new Refusal(403, 'Forbidden')
  if (!isStarred) {
    await deps.db.deleteFrom('favorites').where('user_id', '=', user_id).where('class_name', '=', class_name).where('object_id', '=', pk).execute()
  } else if ((await starredOf(resource, asked, [pk])).length === 0) {
    await deps.db
      .insertInto('favorites')
      .values({ user_id, class_name, object_id: pk, created_on: momentOf(deps.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return { result: 'OK' }
}

/** Rows the caller has starred. */
export const isStarred = (table: string, favorite: string, userId: number): Fragment =>
  sql`exists (select 1 from favorites as star where star.user_id = ${userId} and star.class_name = ${favorite} and star.object_id = ${sql.table(table)}.${sql.id('id')})`

/** `chart_is_favorite` and its like: nothing for the anonymous, nothing for a value that is no truth. */
export const favoriteFilter = (operator: string, table: string, favorite: string): CustomFilter => ({
  operator,
  name: 'Is favorite',
  where: (value, { caller }) => {
    if (caller.id === null || typeof value !== 'boolean') return undefined
    const starred = isStarred(table, favorite, caller.id)
    return value ? starred : sql`not ${starred}`
  },
})
