import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'
import { hashPassword } from './passwords.ts'

export interface NewUser {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** null: reached by a sign-in link until a password is set. */
  readonly password: string | null
  readonly roles: readonly string[]
}

/** Makes an account with roles by name; returns its id. */
export async function createUser({ db, now }: Pick<Deps, 'db' | 'now'>, user: NewUser): Promise<number> {
  const password_hash = user.password === null ? null : await hashPassword(user.password)
  const at = momentOf(now())
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({
        username: user.username,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        password_hash,
        active: true,
        last_login: null,
        sessions_valid_from: null,
        created_on: at,
        changed_on: at,
        created_by_id: null,
        changed_by_id: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const roles = await tx
      .selectFrom('roles')
      .select('id')
      .where('name', 'in', [...user.roles])
      .execute()
    if (roles.length !== user.roles.length) throw new Error(`Some roles do not exist: ${user.roles.join(', ')}`)
    await tx
      .insertInto('user_roles')
      .values(roles.map((role) => ({ user_id: id, role_id: role.id })))
      .execute()
    return id
  })
}
