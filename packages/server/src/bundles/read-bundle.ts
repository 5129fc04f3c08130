import { parse } from 'yaml'
import { Refusal } from '../http/problem.ts'
import { readZip, ZipError } from '../files/read-zip.ts'
import type { BundleType } from './print-bundle.ts'

/** Files by their path inside the root folder. */
export type Bundle = ReadonlyMap<string, Readonly<Record<string, unknown>>>

const limits = { entries: 20_000, bytesPerFile: 100 * 2 ** 20, ratio: 200 }
/** Aliases let a short text stand for a huge one. */
const maxAliasCount = 100

/** What is wrong with files of a bundle, by path. Clients look for some of the texts. */
export type FileFaults = Readonly<Record<string, unknown>>

export const importRefusal = (thing: string, faults: FileFaults): Refusal =>
  new Refusal({ code: 'GENERIC_COMMAND_ERROR', status: 422, level: 'warning', message: `Error importing ${thing}`, extra: faults })

const unreadable = (message: string): Refusal => new Refusal({ code: 'GENERIC_COMMAND_ERROR', status: 422, level: 'warning', message })

/** The YAML files of an archive; the outermost folder has any name, hidden files and others are passed over. */
export async function readBundle(archive: Buffer, thing: string, type: BundleType): Promise<Bundle> {
  const files = new Map<string, Readonly<Record<string, unknown>>>()
  const faults: Record<string, unknown> = {}
  for (const { name, bytes } of await unzip(archive)) {
    const path = name.split('/').slice(1).join('/')
    const content = readYaml(Buffer.from(bytes).toString('utf8'))
    if (content) files.set(path, content)
    else faults[path] = 'Not a valid YAML file'
  }
  if (files.size === 0 && Object.keys(faults).length === 0) throw new Refusal(400, 'No valid import files were found')
  const metadata = files.get('metadata.yaml')
  if (metadata?.['version'] !== '1.0.0') throw unreadable('Could not find a valid command to import file')
  if (metadata['type'] !== undefined && metadata['type'] !== type) faults['metadata.yaml'] = { type: [`Must be equal to ${type}.`] }
  if (Object.keys(faults).length > 0) throw importRefusal(thing, faults)
  files.delete('metadata.yaml')
  return files
}

async function unzip(archive: Buffer) {
  try {
    return await readZip(archive, limits, isRead)
  } catch (error) {
    if (error instanceof ZipError) throw unreadable(error.message)
    throw error
  }
}

function isRead(name: string): boolean {
  const parts = name.split('/')
  const last = parts.at(-1) ?? ''
  return parts.length > 1 && /\.ya?ml$/i.test(last) && !/^[._]/.test(last) && !parts.includes('..')
}

function readYaml(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = parse(text, { maxAliasCount, schema: 'core', strict: true })
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
