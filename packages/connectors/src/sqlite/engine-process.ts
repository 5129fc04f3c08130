import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FromEngine, Order, ToEngine } from './protocol.ts'

type Begin = Order | { readonly op: 'open'; readonly file: string }

/** One running engine process: one connection to the file. It does one call at a time. */
export interface EngineProcess {
  /** Starts a call; `listen` gets its messages, and `null` if the process ends first. */
  call(order: Begin, listen: (message: FromEngine | null) => void): number
  tell(message: ToEngine): void
  /** The call is over: no more messages are wanted. */
  drop(id: number): void
  readonly isAlive: () => boolean
  /** The last words of the process, if it had any. */
  readonly complaint: () => string
  kill(): Promise<void>
}

export async function startEngine(program: string, onExit: (reason: string) => void): Promise<EngineProcess> {
  const tempFolder = await mkdtemp(join(tmpdir(), 'sightline-sqlite-'))
  const child: ChildProcess = fork(program, [], {
    // Nothing of the server's environment: no secrets, no addresses.
    env: { TZ: 'UTC', SQLITE_TMPDIR: tempFolder },
    // Rows live for a moment: room for the young spares most of the collecting.
    execArgv: ['--max-old-space-size=512', '--max-semi-space-size=32'],
    cwd: tempFolder,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const listeners = new Map<number, (message: FromEngine | null) => void>()
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
  child.on('message', (message: FromEngine) => listeners.get(message.id)?.(message))
  child.unref()
  child.channel?.unref()
  ;(child.stderr as unknown as { unref?: () => void } | null)?.unref?.()

  const tell = (message: ToEngine): void => {
    if (alive && child.connected) child.send(message, () => undefined)
  }
  // The process must not keep a finished program running, but a call under way must.
  const hold = (): void => (listeners.size > 0 ? (child.ref(), child.channel?.ref()) : (child.unref(), child.channel?.unref()))
  return {
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
    },
    isAlive: () => alive,
    complaint: () => complaint,
    kill: () => {
      child.kill('SIGKILL')
      return exited
    },
  }
}
