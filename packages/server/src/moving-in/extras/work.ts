import type { NotBrought } from '@sightline/contract'
import { isAdmin, type Caller } from '@sightline/core'
import type { Db } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { Extras, IdsOf } from '../source.ts'

/** The bringing of what bundles leave out, within the transaction of the move; in a dry run only what would come of it. */
export interface Work {
  readonly db: Db
  readonly deps: Pick<Deps, 'now' | 'templates'>
  readonly caller: Caller
  readonly extras: Extras
  readonly idsOf: IdsOf
  readonly isDryRun: boolean
  readonly notBrought: NotBrought[]
  /** How many of what were brought. */
  readonly brought: Map<string, number>
  /** Why a dataset is to be closed, by its uuid. */
  readonly closed: Map<string, string>
  /** Roles that were looked up or made, by name; null in a dry run for one that would be made. */
  readonly roles: Map<string, number | null>
}

export const count = ({ brought }: Work, kind: string, more = 1): void => void brought.set(kind, (brought.get(kind) ?? 0) + more)

/** The first reason stays. */
export const close = ({ closed }: Work, dataset: string, why: string): void =>
  void (closed.has(dataset.toLowerCase()) || closed.set(dataset.toLowerCase(), why))

/**
 * The role of a name. One that is not here is made without any permission, and that is told: what a role may do is nothing that could be brought.
 * Undefined where the caller may not make roles.
 */
export async function roleOf(work: Work, name: string): Promise<number | null | undefined> {
  const { db, caller, roles, isDryRun, notBrought } = work
  const known = roles.get(name)
  if (known !== undefined) return known
  const there = await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst()
  if (!there && !isAdmin(caller)) return undefined
  const id = there ? there.id : isDryRun ? null : (await db.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow()).id
  roles.set(name, id)
  if (!there)
    notBrought.push({
      kind: 'role',
      name,
      why: `There was no such role here. It ${isDryRun ? 'would be' : 'was'} made without any permission and without members.`,
    })
  return id
}

const ownersOf = {
  dataset: ['dataset_owners', 'dataset_id'],
  chart: ['chart_owners', 'chart_id'],
  dashboard: ['dashboard_owners', 'dashboard_id'],
} as const

export type OwnedKind = keyof typeof ownersOf

export async function ownerIds({ db }: Pick<Work, 'db'>, kind: OwnedKind, id: number): Promise<readonly number[]> {
  const [table, key] = ownersOf[kind]
  const rows = await db
    .selectFrom(table as 'chart_owners')
    .select('user_id')
    .where(key as 'chart_id', '=', id)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export async function setOwnerIds({ db }: Pick<Work, 'db'>, kind: OwnedKind, id: number, users: readonly number[]): Promise<void> {
  const [table, key] = ownersOf[kind]
  await db
    .deleteFrom(table as 'chart_owners')
    .where(key as 'chart_id', '=', id)
    .execute()
  await db
    .insertInto(table as 'chart_owners')
    .values(users.map((user_id) => ({ [key]: id, user_id })) as never)
    .execute()
}

/** Somebody else's object that the move found here and left as it was is not touched by what hangs on it either. */
export async function mayChange(work: Work, kind: OwnedKind, id: number | null): Promise<boolean> {
  const { caller } = work
  return id === null || isAdmin(caller) || (caller.id !== null && (await ownerIds(work, kind, id)).includes(caller.id))
}
