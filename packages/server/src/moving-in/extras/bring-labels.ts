import { isAdmin, mayDo } from '@sightline/core'
import { changedNow, createdNow } from '../../rest/audit.ts'
import { customTag, markWith, tagKinds } from '../../rest/tagging.ts'
import type { Extras } from '../source.ts'
import { count, mayChange, type Work } from './work.ts'

const may = ({ caller }: Work, view: string): boolean => isAdmin(caller) || mayDo(caller, 'can_write', view)

/** CSS templates by their name; names may be used more than once, then the first is the first. */
export async function bringCssTemplates(work: Work): Promise<void> {
  const { db, deps, caller, extras, isDryRun, notBrought } = work
  const used = new Map<string, number>()
  for (const { name, css } of extras.cssTemplates) {
    if (!may(work, 'CssTemplate')) {
      notBrought.push({ kind: 'css_template', name, why: 'You may not write CSS templates here.' })
      continue
    }
    count(work, 'css_template')
    if (isDryRun) continue
    const at = used.get(name) ?? 0
    used.set(name, at + 1)
    const there = (await db.selectFrom('css_templates').select(['id', 'css']).where('template_name', '=', name).orderBy('id').execute())[at]
    if (!there)
      await db
        .insertInto('css_templates')
        .values({ template_name: name, css, ...createdNow(deps, caller) })
        .execute()
    else if (there.css !== css)
      await db
        .updateTable('css_templates')
        .set({ css, ...changedNow(deps, caller) })
        .where('id', '=', there.id)
        .execute()
  }
}

/** Tags by their name, put on what came over; what else carries them here stays so. */
export async function bringTags(work: Work): Promise<void> {
  const { db, deps, caller, extras, idsOf, isDryRun, notBrought } = work
  for (const tag of extras.tags) {
    const name = tag.name.trim()
    if (!may(work, 'Tag') || name === '' || /[:,]/.test(name)) {
      notBrought.push({
        kind: 'tag',
        name: tag.name,
        why: may(work, 'Tag') ? 'Names of tags hold no colon and no comma here.' : 'You may not write tags here.',
      })
      continue
    }
    count(work, 'tag')
    if (isDryRun) continue
    const tagId = await findOrMake(work, name, tag.description)
    for (const { kind, uuid } of tag.objects) {
      const id = idsOf(kind, uuid)
      if (typeof id !== 'number' || !(await mayTag(work, kind, id))) continue
      await markWith(db, deps, caller, tagKinds[kind === 'saved_query' ? 'query' : kind], id, [tagId])
    }
  }
}

/** Saved queries are their maker's, and the move makes them for whoever moves in. */
const mayTag = (work: Work, kind: Extras['tags'][number]['objects'][number]['kind'], id: number): Promise<boolean> =>
  kind === 'saved_query' ? Promise.resolve(true) : mayChange(work, kind, id)

async function findOrMake({ db, deps, caller }: Work, name: string, description: string | null): Promise<number> {
  const there = await db.selectFrom('tags').select(['id', 'description']).where('name', '=', name).executeTakeFirst()
  if (!there) {
    const values = { name, type: customTag, description, ...createdNow(deps, caller) }
    return (await db.insertInto('tags').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  if (there.description !== description)
    await db
      .updateTable('tags')
      .set({ description, ...changedNow(deps, caller) })
      .where('id', '=', there.id)
      .execute()
  return there.id
}
