import type { ItemReply } from '@sightline/contract'
import { sql } from 'kysely'
import { Refusal } from '../http/problem.ts'
import { idOf } from './ids.ts'
import { labelsOf } from './labels.ts'
import { pick } from './list.ts'
import { itemShape, readQ, type ItemQuery } from './read-q.ts'
import type { Asked, Fragment, ResourceDescription } from './resource.ts'
import { allOf, rowsOf } from './rows.ts'

/** `GET /{id}`. */
export async function item(resource: ResourceDescription, asked: Asked, id: string | number, q: string | undefined, within?: Fragment): Promise<ItemReply> {
  const pk = idOf(id)
  const { columns, keys } = readQ<ItemQuery>(q, itemShape)
  const chosen = pick(resource.show, columns)
  const shown = chosen ?? resource.show
  const result = await findVisible(resource, asked, pk, chosen ?? [...resource.show, ...(resource.alsoShow ?? [])], within)
  if (keys?.includes('none')) return { id: pk, result }
  const says = (key: string) => !keys || keys.length === 0 || keys.includes(key)
  return {
    id: pk,
    result,
    ...(says('show_columns') && { show_columns: shown }),
    ...(says('label_columns') && { label_columns: labelsOf(resource, shown) }),
    ...(says('description_columns') && { description_columns: {} }),
    ...(says('show_title') && { show_title: `Show ${resource.title}` }),
  }
}

/** Wire columns of a row the caller may see; 404 when there is none. */
export async function findVisible(
  resource: ResourceDescription,
  asked: Asked,
  id: number,
  columns: readonly string[] = ['id'],
  within?: Fragment,
): Promise<Record<string, any>> {
  const where = allOf([sql`${sql.table(resource.table)}.${sql.id('id')} = ${id}`, within, await resource.access?.(asked)])
  const { rows } = await rowsOf(resource, asked, { columns: [...new Set(columns)], where })
  if (!rows[0]) throw new Refusal(404, 'Not found')
  return rows[0]
}

/** Which of the ids the caller may see. */
export async function visibleIds(resource: ResourceDescription, asked: Asked, ids: readonly number[], within?: Fragment): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const where = allOf([sql`${sql.table(resource.table)}.${sql.id('id')} in (${sql.join(ids)})`, within, await resource.access?.(asked)])
  return (await rowsOf(resource, asked, { columns: ['id'], where })).ids
}
