import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'

type Kept = Pick<Deps, 'db' | 'secrets' | 'now'>

/** What is kept under keys that cannot be guessed: links people share, and forms of the explorer for a while. */
export type KeptResource = 'sqllab_permalink' | 'explore_form_data' | 'explore_permalink' | 'dashboard_permalink' | 'filter_state'

/** 16 bytes as they stand in an address. */
const keyOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

export const newKey = (): string => keyOf(randomBytes(16))

/** The one key that belongs to these facts; nobody can tell it from them without the server's secret. */
export const keyFor = ({ secrets }: Pick<Kept, 'secrets'>, facts: readonly unknown[]): string =>
  keyOf(createHmac('sha256', secrets.signingKey).update(JSON.stringify(facts)).digest().subarray(0, 16))

export interface ValueToKeep {
  readonly resource: KeptResource
  readonly key: string
  readonly value: string
  readonly userId: number | null
  /** Without it the value stays for good. */
  readonly seconds?: number
}

/** Keeps a value, in place of what the key held before. */
export async function keepValue({ db, now }: Kept, { resource, key, value, userId, seconds }: ValueToKeep): Promise<void> {
  const moment = momentOf(now())
  const changed = { value, expires_on: seconds === undefined ? null : later(now(), seconds), changed_on: moment, changed_by_id: userId }
  await db
    .insertInto('key_value')
    .values({ resource, uuid: uuidOf(key)!, created_on: moment, created_by_id: userId, ...changed })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(changed))
    .execute()
}

/** The value, if it is there and has not expired. With `seconds`, being read prolongs its life. */
export async function readValue({ db, now }: Kept, resource: KeptResource, key: string, seconds?: number): Promise<string | undefined> {
  const uuid = uuidOf(key)
  if (!uuid) return undefined
  const row = await db
    .selectFrom('key_value')
    .select(['id', 'value', 'expires_on'])
    .where('uuid', '=', uuid)
    .where('resource', '=', resource)
    .executeTakeFirst()
  if (!row || (row.expires_on !== null && row.expires_on <= momentOf(now()))) return undefined
  if (seconds !== undefined) {
    await db
      .updateTable('key_value')
      .set({ expires_on: later(now(), seconds) })
      .where('id', '=', row.id)
      .execute()
  }
  return row.value
}

export async function forgetValue({ db }: Kept, resource: KeptResource, key: string): Promise<void> {
  const uuid = uuidOf(key)
  if (uuid) await db.deleteFrom('key_value').where('uuid', '=', uuid).where('resource', '=', resource).execute()
}

/** Values whose time is over are dropped; until then nobody can read them either. */
export async function sweepValues({ db, now }: Kept): Promise<void> {
  await db.deleteFrom('key_value').where('expires_on', '<=', momentOf(now())).execute()
}

const later = (now: Date, seconds: number): string => momentOf(new Date(now.getTime() + seconds * 1000))

/** Null for a text that is no key of ours. */
function uuidOf(key: string): string | null {
  const bytes = Buffer.from(key, 'base64url')
  if (bytes.length !== 16 || keyOf(bytes) !== key) return null
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
