import { randomUUID } from 'node:crypto'
import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '@sightline/core'
import type { Surroundings } from '../connector.ts'
import { findDatabaseFile } from '../database-file.ts'
import { engineLimits, startEngine, type EngineProcess } from './engine-process.ts'
import { died, refusal } from './problems.ts'

/** A file can be open in one process only, so every driver of the same file shares its engine. The last to leave ends it. */
interface SharedEngine {
  users: number
  /** The process as it was opened: for writing only if one of those who share it may write. */
  starting: { readonly process: Promise<Result<EngineProcess>>; readonly mayWrite: boolean } | null
}

const engines = new Map<string, SharedEngine>()

export interface EngineLease {
  /** The running process; one that ended is started again. A missing file is created only for a caller that may write. */
  running(readOnly: boolean): Promise<Result<EngineProcess>>
  release(): Promise<void>
}

export async function leaseEngine(path: string, surroundings: Surroundings): Promise<Result<EngineLease>> {
  const file = path === ':memory:' ? ok(path) : await findDatabaseFile(path, surroundings)
  if (!file.ok) return fail(refusal(file.problem))
  const realPath = file.value
  const mayWrite = surroundings.mayWrite ?? true
  // Databases in memory are never the same one.
  const key = realPath === ':memory:' ? `memory ${randomUUID()}` : realPath
  const engine: SharedEngine = engines.get(key) ?? { users: 0, starting: null }
  engines.set(key, engine)
  engine.users++
  let isReleased = false

  function ready(mayCreate: boolean): Promise<Result<EngineProcess>> {
    const { starting } = engine
    if (starting && (starting.mayWrite || !mayWrite)) return starting.process
    // Those who only read go on in the new process; what they have under way is waited for.
    const before = starting ? endWhenIdle(starting.process) : Promise.resolve()
    const process = before.then(() =>
      start({ file: realPath, mayCreate, mayWrite }, surroundings, (reason) => {
        // A later process may run already: only this one is over.
        if (engine.starting?.process === process) engine.starting = null
        if (engine.users > 0) surroundings.log(`The DuckDB engine process ${reason}`)
      }),
    )
    engine.starting = { process, mayWrite }
    return process
  }

  return ok({
    running: async (readOnly) => {
      if (isReleased) return fail(refusal('The connection is closed.'))
      if (!readOnly && !mayWrite) return fail(refusal('This database is open for reading only.'))
      const attempt = ready(!readOnly)
      const process = await attempt
      if (!process.ok && engine.starting?.process === attempt) engine.starting = null
      return process
    },
    release: async () => {
      if (isReleased) return
      isReleased = true
      if (--engine.users > 0) return
      engines.delete(key)
      const process = await engine.starting?.process
      if (process?.ok) await process.value.kill()
    },
  })
}

async function endWhenIdle(starting: Promise<Result<EngineProcess>>): Promise<void> {
  const process = await starting
  if (!process.ok) return
  await process.value.whenIdle()
  await process.value.kill()
}

async function start(
  opening: { readonly file: string; readonly mayCreate: boolean; readonly mayWrite: boolean },
  surroundings: Surroundings,
  onExit: (reason: string) => void,
): Promise<Result<EngineProcess>> {
  const engine = await startEngine(surroundings.program('duckdb-engine'), onExit)
  const options = { ...opening, tempFolder: engine.tempFolder, ...engineLimits }
  const problem = await new Promise<Problem | null>((resolve) => {
    const id = engine.call({ op: 'open', options }, (message) => {
      engine.drop(id)
      resolve(message?.op === 'end' ? null : message?.op === 'error' ? refusal(message.message) : died)
    })
  })
  if (!problem) return ok(engine)
  await engine.kill()
  return fail(problem)
}
