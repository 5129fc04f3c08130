import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { password } from './fixtures.ts'

/** The published bundle of the SDK, as a page loads it from a package registry's copy. */
const sdk = readFileSync(createRequire(import.meta.url).resolve('@superset-ui/embedded-sdk'), 'utf8')

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Another site</title>
    <style>
      body { margin: 0 }
      #dashboard iframe { width: 1200px; height: 800px; border: 0 }
    </style>
    <script src="/sdk.js"></script>
  </head>
  <body><h1>Another site</h1><div id="dashboard"></div></body>
</html>`

/** What a token is asked for with. */
export interface Grant {
  readonly uuid: string
  readonly rls?: readonly { readonly clause: string; readonly dataset?: number }[]
}

/** A site of somebody else: a page with the SDK, and a backend that fetches guest tokens as an administrator. */
export interface HostSite {
  readonly address: string
  /** The tokens it handed to its page so far. */
  readonly tokens: readonly string[]
  /** Its backend is out of order while this is set. */
  isBroken: boolean
  grant: Grant
  readonly close: () => Promise<void>
}

/** What any program does that asks for a guest token: sign in, fetch the CSRF token with its cookie, ask. */
async function fetchGuestToken(server: string, { uuid, rls = [] }: Grant): Promise<string> {
  const json = { 'content-type': 'application/json' }
  const credentials = JSON.stringify({ username: 'admin', password, provider: 'db', refresh: false })
  const login = await fetch(`${server}/api/v1/security/login`, { method: 'POST', headers: json, body: credentials })
  const authorization = `Bearer ${((await login.json()) as { access_token: string }).access_token}`
  const csrf = await fetch(`${server}/api/v1/security/csrf_token/`, { headers: { authorization } })
  const cookie = csrf.headers.getSetCookie().map((line) => line.split(';')[0])
  const reply = await fetch(`${server}/api/v1/security/guest_token/`, {
    method: 'POST',
    headers: { ...json, authorization, 'x-csrftoken': ((await csrf.json()) as { result: string }).result, cookie: cookie.join('; ') },
    body: JSON.stringify({ user: { username: 'visitor', first_name: 'A', last_name: 'Visitor' }, resources: [{ type: 'dashboard', id: uuid }], rls }),
  })
  if (!reply.ok) throw new Error(`no guest token: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { token: string }).token
}

/** Under `localhost` it is another site for the browser, not only another origin: our server, at 127.0.0.1, is a third party in its frames. */
export async function startHostSite(server: string, grant: Grant, host: 'localhost' | '127.0.0.1' = 'localhost'): Promise<HostSite> {
  const tokens: string[] = []
  const site = { tokens, isBroken: false, grant }
  const app = createServer((request, reply) => {
    const send = (status: number, type: string, body: string): void => void reply.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body)
    if (request.url === '/sdk.js') return send(200, 'text/javascript', sdk)
    if (request.url !== '/guest-token') return send(200, 'text/html', page)
    if (site.isBroken) return send(500, 'text/plain', 'out of order')
    fetchGuestToken(server, site.grant).then(
      (token) => {
        tokens.push(token)
        send(200, 'text/plain', token)
      },
      (cause: unknown) => send(500, 'text/plain', String(cause)),
    )
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      app.closeAllConnections()
      app.close(() => resolve())
    })
  return Object.assign(site, { address: `http://${host}:${(app.address() as AddressInfo).port}`, close })
}
