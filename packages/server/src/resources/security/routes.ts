import { securityEndpoints } from '@sightline/contract'
import { ensureSessionKey } from '../../http/cookies.ts'
import { bearerOf } from '../../http/gate.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { makeCsrfToken } from '../../people/csrf.ts'
import { embeddedDashboardIds, makeGuestToken } from '../../people/guest-tokens.ts'
import { signIn } from '../../people/sign-in.ts'
import { isStillValid, makeToken, readToken } from '../../people/tokens.ts'

export const routes: readonly Route[] = [
  route(securityEndpoints.login, async (deps, { body, request }) => {
    const outcome = body.provider === 'ldap' ? ({ refused: 'wrong' } as const) : await signIn(deps, body.username, body.password, request.ip)
    if ('refused' in outcome)
      throw outcome.refused === 'wrong' ? new Refusal(401, 'Not authorized') : new Refusal(429, 'Too many failed attempts. Please wait a minute.')
    return {
      access_token: await makeToken(deps, 'access', outcome.userId),
      ...(body.refresh ? { refresh_token: await makeToken(deps, 'refresh', outcome.userId) } : {}),
    }
  }),
  route(securityEndpoints.refresh, async (deps, { request }) => {
    const bearer = bearerOf(request)
    if (bearer === undefined) throw Refusal.raw(401, { msg: 'Missing Authorization Header' })
    const token = await readToken(deps, 'refresh', bearer)
    if (typeof token === 'string') throw Refusal.raw(401, { msg: token })
    if (!(await isStillValid(deps, token))) throw Refusal.raw(401, { msg: 'Token has been revoked' })
    return { access_token: await makeToken(deps, 'access', token.userId) }
  }),
  route(securityEndpoints.guestToken, async (deps, { body, request }) => {
    for (const { id } of body.resources) if ((await embeddedDashboardIds(deps, [id])).length === 0) throw new Refusal(400, 'EmbeddedDashboard not found.')
    return { token: await makeGuestToken(deps, body, `${request.protocol}://${request.host}/`) }
  }),
  route(securityEndpoints.csrfToken, async (deps, { request, reply }) => ({
    result: makeCsrfToken(deps, ensureSessionKey(request, reply, deps.config)),
  })),
]
