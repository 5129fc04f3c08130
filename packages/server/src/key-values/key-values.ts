import { createHmac } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'

type Kept = Pick<Deps, 'db' | 'secrets' | 'now'>

/** Values kept under keys that cannot be guessed: links people share. */
export type KeptResource = 'sqllab_permalink'

/** The same value kept again by the same person has the same key, so that sharing twice gives one link. */
export async function keepValue({ db, secrets, now }: Kept, resource: KeptResource, userId: number | null, value: string): Promise<string> {
  const bytes = createHmac('sha256', secrets.signingKey)
    .update(JSON.stringify([resource, userId, value]))
    .digest()
    .subarray(0, 16)
  const uuid = uuidOf(bytes)
  const moment = momentOf(now())
  await db
    .insertInto('key_value')
    .values({ resource, uuid, value, expires_on: null, created_on: moment, changed_on: moment, created_by_id: userId, changed_by_id: userId })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .execute()
  return bytes.toString('base64url')
}

export async function readValue({ db, now }: Kept, resource: KeptResource, key: string): Promise<string | undefined> {
  const bytes = Buffer.from(key, 'base64url')
  if (bytes.length !== 16) return undefined
  const row = await db
    .selectFrom('key_value')
    .select(['value', 'expires_on'])
    .where('uuid', '=', uuidOf(bytes))
    .where('resource', '=', resource)
    .executeTakeFirst()
  return row && (row.expires_on === null || row.expires_on > momentOf(now())) ? row.value : undefined
}

const uuidOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
