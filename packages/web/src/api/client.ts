import type { BodyOf, Endpoint, ReplyOf } from '@sightline/contract'
import { links } from '../links.ts'
import { bootstrap, confNumber } from './bootstrap.ts'
import { ApiFailure } from './failure.ts'
import { guestIdentity } from './guest.ts'
import { hostForTurn } from './spread-hosts.ts'

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Members that are undefined are left out; objects must be written as text (rison) by the caller. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Milliseconds; the server's own limit (SUPERSET_WEBSERVER_TIMEOUT) unless told. 0 waits for ever. */
  readonly timeoutMs?: number
  /** Small changes that must not be lost when the person moves on before the answer. */
  readonly outlivesPage?: boolean
  /** May go through any host name of the server, where it has several. */
  readonly isSpread?: boolean
}

let turn = 0
const addressOf = (path: string): string => {
  const host = hostForTurn(location.host, bootstrap().common.conf?.['SUPERSET_WEBSERVER_DOMAINS'], location.search, turn++)
  return host === undefined ? path : `${location.protocol}//${host}${path}`
}

const withQuery = (path: string, query: RequestOptions['query']): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`
}

let csrfToken: Promise<string> | undefined

/** From the page shell where the server wrote it, from its endpoint otherwise; asked for once. */
export const readCsrfToken = (): Promise<string> => {
  csrfToken ??= (async () => {
    const written = (document.getElementById('csrf_token') as HTMLInputElement | null)?.value ?? ''
    if (written !== '' && !written.startsWith('__')) return written
    const reply = await fetch('/api/v1/security/csrf_token/', { headers: { Accept: 'application/json' }, credentials: 'same-origin' })
    if (!reply.ok) throw new ApiFailure('http', reply.status, reply.statusText, await readBody(reply))
    return ((await reply.json()) as { result: string }).result
  })()
  csrfToken.catch(() => {
    csrfToken = undefined
  })
  return csrfToken
}

const readBody = async (reply: Response): Promise<unknown> => {
  const text = await reply.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** A session that ended sends the person to the sign-in page and back to where they were. */
export const leaveForSignIn = (): void => {
  if (location.pathname.startsWith('/login')) return
  location.assign(links.signIn(location.pathname + location.search + location.hash))
}

/** The reply, or why there is none. */
const requestRaw = async (path: string, options: RequestOptions = {}): Promise<Response> => {
  const method = options.method ?? 'GET'
  const guest = guestIdentity()
  const token = guest?.token()
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (guest) headers[guest.headerName] = token ?? ''
  else if (method !== 'GET') headers['X-CSRFToken'] = await readCsrfToken()
  const isForm = options.body instanceof FormData
  if (options.body !== undefined && !isForm) headers['Content-Type'] = 'application/json'

  const timeoutMs = options.timeoutMs ?? confNumber('SUPERSET_WEBSERVER_TIMEOUT', 60) * 1000
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined
  const signals = [options.signal, timeout].filter((signal): signal is AbortSignal => signal !== undefined)
  const address = withQuery(options.isSpread && !guest ? addressOf(path) : path, options.query)
  let reply: Response
  try {
    reply = await fetch(address, {
      method,
      headers,
      // Cookies would make a guest somebody else: whoever has signed in with the same browser.
      credentials: guest ? 'omit' : address.startsWith('/') ? 'same-origin' : 'include',
      keepalive: options.outlivesPage ?? false,
      ...(options.body === undefined ? {} : { body: isForm ? (options.body as FormData) : JSON.stringify(options.body) }),
      ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    })
  } catch {
    if (options.signal?.aborted) throw new DOMException('The request was called off', 'AbortError')
    throw new ApiFailure(timeout?.aborted ? 'timeout' : 'network')
  }
  if (!reply.ok) {
    if (reply.status === 401) {
      if (!guest) leaveForSignIn()
      // Another token came while the call was on its way.
      else if (guest.token() !== token) return requestRaw(path, options)
      // A guest has no page to sign in on.
      else guest.onRefused()
    }
    throw new ApiFailure('http', reply.status, reply.statusText, await readBody(reply))
  }
  return reply
}

/** One JSON call. The reply's type is the caller's word; prefer `requestFor` where the contract has the endpoint. */
export const request = async <Reply>(path: string, options: RequestOptions = {}): Promise<Reply> => {
  const reply = await requestRaw(path, options)
  return (reply.status === 204 ? undefined : await readBody(reply)) as Reply
}

/**
 * A call described by the contract: `requestFor<typeof userEndpoints.create>(…)` takes the endpoint's body and gives its reply.
 * Only the type of the endpoint is named, so its schemas stay out of the bundle.
 */
export const requestFor = <E extends Endpoint<any, any, any, any>>(
  path: string,
  options: Omit<RequestOptions, 'method' | 'body'> & { readonly method: E['method']; readonly body?: BodyOf<E> },
): Promise<ReplyOf<E>> => request<ReplyOf<E>>(path, options)

/** A reply that is a file, with the name the server gives it. */
export const requestFile = async (path: string, options: RequestOptions = {}): Promise<{ readonly blob: Blob; readonly name: string | undefined }> => {
  const reply = await requestRaw(path, options)
  const name = /filename="?([^";]+)"?/i.exec(reply.headers.get('content-disposition') ?? '')?.[1]
  return { blob: await reply.blob(), name }
}
