import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FromEngine, ToEngine } from './protocol.ts'

type Order = ToEngine extends infer Message ? (Message extends { readonly id: number } ? Omit<Message, 'id'> : never) : never

/** One running engine process. Messages are told apart by the number of the call they belong to. */
export interface EngineProcess {
  /** Starts a call; `listen` gets its messages, and `null` if the process ends first. */
  call(order: Order, listen: (message: FromEngine | null) => void): number
  tell(message: ToEngine): void
  /** The call is over: no more messages are wanted. */
  drop(id: number): void
  readonly isAlive: () => boolean
  /** Resolves when no call is under way. */
  whenIdle(): Promise<void>
  kill(): Promise<void>
}

export async function startEngine(program: string, onExit: (reason: string) => void): Promise<EngineProcess & { readonly tempFolder: string }> {
  const tempFolder = await mkdtemp(join(tmpdir(), 'sightline-engine-'))
  const child: ChildProcess = fork(program, [], {
    // Nothing of the server's environment: no secrets, no addresses. The thread pool must be wider than the number of long statements.
    env: { TZ: 'UTC', UV_THREADPOOL_SIZE: '16' },
    execArgv: ['--max-old-space-size=512'],
    cwd: tempFolder,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const listeners = new Map<number, (message: FromEngine | null) => void>()
  const idleWaiters: (() => void)[] = []
  let alive = true
  let lastId = 0
  let complaint = ''
  child.stderr?.on('data', (data: Buffer) => (complaint = (complaint + data.toString()).slice(-2000)))
  const exited = new Promise<void>((resolve) => {
    const end = (reason: string): void => {
      if (!alive) return
      alive = false
      for (const listen of listeners.values()) listen(null)
      listeners.clear()
      for (const tell of idleWaiters.splice(0)) tell()
      onExit(`${reason}${complaint ? `: ${complaint}` : ''}`)
      rm(tempFolder, { recursive: true, force: true }).then(
        () => resolve(),
        () => resolve(),
      )
    }
    child.on('exit', (code, signal) => end(signal ? `ended by ${signal}` : `ended with ${code}`))
    child.on('error', (error) => end(error.message))
  })
  child.on('message', (message: FromEngine) => listeners.get(message.id)?.(message))
  child.unref()
  child.channel?.unref()

  const tell = (message: ToEngine): void => {
    if (alive && child.connected) child.send(message, () => undefined)
  }
  // The process must not keep a finished program running, but a call under way must.
  const hold = (): void => (listeners.size > 0 ? (child.ref(), child.channel?.ref()) : (child.unref(), child.channel?.unref()))
  return {
    tempFolder,
    tell,
    call: (order, listen) => {
      const id = ++lastId
      if (!alive) {
        queueMicrotask(() => listen(null))
        return id
      }
      listeners.set(id, listen)
      hold()
      tell({ ...order, id } as ToEngine)
      return id
    },
    drop: (id) => {
      listeners.delete(id)
      hold()
      if (listeners.size === 0) for (const tell of idleWaiters.splice(0)) tell()
    },
    whenIdle: () => new Promise((resolve) => (listeners.size === 0 ? resolve() : idleWaiters.push(resolve))),
    isAlive: () => alive,
    kill: () => {
      child.kill('SIGKILL')
      return exited
    },
  }
}

export const engineLimits = {
  memoryLimit: '1GB',
  tempLimit: '4GB',
  threads: Math.max(1, Math.min(4, availableParallelism())),
}
