import Libsql from 'libsql'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

/**
 * One server per data folder. The lock is the kernel's lock on a small database file: it cannot be held by two processes
 * and ends with its process, also after kill -9, so nothing stale ever has to be judged.
 */
export function lockData(dataFolder: string): { release(): void } {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const file = new Libsql(join(dataFolder, 'lock.db'))
  const holder = join(dataFolder, 'lock.pid')
  try {
    file.pragma('busy_timeout = 0')
    file.pragma('journal_mode = DELETE')
    file.exec('BEGIN EXCLUSIVE')
  } catch {
    file.close()
    throw new ConfigError(
      `Another Sightline${holderOf(holder)} already runs on ${dataFolder}. Stop it first, or give this one another folder (SIGHTLINE_DATA).`,
    )
  }
  writeFileSync(holder, `${process.pid}\n`)
  return { release: () => file.close() }
}

const holderOf = (path: string): string => {
  try {
    return ` (process ${readFileSync(path, 'utf8').trim()})`
  } catch {
    return ''
  }
}
