import { isAdmin, type Caller } from '@sightline/core'
import { sql } from 'kysely'
import { exploreUrl } from '../../charts/form-data.ts'
import { visibleDatasets } from '../../data-permissions/visible.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { isId } from '../../rest/ids.ts'
import type { Asked, Fragment } from '../../rest/resource.ts'
import { tagKinds, type TagKind } from '../../rest/tagging.ts'
import { visibleCharts, visibleDashboards } from '../../rest/visible-data.ts'

interface Kind {
  readonly table: 'charts' | 'dashboards' | 'datasets' | 'saved_queries'
  readonly title: string
  readonly owners?: readonly [table: string, key: string]
  readonly visible: (deps: Deps, caller: Caller) => Fragment | undefined
  readonly urlOf: (row: { readonly id: number; readonly slug: string | null }) => string
}

const kinds: Readonly<Record<TagKind, Kind>> = {
  query: {
    table: 'saved_queries',
    title: 'label',
    visible: (_deps, caller) => sql`saved_queries.created_by_id = ${caller.id}`,
    urlOf: ({ id }) => `/sqllab?savedQueryId=${id}`,
  },
  chart: {
    table: 'charts',
    title: 'slice_name',
    owners: ['chart_owners', 'chart_id'],
    visible: (_deps, caller) => visibleCharts(caller),
    urlOf: ({ id }) => exploreUrl(id),
  },
  dashboard: {
    table: 'dashboards',
    title: 'dashboard_title',
    owners: ['dashboard_owners', 'dashboard_id'],
    visible: (deps, caller) => visibleDashboards(caller, deps.config.featureFlags.DASHBOARD_RBAC),
    urlOf: ({ id, slug }) => `/superset/dashboard/${slug || id}/`,
  },
  dataset: {
    table: 'datasets',
    title: 'table_name',
    owners: ['dataset_owners', 'dataset_id'],
    visible: (_deps, caller) => visibleDatasets(caller),
    urlOf: ({ id }) => `/explore/?datasource_type=table&datasource_id=${id}`,
  },
}
const names = Object.keys(tagKinds) as TagKind[]

/** A kind by its name or number; another one is refused. */
export function kindOf(given: string | number): TagKind {
  const found = names.find((name) => name === String(given) || String(tagKinds[name]) === String(given))
  if (!found) throw new Refusal(422, `Invalid object type: ${String(given)}`)
  return found
}

/** Whether the object is there for the caller. */
export async function isVisible({ deps, caller }: Asked, kind: TagKind, id: number): Promise<boolean> {
  if (!isId(id)) return false
  const { table, visible } = kinds[kind]
  const condition = visible(deps, caller)
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.table(table)}.id = ${id}${condition ? sql` and (${condition})` : sql``}`.execute(
    deps.db,
  )
  return rows.length > 0
}

/** Whether the caller may change the object: its owner, its maker, or an administrator. */
export async function isOwn({ deps, caller }: Asked, kind: TagKind, id: number): Promise<boolean> {
  if (isAdmin(caller)) return true
  const { table, owners } = kinds[kind]
  const { rows } = owners
    ? await sql`select 1 from ${sql.table(owners[0])} where ${sql.id(owners[1])} = ${id} and user_id = ${caller.id}`.execute(deps.db)
    : await sql`select 1 from ${sql.table(table)} where id = ${id} and created_by_id = ${caller.id}`.execute(deps.db)
  return rows.length > 0
}

/** Visible objects that carry any of the tags, kind by kind. */
export async function taggedObjects(asked: Asked, tagIds: readonly number[], wanted: readonly TagKind[]) {
  const found = []
  if (tagIds.length > 0) for (const kind of wanted) found.push(...(await taggedOfKind(asked, kind, tagIds)))
  return found
}

async function taggedOfKind({ deps, caller }: Asked, kind: TagKind, tagIds: readonly number[]) {
  const { table, title, owners, visible, urlOf } = kinds[kind]
  const condition = visible(deps, caller)
  const own = sql.table(table)
  const { rows } = await sql<{
    id: number
    title: string | null
    slug: string | null
    changed_on: string
    user_id: number | null
    first_name: string
    last_name: string
  }>`
    select ${own}.id, ${own}.${sql.id(title)} as title, ${kind === 'dashboard' ? sql`${own}.slug` : sql`null`} as slug, ${own}.changed_on,
      maker.id as user_id, maker.first_name, maker.last_name
    from ${own} left join users as maker on maker.id = ${own}.created_by_id
    where exists (select 1 from tagged_objects as mark where mark.object_id = ${own}.id and mark.object_type = ${tagKinds[kind]} and mark.tag_id in (${sql.join(tagIds)}))
    ${condition ? sql`and (${condition})` : sql``} order by ${own}.id limit 1000`.execute(deps.db)
  const ids = rows.map(({ id }) => id)
  const [marks, people] = ids.length === 0 ? [[], []] : await Promise.all([marksOf(deps, kind, ids), owners ? ownersOf(deps, owners, ids) : []])
  return rows.map((row) => ({
    id: row.id,
    type: kind,
    name: row.title ?? '',
    url: urlOf(row),
    changed_on: row.changed_on,
    created_by: row.user_id === null ? {} : { id: row.user_id, first_name: row.first_name, last_name: row.last_name },
    creator: row.user_id === null ? '' : `${row.first_name} ${row.last_name}`,
    tags: marks.filter(({ object_id }) => object_id === row.id).map(({ id, name, type }) => ({ id, name, type: `TagType.${tagTypes[type] ?? 'custom'}` })),
    owners: people.filter(({ of }) => of === row.id).map(({ id, first_name, last_name, username }) => ({ id, first_name, last_name, username })),
  }))
}

const tagTypes: Readonly<Record<number, string>> = { 1: 'custom', 2: 'type', 3: 'owner', 4: 'favorited_by' }

const marksOf = (deps: Deps, kind: TagKind, ids: readonly number[]) =>
  deps.db
    .selectFrom('tagged_objects')
    .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
    .select(['object_id', 'tags.id', 'tags.name', 'tags.type'])
    .where('object_type', '=', tagKinds[kind])
    .where('object_id', 'in', ids)
    .orderBy('tags.id')
    .execute()

async function ownersOf(deps: Deps, [table, key]: readonly [string, string], ids: readonly number[]) {
  const { rows } = await sql<{ of: number; id: number; first_name: string; last_name: string; username: string }>`
    select link.${sql.id(key)} as ${sql.id('of')}, users.id, users.first_name, users.last_name, users.username
    from ${sql.table(table)} as link join users on users.id = link.user_id where link.${sql.id(key)} in (${sql.join(ids)}) order by users.id`.execute(deps.db)
  return rows
}
