import { sql } from 'kysely'
import { humanizeSince } from './humanize.ts'
import { matches } from './match.ts'
import type { Column, CustomFilter, Related, Search, ToMany, ToOne } from './resource.ts'

/** Relations, columns and filters nearly every resource has. */

const userOf = (key: string): ToOne => ({ kind: 'one', table: 'users', key })
export const createdBy = userOf('created_by_id')
export const changedBy = userOf('changed_by_id')
export const lastSavedBy = userOf('last_saved_by_id')
export const userRelation = userOf('user_id')

export const ownersThrough = (table: 'chart_owners' | 'dashboard_owners' | 'dataset_owners' | 'report_owners', from: string): ToMany => ({
  kind: 'many',
  table: 'users',
  through: { table, to: 'user_id' },
  from,
})

export const tagsOf = (objectType: number): ToMany => ({
  kind: 'many',
  table: 'tags',
  through: { table: 'tagged_objects', to: 'tag_id', where: sql`link.object_type = ${sql.lit(objectType)}` },
  from: 'object_id',
})

const fullName = sql`first_name || ' ' || last_name`
/** People who can be chosen; a text is looked for in the full name and the user name. */
export const relatedUsers = (extra: readonly string[] = []): Related => ({
  table: 'users',
  text: fullName,
  matches: (typed, store) => sql`(${matches(store, sql`(${fullName})`, typed, 'contains')} or ${matches(store, sql`username`, typed, 'contains')})`,
  order: sql`first_name`,
  extra,
})
export const relatedOwners = relatedUsers(['active', 'email'])

const nameOf = (relation: string): Column => ({
  needs: [`${relation}.first_name`, `${relation}.last_name`],
  make: (row) => (row[`${relation}.id`] === null ? '' : `${row[`${relation}.first_name`]} ${row[`${relation}.last_name`]}`),
})

/** Columns worked out from who and when. */
export const auditColumns: Readonly<Record<string, Column>> = {
  changed_by_name: nameOf('changed_by'),
  created_by_name: nameOf('created_by'),
  changed_on_delta_humanized: { stored: 'changed_on', read: (moment: string | null, { now }) => humanizeSince(moment, now) },
  created_on_delta_humanized: { stored: 'created_on', read: (moment: string | null, { now }) => humanizeSince(moment, now) },
  changed_on_humanized: { stored: 'changed_on', read: (moment: string | null, { now }) => humanizeSince(moment, now) },
  created_on_humanized: { stored: 'created_on', read: (moment: string | null, { now }) => humanizeSince(moment, now) },
  changed_on_utc: { stored: 'changed_on', read: (moment: string | null) => (moment === null ? null : `${moment}+0000`) },
  changed_on_dttm: { stored: 'changed_on', read: (moment: string | null) => (moment === null ? null : epochOf(moment)) },
}

/** Milliseconds with the digits a Date cannot hold. */
const epochOf = (moment: string): number => Date.parse(`${moment.slice(0, 23)}Z`) + Number(moment.slice(23, 26) || 0) / 1000

export const text: Search = { kind: 'text' }
/** One of a few fixed words. */
export const choice: Search = { kind: 'choice' }
/** One of a few fixed words that are kept as numbers. */
export const numbered: Search = { kind: 'numbered' }
export const integer: Search = { kind: 'integer' }
export const truth: Search = { kind: 'boolean' }
export const moment: Search = { kind: 'moment' }
export const toOne: Search = { kind: 'one' }
export const toMany: Search = { kind: 'many' }

/** The same search with operators of its own. */
export const withFilters = (search: Search, ...custom: CustomFilter[]): Search => ({ ...search, custom })
