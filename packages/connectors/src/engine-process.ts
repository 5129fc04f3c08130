import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One running process of a database that lives in one. Messages are told apart by the number of the call they belong to. */
export interface EngineProcess<Order, ToEngine, FromEngine> {
  /** Starts a call; `listen` gets its messages, and `null` if the process ends first. */
  call(order: Order, listen: (message: FromEngine | null) => void): number
  tell(message: ToEngine): void
  /** The call is over: no more messages are wanted. */
  drop(id: number): void
  readonly isAlive: () => boolean
  /** Resolves when no call is under way. */
  whenIdle(): Promise<void>
  /** The last words of the process, if it had any. */
  readonly complaint: () => string
  /** A folder of its own, which goes with it. */
  readonly tempFolder: string
  kill(): Promise<void>
}

export interface EngineStart {
  readonly program: string
  /** Begins the name of its folder. */
  readonly prefix: string
  /** Nothing of the server's environment is given on: no secrets, no addresses. */
  readonly environment: (tempFolder: string) => Readonly<Record<string, string>>
  readonly nodeOptions: readonly string[]
  readonly onExit: (reason: string) => void
}

export async function startEngineProcess<Order extends object, ToEngine extends object, FromEngine extends { readonly id: number }>({
  program,
  prefix,
  environment,
  nodeOptions,
  onExit,
}: EngineStart): Promise<EngineProcess<Order, ToEngine, FromEngine>> {
  const tempFolder = await mkdtemp(join(tmpdir(), prefix))
  const child = fork(program, [], {
    env: { TZ: 'UTC', ...environment(tempFolder) },
    execArgv: [...nodeOptions],
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
    // Not at exit: its last words may still be on their way then.
    child.on('close', (code, signal) => end(signal ? `ended by ${signal}` : `ended with ${code}`))
    child.on('error', (error) => end(error.message))
  })
  child.on('message', (message) => {
    const told = message as unknown as FromEngine
    listeners.get(told.id)?.(told)
  })
  child.unref()
  child.channel?.unref()
  ;(child.stderr as unknown as { unref?: () => void } | null)?.unref?.()

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
      tell({ ...order, id } as unknown as ToEngine)
      return id
    },
    drop: (id) => {
      listeners.delete(id)
      hold()
      if (listeners.size === 0) for (const tellIdle of idleWaiters.splice(0)) tellIdle()
    },
    whenIdle: () => new Promise((resolve) => (listeners.size === 0 ? resolve() : idleWaiters.push(resolve))),
    isAlive: () => alive,
    complaint: () => complaint,
    kill: () => {
      child.kill('SIGKILL')
      return exited
    },
  }
}
