import { fail, ok, type Result } from '@sightline/core'
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { refusal } from './problems.ts'

/** The real path of a database file, if it lies in one of the folders for files after every link has been followed. */
export async function findFile(path: string, roots: readonly string[]): Promise<Result<string>> {
  if (path === ':memory:') return ok(path)
  const [firstRoot] = roots
  if (path === '' || path.includes('\0') || !firstRoot) return fail(refusal('The address names no database file.'))
  const wanted = isAbsolute(path) ? path : resolve(firstRoot, path)
  const real = await realPathOf(wanted)
  if (real === null) return fail(refusal('The folder of the database file does not exist.'))
  for (const root of roots) {
    const realRoot = await realpath(root).catch(() => null)
    if (realRoot !== null && isInside(real, realRoot)) return ok(real)
  }
  return fail(refusal('The database file lies outside the folders for database files.'))
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
