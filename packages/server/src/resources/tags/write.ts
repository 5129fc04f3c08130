import type { TagPost, TagPut } from '@sightline/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { orDuplicate } from '../../rest/duplicates.ts'
import { idOf } from '../../rest/ids.ts'
import { readQ } from '../../rest/read-q.ts'
import { removeAll } from '../../rest/remove.ts'
import type { Asked } from '../../rest/resource.ts'
import { customTag, markWith, tagKinds, type TagKind } from '../../rest/tagging.ts'
import { isOwn, isVisible, kindOf } from './objects.ts'
import { tags } from './tags.ts'

type Target = readonly [kind: TagKind, id: number]

/** Names with a colon are those of automatic tags; commas separate names in addresses. */
function mustBeCustom(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || /[:,]/.test(trimmed)) throw new Refusal(422, { name: ["Invalid tag name (cannot contain ':' or ',')"] })
  return trimmed
}

async function targetsOf(asked: Asked, given: TagPost['objects_to_tag']): Promise<readonly Target[]> {
  const targets = (given ?? []).map(([kind, id]): Target => [kindOf(kind), id])
  for (const [kind, id] of targets) if (!(await isVisible(asked, kind, id))) throw new Refusal(422, { objects_to_tag: [`There is no ${kind} ${id}`] })
  return targets
}

/** The tag of that name, made where it is missing. */
async function findOrMake(db: Deps['db'], { deps, caller }: Asked, name: string, description?: string | null): Promise<number> {
  const there = await db.selectFrom('tags').select(['id', 'type']).where('name', '=', name).executeTakeFirst()
  if (there) {
    if (description !== undefined)
      await db
        .updateTable('tags')
        .set({ description, ...changedNow(deps, caller) })
        .where('id', '=', there.id)
        .execute()
    return there.id
  }
  const { id } = await db
    .insertInto('tags')
    .values({ name, type: customTag, description: description ?? null, ...createdNow(deps, caller) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function createTag(asked: Asked, body: TagPost): Promise<Record<string, never>> {
  const name = mustBeCustom(body.name)
  const targets = await targetsOf(asked, body.objects_to_tag)
  await asked.deps.db.transaction().execute(async (db) => {
    const tagId = await findOrMake(db, asked, name, body.description)
    for (const [kind, id] of targets) await markWith(db, asked.deps, asked.caller, tagKinds[kind], id, [tagId])
  })
  return {}
}

/** Objects the caller may not change are skipped, not refused. */
export async function createTags(asked: Asked, bodies: readonly TagPost[]) {
  const tagged = new Map<string, Target>()
  const skipped = new Map<string, Target>()
  const planned: { name: string; description: string | null | undefined; targets: Target[] }[] = []
  for (const body of bodies) {
    const targets: Target[] = []
    for (const [given, id] of body.objects_to_tag ?? []) {
      const kind = kindOf(given)
      const mayTag = (await isVisible(asked, kind, id)) && (await isOwn(asked, kind, id))
      ;(mayTag ? tagged : skipped).set(`${kind} ${id}`, [kind, id])
      if (mayTag) targets.push([kind, id])
    }
    planned.push({ name: mustBeCustom(body.name), description: body.description, targets })
  }
  await asked.deps.db.transaction().execute(async (db) => {
    for (const { name, description, targets } of planned) {
      const tagId = await findOrMake(db, asked, name, description)
      for (const [kind, id] of targets) await markWith(db, asked.deps, asked.caller, tagKinds[kind], id, [tagId])
    }
  })
  return { result: { objects_tagged: [...tagged.values()], objects_skipped: [...skipped.values()] } }
}

/** `objects_to_tag` is the whole of what carries the tag afterwards; what the caller cannot see keeps it. */
export async function updateTag(asked: Asked, id: number, body: TagPut): Promise<unknown> {
  const { deps, caller } = asked
  const stored = await deps.db.selectFrom('tags').select(['id', 'type']).where('id', '=', id).executeTakeFirst()
  if (!stored) throw new Refusal(404, 'Not found')
  const name = body.name === undefined ? undefined : mustBeCustom(body.name)
  const targets = body.objects_to_tag ? await targetsOf(asked, body.objects_to_tag) : undefined
  const work = deps.db.transaction().execute(async (db) => {
    await db
      .updateTable('tags')
      .set({ ...only(body, ['description']), ...(name === undefined ? {} : { name }), ...changedNow(deps, caller) })
      .where('id', '=', id)
      .execute()
    if (!targets) return
    const marked = await db.selectFrom('tagged_objects').select(['id', 'object_type', 'object_id']).where('tag_id', '=', id).execute()
    for (const mark of marked) {
      const kind = kindOf(mark.object_type)
      const stays = targets.some(([one, objectId]) => one === kind && objectId === mark.object_id)
      if (!stays && (await isVisible({ ...asked, deps: { ...deps, db } }, kind, mark.object_id)))
        await db.deleteFrom('tagged_objects').where('id', '=', mark.id).execute()
    }
    for (const [kind, objectId] of targets) await markWith(db, deps, caller, tagKinds[kind], objectId, [id])
  })
  await orDuplicate(work, new Refusal(422, { name: ['Must be unique'] }))
  return { id, result: body }
}

/** `DELETE /?q=!('a','b')` takes names. */
export async function removeTags(asked: Asked, q: string | undefined) {
  const wanted = [...new Set(readQ<readonly string[]>(q, { type: 'array', items: { type: 'string' } }))]
  const rows = wanted.length === 0 ? [] : await asked.deps.db.selectFrom('tags').select('id').where('name', 'in', wanted).execute()
  if (rows.length === 0 || rows.length !== wanted.length) throw new Refusal(404, 'Not found')
  await removeAll(
    tags,
    asked,
    rows.map(({ id }) => id),
  )
  return { message: `Deleted ${rows.length} tags` }
}

export async function mark(asked: Asked, type: string | number, objectId: string | number, given: readonly string[]): Promise<Record<string, never>> {
  const kind = kindOf(type)
  const id = idOf(objectId)
  const wanted = [...new Set(given.map(mustBeCustom))]
  if (!(await isVisible(asked, kind, id))) throw new Refusal(404, 'Not found')
  await asked.deps.db.transaction().execute(async (db) => {
    for (const name of wanted) await markWith(db, asked.deps, asked.caller, tagKinds[kind], id, [await findOrMake(db, asked, name)])
  })
  return {}
}

export async function unmark(asked: Asked, type: string | number, objectId: string | number, name: string): Promise<{ message: string }> {
  const kind = kindOf(type)
  const id = idOf(objectId)
  if (!(await isVisible(asked, kind, id))) throw new Refusal(404, 'Not found')
  const { numDeletedRows } = await asked.deps.db
    .deleteFrom('tagged_objects')
    .where('object_type', '=', tagKinds[kind])
    .where('object_id', '=', id)
    .where('tag_id', 'in', (eb) => eb.selectFrom('tags').select('id').where('name', '=', name).where('type', '=', customTag))
    .executeTakeFirst()
  if (Number(numDeletedRows) === 0) throw new Refusal(404, 'Not found')
  return { message: 'OK' }
}
