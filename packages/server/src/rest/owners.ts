import { isAdmin, type Caller } from '@sightline/core'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { isId } from './ids.ts'
import type { ResourceDescription } from './resource.ts'

type Writer = Deps['db']

/** Owners of each of the rows. */
async function ownersOf(db: Writer, { owners }: ResourceDescription, ids: readonly number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>(ids.map((id) => [id, []]))
  if (!owners || ids.length === 0) return found
  const { rows } = await sql<{
    of: number
    user_id: number
  }>`select ${sql.id(owners.key)} as ${sql.id('of')}, user_id from ${sql.table(owners.table)} where ${sql.id(
    owners.key,
  )} in (${sql.join(ids)}) order by user_id`.execute(db)
  for (const row of rows) found.get(row.of)?.push(row.user_id)
  return found
}

const owns = (caller: Caller, owners: readonly number[]): boolean => isAdmin(caller) || (caller.id !== null && owners.includes(caller.id))

/** 403 unless the caller owns all of them or is an administrator. Resources without owners ask only for the permission. */
export async function mustOwn(deps: Deps, resource: ResourceDescription, caller: Caller, ids: readonly number[]): Promise<void> {
  if (!resource.owners || isAdmin(caller)) return
  for (const owners of (await ownersOf(deps.db, resource, ids)).values()) if (!owns(caller, owners)) throw new Refusal(403, 'Forbidden')
}

/** Without owners the creator owns it; nobody but an administrator gives something away without staying an owner. */
export async function ownersForCreate(deps: Deps, caller: Caller, given: readonly number[] | null | undefined): Promise<readonly number[]> {
  if (!given || given.length === 0) return caller.id === null ? [] : [caller.id]
  return validOwners(deps, caller, given)
}

/** Undefined: the owners stay as they are. */
export async function ownersForUpdate(deps: Deps, caller: Caller, given: readonly number[] | null | undefined): Promise<readonly number[] | undefined> {
  return given === undefined || given === null ? undefined : validOwners(deps, caller, given)
}

async function validOwners(deps: Deps, caller: Caller, given: readonly number[]): Promise<readonly number[]> {
  const wanted = [...new Set(!isAdmin(caller) && caller.id !== null ? [caller.id, ...given] : given)]
  if (wanted.length === 0) return []
  const there = wanted.every(isId) ? await deps.db.selectFrom('users').select('id').where('id', 'in', wanted).execute() : []
  if (there.length !== wanted.length) throw new Refusal(422, { owners: ['Owners are invalid'] })
  return wanted
}

export async function setOwners(db: Writer, { owners }: ResourceDescription, id: number, users: readonly number[]): Promise<void> {
  if (!owners) return
  await sql`delete from ${sql.table(owners.table)} where ${sql.id(owners.key)} = ${id}`.execute(db)
  for (const user of users) await sql`insert into ${sql.table(owners.table)} (${sql.id(owners.key)}, user_id) values (${id}, ${user})`.execute(db)
}
