import type { Caller } from '@sightline/core'
import type { CompiledQuery } from 'kysely'
import type { Db } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'
import { embeddedDashboardIds, readGuestToken } from './guest-tokens.ts'
import { keepRolePairs, type RolePairs } from './role-pairs.ts'
import { sessionId } from './sessions.ts'
import { readToken } from './tokens.ts'

/** What a request shows of its sender. */
interface Credentials {
  readonly sessionKey: string | undefined
  readonly bearer: string | undefined
  readonly guestToken?: string | undefined
}

interface Loaded {
  readonly caller: Caller
  /** Why a token was not believed; said when the call then lacks an identity. */
  readonly tokenFault: string | null
}

export interface Callers {
  load(credentials: Credentials): Promise<Loaded>
  /** The caller a user would be; null when there is none or it is switched off. */
  ofUser(userId: number): Promise<Caller | null>
}

type CallerDeps = Pick<Deps, 'db' | 'config' | 'secrets' | 'now'>

/** Session cookie first, then a guest's token, then a bearer token; otherwise nobody with what the Public role holds. */
export function makeCallers(deps: CallerDeps): Callers {
  const pairs = keepRolePairs(deps.db)
  const rows = makeQuestions(deps)
  return {
    load: async ({ sessionKey, bearer, guestToken }) => {
      if (sessionKey) {
        const caller = await callerOf(pairs, await rows.ofSession(sessionKey))
        if (caller) return { caller, tokenFault: null }
      }
      if (guestToken || bearer === undefined) {
        const caller = await nobody(deps, pairs)
        const guest = guestToken ? await guestOf(deps, caller, guestToken) : null
        if (guest || bearer === undefined) return { caller: guest ?? caller, tokenFault: null }
      }
      const token = await readToken(deps, 'access', bearer)
      if (typeof token === 'string') return { caller: await nobody(deps, pairs), tokenFault: token }
      const found = await rows.ofUser(token.userId)
      const validFrom = found[0]?.sessions_valid_from
      const caller = validFrom && momentOf(token.issuedAt) < validFrom ? null : await callerOf(pairs, found)
      return caller ? { caller, tokenFault: null } : { caller: await nobody(deps, pairs), tokenFault: 'Token has been revoked' }
    },
    ofUser: async (userId) => callerOf(pairs, await rows.ofUser(userId)),
  }
}

/** One row per role of the user, and one without a role for a user who has none. */
const people = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .leftJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['users.id', 'username', 'first_name', 'last_name', 'email', 'sessions_valid_from', 'roles.id as role_id', 'roles.name as role_name'])
    .select((eb) => eb.selectFrom('settings').select('value').where('settings.name', '=', 'access_version').as('version'))
    .where('users.active', '=', true)
    .orderBy('roles.id')

const byUser = (db: Db, userId: number) => people(db).where('users.id', '=', userId).compile()

const bySession = (db: Db, id: string, moment: string) =>
  people(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .where('sessions.id', '=', id)
    .where('sessions.expires_on', '>', moment)
    .where((eb) => eb.or([eb('users.sessions_valid_from', 'is', null), eb('sessions.created_on', '>=', eb.ref('users.sessions_valid_from'))]))
    .compile()

type Row = ReturnType<typeof byUser> extends CompiledQuery<infer R> ? R : never

/** Every request asks one of these two questions, so their text is made once; what stands in for a value is replaced by it. */
function makeQuestions({ db, now }: CallerDeps) {
  const [user, session, moment] = [-1, 'session', 'moment']
  const texts = { user: byUser(db, user), session: bySession(db, session, moment) }
  const ask = async (question: CompiledQuery<Row>, values: ReadonlyMap<unknown, unknown>): Promise<readonly Row[]> => {
    const parameters = question.parameters.map((value) => (values.has(value) ? values.get(value) : value))
    return (await db.executeQuery<Row>({ ...question, parameters })).rows
  }
  return {
    ofUser: (userId: number) => ask(texts.user, new Map([[user, userId]])),
    ofSession: (key: string) =>
      ask(
        texts.session,
        new Map([
          [session, sessionId(key)],
          [moment, momentOf(now())],
        ]),
      ),
  }
}

async function callerOf(pairs: RolePairs, rows: readonly Row[]): Promise<Caller | null> {
  const [first] = rows
  if (!first) return null
  const roles = rows.flatMap(({ role_id, role_name }) => (role_id === null || role_name === null ? [] : [{ id: role_id, name: role_name }]))
  return {
    kind: 'user',
    id: first.id,
    username: first.username,
    firstName: first.first_name,
    lastName: first.last_name,
    email: first.email,
    roles,
    pairs: await pairs.of(
      roles.map(({ id }) => id),
      first.version ?? '',
    ),
  }
}

/** A guest may do nothing but what is opened to guests, whatever the Public role holds; its roles count for row rules and templates. */
async function guestOf(deps: CallerDeps, public_: Caller, token: string): Promise<Caller | null> {
  const claims = await readGuestToken(deps, token)
  if (!claims) return null
  const { username = 'guest_user', first_name: firstName = 'Guest', last_name: lastName = 'User' } = claims.user
  const dashboardIds = await embeddedDashboardIds(
    deps,
    claims.resources.map(({ id }) => id),
  )
  const rules = claims.rls_rules.map(({ dataset, clause }) => ({ datasetId: dataset ?? null, clause }))
  return { ...public_, kind: 'guest', username, firstName, lastName, pairs: new Set(), guest: { dashboardIds, rules } }
}

async function nobody({ db }: CallerDeps, pairs: RolePairs): Promise<Caller> {
  const role = await db
    .selectFrom('roles')
    .select(['id', 'name'])
    .select((eb) => eb.selectFrom('settings').select('value').where('settings.name', '=', 'access_version').as('version'))
    .where('roles.name', '=', 'Public')
    .executeTakeFirst()
  return {
    kind: 'anonymous',
    id: null,
    username: '',
    firstName: '',
    lastName: '',
    email: '',
    roles: role ? [{ id: role.id, name: role.name }] : [],
    pairs: role ? await pairs.of([role.id], role.version ?? '') : new Set(),
  }
}
