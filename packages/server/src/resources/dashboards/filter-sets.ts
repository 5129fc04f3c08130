import type { FilterSet, FilterSetPost, FilterSetPut } from '@sightline/contract'
import { isAdmin } from '@sightline/core'
import { sql, type Selectable } from 'kysely'
import type { FilterSets } from '../../db/schema.ts'
import { Refusal } from '../../http/problem.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { orDuplicate } from '../../rest/duplicates.ts'
import { idOf, isId } from '../../rest/ids.ts'
import { list } from '../../rest/list.ts'
import { mustOwn } from '../../rest/owners.ts'
import { integer, text } from '../../rest/parts.ts'
import { defineResource, type Asked } from '../../rest/resource.ts'
import { dashboards } from './dashboards.ts'
import { findDashboardId } from './find-dashboard.ts'

const parsed = (metadata: string): unknown => JSON.parse(metadata)
const columns = ['id', 'created_on', 'changed_on', 'created_by_fk', 'changed_by_fk', 'name', 'description', 'owner_type', 'owner_id', 'dashboard_id', 'params']

/** Named values of filters. People see their own, and those of dashboards they own. */
const filterSets = defineResource({
  name: 'filtersets',
  view: 'FilterSets',
  title: 'Filter Set',
  table: 'filter_sets',
  columns: {
    created_by_fk: { stored: 'created_by_id' },
    changed_by_fk: { stored: 'changed_by_id' },
    params: { stored: 'json_metadata', read: parsed },
  },
  list: columns,
  show: columns,
  order: ['id', 'name', 'created_on', 'changed_on'],
  defaultOrder: { column: 'id', direction: 'asc' },
  search: { id: integer, name: text, owner_type: text, owner_id: integer },
  permissions: ['can_list', 'can_add', 'can_edit', 'can_delete'],
  access: ({ caller }) =>
    isAdmin(caller)
      ? undefined
      : sql`(filter_sets.owner_type = 'User' and filter_sets.owner_id = ${caller.id ?? 0}) or (filter_sets.owner_type = 'Dashboard' and exists (select 1 from dashboard_owners as keeper where keeper.dashboard_id = filter_sets.dashboard_id and keeper.user_id = ${caller.id ?? 0}))`,
})

async function dashboardOf(asked: Asked, name: string | number): Promise<number> {
  try {
    return await findDashboardId(asked, name)
  } catch (error) {
    throw error instanceof Refusal && error.status === 404 ? new Refusal(404, `dashboard '${name}' not found`) : error
  }
}

export async function listFilterSets(asked: Asked, name: string | number, q: string | undefined) {
  const id = await dashboardOf(asked, name)
  return list(filterSets, asked, q, sql`filter_sets.dashboard_id = ${id}`)
}

export async function createFilterSet(asked: Asked, name: string | number, body: FilterSetPost): Promise<FilterSet> {
  const { deps, caller } = asked
  const dashboard_id = await dashboardOf(asked, name)
  await mayBelongTo(asked, dashboard_id, body)
  const row = {
    name: body.name,
    description: body.description ?? null,
    owner_type: body.owner_type,
    owner_id: body.owner_type === 'User' ? body.owner_id! : dashboard_id,
    dashboard_id,
    json_metadata: body.json_metadata,
  }
  const work = deps.db
    .insertInto('filter_sets')
    .values({ ...row, ...createdNow(deps, caller) } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orDuplicate(work, nameTaken())
  return printSet({ id, ...row })
}

/** A set of the dashboard is for its owners to make; nobody makes one for somebody else. */
async function mayBelongTo({ deps, caller }: Asked, dashboard: number, { owner_type, owner_id }: FilterSetPost): Promise<void> {
  if (owner_type === 'Dashboard') {
    if (owner_id !== undefined && owner_id !== dashboard) throw new Refusal(400, { owner_id: ['Must be the id of the dashboard.'] })
    return mustOwn(deps, dashboards, caller, [dashboard])
  }
  const owner = isId(owner_id) ? await deps.db.selectFrom('users').select('id').where('id', '=', owner_id).executeTakeFirst() : undefined
  if (!owner) throw new Refusal(400, { owner_id: ['User does not exist'] })
  if (owner.id !== caller.id && !isAdmin(caller)) throw new Refusal(403, 'Forbidden')
}

export async function updateFilterSet(asked: Asked, name: string | number, setId: string | number, body: FilterSetPut): Promise<FilterSet> {
  const { deps, caller } = asked
  const dashboard = await dashboardOf(asked, name)
  const there = await findSet(asked, idOf(setId))
  if (!there || there.dashboard_id !== dashboard) throw new Refusal(404, 'Not found')
  await mayChange(asked, there)
  if (body.owner_type === 'Dashboard' && there.owner_type === 'User') await mustOwn(deps, dashboards, caller, [dashboard])
  const changes = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.json_metadata === undefined ? {} : { json_metadata: body.json_metadata }),
    ...(body.owner_type === undefined ? {} : { owner_type: body.owner_type, owner_id: dashboard }),
  }
  const work = deps.db
    .updateTable('filter_sets')
    .set({ ...changes, ...changedNow(deps, caller) })
    .where('id', '=', there.id)
    .execute()
  await orDuplicate(work, nameTaken())
  return printSet({ ...there, ...changes })
}

/** What is gone already is answered like success, without a body. */
export async function removeFilterSet(asked: Asked, name: string | number, setId: string | number): Promise<{ readonly id?: number }> {
  const dashboard = await dashboardOf(asked, name)
  const there = await findSet(asked, idOf(setId))
  if (!there) return {}
  if (there.dashboard_id !== dashboard) throw new Refusal(403, 'Forbidden')
  await mayChange(asked, there)
  await asked.deps.db.deleteFrom('filter_sets').where('id', '=', there.id).execute()
  return { id: dashboard }
}

const findSet = ({ deps }: Asked, id: number) => deps.db.selectFrom('filter_sets').selectAll().where('id', '=', id).executeTakeFirst()

async function mayChange({ deps, caller }: Asked, { owner_type, owner_id, dashboard_id }: Selectable<FilterSets>): Promise<void> {
  if (isAdmin(caller)) return
  if (owner_type === 'Dashboard') return mustOwn(deps, dashboards, caller, [dashboard_id])
  if (owner_id !== caller.id) throw new Refusal(403, 'Forbidden')
}

const nameTaken = () => new Refusal(422, { name: ['Must be unique'] })

type KeptSet = Omit<Selectable<FilterSets>, 'created_on' | 'created_by_id' | 'changed_on' | 'changed_by_id'>

const printSet = ({ json_metadata, ...set }: KeptSet): FilterSet =>
  ({
    ...only(set as FilterSet, ['id', 'name', 'description', 'owner_type', 'owner_id', 'dashboard_id']),
    params: parsed(json_metadata),
  }) as FilterSet
