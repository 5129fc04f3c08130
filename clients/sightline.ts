import { makeDataFolder, startServer } from '../e2e/server.ts'

export const password = 'a password for clients'

export interface Reply {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}
type Call = (method: string, path: string, body?: unknown) => Promise<Reply>

export interface Sightline {
  readonly address: string
  /** As its administrator. */
  readonly call: Call
  /** A token of its administrator. */
  readonly token: string
  readonly close: () => Promise<void>
}

/** The real program on a folder of its own, without examples. */
export async function openSightline(): Promise<Sightline> {
  const data = makeDataFolder()
  const server = await startServer({ data: data.path, env: { SIGHTLINE_ADMIN_PASSWORD: password, SIGHTLINE_EXAMPLES: 'false' } })
  const { token, call } = await signIn(server.address)
  const close = async (): Promise<void> => {
    await server.stop()
    data.remove()
  }
  return { address: server.address, call, token, close }
}

async function signIn(address: string): Promise<{ token: string; call: Call }> {
  const ask = (path: string, init: RequestInit) => fetch(`${address}${path}`, init)
  const json = { 'content-type': 'application/json' }
  const login = await ask('/api/v1/security/login', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'admin', password, provider: 'db' }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const bearer = { authorization: `Bearer ${token}` }
  const csrf = await ask('/api/v1/security/csrf_token/', { headers: bearer })
  const { result } = (await csrf.json()) as { result: string }
  const headers = { ...bearer, ...json, cookie: csrf.headers.getSetCookie().join('; '), 'x-csrftoken': result }
  const call: Call = async (method, path, body) => {
    const reply = await ask(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { token, call }
}

/** The body of a call that has to succeed. */
export async function must({ call }: Sightline, method: string, path: string, body?: unknown): Promise<Reply['body']> {
  const reply = await call(method, path, body)
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}
