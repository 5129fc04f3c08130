import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = Record<string, unknown>

/** What the 3.1 line of the reference product does not tell, or not in lists. */
const untold = /^(uuid|closed_because|username|json_metadata|description)$/

/**
 * A server that answers like one of the 3.1 line, by telling less than the one behind it: its lists hold no uuids and no account names, it has no list of
 * people, its bundle of everything is refused, and it wants its sign-in to be renewed now and then.
 */
export async function openOlderServer(
  behind: string,
  options: { readonly refuses?: RegExp } = {},
): Promise<{ readonly address: string; readonly paths: string[]; close(): Promise<void> }> {
  const paths: string[] = []
  let calls = 0
  const server: Server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', behind)
    paths.push(url.pathname)
    const send = (status: number, body: Answer): void => void outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname.startsWith('/api/v1/security/users') || options.refuses?.test(url.pathname)) return send(404, { message: 'Not found' })
    if (url.pathname === '/api/v1/assets/export/') return send(403, { message: 'Forbidden' })
    // Every so often the token has run out, or there were too many calls in a second.
    calls++
    if (!url.pathname.startsWith('/api/v1/security/') && calls % 17 === 0) return send(401, { msg: 'Token has expired' })
    if (calls % 23 === 0) return void outgoing.writeHead(429, { 'retry-after': '0.01' }).end('{}')
    const call = ask(url, { method: incoming.method, headers: { ...incoming.headers, host: url.host } }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => {
        const bytes = Buffer.concat(parts)
        const isList = /^\/api\/v1\/\w+\/(\d+\/annotation\/)?$/.test(url.pathname) && !/^\/api\/v1\/(database|explore)\//.test(url.pathname)
        const isJson = String(reply.headers['content-type']).includes('json')
        outgoing.writeHead(reply.statusCode ?? 0, { 'content-type': reply.headers['content-type'] ?? '' })
        outgoing.end(isList && isJson ? JSON.stringify(JSON.parse(bytes.toString(), (key, value: unknown) => (untold.test(key) ? undefined : value))) : bytes)
      })
    })
    incoming.pipe(call)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
