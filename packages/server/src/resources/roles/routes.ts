import { pairEndpoints, permissionEndpoints, roleEndpoints, viewEndpoints, type RolePost, type RolePut } from '@sightline/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { idOf } from '../../rest/ids.ts'
import { askedBy, readRoutes, writeRoutes } from '../../rest/routes.ts'
import { pairs, permissionNames, refuseBuiltIn, roles, views } from './roles.ts'
import { searchRoles } from './search.ts'

const e = roleEndpoints

export const routes: readonly Route[] = [
  ...readRoutes(pairs, pairEndpoints),
  ...readRoutes(permissionNames, permissionEndpoints),
  ...readRoutes(views, viewEndpoints),
  ...readRoutes(roles, e),
  ...writeRoutes<RolePost, RolePut>(roles, e, {
    create: async (deps, _caller, body) => {
      await mustBeFree(deps, body.name)
      const { id } = await deps.db.insertInto('roles').values({ name: body.name }).returning('id').executeTakeFirstOrThrow()
      return { id, result: body }
    },
    update: async (deps, _caller, id, body) => {
      const before = await findRole(deps, id)
      if (body.name !== undefined && body.name !== before.name) {
        refuseBuiltIn(before.name)
        await mustBeFree(deps, body.name)
        await deps.db.updateTable('roles').set({ name: body.name }).where('id', '=', id).execute()
      }
      return { id, result: body }
    },
  }),
  route(e.permissions, async (deps, { params }) => {
    const { id } = await findRole(deps, idOf(params.id))
    const result = await deps.db
      .selectFrom('permissions')
      .innerJoin('role_permissions', 'role_permissions.permission_id', 'permissions.id')
      .select(['permissions.id', 'permissions.permission_name', 'permissions.view_name as view_menu_name'])
      .where('role_permissions.role_id', '=', id)
      .orderBy('permissions.id')
      .execute()
    return { result }
  }),
  route(e.search, (deps, call) => searchRoles(askedBy(deps, call), call.query.q)),
  route(e.groups, async () => ({ count: 0, ids: [], result: [] })),
  route(e.setPermissions, async (deps, { params, body }) => {
    const { id, name } = await findRole(deps, idOf(params.id))
    const wanted = [...new Set(body.permission_view_menu_ids)]
    const known = wanted.length === 0 ? [] : await deps.db.selectFrom('permissions').select('id').where('id', 'in', wanted).execute()
    if (known.length < wanted.length) throw new Refusal(422, { permission_view_menu_ids: ['Some permissions do not exist'] })
    if (name === 'Admin' && (await losesPermission(deps, id, wanted)))
      throw new Refusal(422, 'The role Admin keeps its permissions: without them nobody could give them back.')
    await deps.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('role_permissions').where('role_id', '=', id).execute()
      for (const permission_id of wanted) await tx.insertInto('role_permissions').values({ role_id: id, permission_id }).execute()
    })
    return { result: body }
  }),
  route(e.setUsers, async (deps, { params, body }) => {
    const role = await findRole(deps, idOf(params.id))
    const wanted = [...new Set(body.user_ids)]
    const known = wanted.length === 0 ? [] : await deps.db.selectFrom('users').select(['id', 'active']).where('id', 'in', wanted).execute()
    if (known.length < wanted.length) throw new Refusal(422, { user_ids: ['Some users do not exist'] })
    if (role.name === 'Admin' && !known.some(({ active }) => active)) throw new Refusal(422, 'At least one active user must keep the role Admin.')
    await deps.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('user_roles').where('role_id', '=', role.id).execute()
      for (const user_id of wanted) await tx.insertInto('user_roles').values({ role_id: role.id, user_id }).execute()
    })
    return { result: body }
  }),
]

async function losesPermission({ db }: Deps, role: number, wanted: readonly number[]): Promise<boolean> {
  const held = await db.selectFrom('role_permissions').select('permission_id').where('role_id', '=', role).execute()
  const kept = new Set(wanted)
  return held.some(({ permission_id }) => !kept.has(permission_id))
}

async function findRole({ db }: Deps, id: number): Promise<{ readonly id: number; readonly name: string }> {
  const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst()
  if (!role) throw new Refusal(404, 'Not found')
  return role
}

async function mustBeFree({ db }: Deps, name: string): Promise<void> {
  if (await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst()) throw new Refusal(422, { name: ['Already exists.'] })
}
