import type { Deps } from '../deps.ts'
import { ConfigError } from '../config.ts'
import { changePassword } from './change-password.ts'
import { createUser, type NewUser } from './create-user.ts'
import { passwordFault } from './passwords.ts'

/** Makes an administrator; somebody who is there already becomes one, switched on and with the new password. */
export async function setAdmin(deps: Pick<Deps, 'db' | 'now'>, admin: Omit<NewUser, 'roles'> & { readonly password: string }): Promise<'made' | 'changed'> {
  const fault = passwordFault(admin.password)
  if (fault) throw new ConfigError(fault)
  const { db } = deps
  const user = await db.selectFrom('users').select('id').where('username', '=', admin.username).executeTakeFirst()
  if (!user) {
    const taken = await db.selectFrom('users').select('username').where('email', '=', admin.email).executeTakeFirst()
    if (taken) throw new ConfigError(`The address ${admin.email} belongs to ${taken.username}.`)
    await createUser(deps, { ...admin, roles: ['Admin'] })
    return 'made'
  }
  const role = await db.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirstOrThrow()
  await db.updateTable('users').set({ active: true }).where('id', '=', user.id).execute()
  await db
    .insertInto('user_roles')
    .values({ user_id: user.id, role_id: role.id })
    .onConflict((conflict) => conflict.columns(['user_id', 'role_id']).doNothing())
    .execute()
  await changePassword(deps, user.id, admin.password)
  return 'changed'
}
