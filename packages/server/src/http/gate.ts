import type { Access, Endpoint } from '@sightline/contract'
import { pairKey, type Caller } from '@sightline/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { csrfFault } from '../people/csrf.ts'
import type { Callers } from '../people/load-caller.ts'
import { sessionKeyOf, setFlash } from './cookies.ts'
import { Refusal } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** The token may still come as a field of the form, which is read later. */
    csrfIsDue: boolean
    /** Nobody so far, but the form that is read later may carry a guest's token: who may pass is decided then. */
    guestIsDue: boolean
  }
}

type AnyEndpoint = Endpoint<any, any, any, any>

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']
const typeOf = (request: FastifyRequest): string => (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
const isForm = (request: FastifyRequest): boolean => formTypes.includes(typeOf(request))

const isPage = ({ produces }: AnyEndpoint): boolean => produces === 'html' || produces === 'redirect'
const isApi = ({ path }: AnyEndpoint): boolean => path.startsWith('/api/')

/** Who asks, then the CSRF token, then the permission: everything before the body is read, unless a form may say who asks. Answers itself when it redirects. */
export async function passGate(deps: Deps, callers: Callers, endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { caller, tokenFault } = await callers.load({
    sessionKey: sessionKeyOf(request),
    bearer: bearerOf(request),
    guestToken: headerOf(request, deps.config.guestTokenHeader.toLowerCase()),
  })
  request.caller = caller
  if (caller.kind === 'anonymous' && endpoint.isForGuests && request.method === 'POST' && isForm(request)) {
    request.guestIsDue = true
    return
  }
  decide(deps, endpoint, request, reply, caller, tokenFault)
}

/** For forms, once their fields are read: a browser that sends its last words while a page closes can add fields but no headers. */
export async function passGuestField(deps: Deps, callers: Callers, endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.guestIsDue) return
  request.guestIsDue = false
  const field = fieldOf(request, 'guest_token')
  const { caller, tokenFault } = await callers.load({ sessionKey: undefined, bearer: bearerOf(request), guestToken: field })
  request.caller = caller
  decide(deps, endpoint, request, reply, caller, tokenFault)
}

/** The CSRF token, then the permission. */
function decide(deps: Deps, endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply, caller: Caller, tokenFault: string | null): void {
  // No browser sends a guest's token by itself, so nobody can make one send it.
  if (needsCsrf(endpoint) && caller.kind !== 'guest') {
    const token = headerOf(request, 'x-csrftoken') ?? headerOf(request, 'x-csrf-token')
    if (token === undefined && isForm(request)) request.csrfIsDue = true
    else if (refuseCsrf(deps, request, reply, token)) return
  }

  const { access } = endpoint
  const isSignedIn = caller.kind !== 'anonymous'
  if (access === 'public' || (caller.kind === 'guest' ? endpoint.isForGuests === true : holds(caller, access))) return
  if (isPage(endpoint) && request.method !== 'POST') {
    setFlash(reply, 'access-denied')
    reply.redirect(isSignedIn ? '/' : `/login/?next=${encodeURIComponent(request.url)}`)
    return
  }
  if (!isApi(endpoint)) throw Refusal.raw(isSignedIn ? 403 : 401, { message: 'Access is Denied', severity: 'danger' })
  if (isSignedIn) throw new Refusal(403, 'Forbidden')
  throw Refusal.raw(401, { msg: tokenFault ?? 'Missing Authorization Header' })
}

const holds = (caller: Caller, access: Exclude<Access, 'public'>): boolean =>
  access === 'signed-in' ? caller.kind === 'user' : caller.pairs.has(pairKey(access.permission, access.view))

/** For forms, once their fields are read. */
export function passCsrfField(deps: Deps, request: FastifyRequest, reply: FastifyReply): void {
  if (!request.csrfIsDue) return
  refuseCsrf(deps, request, reply, fieldOf(request, 'csrf_token'))
}

const fieldOf = ({ body }: FastifyRequest, name: string): string | undefined => {
  const field = (body as Record<string, unknown> | undefined)?.[name]
  return typeof field === 'string' && field !== '' ? field : undefined
}

const needsCsrf = ({ method, csrf }: AnyEndpoint): boolean => method !== 'GET' && csrf !== false

/** Programs that send JSON are told; whoever sent a form, or nothing, is sent to sign in. */
function refuseCsrf(deps: Deps, request: FastifyRequest, reply: FastifyReply, token: string | undefined): boolean {
  const fault = csrfFault(deps, sessionKeyOf(request), token) ?? refererFault(request)
  if (!fault) return false
  if (typeOf(request) === 'application/json') throw new Refusal({ code: 'GENERIC_BACKEND_ERROR', message: `400 Bad Request: ${fault}` }, 400)
  reply.redirect('/login/')
  return true
}

/** Over https a browser must come from our own pages. */
function refererFault(request: FastifyRequest): string | null {
  if (request.protocol !== 'https') return null
  const referer = request.headers.referer
  if (!referer) return 'The referrer header is missing.'
  return URL.canParse(referer) && new URL(referer).host === request.host ? null : 'The referrer does not match the host.'
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const bearerOf = (request: FastifyRequest): string | undefined => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
