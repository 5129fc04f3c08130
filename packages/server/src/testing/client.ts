import type { App } from '../app.ts'

interface Reply {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  readonly body: any
  readonly text: string
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
}
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export interface TestCall {
  (method: Method, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** Cookies of this browser. */
  readonly jar: Map<string, string>
  /** Sent as `X-CSRFToken` when set. */
  csrf: string | undefined
}

/** A browser without pages: keeps cookies, sends the CSRF token it was given. Objects go as JSON, URLSearchParams as a form, texts as they are. */
export function makeClient(app: App): TestCall {
  const jar = new Map<string, string>()
  const call = async (method: Method, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> => {
    const isForm = body instanceof URLSearchParams
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const reply = await app.inject({
      method,
      url: path,
      headers: {
        accept: 'application/json',
        ...(body === undefined || isRaw ? {} : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
        ...(jar.size > 0 ? { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(client.csrf === undefined ? {} : { 'x-csrftoken': client.csrf }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isForm ? body.toString() : isRaw ? (body as string) : JSON.stringify(body) }),
    })
    for (const cookie of reply.cookies) {
      if (cookie.value === '' || cookie.maxAge === 0) jar.delete(cookie.name)
      else jar.set(cookie.name, cookie.value)
    }
    const isJson = String(reply.headers['content-type'] ?? '').includes('json')
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      bytes: reply.rawPayload,
      body: isJson && reply.body !== '' ? JSON.parse(reply.body) : reply.body,
    }
  }
  const client: TestCall = Object.assign(call, { jar, csrf: undefined as string | undefined })
  return client
}

const csrfIn = (page: string): string => /name="csrf_token"[^>]*value="([^"]*)"/.exec(page)?.[1] ?? ''

/** Signs in through the form, as a browser does. */
export async function signInWithForm(app: App, username: string, password: string): Promise<TestCall> {
  const call = makeClient(app)
  const page = await call('GET', '/login/')
  const reply = await call('POST', '/login/', new URLSearchParams({ username, password, csrf_token: csrfIn(page.text) }))
  if (reply.status !== 302 || String(reply.headers['location']).startsWith('/login'))
    throw new Error(`Signing in as ${username} answered ${reply.status} ${reply.headers['location']}`)
  call.csrf = (await call('GET', '/api/v1/security/csrf_token/')).body.result
  return call
}
