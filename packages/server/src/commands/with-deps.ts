import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { makeLog } from '../main.ts'
import { openDeps } from '../open-deps.ts'
import { pairRegistry } from '../people/registry.ts'
import { syncRoles } from '../people/sync-roles.ts'
import { routes } from '../resources/all.ts'

/** Everything the server reaches, opened for one command and closed after it. */
export async function withDeps<Value>(config: Config, work: (deps: Deps) => Promise<Value>): Promise<Value> {
  // Waiting for a child process to end holds no program open; without this one would end in the middle, and without a word.
  const awake = setInterval(() => {}, 2 ** 30)
  try {
    const { deps, close } = await openDeps(config, makeLog(config))
    try {
      await syncRoles(deps, pairRegistry(routes))
      return await work(deps)
    } finally {
      await close()
    }
  } finally {
    clearInterval(awake)
  }
}

/** A password that stands in no list of processes and in no history of a shell. */
export async function readPassword(): Promise<string> {
  process.stdin.setEncoding('utf8')
  let text = ''
  for await (const part of process.stdin) text += String(part)
  return text.replace(/\r?\n$/, '')
}
