import { createHash, randomBytes } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'

const lifeMs = 24 * 3_600_000
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A token that signs one user in, once, within a day. Older links of the user stop working. */
export async function makeSignInLink({ db, now }: Pick<Deps, 'db' | 'now'>, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
  await db
    .insertInto('sign_in_links')
    .values({ token_hash: hashOf(token), user_id: userId, expires_on: momentOf(new Date(now().getTime() + lifeMs)), used_on: null })
    .execute()
  return token
}

/** The user the link belongs to, or null. Marking and checking are one statement, so two clicks at once cannot both win. */
export async function useSignInLink({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<number | null> {
  const at = momentOf(now())
  const used = await db
    .updateTable('sign_in_links')
    .set({ used_on: at })
    .where('token_hash', '=', hashOf(token))
    .where('used_on', 'is', null)
    .where('expires_on', '>', at)
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('active', '=', true))
    .returning('user_id')
    .executeTakeFirst()
  return used?.user_id ?? null
}
