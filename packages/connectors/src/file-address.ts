import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '@sightline/core'
import { z } from 'zod'

/** A database that is a file has no other settings. */
export const fileConfig = z.object({
  database: z.string().min(1).meta({ title: 'Database file', description: 'Path of the file, inside a folder for database files' }),
})

export type FileConfig = z.infer<typeof fileConfig>

/** `kind:///name` is a file in the first folder for files, `kind:////folder/name` an absolute path. `isNoFile`: words of an engine for something else. */
export function readFileAddress(
  uri: URL,
  engineName: string,
  refusal: (message: string) => Problem,
  isNoFile: (path: string) => boolean = () => false,
): Result<FileConfig> {
  const what = `The address of a file of ${engineName}`
  if (uri.host !== '' || uri.username !== '' || uri.password !== '') return fail(refusal(`${what} has no host, user or password.`))
  if (uri.search !== '' || uri.hash !== '') return fail(refusal(`${what} has no parameters.`))
  let path: string
  try {
    path = decodeURIComponent(uri.pathname.replace(/^\//, ''))
  } catch {
    return fail(refusal(`${what} cannot be read.`))
  }
  return path === '' || isNoFile(path) ? fail(refusal('The address names no database file.')) : ok({ database: path })
}

export const printFileAddress = (scheme: string, { database }: FileConfig): string => `${scheme}:///${database.split('/').map(encodeURIComponent).join('/')}`
