import { pairKey } from '@sightline/core'
import type { Db } from '../db/store.ts'

/**
 * What each role holds, kept in memory. Every request reads the store's count of changes together with its user,
 * so a change made by any process is seen by the next request.
 */
export interface RolePairs {
  of(roleIds: readonly number[], version: string): Promise<ReadonlySet<string>>
}

export function keepRolePairs(db: Db): RolePairs {
  let current = ''
  let roles = new Map<number, Promise<readonly string[]>>()
  let sets = new Map<string, Promise<ReadonlySet<string>>>()

  const load = async (roleId: number): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('role_permissions')
      .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
      .select(['permission_name', 'view_name'])
      .where('role_id', '=', roleId)
      .execute()
    return rows.map(({ permission_name, view_name }) => pairKey(permission_name, view_name))
  }
  const kept = <Key, Value>(map: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>): Promise<Value> => {
    const there = map.get(key)
    if (there) return there
    const made = make()
    map.set(key, made)
    made.catch(() => map.delete(key))
    return made
  }

  return {
    of: (roleIds, version) => {
      if (version !== current) {
        current = version
        roles = new Map()
        sets = new Map()
      }
      const rolesNow = roles
      return kept(sets, roleIds.join(' '), async () => {
        const lists = await Promise.all(roleIds.map((id) => kept(rolesNow, id, () => load(id))))
        return new Set(lists.flat())
      })
    },
  }
}
