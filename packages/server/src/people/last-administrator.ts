import type { Deps } from '../deps.ts'

/** Active administrators other than these: a server without one can only be helped from its command line. */
export async function hasOtherAdministrator({ db }: Pick<Deps, 'db'>, except: readonly number[]): Promise<boolean> {
  const administrators = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select('users.id')
    .where('roles.name', '=', 'Admin')
    .where('users.active', '=', true)
    .execute()
  return administrators.some(({ id }) => !except.includes(id))
}
