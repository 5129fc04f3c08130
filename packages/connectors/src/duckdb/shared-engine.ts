import { randomUUID } from 'node:crypto'
import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '@sightline/core'
import type { Surroundings } from '../connector.ts'
import { engineLimits, startEngine, type EngineProcess } from './engine-process.ts'
import { findFile } from './file.ts'
import { died, refusal } from './problems.ts'

/** A file can be open in one process only, so every driver of the same file shares its engine. The last to leave ends it. */
interface SharedEngine {
  users: number
  starting: Promise<Result<EngineProcess>> | null
}

const engines = new Map<string, SharedEngine>()

export interface EngineLease {
  /** The running process; one that ended is started again. A missing file is created only for a caller that may write. */
  running(readOnly: boolean): Promise<Result<EngineProcess>>
  release(): Promise<void>
}

export async function leaseEngine(path: string, surroundings: Surroundings): Promise<Result<EngineLease>> {
  const file = await findFile(path, surroundings.fileRoots)
  if (!file.ok) return file
  // Databases in memory are never the same one.
  const key = file.value === ':memory:' ? `memory ${randomUUID()}` : file.value
  const engine = engines.get(key) ?? { users: 0, starting: null }
  engines.set(key, engine)
  engine.users++
  let isReleased = false
  return ok({
    running: async (readOnly) => {
      if (isReleased) return fail(refusal('The connection is closed.'))
      const attempt = (engine.starting ??= begin(engine, file.value, !readOnly, surroundings))
      const process = await attempt
      if (!process.ok && engine.starting === attempt) engine.starting = null
      return process
    },
    release: async () => {
      if (isReleased) return
      isReleased = true
      if (--engine.users > 0) return
      engines.delete(key)
      const process = await engine.starting
      if (process?.ok) await process.value.kill()
    },
  })
}

function begin(shared: SharedEngine, file: string, mayCreate: boolean, surroundings: Surroundings): Promise<Result<EngineProcess>> {
  const attempt = start(file, mayCreate, surroundings, (reason) => {
    // A later process may run already: only this one is over.
    if (shared.starting === attempt) shared.starting = null
    if (shared.users > 0) surroundings.log(`The DuckDB engine process ${reason}`)
  })
  return attempt
}

async function start(file: string, mayCreate: boolean, surroundings: Surroundings, onExit: (reason: string) => void): Promise<Result<EngineProcess>> {
  const engine = await startEngine(surroundings.program('duckdb-engine'), onExit)
  const options = { file, mayCreate, tempFolder: engine.tempFolder, ...engineLimits }
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
