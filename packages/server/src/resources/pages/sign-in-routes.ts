import { pageEndpoints } from '@sightline/contract'
import { clearSessionKey, sessionKeyOf, setFlash, setSessionKey } from '../../http/cookies.ts'
import { route, type Route } from '../../http/route.ts'
import { sendShell } from '../../http/shell.ts'
import { safeNext } from '../../people/safe-next.ts'
import { beginSession, endSession } from '../../people/sessions.ts'
import { useSignInLink } from '../../people/sign-in-links.ts'
import { noteSignIn, signIn } from '../../people/sign-in.ts'

export const signInRoutes: readonly Route[] = [
  route(pageEndpoints.loginPage, async (deps, { query, request, reply, caller }) =>
    caller.kind === 'anonymous' ? sendShell(deps, request, reply, caller) : reply.redirect(query.next === undefined ? '/' : safeNext(query.next)),
  ),
  route(pageEndpoints.login, async (deps, { body, query, request, reply }) => {
    const next = body.next ?? query.next
    const outcome = await signIn(deps, body.username, body.password, request.ip)
    if ('refused' in outcome) {
      setFlash(reply, outcome.refused === 'wrong' ? 'invalid-login' : 'too-many-attempts')
      return reply.redirect(next === undefined ? '/login/' : `/login/?next=${encodeURIComponent(next)}`)
    }
    const old = sessionKeyOf(request)
    if (old !== undefined) await endSession(deps, old)
    setSessionKey(reply, deps.config, await beginSession(deps, outcome.userId))
    return reply.redirect(safeNext(next))
  }),
  route(pageEndpoints.loginLink, async (deps, { query, request, reply }) => {
    // Programs that look at links before people click them ask with HEAD: that must not use the link up.
    if (request.method === 'HEAD') return reply.send('')
    const userId = await useSignInLink(deps, query.token)
    if (userId === null) {
      setFlash(reply, 'link-used')
      return reply.redirect('/login/')
    }
    await noteSignIn(deps, userId)
    setSessionKey(reply, deps.config, await beginSession(deps, userId))
    return reply.redirect('/password/')
  }),
  route(pageEndpoints.logout, async (deps, { request, reply }) => {
    const key = sessionKeyOf(request)
    if (key !== undefined) await endSession(deps, key)
    clearSessionKey(reply, deps.config)
    return reply.redirect('/')
  }),
]
