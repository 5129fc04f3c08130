import type { Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { createdNow } from './audit.ts'

/** Numbers of the kinds that can be tagged. */
export const tagKinds = { query: 1, chart: 2, dashboard: 3, dataset: 4 } as const
export type TagKind = keyof typeof tagKinds
export const customTag = 1

/** The custom tags of an object become exactly these; automatic ones stay. */
export async function setTags(db: Deps['db'], deps: Deps, caller: Caller, kind: number, objectId: number, tagIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(tagIds)]
  const there = wanted.length === 0 ? [] : await db.selectFrom('tags').select('id').where('id', 'in', wanted).where('type', '=', customTag).execute()
  if (there.length !== wanted.length) throw new Refusal(422, { tags: ['Tags do not exist'] })
  await db
    .deleteFrom('tagged_objects')
    .where('object_type', '=', kind)
    .where('object_id', '=', objectId)
    .where('tag_id', 'in', (eb) => eb.selectFrom('tags').select('id').where('type', '=', customTag))
    .execute()
  await markWith(db, deps, caller, kind, objectId, wanted)
}

/** Puts tags on an object; those it has already are left alone. */
export async function markWith(
  db: Deps['db'],
  deps: Pick<Deps, 'now'>,
  caller: Caller,
  kind: number,
  objectId: number,
  tagIds: readonly number[],
): Promise<void> {
  if (tagIds.length === 0) return
  const has = await db.selectFrom('tagged_objects').select('tag_id').where('object_type', '=', kind).where('object_id', '=', objectId).execute()
  const missing = tagIds.filter((id) => !has.some(({ tag_id }) => tag_id === id))
  if (missing.length === 0) return
  await db
    .insertInto('tagged_objects')
    .values(missing.map((tag_id) => ({ tag_id, object_id: objectId, object_type: kind, ...createdNow(deps, caller) })))
    .execute()
}
