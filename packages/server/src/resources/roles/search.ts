import type { Asked } from '../../rest/resource.ts'
import { list } from '../../rest/list.ts'
import { roles } from './roles.ts'

export interface RoleWithMembers {
  readonly id: number
  readonly name: string
  readonly user_ids: number[]
  readonly permission_ids: number[]
  readonly group_ids: number[]
}

/** A page of roles, each with what belongs to it: what a client needs to write all roles down without a call for every one. */
export async function searchRoles(asked: Asked, q: string | undefined): Promise<{ count: number; ids: number[]; result: RoleWithMembers[] }> {
  const { db } = asked.deps
  const { count, ids } = await list(roles, asked, q)
  if (ids.length === 0) return { count, ids: [], result: [] }
  const [named, users, permissions] = await Promise.all([
    db.selectFrom('roles').select(['id', 'name']).where('id', 'in', ids).execute(),
    db.selectFrom('user_roles').select(['role_id', 'user_id as id']).where('role_id', 'in', ids).orderBy('user_id').execute(),
    db.selectFrom('role_permissions').select(['role_id', 'permission_id as id']).where('role_id', 'in', ids).orderBy('permission_id').execute(),
  ])
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const [usersOf, permissionsOf] = [gatherByRole(users), gatherByRole(permissions)]
  const result = ids.map((id) => ({
    id,
    name: names.get(id) ?? '',
    user_ids: usersOf.get(id) ?? [],
    permission_ids: permissionsOf.get(id) ?? [],
    group_ids: [],
  }))
  return { count, ids: [...ids], result }
}

function gatherByRole(rows: readonly { readonly role_id: number; readonly id: number }[]): Map<number, number[]> {
  const gathered = new Map<number, number[]>()
  for (const { role_id: role, id } of rows) {
    const known = gathered.get(role)
    if (known) known.push(id)
    else gathered.set(role, [id])
  }
  return gathered
}
