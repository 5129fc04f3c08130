import { createHash, randomBytes } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'

/** A new value for the session cookie. */
export const newSessionKey = (): string => randomBytes(32).toString('base64url')

/** What is stored: whoever reads the store cannot use it to sign in. */
export const sessionId = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Begins a sign-in under a fresh key (a key from before the sign-in could have been planted) and returns the key for the cookie. */
export async function beginSession({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>, userId: number): Promise<string> {
  const key = newSessionKey()
  const at = now()
  await db
    .insertInto('sessions')
    .values({
      id: sessionId(key),
      user_id: userId,
      data: '{}',
      created_on: momentOf(at),
      expires_on: momentOf(new Date(at.getTime() + config.sessionDays * 86_400_000)),
    })
    .execute()
  return key
}

export async function endSession({ db }: Pick<Deps, 'db'>, key: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId(key)).execute()
}

export async function sweepSessions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('sessions').where('expires_on', '<', momentOf(now())).execute()
  await db.deleteFrom('sign_in_links').where('expires_on', '<', momentOf(now())).execute()
}
