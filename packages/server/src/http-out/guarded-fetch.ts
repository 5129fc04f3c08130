import { fail, ok, type Result } from '@sightline/core'
import { lookup as lookUp } from 'node:dns/promises'
import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isAllowedPlace, isPublicAddress, readAllowedPlace } from './address-rules.ts'

export interface FetchRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Of the answer; a longer one is refused. */
  readonly mostBytes: number
  readonly signal: AbortSignal
}

export interface FetchAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type GuardedFetch = (address: string | URL, request: FetchRequest) => Promise<Result<FetchAnswer>>

interface Guard {
  /** Places that may be reached although they are not public; see `readAllowedPlace`. */
  readonly allowed: readonly string[]
  /** Without a byte for so long, the other side is given up. */
  readonly idleSeconds?: number
  /** Stands in for the name service. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

const mostRedirects = 5

const refuse = (message: string) => fail({ code: 'GENERIC_COMMAND_ERROR' as const, status: 422, message })

/**
 * T18: the only way in which this server reads an address that somebody gave it. The name is resolved here, every address it stands for must be
 * public or allowed by configuration, and the connection goes to the address that was looked at, so the name cannot mean another place a
 * moment later. A redirect is followed within the same origin only: nobody else is shown the headers, and nobody can send us elsewhere.
 */
export function openGuardedFetch({ allowed, idleSeconds = 30, resolve = resolveName }: Guard): GuardedFetch {
  const places = allowed.flatMap((entry) => readAllowedPlace(entry) ?? [])
  /** The addresses of a place, all of them looked at. */
  const addressesOf = async (url: URL): Promise<Result<readonly string[]>> => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    let addresses: readonly string[]
    try {
      addresses = isIP(host) ? [host] : await resolve(host)
    } catch {
      return refuse(`There is no host of the name ${host}.`)
    }
    if (addresses.length === 0) return refuse(`There is no host of the name ${host}.`)
    const isOpen = (address: string): boolean => isPublicAddress(address) || isAllowedPlace(places, { host, port, address })
    if (addresses.every(isOpen)) return ok(addresses)
    return refuse(`${host} does not lie on the public internet. An administrator can allow it with the setting SIGHTLINE_FETCH_HOSTS.`)
  }
  return async (address, request) => {
    let url: URL
    try {
      url = new URL(address)
    } catch {
      return refuse(`This is no address: ${String(address)}`)
    }
    const { origin } = url
    for (let followed = 0; followed <= mostRedirects; followed++) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('Only addresses that begin with http:// or https:// can be read.')
      if (url.username !== '' || url.password !== '') return refuse('The address must not hold a name or password.')
      const addresses = await addressesOf(url)
      if (!addresses.ok) return addresses
      const answer = await send(url, addresses.value, request, idleSeconds)
      if (!answer.ok || !isRedirect(answer.value)) return answer
      const next = targetOf(answer.value, url)
      if (next === null || next.origin !== origin)
        return refuse(`The server at ${origin} sends on to ${next?.origin ?? 'somewhere else'}. Give the address where it answers itself.`)
      if (request.method === 'POST') return refuse(`The server at ${origin} sends on to ${next.pathname}. Give the address where it answers itself.`)
      url = next
    }
    return refuse(`The server at ${origin} sends on without an end.`)
  }
}

const resolveName = async (host: string): Promise<readonly string[]> => (await lookUp(host, { all: true, verbatim: true })).map(({ address }) => address)

const isRedirect = ({ status, headers }: FetchAnswer): boolean => [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined

function targetOf({ headers }: FetchAnswer, from: URL): URL | null {
  try {
    return new URL(headers.location ?? '', from)
  } catch {
    return null
  }
}

/** One request to one of the addresses that were looked at. */
function send(url: URL, addresses: readonly string[], asked: FetchRequest, idleSeconds: number): Promise<Result<FetchAnswer>> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const pinned: LookupFunction = (_host, options, done) => (options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family))
  const body = asked.body === undefined ? undefined : Buffer.from(asked.body)
  const options: RequestOptions = {
    method: asked.method ?? 'GET',
    // Packed answers could grow without a bound; an own connection keeps one server's answers out of another's.
    headers: { ...asked.headers, 'accept-encoding': 'identity', ...(body ? { 'content-length': String(body.length) } : {}) },
    lookup: pinned,
    agent: false,
    timeout: idleSeconds * 1000,
    signal: asked.signal,
  }
  return new Promise((resolve) => {
    const call = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, options)
    const end = (result: Result<FetchAnswer>): void => {
      resolve(result)
      call.destroy()
    }
    call.on('timeout', () => end(refuse(`The server at ${url.origin} did not answer for ${idleSeconds} seconds.`)))
    call.on('error', (error: NodeJS.ErrnoException) => end(refuse(asked.signal.aborted ? 'The call was stopped.' : wordsOf(error, url))))
    call.on(
      'response',
      (response) =>
        void collect(response, asked.mostBytes).then(
          (bytes) => end(bytes ? ok(answerOf(response, bytes)) : tooLarge(url, asked)),
          (error: NodeJS.ErrnoException) => end(refuse(wordsOf(error, url))),
        ),
    )
    call.end(body)
  })
}

const answerOf = ({ statusCode, headers }: IncomingMessage, body: Buffer): FetchAnswer => ({ status: statusCode ?? 0, headers, body })

const tooLarge = (url: URL, { mostBytes }: FetchRequest) =>
  refuse(`The answer of ${url.origin}${url.pathname} is larger than ${Math.floor(mostBytes / 2 ** 20)} MB, the most that is read (SIGHTLINE_BODY_LIMIT_MB).`)

/** Null for an answer that is too large. */
async function collect(response: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(response.headers['content-length'] ?? 0) > most) return null
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Whole sentences for what the network says in codes. */
function wordsOf({ code, message }: NodeJS.ErrnoException, { origin, protocol }: URL): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing answers at ${origin}.`
    case 'ECONNRESET':
    case 'EPIPE':
      return `The server at ${origin} ended the connection.`
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `The server at ${origin} cannot be reached.`
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${origin} has expired.`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of ${origin} is signed by nobody that this server trusts. Its authority can be named with NODE_EXTRA_CA_CERTS.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${origin} is for another host.`
    default:
      if (code?.startsWith('HPE_') || code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER')
        return `What answers at ${origin} does not speak ${protocol.slice(0, -1)}.`
      return `The server at ${origin} could not be read: ${message}`
  }
}
