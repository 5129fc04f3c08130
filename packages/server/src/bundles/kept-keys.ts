import type { Caller } from '@sightline/core'
import type { Db } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { createdNow } from '../rest/audit.ts'
import { uuidOfName } from '../uuid-of-name.ts'
import { printDocument, readDocument, type Document } from './documents.ts'

// What files of bundles said that we have no place for. It is kept beside the object and leaves with it again, so that a bundle that passes
// through loses nothing, also when it was written by a newer program.

export type KeptKind = 'database' | 'dataset' | 'chart' | 'dashboard' | 'saved_query'

export interface KeptKeys {
  /** Keys of the file itself. */
  readonly file: Document
  /** Keys of columns and metrics: `columns/name` and `metrics/name`. */
  readonly parts: Readonly<Record<string, Document>>
}

const resource = 'bundle_keys'
const addressOf = (kind: KeptKind, uuid: string): string => uuidOfName(`keys of ${kind} ${uuid}`)

/** The keys of a file that are not among the known ones. */
export const unknownKeys = (file: Document, known: ReadonlySet<string>): Document => Object.fromEntries(Object.entries(file).filter(([key]) => !known.has(key)))

export async function readKeptKeys(db: Db, kind: KeptKind, uuids: readonly string[]): Promise<ReadonlyMap<string, KeptKeys>> {
  const found = new Map<string, KeptKeys>()
  for (let start = 0; start < uuids.length; start += 500) {
    const byAddress = new Map(uuids.slice(start, start + 500).map((uuid) => [addressOf(kind, uuid), uuid]))
    const rows = await db
      .selectFrom('key_value')
      .select(['uuid', 'value'])
      .where('uuid', 'in', [...byAddress.keys()])
      .where('resource', '=', resource)
      .execute()
    for (const row of rows) {
      const { file = {}, parts = {} } = readDocument(row.value)
      found.set(byAddress.get(row.uuid)!, { file: file as Document, parts: parts as KeptKeys['parts'] })
    }
  }
  return found
}

/** In place of what was kept before. */
export async function keepKeys(tx: Db, deps: Deps, caller: Caller, kind: KeptKind, uuid: string, kept: KeptKeys): Promise<void> {
  const address = addressOf(kind, uuid)
  await tx.deleteFrom('key_value').where('uuid', '=', address).where('resource', '=', resource).execute()
  const parts = Object.fromEntries(Object.entries(kept.parts).filter(([, keys]) => Object.keys(keys).length > 0))
  if (Object.keys(kept.file).length === 0 && Object.keys(parts).length === 0) return
  await tx
    .insertInto('key_value')
    .values({ resource, uuid: address, value: printDocument({ file: kept.file, parts }), expires_on: null, ...createdNow(deps, caller) })
    .execute()
}

/** A file with what was kept; a kept key that also lives on the object says what the object says now. */
export function withKept(content: Document, kept: Document | undefined, live: Document = {}): Document {
  if (!kept) return content
  return { ...content, ...Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, Object.hasOwn(live, key) ? live[key] : value])) }
}
