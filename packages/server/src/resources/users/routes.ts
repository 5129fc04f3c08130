import { userEndpoints, type UserPost, type UserPut } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Writer } from '../../data-permissions/pairs.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { momentOf } from '../../moment.ts'
import { changePassword } from '../../people/change-password.ts'
import { hasOtherAdministrator } from '../../people/last-administrator.ts'
import { hashPassword, passwordFault } from '../../people/passwords.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { idOf, isId } from '../../rest/ids.ts'
import { idsShape, readQ } from '../../rest/read-q.ts'
import { remove, removeMany } from '../../rest/remove.ts'
import { askedBy, readRoutes } from '../../rest/routes.ts'
import { users } from './users.ts'

const e = userEndpoints
const plain = ['first_name', 'last_name', 'username', 'email', 'active'] as const

export const routes: readonly Route[] = [
  ...readRoutes(users, e),
  route(e.create, (deps, { caller, body }) => create(deps, caller, body)),
  route(e.update, (deps, { caller, params, body }) => update(deps, caller, idOf(params.id), body)),
  route(e.remove, async (deps, call) => {
    await mustNotLockOut(deps, call.caller, [idOf(call.params.id)])
    return remove(users, askedBy(deps, call), call.params.id)
  }),
  route(e.removeMany, async (deps, call) => {
    await mustNotLockOut(deps, call.caller, readQ<readonly number[]>(call.query.q, idsShape).filter(isId))
    return removeMany(users, askedBy(deps, call), call.query.q)
  }),
]

async function create(deps: Deps, caller: Caller, body: UserPost) {
  await mustBeUsable(deps, body)
  const { password, roles, ...rest } = body
  const row = { ...rest, active: rest.active ?? true, password_hash: await hashPassword(password), ...createdNow(deps, caller) }
  const id = await deps.db.transaction().execute(async (tx) => {
    const made = await tx.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
    await setRoles(tx, made.id, roles)
    return made.id
  })
  return { id, result: { ...rest, roles } }
}

async function update(deps: Deps, caller: Caller, id: number, body: UserPut) {
  const before = await deps.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  if (!before) throw new Refusal(404, 'Not found')
  await mustBeUsable(deps, body, id)
  const { password, roles, ...rest } = body
  const adminRole = await deps.db.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirst()
  const losesAdmin = rest.active === false || (roles !== undefined && adminRole !== undefined && !roles.includes(adminRole.id))
  if (losesAdmin) await mustLeaveAdministrator(deps, [id])
  await deps.db.transaction().execute(async (tx) => {
    const isSwitchedOff = rest.active === false
    await tx
      .updateTable('users')
      .set({ ...only(rest, plain), ...(isSwitchedOff ? { sessions_valid_from: momentOf(deps.now()) } : {}), ...changedNow(deps, caller) })
      .where('id', '=', id)
      .execute()
    if (isSwitchedOff) {
      await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
      await tx.deleteFrom('sign_in_links').where('user_id', '=', id).execute()
    }
    if (roles) await setRoles(tx, id, roles)
  })
  if (password !== undefined) await changePassword(deps, id, password)
  return { id, result: { ...rest, ...(roles ? { roles } : {}) } }
}

async function mustBeUsable({ db }: Deps, { username, email, password, roles }: UserPut, except?: number): Promise<void> {
  const fault = password === undefined ? null : passwordFault(password)
  if (fault) throw new Refusal(400, { password: [fault] })
  const wrong: Record<string, string[]> = {}
  const isTaken = async (column: 'username' | 'email', value: string) =>
    (await db.selectFrom('users').select('id').where(column, '=', value).execute()).some(({ id }) => id !== except)
  if (username !== undefined && (await isTaken('username', username))) wrong.username = ['Already exists.']
  if (email !== undefined && (await isTaken('email', email))) wrong.email = ['Already exists.']
  if (roles && roles.length > 0) {
    const found = await db
      .selectFrom('roles')
      .select('id')
      .where('id', 'in', [...new Set(roles)])
      .execute()
    if (found.length < new Set(roles).size) wrong.roles = ['Some roles do not exist']
  }
  if (Object.keys(wrong).length > 0) throw new Refusal(422, wrong)
}

async function mustNotLockOut(deps: Deps, caller: Caller, ids: readonly number[]): Promise<void> {
  if (caller.id !== null && ids.includes(caller.id)) throw new Refusal(422, 'You cannot delete your own account.')
  await mustLeaveAdministrator(deps, ids)
}

async function mustLeaveAdministrator(deps: Deps, ids: readonly number[]): Promise<void> {
  if (!(await hasOtherAdministrator(deps, ids))) throw new Refusal(422, 'At least one active user must keep the role Admin.')
}

async function setRoles(tx: Writer, userId: number, roles: readonly number[]): Promise<void> {
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  for (const role_id of new Set(roles)) await tx.insertInto('user_roles').values({ user_id: userId, role_id }).execute()
}
