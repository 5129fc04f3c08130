import type { Caller } from '@sightline/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { momentOf } from '../moment.ts'

/** Things that several people change, with the rows that belong to them. */
const parts = {
  dashboards: [
    ['dashboard_owners', 'dashboard_id', 'user_id'],
    ['dashboard_roles', 'dashboard_id', 'role_id'],
    ['dashboard_charts', 'dashboard_id', 'chart_id'],
  ],
  charts: [['chart_owners', 'chart_id', 'user_id']],
  datasets: [
    ['dataset_owners', 'dataset_id', 'user_id'],
    ['dataset_columns', 'dataset_id', 'id'],
    ['dataset_metrics', 'dataset_id', 'id'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [table: string, key: string, order: string])[]>>
const nouns = { dashboards: 'dashboard', charts: 'chart', datasets: 'dataset' }
export type GuardedTable = keyof typeof parts

export const isGuarded = (table: string): table is GuardedTable => Object.hasOwn(parts, table)

/** How many replaced versions of one thing are kept. */
const mostKept = 20

interface Version {
  readonly content: string
  readonly hash: string
}

async function readVersion(db: Deps['db'], table: GuardedTable, id: number): Promise<Version | undefined> {
  const row = (await sql<object>`select * from ${sql.table(table)} where ${sql.id('id')} = ${id}`.execute(db)).rows[0]
  if (!row) return undefined
  const document: Record<string, unknown> = { ...row }
  for (const [part, key, order] of parts[table])
    document[part] = (await sql`select * from ${sql.table(part)} where ${sql.id(key)} = ${id} order by ${sql.id(order)}`.execute(db)).rows
  const content = JSON.stringify(document)
  return { content, hash: createHash('sha256').update(content).digest('base64url').slice(0, 27) }
}

const printTag = ({ hash }: Version): string => `"${hash}"`

/** The mark of what is stored now. Asked for before the thing itself is read: what is read later can only be newer than its mark. */
export async function etagOf(deps: Pick<Deps, 'db'>, table: GuardedTable, id: number): Promise<string | undefined> {
  const version = await readVersion(deps.db, table, id)
  return version && printTag(version)
}

/** What a save says about the version it began with, and where it learns of the one it made. */
export interface Saving {
  readonly ifMatch: string | undefined
  readonly tell: (etag: string) => void
}

export const savingOf = (request: FastifyRequest, reply: FastifyReply): Saving => ({
  ifMatch: request.headers['if-match'],
  tell: (etag) => void reply.header('etag', etag),
})

export interface GuardedSave {
  readonly table: GuardedTable
  readonly id: number
  readonly caller: Caller
  readonly saving: Saving | undefined
  /** What was sent. */
  readonly yours: unknown
  /** What is stored, as reading shows it. */
  readonly current: () => Promise<unknown>
}

/**
 * Saves in one transaction, if what is stored is what the saver knew: otherwise nothing changes, and both versions are answered. Who does not say
 * what they knew wins, as ever; but what they replaced is kept.
 */
export async function saveGuarded<Value>(deps: Deps, save: GuardedSave, work: (db: Deps['db']) => Promise<Value>): Promise<Value> {
  const { table, id, saving } = save
  const outcome = await deps.db.transaction().execute(async (db) => {
    // Whoever saves the same thing at the same time waits here until this save is whole.
    if (deps.store === 'postgres') await sql`select 1 from ${sql.table(table)} where ${sql.id('id')} = ${id} for update`.execute(db)
    const before = await readVersion(db, table, id)
    if (!before) throw new Refusal(404, 'Not found')
    if (saving?.ifMatch !== undefined && !isNamed(before, saving.ifMatch)) return 'stale'
    await keepVersion(db, deps, save, before)
    const value = await work(db)
    const after = await readVersion(db, table, id)
    return { value, etag: after && printTag(after) }
  })
  if (outcome === 'stale') {
    const noun = nouns[table]
    const message = `This ${noun} was changed recently. Please reload ${noun} to get latest version.`
    throw Refusal.raw(409, { message, current: await save.current(), yours: save.yours })
  }
  if (outcome.etag) saving?.tell(outcome.etag)
  return outcome.value
}

/** `*`, or a list of marks; one that a proxy made weak on the way still names the same version. */
const isNamed = (version: Version, header: string): boolean =>
  header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === printTag(version))

/** For whatever replaces a thing without being a save of it: in its transaction, before it writes. */
export async function keepReplaced(db: Deps['db'], deps: Deps, replaced: Replaced): Promise<void> {
  const before = await readVersion(db, replaced.table, replaced.id)
  if (before) await keepVersion(db, deps, replaced, before)
}

type Replaced = Pick<GuardedSave, 'table' | 'id' | 'caller'>

async function keepVersion(db: Deps['db'], deps: Deps, { table, id, caller }: Replaced, { content, hash }: Version): Promise<void> {
  const about = { object_type: table, object_id: id }
  const row = { ...about, version: hash, content, replaced_on: momentOf(deps.now()), replaced_by_id: caller.id }
  await db.insertInto('replaced_versions').values(row).execute()
  const kept = db.selectFrom('replaced_versions').select('id').where('object_type', '=', table).where('object_id', '=', id)
  const oldest = await kept
    .orderBy('id', 'desc')
    .offset(mostKept - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest) await db.deleteFrom('replaced_versions').where('object_type', '=', table).where('object_id', '=', id).where('id', '<', oldest.id).execute()
}

/** What is deleted leaves no versions behind. */
export async function forgetVersions(db: Deps['db'], table: GuardedTable, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('replaced_versions').where('object_type', '=', table).where('object_id', 'in', ids).execute()
}
