import { readZip, ZipError } from '../files/read-zip.ts'
import { Refusal } from '../http/problem.ts'
import type { Document } from './documents.ts'
import { openYaml } from './open-yaml.ts'
import type { BundleType } from './print-bundle.ts'
import type { ReadYaml } from './yaml-text.ts'

/** Files by their path inside the root folder. */
export type Bundle = ReadonlyMap<string, Document>

/** Of any archive, and of what is put together from several. */
export const bundleLimits = { entries: 20_000, bytesPerFile: 4 * 2 ** 20, bytes: 256 * 2 ** 20, ratio: 200 }
/** What is wrong with files of a bundle, by path. Clients look for some of the texts. */
export type FileFaults = Readonly<Record<string, unknown>>

export const importRefusal = (thing: string, faults: FileFaults): Refusal =>
  new Refusal({ code: 'GENERIC_COMMAND_ERROR', status: 422, level: 'warning', message: `Error importing ${thing}`, extra: faults })

const unreadable = (message: string): Refusal => new Refusal({ code: 'GENERIC_COMMAND_ERROR', status: 422, level: 'warning', message })

/** The YAML files of an archive; the outermost folder has any name, hidden files and others are passed over. `types`: what it may be mainly about. */
export async function readBundle(archive: Buffer, thing: string, types: readonly BundleType[]): Promise<Bundle> {
  const files = new Map<string, Document>()
  const faults: Record<string, unknown> = {}
  const entries = await unzip(archive)
  const yaml = openYaml()
  try {
    for (const { name, bytes } of entries) {
      const path = name.split('/').slice(1).join('/')
      const read = await readText(yaml, bytes)
      if ('fault' in read) faults[path] = read.fault
      else if (files.has(path)) faults[path] = 'The bundle has this file twice'
      else files.set(path, read.content)
    }
  } finally {
    await yaml.close()
  }
  if (files.size === 0 && Object.keys(faults).length === 0) throw new Refusal(400, 'No valid import files were found')
  const metadata = files.get('metadata.yaml')
  if (metadata?.['version'] !== '1.0.0') throw unreadable('Could not find a valid command to import file')
  const { type } = metadata
  if (type !== undefined && !types.some((one) => one === type)) faults['metadata.yaml'] = { type: [`Must be equal to ${types.join(' or ')}.`] }
  if (Object.keys(faults).length > 0) throw importRefusal(thing, faults)
  files.delete('metadata.yaml')
  return files
}

/** Bytes that are no text are no file of a bundle; nothing is guessed. */
async function readText(yaml: ReturnType<typeof openYaml>, bytes: Uint8Array): Promise<ReadYaml> {
  const text = decode(bytes)
  return text === null ? { fault: 'Not a valid YAML file' } : yaml.read(text)
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

async function unzip(archive: Buffer) {
  try {
    return await readZip(archive, bundleLimits, isRead)
  } catch (error) {
    if (error instanceof ZipError) throw unreadable(error.message)
    throw error
  }
}

/** T25: nothing of a bundle becomes a file, but a path that leaves the archive says what its maker had in mind. */
function isRead(name: string): boolean {
  const parts = name.split(/[/\\]/)
  if (parts.includes('..') || /^([/\\]|[a-z]:)/i.test(name)) throw new ZipError('Found a path that leads outside of the archive')
  const last = parts.at(-1) ?? ''
  return parts.length > 1 && /\.ya?ml$/i.test(last) && !/^[._]/.test(last)
}
