import { fail, ok, type Result } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { Surroundings } from '../connector.ts'
import { findDatabaseFile } from '../database-file.ts'
import { startEngine, type EngineProcess } from './engine-process.ts'
import { died, engineName, refusal } from './problems.ts'

/** Statements that run at once; each has a process of its own, and more wait. */
const mostProcesses = 4

interface Idle {
  readonly engine: EngineProcess
  readonly timer: NodeJS.Timeout
}

/** The processes of one file, like connections of a pool: started when needed, ended when idle or when they do not stop. */
export class EnginePool {
  readonly #path: string
  readonly #surroundings: Surroundings
  readonly #idle: Idle[] = []
  readonly #all = new Set<EngineProcess>()
  readonly #waiting: (() => void)[] = []
  #taken = 0
  #isClosed = false

  constructor(path: string, surroundings: Surroundings) {
    this.#path = path
    this.#surroundings = surroundings
  }

  async take(signal: AbortSignal): Promise<Result<EngineProcess>> {
    while (this.#taken >= mostProcesses && !signal.aborted && !this.#isClosed) await this.#turn(signal)
    if (signal.aborted) {
      // The turn that was given is passed on.
      this.#waiting.shift()?.()
      return fail(problemOfAbort(signal, engineName))
    }
    if (this.#isClosed) return fail(refusal('The connection is closed.'))
    this.#taken++
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer)
      if (idle.engine.isAlive()) return ok(idle.engine)
    }
    const started = await this.#start()
    if (!started.ok) this.#free()
    return started
  }

  giveBack(engine: EngineProcess): void {
    if (engine.isAlive() && !this.#isClosed) {
      const timer = setTimeout(() => {
        this.#idle.splice(
          this.#idle.findIndex((one) => one.engine === engine),
          1,
        )
        void engine.kill()
      }, this.#surroundings.idleMilliseconds ?? 30_000)
      timer.unref()
      this.#idle.push({ engine, timer })
    }
    this.#free()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer)
    for (const wake of this.#waiting.splice(0)) wake()
    await Promise.all([...this.#all].map((engine) => engine.kill()))
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        const at = this.#waiting.indexOf(wake)
        if (at >= 0) this.#waiting.splice(at, 1)
        resolve()
      }
      this.#waiting.push(wake)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  #free(): void {
    this.#taken--
    this.#waiting.shift()?.()
  }

  async #start(): Promise<Result<EngineProcess>> {
    // Looked for by every new process: a file that was missing may be there now, and a folder may have become a link.
    const file = await findDatabaseFile(this.#path, this.#surroundings)
    if (!file.ok) return fail(refusal(file.problem))
    const engine = await startEngine(this.#surroundings.program('sqlite-engine'), (reason) => {
      this.#all.delete(engine)
      if (!this.#isClosed && !reason.startsWith('ended by SIGKILL')) this.#surroundings.log(`An SQLite engine process ${reason}`)
    })
    this.#all.add(engine)
    const isOpen = await new Promise<boolean>((resolve) => {
      const id = engine.call({ op: 'open', file: file.value }, (message) => {
        engine.drop(id)
        resolve(message?.op === 'end')
      })
    })
    if (isOpen) return ok(engine)
    await engine.kill()
    return fail(died)
  }
}
