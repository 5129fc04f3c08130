import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface RunningServer {
  readonly address: string
  /** What it printed so far. */
  readonly output: () => string
  /** SIGKILL: nothing is flushed, as in a power cut. */
  readonly kill: () => Promise<void>
  /** As a service manager does, or as Ctrl-C does. → exit code; null when the program let the signal end it, as npm does once its script has ended */
  readonly stop: (signal?: 'SIGTERM' | 'SIGINT') => Promise<number | null>
}

export function makeDataFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'sightline-e2e-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

/** Starts the real program and resolves when /health answers OK. */
export async function startServer(options: {
  data: string
  folder?: string
  command?: readonly string[]
  env?: Record<string, string>
  /** A free one unless told: a server that comes back is found where it was. */
  port?: number
  timeoutMs?: number
}): Promise<RunningServer> {
  const port = options.port ?? (await freePort())
  const address = `http://127.0.0.1:${port}`
  const [program, ...args] = options.command ?? [process.execPath, 'packages/server/dist/cli.js', 'serve']
  const child: ChildProcess = spawn(program as string, args, {
    cwd: options.folder ?? root,
    // A group of its own, so that ending it ends what it started.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), SIGHTLINE_DATA: options.data, ...options.env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (printed += bytes.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name)
    } catch {
      // It ended by itself.
    }
    return ended
  }
  const deadline = Date.now() + (options.timeoutMs ?? 120_000)
  for (;;) {
    const isUp = await fetch(`${address}/health`).then(
      async (reply) => reply.ok && (await reply.text()) === 'OK',
      () => false,
    )
    if (isUp) break
    if (child.exitCode !== null || Date.now() > deadline) {
      await signal('SIGKILL')
      throw new Error(`the server did not come up:\n${printed}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { address, output: () => printed, kill: async () => void (await signal('SIGKILL')), stop: (name = 'SIGTERM') => signal(name) }
}
