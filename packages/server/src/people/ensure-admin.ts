import type { Deps } from '../deps.ts'
import { ConfigError } from '../config.ts'
import { changePassword } from './change-password.ts'
import { createUser } from './create-user.ts'
import { passwordFault } from './passwords.ts'
import { makeSignInLink } from './sign-in-links.ts'

/**
 * There is an `admin` from the first start on, and never a default password: either the operator gave one, or a link signs in once.
 * Returns the token of a fresh link as long as `admin` has no password.
 */
export async function ensureAdmin(deps: Pick<Deps, 'db' | 'config' | 'now'>): Promise<string | null> {
  const { db, config } = deps
  const given = config.adminPassword
  const { people } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  if (Number(people) === 0) {
    const fault = given ? passwordFault(given) : null
    if (fault) throw new ConfigError(`SIGHTLINE_ADMIN_PASSWORD: ${fault}`)
    await createUser(deps, { username: 'admin', firstName: 'Admin', lastName: 'User', email: 'admin@localhost', password: null, roles: ['Admin'] })
  }
  const admin = await db.selectFrom('users').select(['id', 'password_hash']).where('username', '=', 'admin').where('active', '=', true).executeTakeFirst()
  if (!admin || admin.password_hash !== null) return null
  if (!given) return makeSignInLink(deps, admin.id)
  await changePassword(deps, admin.id, given)
  return null
}
