import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'

/** A server that speaks HTTP, and how to reach it. */
export interface HttpTarget {
  readonly host: string
  readonly port: number
  /** null: no encryption. */
  readonly tls: HttpTls | null
  /** How long connecting, and then the silence of a server, may last. */
  readonly connectMilliseconds: number
}

export interface HttpTls {
  /** Certificate of who signed the server's, as PEM; null: those the system trusts. */
  readonly certificate: string | null
  readonly verifies: boolean
  /** The name its certificate must carry, where that is not the host's. */
  readonly serverName: string | null
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Readable | undefined
  readonly signal?: AbortSignal | undefined
}

export interface HttpClient {
  /** Resolves when the head of the answer is there; the body is read by the caller, who thereby sets the pace. */
  send(request: HttpRequest): Promise<http.IncomingMessage>
  close(): void
}

/** Encryption as an address and a database's own certificate ask for it: whoever names a certificate wants to know who answers. */
export const tlsFor = (
  isWanted: boolean,
  verifies: boolean,
  { serverCertificate, serverName }: { readonly serverCertificate?: string; readonly serverName?: string },
): HttpTls | null =>
  isWanted || serverCertificate !== undefined
    ? { certificate: serverCertificate ?? null, verifies: verifies || serverCertificate !== undefined, serverName: serverName ?? null }
    : null

/** Connections are kept for the next request, at most `sockets` at a time, and closed when idle. Redirects are not followed. */
export function openHttpClient(target: HttpTarget, options: { readonly sockets: number; readonly idleMilliseconds: number }): HttpClient {
  const shared = { keepAlive: true, maxSockets: options.sockets, maxFreeSockets: options.sockets, timeout: options.idleMilliseconds }
  const { tls } = target
  const agent = tls
    ? new https.Agent({
        ...shared,
        rejectUnauthorized: tls.verifies,
        ...(tls.certificate === null ? {} : { ca: tls.certificate }),
        ...(tls.serverName === null ? {} : { servername: tls.serverName }),
      })
    : new http.Agent(shared)

  function send({ method, path, headers, body, signal }: HttpRequest): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = (tls ? https : http).request({ host: target.host, port: target.port, method, path, headers, agent, ...(signal ? { signal } : {}) })
      // Only the way to the server is timed here: how long it may think is for the caller's signal to say.
      const timer = setTimeout(() => request.destroy(Object.assign(new Error('connection timeout'), { code: 'ETIMEDOUT' })), target.connectMilliseconds)
      request.once('socket', (socket) => {
        if (!socket.connecting) clearTimeout(timer)
        else socket.once(tls ? 'secureConnect' : 'connect', () => clearTimeout(timer))
      })
      request.once('response', (response) => {
        clearTimeout(timer)
        resolve(response)
      })
      request.once('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      // As bytes: with a text the head would be sent in the text's encoding, and other letters in it would become something else.
      if (body === undefined || typeof body === 'string') request.end(body === undefined ? undefined : Buffer.from(body))
      else {
        body.once('error', (error) => request.destroy(error))
        body.pipe(request)
      }
    })
  }

  return { send, close: () => agent.destroy() }
}

export const bodyOf = (response: http.IncomingMessage): Promise<string> => readText(response)
