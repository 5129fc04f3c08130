import { encodeRison, type Result } from '@sightline/core'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchAnswer, GuardedFetch } from '../../http-out/guarded-fetch.ts'
import { Refusal, unwrap } from '../../http/problem.ts'
import type { RemoteAccount } from '../move-form.ts'

/** What a call answered: a value, or why there is none, as the end of a sentence. */
export type Told<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly status: number; readonly why: string }

export interface RemoteApi {
  readonly origin: string
  /** The JSON of a call. `q` is printed as rison. */
  get(path: string, query?: Readonly<Record<string, unknown>>): Promise<Told<Readonly<Record<string, unknown>>>>
  download(path: string, query?: Readonly<Record<string, unknown>>): Promise<Told<Buffer>>
}

interface Tokens {
  readonly access: string
  readonly refresh: string | null
}

/** All answers together may be so many times as large as one of them. */
const mostAnswers = 64

/** A server that asks us to slow down is asked again a few times. */
const mostWaits = 5
const longestWaitSeconds = 10

/** Signs in at a running server. Throws what a person must read: that there is no such server, or that it does not know the account. */
export async function openRemote(
  fetch: GuardedFetch,
  account: RemoteAccount,
  { mostBytes, signal }: { readonly mostBytes: number; readonly signal: AbortSignal },
): Promise<RemoteApi> {
  const base = baseOf(account.address)
  let read = 0
  const call = async (
    path: string,
    request: { readonly body?: unknown; readonly token?: string; readonly accept?: string | undefined },
  ): Promise<FetchAnswer> => {
    for (let waits = 0; ; waits++) {
      signal.throwIfAborted()
      const asked: Result<FetchAnswer> = await fetch(`${base}${path}`, {
        method: request.body === undefined ? 'GET' : 'POST',
        headers: {
          accept: request.accept ?? 'application/json',
          ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
        mostBytes,
        signal,
      })
      signal.throwIfAborted()
      const answer = unwrap(asked)
      read += answer.body.length
      if (read > mostAnswers * mostBytes)
        throw new Refusal({
          code: 'GENERIC_COMMAND_ERROR',
          status: 422,
          message: `The server at ${base} answers with more than can be read. Nothing was brought.`,
        })
      if ((answer.status !== 429 && answer.status !== 503) || waits >= mostWaits) return answer
      const seconds = Number(answer.headers['retry-after'] ?? 1)
      await sleep(Math.min(Number.isFinite(seconds) && seconds > 0 ? seconds : 1, longestWaitSeconds) * 1000, undefined, { signal })
    }
  }
  const signIn = async (): Promise<Tokens> => {
    const { username, password, provider } = account
    const answer = await call('/api/v1/security/login', { body: { username, password, provider, refresh: true } })
    const { access_token: access, refresh_token: refresh } = jsonOf(answer) ?? {}
    if (answer.status === 200 && typeof access === 'string') return { access, refresh: typeof refresh === 'string' ? refresh : null }
    throw new Refusal({ code: 'GENERIC_COMMAND_ERROR', status: 422, message: signInWords(answer, base, username) })
  }
  let tokens = await signIn()
  /** Access tokens last minutes, and a large installation takes longer to read. */
  const renew = async (): Promise<void> => {
    const { refresh } = tokens
    const answer = refresh === null ? null : await call('/api/v1/security/refresh', { body: {}, token: refresh })
    const access = answer?.status === 200 ? jsonOf(answer)?.['access_token'] : undefined
    tokens = typeof access === 'string' ? { access, refresh } : await signIn()
  }
  const ask = async (path: string, query: Readonly<Record<string, unknown>>, accept?: string): Promise<Told<FetchAnswer>> => {
    const target = `${path}${printQuery(query)}`
    let answer = await call(target, { token: tokens.access, accept })
    if (answer.status === 401) {
      await renew()
      answer = await call(target, { token: tokens.access, accept })
    }
    return answer.status === 200 ? { ok: true, value: answer } : { ok: false, status: answer.status, why: refusalWords(answer) }
  }
  return {
    origin: base,
    get: async (path, query = {}) => {
      const answer = await ask(path, query)
      if (!answer.ok) return answer
      const value = jsonOf(answer.value)
      return value ? { ok: true, value } : { ok: false, status: 200, why: 'the answer cannot be read' }
    },
    download: async (path, query = {}) => {
      const answer = await ask(path, query, 'application/zip, application/json')
      if (!answer.ok) return answer
      const { body } = answer.value
      return body.subarray(0, 2).toString('latin1') === 'PK' ? { ok: true, value: body } : { ok: false, status: 200, why: 'the answer is no bundle' }
    },
  }
}

/** The address without the page that somebody copied it from. */
function baseOf(address: string): string {
  let url: URL
  try {
    url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`)
  } catch {
    throw new Refusal({ code: 'GENERIC_COMMAND_ERROR', status: 422, message: `This is no address of a server: ${address}` })
  }
  url.search = ''
  url.hash = ''
  url.pathname = url.pathname.replace(/\/(superset\/welcome|login|api\/v1)\/?$/, '/')
  return url.href.replace(/\/+$/, '')
}

function printQuery(query: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(name === 'q' ? encodeRison(value) : String(value))}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function jsonOf({ body }: FetchAnswer): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function signInWords(answer: FetchAnswer, base: string, username: string): string {
  const told = jsonOf(answer)
  if (told === null || answer.status === 404) return `What answers at ${base} is no server that can be moved from: it has no sign-in of this interface.`
  if (answer.status === 401 || answer.status === 403) return `The server at ${base} refuses the name "${username}" with this password.`
  if (answer.status === 429) return `The server at ${base} has had too many sign-ins. Please try again in a minute.`
  return `Signing in at ${base} failed (${answer.status}).`
}

/** The end of a sentence that begins with what was asked for. */
function refusalWords({ status }: FetchAnswer): string {
  switch (status) {
    case 401:
    case 403:
      return `the account may not read them there (${status})`
    case 404:
      return 'the server there does not have them, or does not show them to the account (404)'
    default:
      return `the server there answered ${status}`
  }
}
