import { builtInRoles, isObjectPair, rolesFor, type Pair } from '@sightline/core'
import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

/**
 * At every start: permissions are what the registry says, the built-in roles hold what the rules give them.
 * Pairs of single objects stay with whoever was given them; other roles lose only what no longer exists.
 */
export async function syncRoles({ db, config }: Pick<Deps, 'db' | 'config'>, registry: readonly Pair[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ids = await syncPermissions(tx, registry)
    const roleIds = await ensureRoles(tx)
    for (const role of builtInRoles) {
      const wanted =
        role === 'Public'
          ? await pairsOf(tx, config.publicRoleLike)
          : registry.filter((pair) => rolesFor(pair).includes(role)).map((pair) => ids.get(keyOf(pair))!)
      await setPairs(tx, roleIds.get(role)!, new Set(wanted))
    }
  })
}

const keyOf = ({ permission, view }: Pair): string => `${permission} on ${view}`

async function syncPermissions(tx: Transaction<Schema>, registry: readonly Pair[]): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map(registry.map((pair) => [keyOf(pair), pair]))
  const ids = new Map<string, number>()
  for (const row of await tx.selectFrom('permissions').selectAll().execute()) {
    const pair = { permission: row.permission_name, view: row.view_name }
    if (isObjectPair(pair)) continue
    if (wanted.has(keyOf(pair))) ids.set(keyOf(pair), row.id)
    else await tx.deleteFrom('permissions').where('id', '=', row.id).execute()
  }
  const fresh = [...wanted].filter(([key]) => !ids.has(key)).map(([, { permission, view }]) => ({ permission_name: permission, view_name: view }))
  for (const part of chunks(fresh, 200)) {
    const rows = await tx.insertInto('permissions').values(part).returning(['id', 'permission_name', 'view_name']).execute()
    for (const row of rows) ids.set(keyOf({ permission: row.permission_name, view: row.view_name }), row.id)
  }
  return ids
}

async function ensureRoles(tx: Transaction<Schema>): Promise<ReadonlyMap<string, number>> {
  for (const name of builtInRoles)
    await tx
      .insertInto('roles')
      .values({ name })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  const rows = await tx
    .selectFrom('roles')
    .selectAll()
    .where('name', 'in', [...builtInRoles])
    .execute()
  return new Map(rows.map(({ name, id }) => [name, id]))
}

async function setPairs(tx: Transaction<Schema>, roleId: number, wanted: ReadonlySet<number>): Promise<void> {
  const held = await tx
    .selectFrom('role_permissions')
    .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
    .select(['permission_id', 'permission_name', 'view_name'])
    .where('role_id', '=', roleId)
    .execute()
  const heldIds = new Set(held.map(({ permission_id }) => permission_id))
  const surplus = held.filter((row) => !wanted.has(row.permission_id) && !isObjectPair({ permission: row.permission_name, view: row.view_name }))
  for (const { permission_id } of surplus)
    await tx.deleteFrom('role_permissions').where('role_id', '=', roleId).where('permission_id', '=', permission_id).execute()
  const missing = [...wanted].filter((id) => !heldIds.has(id)).map((permission_id) => ({ role_id: roleId, permission_id }))
  for (const part of chunks(missing, 200)) await tx.insertInto('role_permissions').values(part).execute()
}

/** Public, the last of the list, may be like another role; data is opened to everybody only by giving it to Public itself. */
async function pairsOf(tx: Transaction<Schema>, role: string): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
    .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
    .select(['permission_id', 'permission_name', 'view_name'])
    .where('roles.name', '=', role)
    .execute()
  return rows.filter((row) => !isObjectPair({ permission: row.permission_name, view: row.view_name })).map(({ permission_id }) => permission_id)
}

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
