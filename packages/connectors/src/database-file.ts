import { fail, ok, type Result } from '@sightline/core'
import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Surroundings } from './connector.ts'

/**
 * The real path of a database file, if it lies in one of the folders for files after every link has been followed and is not one of the
 * files that no statement may touch. The failure is a sentence for people.
 */
export async function findDatabaseFile(path: string, { fileRoots, closedFiles = [] }: Surroundings): Promise<Result<string, string>> {
  const [firstRoot] = fileRoots
  if (path === '' || path.includes('\0') || !firstRoot) return fail('The address names no database file.')
  const real = await realPathOf(isAbsolute(path) ? path : resolve(firstRoot, path))
  if (real === null) return fail('The folder of the database file does not exist.')
  for (const root of fileRoots) {
    const realRoot = await realpath(root).catch(() => null)
    if (realRoot === null || !isInside(real, realRoot)) continue
    return (await isOneOf(real, closedFiles)) ? fail('This file cannot be opened as a database.') : ok(real)
  }
  return fail('The database file lies outside the folders for database files.')
}

/** The file itself may be missing yet, its folder may not. */
async function realPathOf(path: string): Promise<string | null> {
  const file = await realpath(path).catch(() => null)
  if (file !== null) return file
  // A link to nothing must not become a file elsewhere.
  if (await lstat(path).catch(() => null)) return null
  const folder = await realpath(dirname(path)).catch(() => null)
  return folder === null ? null : join(folder, basename(path))
}

const isInside = (path: string, root: string): boolean => {
  const way = relative(root, path)
  return way !== '' && !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`)
}

/** Compared by what the file is and not by its name: a second name of the same file is the same file. */
async function isOneOf(path: string, closed: readonly string[]): Promise<boolean> {
  const own = await stat(path, { bigint: true }).catch(() => null)
  for (const file of closed) {
    if ((await realPathOf(file)) === path) return true
    const other = own && (await stat(file, { bigint: true }).catch(() => null))
    if (own && other && own.dev === other.dev && own.ino === other.ino) return true
  }
  return false
}
