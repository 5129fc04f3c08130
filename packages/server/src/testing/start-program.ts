import { spawn, type ChildProcess } from 'node:child_process'
import { programPath } from '../programs.ts'

export interface Started {
  readonly child: ChildProcess
  readonly pid: number
  readonly ended: Promise<number | null>
  output(): string
  /** Waits until it has said this; the first group, or all that matched. */
  line(pattern: RegExp): Promise<string>
}

/** The built program as an operator starts it. Who starts one ends it. */
export function startProgram(args: readonly string[], env: Readonly<Record<string, string>>, input = ''): Started {
  const child = spawn(process.execPath, [programPath('cli'), ...args], { env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe' })
  let text = ''
  child.stdout.on('data', (part) => (text += String(part)))
  child.stderr.on('data', (part) => (text += String(part)))
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const line = async (pattern: RegExp): Promise<string> => {
    for (let waited = 0; waited < 40_000; waited += 50) {
      const found = pattern.exec(text)
      if (found) return found[1] ?? found[0]
      if (child.exitCode !== null) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`never said ${pattern}: ${text}`)
  }
  return { child, pid: child.pid!, ended, output: () => text, line }
}

export interface Serving {
  readonly program: Started
  readonly address: string
}

/** Servers one after another on the same folder and store, as a restart leaves them. `end` ends all of them at once. */
export function startServers(env: Readonly<Record<string, string>>): { serve(): Promise<Serving>; end(): Promise<void> } {
  const started: Started[] = []
  return {
    serve: async () => {
      const program = startProgram(['serve'], { SIGHTLINE_PORT: '0', SIGHTLINE_EXAMPLES: 'false', ...env })
      started.push(program)
      return { program, address: await program.line(/ready at (http:\S+)/) }
    },
    end: async () => {
      for (const { child } of started) child.kill('SIGKILL')
      await Promise.all(started.map(({ ended }) => ended))
    },
  }
}

/** A signed-in caller over HTTP; the sign-in outlives a restart of the server at another address. */
export interface RemoteCall {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  (method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: any }>
  address: string
  /** Who calls, for a request of another shape. */
  readonly headers: Readonly<Record<string, string>>
}

export async function signInTo(address: string, username: string, password: string): Promise<RemoteCall> {
  const json = { 'content-type': 'application/json' }
  const reply = await fetch(`${address}/api/v1/security/login`, { method: 'POST', headers: json, body: JSON.stringify({ username, password, provider: 'db' }) })
  const { access_token: token } = (await reply.json()) as { access_token: string }
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  const csrf = await fetch(`${address}/api/v1/security/csrf_token/`, { headers })
  headers['cookie'] = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  headers['x-csrftoken'] = ((await csrf.json()) as { result: string }).result
  const call: RemoteCall = Object.assign(
    async (method: string, path: string, body?: unknown) => {
      const isForm = body instanceof URLSearchParams
      const answer = await fetch(call.address + path, {
        method,
        headers: isForm || body === undefined ? headers : { ...headers, ...json },
        ...(body === undefined ? {} : { body: isForm ? (body as URLSearchParams) : JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: answer.headers.get('content-type')?.includes('json') && text !== '' ? (JSON.parse(text) as unknown) : text }
    },
    { address, headers },
  )
  return call
}
