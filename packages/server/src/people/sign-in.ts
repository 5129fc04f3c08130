import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'
import { isPassword } from './passwords.ts'
import { makeSignInLimits, type SignInLimits } from './sign-in-limits.ts'

export type SignIn = { readonly userId: number } | { readonly refused: 'wrong' | 'too many' }

const limitsOf = new WeakMap<object, SignInLimits>()

/** Name or e-mail address and password. The answer does not say which of them was wrong. */
export async function signIn(deps: Pick<Deps, 'db' | 'config' | 'now'>, name: string, password: string, address: string): Promise<SignIn> {
  const { db, config, now } = deps
  let limits = limitsOf.get(config)
  if (!limits) limitsOf.set(config, (limits = makeSignInLimits(config.signInFailuresPerMinute, now)))
  if (limits.isBlocked(name, address)) return { refused: 'too many' }

  // The failure is noted before the slow check: a hundred attempts sent at once are a hundred attempts.
  limits.noteFailure(name, address)
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'active'])
    .where((eb) => eb.or([eb('username', '=', name), eb('email', '=', name)]))
    .orderBy((eb) => eb.case().when('username', '=', name).then(0).else(1).end())
    .executeTakeFirst()
  const isRight = await isPassword(password, user?.password_hash ?? null)
  if (!user || !isRight || !user.active) {
    if (user)
      await db
        .updateTable('users')
        .set((eb) => ({ fail_login_count: eb('fail_login_count', '+', 1) }))
        .where('id', '=', user.id)
        .execute()
    return { refused: 'wrong' }
  }
  limits.noteSuccess(name, address)
  await noteSignIn(deps, user.id)
  return { userId: user.id }
}

export async function noteSignIn({ db, now }: Pick<Deps, 'db' | 'now'>, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ last_login: momentOf(now()), login_count: eb('login_count', '+', 1), fail_login_count: 0 }))
    .where('id', '=', userId)
    .execute()
}
