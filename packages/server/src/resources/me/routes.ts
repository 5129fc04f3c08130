import { meEndpoints } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../../deps.ts'
import { sessionKeyOf, setSessionKey } from '../../http/cookies.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { momentOf } from '../../moment.ts'
import { bootstrapUser } from '../../people/bootstrap.ts'
import { changePassword } from '../../people/change-password.ts'
import { isPassword, passwordFault } from '../../people/passwords.ts'
import { beginSession } from '../../people/sessions.ts'

export const routes: readonly Route[] = [
  route(meEndpoints.get, async (deps, { caller }) => ({ result: await describe(deps, idOf(caller)) })),
  route(meEndpoints.roles, async (deps, { caller }) => ({ result: await bootstrapUser(deps, caller) })),
  route(meEndpoints.put, async (deps, { caller, body, request, reply }) => {
    const id = idOf(caller)
    const { password, current_password, ...names } = body
    if (password !== undefined) {
      const { password_hash } = await deps.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
      if (password_hash !== null && !(await isPassword(current_password ?? '', password_hash)))
        throw new Refusal(400, { current_password: [current_password === undefined ? 'Missing data for required field.' : 'The current password is wrong.'] })
      const fault = passwordFault(password)
      if (fault) throw new Refusal(400, { password: [fault] })
    }
    if (names.first_name !== undefined || names.last_name !== undefined) {
      await deps.db
        .updateTable('users')
        .set({
          ...(names.first_name === undefined ? {} : { first_name: names.first_name }),
          ...(names.last_name === undefined ? {} : { last_name: names.last_name }),
          changed_on: momentOf(deps.now()),
          changed_by_id: id,
        })
        .where('id', '=', id)
        .execute()
    }
    if (password !== undefined) {
      await changePassword(deps, id, password)
      // Every sign-in ended with the old password; the browser that changed it gets a new one.
      if (sessionKeyOf(request)) setSessionKey(reply, deps.config, await beginSession(deps, id))
    }
    return { result: await describe(deps, id) }
  }),
]

const idOf = (caller: Caller): number => {
  if (caller.id === null) throw new Refusal(401, 'Not authorized')
  return caller.id
}

async function describe({ db }: Deps, id: number) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { active, ...rest } = user
  return { ...rest, is_active: active, is_anonymous: false }
}
