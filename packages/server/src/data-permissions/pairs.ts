import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** A connection or a transaction. */
export type Writer = Kysely<Schema>
export type DataPermission = 'database_access' | 'schema_access' | 'datasource_access'

/** The pair exists afterwards; roles that hold it keep it. */
export async function addPair(db: Writer, permission: DataPermission, view: string): Promise<void> {
  await db
    .insertInto('permissions')
    .values({ permission_name: permission, view_name: view })
    .onConflict((conflict) => conflict.columns(['permission_name', 'view_name']).doNothing())
    .execute()
}

/** The pair is gone afterwards, from every role too. */
export async function removePair(db: Writer, permission: DataPermission, view: string): Promise<void> {
  await db.deleteFrom('permissions').where('permission_name', '=', permission).where('view_name', '=', view).execute()
}

/** Roles that hold the old pair hold the new one afterwards. */
export async function renamePair(db: Writer, permission: DataPermission, from: string, to: string): Promise<void> {
  if (from === to) return
  const pair = (view: string) =>
    db.selectFrom('permissions').select('id').where('permission_name', '=', permission).where('view_name', '=', view).executeTakeFirst()
  const [old, taken] = [await pair(from), await pair(to)]
  if (!old) return addPair(db, permission, to)
  if (!taken) {
    await db.updateTable('permissions').set({ view_name: to }).where('id', '=', old.id).execute()
    return
  }
  // Another object already has the new name (two schemas that become one, say): its pair takes over the roles of the old one.
  const holders = await db.selectFrom('role_permissions').select('role_id').where('permission_id', '=', old.id).execute()
  for (const { role_id } of holders) {
    await db
      .insertInto('role_permissions')
      .values({ role_id, permission_id: taken.id })
      .onConflict((conflict) => conflict.columns(['role_id', 'permission_id']).doNothing())
      .execute()
  }
  await db.deleteFrom('permissions').where('id', '=', old.id).execute()
}
