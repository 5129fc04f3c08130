import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'
import { hashPassword } from './passwords.ts'

/** Sets a password and ends every sign-in and token from before; links to sign in without one are void. */
export async function changePassword({ db, now }: Pick<Deps, 'db' | 'now'>, userId: number, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  const at = momentOf(now())
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash, sessions_valid_from: at, changed_on: at }).where('id', '=', userId).execute()
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    await tx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
  })
}
